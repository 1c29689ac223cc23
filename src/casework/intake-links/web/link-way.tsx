import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formLanguages } from '#casework/intake-forms/form-definition.ts'
import type { Offer, SentWay } from '#casework/safe-contact/safe-contact-policy.ts'
import { NotOffered } from '#casework/safe-contact/web/safe-contact-public.tsx'
import { configuration } from '#platform/web/configuration.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { Select } from '#ui/select.tsx'
import classes from './link-page.module.css'

type Language = 'en' | 'es'

/** How a link reaches a person, and in which language. @param given the person's language */
export function useWay(given: Language, offer: Offer) {
  const [language, setLanguage] = useState<Language>(given)
  const [channel, setChannel] = useState<'copy' | SentWay>('copy')
  const [to, setTo] = useState<Record<string, string>>(offer.to)
  const way = channel === 'copy' ? { channel } : { channel, to: to[channel] }
  return { language, setLanguage, channel, setChannel, to, setTo, way }
}

interface WayFieldsProps extends Omit<ReturnType<typeof useWay>, 'way'> {
  /** Where it can be sent now. */
  offer: Offer
  errors: Record<string, string>
}

const isSent = (way: SentWay) => way !== 'sms' || configuration().sendsTexts

export function WayFields({ language, setLanguage, channel, setChannel, to, setTo, offer, errors }: WayFieldsProps) {
  const { t } = useTranslation('intake-links')
  return (
    <>
      <Select
        label={t('staff.language')}
        data={formLanguages.map((value) => ({ value, label: t(`staff.${value}`) }))}
        value={language}
        onChange={(value) => setLanguage((value as Language | null) ?? 'en')}
        allowDeselect={false}
      />
      <Select
        label={t('staff.channel')}
        data={(['copy', ...offer.ways.filter(isSent)] as const).map((value) => ({ value, label: t(`staff.${value}`) }))}
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
    </>
  )
}

/** The address of a new link, to copy. It is shown only once. */
export function MadeCopy({ url, onClose }: { url: string; onClose: () => void }) {
  const { t } = useTranslation('intake-links')
  return (
    <div className={classes.made}>
      <p>{t('staff.madeCopy')}</p>
      <TextInput readOnly value={url} aria-label={t('staff.copyLink')} data-autofocus />
      <Group justify="flex-end">
        <CopyButton value={url}>
          {({ copied, copy }) => <Button onClick={copy}>{t(copied ? 'staff.copied' : 'staff.copyLink')}</Button>}
        </CopyButton>
        <Button variant="default" onClick={onClose}>
          {t('staff.close')}
        </Button>
      </Group>
    </div>
  )
}
