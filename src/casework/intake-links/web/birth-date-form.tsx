import { Button, TextInput } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { OpenCall } from '../intake-link.ts'
import classes from './link-page.module.css'

/** Where the person goes who has to leave at once: a page that tells nobody anything. */
const ELSEWHERE = 'https://www.weather.gov/'

/** Leaves the page at once, without a way back. */
export function LeaveButton() {
  const { t } = useTranslation('intake-links')
  return (
    <Button
      className={classes.leave ?? ''}
      leftSection={<IconDoorExit size={20} aria-hidden />}
      onClick={() => location.replace(ELSEWHERE)}
    >
      {t('fill.leave')}
    </Button>
  )
}

interface BirthDateFormProps {
  submitLabel: string
  /** Opens what the link leads to. @throws the error of the call */
  onSubmit: (birthDate: string) => Promise<void>
  onGone: () => void
}

interface ClosedLinkProps extends BirthDateFormProps {
  title: string
  /** who asks; null if nobody may know who writes */
  lead: string | null
}

/** What a link says before the birth date is known. */
export function ClosedLink({ title, lead, submitLabel, onSubmit, onGone }: ClosedLinkProps) {
  const { t } = useTranslation('intake-links')
  const isNeutral = lead === null
  return (
    <>
      <PageHeading title={isNeutral ? t('open.neutral.title') : title} lead={lead ?? t('open.neutral.lead')} />
      <BirthDateForm submitLabel={isNeutral ? t('open.neutral.submit') : submitLabel} {...{ onSubmit, onGone }} />
    </>
  )
}

/** Asks for the birth date of the holder of a link. */
function BirthDateForm({ submitLabel, onSubmit, onGone }: BirthDateFormProps) {
  const { t } = useTranslation('intake-links')
  const [birthDate, setBirthDate] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // What is wrong is read out with its field.
  useEffect(() => {
    if (error && !isSending) field.current?.focus()
  }, [error, isSending])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!OpenCall.safeParse({ birthDate }).success) return setError(t('error.required'))
    setSending(true)
    try {
      await onSubmit(birthDate)
      requestAnimationFrame(() => document.querySelector('h1')?.focus())
    } catch (failed) {
      const status = failed instanceof ApiError ? failed.status : 0
      if (status === 410) return onGone()
      setError(t(status === 400 ? 'error.birth-date-wrong' : status === 429 ? 'open.tooMany' : 'open.failed'))
    } finally {
      setSending(false)
    }
  }
  return (
    <form noValidate onSubmit={submit} className={classes.open}>
      <TextInput
        ref={field}
        type="date"
        label={t('open.birthDate')}
        description={t('open.birthDateHelp')}
        value={birthDate}
        onChange={(event) => {
          setBirthDate(event.currentTarget.value)
          setError(null)
        }}
        error={error}
        autoComplete="off"
      />
      <Button type="submit" loading={isSending}>
        {submitLabel}
      </Button>
    </form>
  )
}
