import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { FillIntake, type PendingChanges } from '#casework/intakes/web/fill-intake-public.tsx'
import { ApiError, api } from '#platform/web/api.ts'
import { canKeep } from '#platform/web/device-store.ts'
import { notify } from '#platform/web/notify.ts'
import { followLanguage } from '#platform/web/texts.ts'
import { MessagePage } from '#ui/message-page.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type ClosedForm, OpenCall, type OpenedForm } from '../intake-link.ts'
import classes from './link-page.module.css'
import { forgetOnPhone, useOwnPhone } from './use-own-phone.ts'

const pathOf = (code: string) => `/api/intakeLink/open/${encodeURIComponent(code)}`
/** Where the person goes who has to leave at once: a page that tells nobody anything. */
const ELSEWHERE = 'https://www.weather.gov/'

interface Loaded {
  code: string
  form: ClosedForm | null
  status: number
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const code = params.code ?? ''
  try {
    const form = await api.get<ClosedForm>(pathOf(code), { quiet: true, signal })
    await followLanguage(form.language)
    return { code, form, status: 200 }
  } catch (error) {
    if (error instanceof ApiError && [404, 410].includes(error.status))
      return { code, form: null, status: error.status }
    throw error
  }
}

/** A form that a person fills in themselves, on their own phone, without an account. */
export function Screen() {
  const { t } = useTranslation('intake-links')
  const { code, form, status } = useLoaderData<Loaded>()
  const [opened, setOpened] = useState<OpenedForm | null>(null)
  const [isSent, setSent] = useState(false)
  const [isGone, setGone] = useState(false)
  // Only here, unless the person says that the phone is theirs.
  const pending = useRef<PendingChanges>({})
  if (!form || isGone) {
    const about = status === 404 ? 'unknown' : 'closed'
    return <MessagePage title={t(`${about}.title`)} text={t(`${about}.text`)} />
  }
  if (isSent)
    return <MessagePage title={t('sent.title')} text={t('sent.text', { organization: form.organizationName })} />
  return (
    <main id="content" className={classes.page}>
      <Button
        className={classes.leave ?? ''}
        leftSection={<IconDoorExit size={20} aria-hidden />}
        onClick={() => location.replace(ELSEWHERE)}
      >
        {t('fill.leave')}
      </Button>
      {opened ? (
        <Questions
          code={code}
          opened={opened}
          pending={pending}
          onSent={() => setSent(true)}
          onClosed={(isForGood) => {
            if (isForGood) return setGone(true)
            notify(t('fill.locked'), 'bad')
            setOpened(null)
          }}
        />
      ) : (
        <BirthDate code={code} form={form} onOpen={setOpened} onGone={() => setGone(true)} />
      )}
    </main>
  )
}

interface BirthDateProps {
  code: string
  form: ClosedForm
  onOpen: (opened: OpenedForm) => void
  onGone: () => void
}

function BirthDate({ code, form, onOpen, onGone }: BirthDateProps) {
  const { t } = useTranslation('intake-links')
  const [birthDate, setBirthDate] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!OpenCall.safeParse({ birthDate }).success) return setError(t('error.required'))
    setSending(true)
    try {
      onOpen(await api.post<OpenedForm>(pathOf(code), { birthDate }, { quiet: true }))
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
    <>
      <PageHeading title={t('open.title')} lead={t('open.lead', { organization: form.organizationName })} />
      <form noValidate onSubmit={submit} className={classes.open}>
        <TextInput
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
          {t('open.submit')}
        </Button>
      </form>
    </>
  )
}

interface QuestionsProps {
  code: string
  opened: OpenedForm
  /** What was not confirmed when the session ended. */
  pending: RefObject<PendingChanges>
  onSent: () => void
  /** @param isForGood the link was used or withdrawn; else the birth date is asked again */
  onClosed: (isForGood: boolean) => void
}

function Questions({ code, opened, pending, onSent, onClosed }: QuestionsProps) {
  const { t } = useTranslation('intake-links')
  const { definition, language, session } = opened
  const keep = useCallback(
    (waiting: PendingChanges) => {
      pending.current = waiting
    },
    [pending],
  )
  const phone = useOwnPhone(opened.id, pending)
  /** Hands over the end of the link or of its session, whatever the call was for. */
  const watched = async <Answer,>(call: Promise<Answer>) => {
    try {
      return await call
    } catch (error) {
      if (error instanceof ApiError && [404, 410].includes(error.status)) {
        void forgetOnPhone(phone.vault)
        onClosed(true)
      }
      if (error instanceof ApiError && error.code === 'intake-link-locked') onClosed(false)
      throw error
    }
  }
  if (!phone.read) return null
  return (
    <>
      <PageHeading title={definition.title[language]} lead={definition.lead[language]} />
      {canKeep() && (
        <Checkbox
          label={t('fill.ownPhone')}
          description={t('fill.ownPhoneHelp')}
          checked={phone.isOwn}
          onChange={(event) => phone.setOwn(event.currentTarget.checked)}
        />
      )}
      <FillIntake
        intake={opened}
        language={language}
        draft={{ draftId: opened.id, pending: phone.read.pending }}
        onPending={keep}
        onKeep={phone.keep}
        onSave={(answers) => watched(api.put(`${pathOf(code)}/answers`, { session, answers }, { quiet: true }))}
        onComplete={async () => {
          await watched(api.post(`${pathOf(code)}/send`, { session }, { quiet: true }))
          await forgetOnPhone(phone.vault)
          onSent()
        }}
        completeLabel={t('fill.send')}
      />
    </>
  )
}
