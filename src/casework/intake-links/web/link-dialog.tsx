import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormSummary } from '#casework/intake-forms/intake-form.ts'
import type { Offer } from '#casework/safe-contact/safe-contact-policy.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { useCallId } from '#platform/web/use-call-id.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { type MadeLink, NewIntakeLink } from '../intake-link.ts'
import classes from './link-page.module.css'
import { MadeCopy, useWay, WayFields } from './link-way.tsx'

interface LinkDialogProps {
  contactId: string
  forms: Pick<FormSummary, 'id' | 'title'>[]
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
  const { language, setLanguage, channel, setChannel, to, setTo, way } = useWay(given, offer)
  const { idOf } = useCallId()
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
    const asked = { contactId, formId, language, way }
    const call = NewIntakeLink.safeParse({ ...asked, id: idOf(asked) })
    setErrors(Object.fromEntries((call.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])))
    if (call.success) make.mutate(call.data)
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  if (make.data?.url)
    return (
      <Dialog opened onClose={onClose} title={t('staff.title')} withCloseButton={false}>
        <MadeCopy url={make.data.url} onClose={onClose} />
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
        <WayFields {...{ language, setLanguage, channel, setChannel, to, setTo, offer, errors }} />
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
