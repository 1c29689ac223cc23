import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formLanguages } from '#casework/intake-forms/form-definition.ts'
import type { FormSummary } from '#casework/intake-forms/intake-form.ts'
import type { Offer, SentWay } from '#casework/safe-contact/safe-contact-policy.ts'
import { NotOffered } from '#casework/safe-contact/web/safe-contact-public.tsx'
import { ApiError, api } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { type MadeLink, NewIntakeLink } from '../intake-link.ts'
import classes from './link-page.module.css'

interface LinkDialogProps {
  contactId: string
  forms: FormSummary[]
  /** Of the person. */
  language: 'en' | 'es'
  /** Where it can be sent now. */
  offer: Offer
  onClose: () => void
}

/** Makes a link by which the person fills in a form themselves. */
export function LinkDialog({ contactId, forms, language: given, offer, onClose }: LinkDialogProps) {
  const { t, i18n } = useTranslation('intake-links')
  const shown = i18n.language.startsWith('es') ? 'es' : 'en'
  const [formId, setFormId] = useState(forms[0]?.id ?? '')
  const [language, setLanguage] = useState<'en' | 'es'>(given)
  const [channel, setChannel] = useState<'copy' | SentWay>('copy')
  const [to, setTo] = useState<Record<string, string>>(offer.to)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const make = useMutation({
    mutationFn: (call: NewIntakeLink) => api.post<MadeLink>('/api/intakeLink/', call, { quiet: true }),
    onSuccess: (made) => {
      queryClient.invalidateQueries({ queryKey: ['contact', 'intakes', contactId] })
      if (made.url) return
      notify(t('staff.sent'))
      onClose()
    },
    onError: (error) => {
      const found = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(found.map(({ path, message }) => [path, message])))
      if (!found.some(({ path }) => path === 'contactId')) notify(t('staff.failed'), 'bad')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const way = channel === 'copy' ? { channel } : { channel, to: to[channel] }
    const call = NewIntakeLink.safeParse({ contactId, formId, language, way })
    setErrors(Object.fromEntries((call.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])))
    if (call.success) make.mutate(call.data)
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  if (make.data?.url)
    return (
      <Dialog opened onClose={onClose} title={t('staff.title')} withCloseButton={false}>
        <div className={classes.made}>
          <p>{t('staff.madeCopy')}</p>
          <TextInput readOnly value={make.data.url} aria-label={t('staff.copyLink')} data-autofocus />
          <Group justify="flex-end">
            <CopyButton value={make.data.url}>
              {({ copied, copy }) => <Button onClick={copy}>{t(copied ? 'staff.copied' : 'staff.copyLink')}</Button>}
            </CopyButton>
            <Button variant="default" onClick={onClose}>
              {t('staff.close')}
            </Button>
          </Group>
        </div>
      </Dialog>
    )
  return (
    <Dialog opened onClose={onClose} title={t('staff.title')} withCloseButton={false}>
      <form noValidate onSubmit={submit} className={classes.made}>
        <p>{t('staff.text')}</p>
        {errors.contactId && <p role="alert">{t('staff.noBirthDate')}</p>}
        <Select
          label={t('staff.form')}
          data={forms.map(({ id, title }) => ({ value: id, label: title[shown] }))}
          value={formId}
          onChange={(id) => setFormId(id ?? '')}
          allowDeselect={false}
        />
        <Select
          label={t('staff.language')}
          data={formLanguages.map((value) => ({ value, label: t(`staff.${value}`) }))}
          value={language}
          onChange={(value) => setLanguage((value as 'en' | 'es' | null) ?? 'en')}
          allowDeselect={false}
        />
        <Select
          label={t('staff.channel')}
          data={(['copy', ...offer.ways] as const).map((value) => ({ value, label: t(`staff.${value}`) }))}
          value={channel}
          onChange={(value) => setChannel((value as 'copy' | SentWay | null) ?? 'copy')}
          allowDeselect={false}
        />
        <NotOffered offer={offer} />
        {channel !== 'copy' && (
          <TextInput
            type={channel === 'email' ? 'email' : 'tel'}
            label={t(`staff.to.${channel}`)}
            value={to[channel] ?? ''}
            onChange={(event) => setTo({ ...to, [channel]: event.currentTarget.value })}
            error={errors['way.to'] && errorText(errors['way.to'], 'intake-links')}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('staff.cancel')}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {t('staff.make')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
