import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ConsentUse } from '#casework/clients/consent-use.ts'
import { ClosedLink, LeaveButton } from '#casework/intake-links/web/link-parts-public.tsx'
import type { OwnRecord } from '#casework/own-record/own-record.ts'
import { type OwnActs, OwnActsContext, RecordSection } from '#casework/own-record/web/record-section-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { followLanguage } from '#platform/web/texts.ts'
import { TypedContext } from '#platform/web/use-typed.ts'
import { MessagePage } from '#ui/message-page.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { ClosedRecord } from '../record-link.ts'
import classes from './record-links.module.css'

const pathOf = (code: string) => `/api/recordLink/open/${encodeURIComponent(code)}`

interface Loaded {
  code: string
  closed: ClosedRecord | null
  status: number
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const code = params.code ?? ''
  try {
    const closed = await api.get<ClosedRecord>(pathOf(code), { quiet: true, signal })
    await followLanguage(closed.language)
    return { code, closed, status: 200 }
  } catch (error) {
    if (error instanceof ApiError && [404, 410].includes(error.status))
      return { code, closed: null, status: error.status }
    throw error
  }
}

interface Opened {
  session: string
  record: OwnRecord
}

/** A person's own record, on their own phone, without an account. Nothing of it stays in the browser. */
export function Screen() {
  const { t } = useTranslation(['record-links', 'intake-links'])
  const { code, closed, status } = useLoaderData<Loaded>()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isGone, setGone] = useState(false)
  const typed = useRef<Record<string, string>>({})
  if (!closed || isGone)
    return status === 404 ? (
      <MessagePage title={t('intake-links:unknown.title')} text={t('intake-links:unknown.text')} />
    ) : (
      <MessagePage title={t('closed.title')} text={t('closed.text')} />
    )
  const organization = closed.organizationName && shownName(closed.organizationName)
  const read = async (session: string) =>
    setOpened({ session, record: await api.post<OwnRecord>(`${pathOf(code)}/read`, { session }, { quiet: true }) })
  return (
    <main id="content" className={classes.page}>
      <LeaveButton />
      {opened ? (
        <TypedContext value={typed}>
          <PageHeading
            title={t('title')}
            lead={t('page.lead', { organization: shownName(opened.record.organizationName) })}
          />
          <OpenRecord
            code={code}
            opened={opened}
            onChanged={() => read(opened.session)}
            onClosed={(isForGood) => {
              setOpened(null)
              if (isForGood) setGone(true)
              else notify(t('page.locked'), 'bad')
            }}
          />
        </TypedContext>
      ) : (
        <ClosedLink
          title={t('open.title')}
          lead={organization && t('open.lead', { organization })}
          submitLabel={t('open.submit')}
          onSubmit={async (birthDate) => {
            const { session } = await api.post<{ session: string }>(pathOf(code), { birthDate }, { quiet: true })
            await read(session)
          }}
          onGone={() => setGone(true)}
        />
      )}
    </main>
  )
}

interface OpenRecordProps {
  code: string
  opened: Opened
  onChanged: () => Promise<void>
  /** @param isForGood the link ended; else the birth date is asked again */
  onClosed: (isForGood: boolean) => void
}

function OpenRecord({ code, opened: { session, record }, onChanged, onClosed }: OpenRecordProps) {
  const { t } = useTranslation(['record-links', 'intake-links'])
  const acts = useMemo((): OwnActs => {
    /** @returns whether the error was the end of the link or of its session, which is handed over */
    const handOver = (error: unknown) => {
      const refused = error instanceof ApiError ? error : null
      if (refused && [404, 410].includes(refused.status)) onClosed(true)
      else if (refused?.code === 'record-link-locked') onClosed(false)
      else return false
      return true
    }
    const call = async <Answer,>(what: string, more: object) => {
      try {
        return await api.post<Answer>(`${pathOf(code)}/${what}`, { session, ...more }, { quiet: true })
      } catch (error) {
        // These forms say themselves that they failed.
        if (!handOver(error) && !['correction', 'help'].includes(what)) notify(t('intake-links:open.failed'), 'bad')
        throw error
      }
    }
    /** What was done is done, even if the record cannot be read again. */
    const readAgain = () =>
      onChanged().catch((error: unknown) => {
        if (!handOver(error)) notify(t('page.notReadAgain'), 'bad')
      })
    return {
      listUses: async (_, consentId) => (await call<{ items: ConsentUse[] }>('use', { consentId })).items,
      withdraw: async (_, consentId) => {
        await call('withdraw', { consentId })
        await readAgain()
      },
      answerHelp: async (_, answer) => {
        await call('help', answer)
        await readAgain()
      },
      askCorrection: async (_, correction) => {
        await call('correction', correction)
        await readAgain()
      },
      hasAccount: false,
    }
  }, [code, session, onChanged, onClosed, t])
  return (
    <QueryClientProvider client={queryClient}>
      <OwnActsContext value={acts}>
        <RecordSection record={record} />
      </OwnActsContext>
    </QueryClientProvider>
  )
}
