import { Checkbox } from '@mantine/core'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { FillIntake, type PendingChanges } from '#casework/intakes/web/fill-intake-public.tsx'
import { ApiError, api } from '#platform/web/api.ts'
import { canKeep } from '#platform/web/device-store.ts'
import { notify } from '#platform/web/notify.ts'
import { followLanguage } from '#platform/web/texts.ts'
import { MessagePage } from '#ui/message-page.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { ClosedForm, OpenedForm } from '../intake-link.ts'
import { ClosedLink, LeaveButton } from './birth-date-form.tsx'
import classes from './link-page.module.css'
import { forgetOnPhone, useOwnPhone } from './use-own-phone.ts'

const pathOf = (code: string) => `/api/intakeLink/open/${encodeURIComponent(code)}`

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
  if (isSent && opened)
    return <MessagePage title={t('sent.title')} text={t('sent.text', { organization: opened.organizationName })} />
  const organization = form.organizationName
  return (
    <main id="content" className={classes.page}>
      <LeaveButton />
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
        <ClosedLink
          title={t('open.title')}
          lead={organization && t('open.lead', { organization })}
          submitLabel={t('open.submit')}
          onSubmit={async (birthDate) => {
            setOpened(await api.post<OpenedForm>(pathOf(code), { birthDate }, { quiet: true }))
          }}
          onGone={() => setGone(true)}
        />
      )}
    </main>
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
