import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/web/api.ts'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { notify } from '#platform/web/notify.ts'
import { CODE_LENGTH, EnterCode } from '../answer-link.ts'
import classes from './answer-page.module.css'

interface CodeFormProps {
  /** Where the code goes, with most letters hidden. */
  address: string
  onSend: (language: 'en' | 'es') => Promise<unknown>
  /** @throws the error of the call */
  onEnter: (digits: string) => Promise<void>
  /** @param error of the call that found the link ended */
  onGone: (error: unknown) => void
}

/** Sends a code to the address of the link, and asks for it. */
export function CodeForm({ address, onSend, onEnter, onGone }: CodeFormProps) {
  const { t, i18n } = useTranslation('answer-links')
  const [isSent, setSent] = useState(false)
  const [digits, setDigits] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const refuse = (message: string) => {
    setError(t(`error.${message}`))
    focusFirstMistake(form.current, ['code'])
  }
  const watched = async (act: () => Promise<unknown>, onRefused: (message: string | undefined) => void) => {
    setBusy(true)
    setError(null)
    try {
      await act()
      return true
    } catch (failed) {
      const refused = failed instanceof ApiError ? failed : null
      if (refused && [404, 410].includes(refused.status)) onGone(refused)
      else if (refused?.status === 400) onRefused(refused.errors[0]?.message)
      else notify(t(refused?.status === 429 ? 'open.tooMany' : 'open.failed'), 'bad')
      return false
    } finally {
      setBusy(false)
    }
  }
  const send = async () => {
    const language = i18n.language.startsWith('es') ? 'es' : 'en'
    if (
      !(await watched(
        () => onSend(language),
        () => undefined,
      ))
    )
      return
    if (isSent) notify(t('open.sentAgain'))
    setDigits('')
    setSent(true)
  }
  const enter = async (given: string) => {
    const call = EnterCode.safeParse({ code: given })
    if (!call.success) return refuse('code-format')
    await watched(
      () => onEnter(call.data.code),
      (message) => refuse(message ?? 'code-format'),
    )
  }
  if (!isSent)
    return (
      <div className={classes.form}>
        <p>{t('open.why', { address })}</p>
        <Button onClick={send} loading={isBusy}>
          {t('open.send')}
        </Button>
      </div>
    )
  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void enter(digits)
      }}
    >
      <p role="status">{t('open.sent', { address })}</p>
      <TextInput
        className={classes.code ?? ''}
        name="code"
        label={t('open.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={CODE_LENGTH + 2}
        value={digits}
        error={error}
        // Nothing else says that a code is wrong while the focus stays in the field.
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          const given = event.currentTarget.value
          setDigits(given)
          setError(null)
          // The last digit opens it, so that nobody has to look for the button.
          if (!isBusy && given.replace(/\D/g, '').length === CODE_LENGTH) void enter(given)
        }}
      />
      <Group>
        <Button type="submit" loading={isBusy}>
          {t('open.submit')}
        </Button>
        <Button variant="default" onClick={send} disabled={isBusy}>
          {t('open.again')}
        </Button>
      </Group>
    </form>
  )
}
