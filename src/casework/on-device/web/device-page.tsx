import { Button } from '@mantine/core'
import { IconDeviceMobileDown } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listIntakesHere, listKeptPeople, usableForms, type Waiting } from '#casework/intakes/web/offline-public.ts'
import { forgetKeptSheet, listKeptSheets } from '#casework/service-lists/web/kept-lists-public.ts'
import { configuration } from '#platform/web/configuration.ts'
import { canKeep } from '#platform/web/device-store.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type InstallPrompt, installPrompt } from './install-prompt.ts'
import { type Intakes, KeptIntakes, KeptPeople, type People, Remove } from './kept-entries.tsx'
import classes from './on-device.module.css'
import { useWaiting, waits } from './use-waiting.ts'
import { WaitingWords } from './waiting-words.tsx'

type Lists = Awaited<ReturnType<typeof listKeptSheets>>

/** What this device can open without a connection, and what waits on it to be sent. */
export function Screen() {
  const { t } = useTranslation('on-device')
  const { waiting, isSending, send } = useWaiting()
  const [kept, setKept] = useState<{ people: People; intakes: Intakes; lists: Lists } | null>(null)
  const reading = useRef(0)
  const read = async () => {
    const turn = ++reading.current
    const [people, intakes, lists] = await Promise.all([listKeptPeople(), listIntakesHere(), listKeptSheets()])
    // A later reading knows more.
    if (turn === reading.current) setKept({ people, intakes, lists })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when answers were sent
  useEffect(() => void read(), [waiting])
  useEffect(() => {
    if (kept?.people.length) queryClient.prefetchQuery(usableForms)
  }, [kept?.people.length])
  return (
    <div className={classes.page}>
      <PageHeading
        title={t('title')}
        lead={canKeep() ? t('lead', { hours: configuration().deviceHours }) : t('notKept')}
      />
      {waiting && <Sending waiting={waiting} isSending={isSending} onSend={send} />}
      {kept && (
        <>
          <KeptPeople people={kept.people} onChange={read} />
          <KeptIntakes intakes={kept.intakes} waiting={waiting} onChange={read} />
          <Lists lists={kept.lists} onChange={read} />
        </>
      )}
      <Install />
    </div>
  )
}

function Sending({ waiting, isSending, onSend }: { waiting: Waiting; isSending: boolean; onSend: () => void }) {
  const { t } = useTranslation('on-device')
  return (
    <Card labelledBy="sending">
      <h2 id="sending">{t('sending')}</h2>
      <p role="status">
        <WaitingWords waiting={waiting} />
      </p>
      {waiting.sentOn && <p className={classes.quiet}>{t('lastSent', { when: timeInWords(waiting.sentOn) })}</p>}
      {waits(waiting) && (
        <Button loading={isSending} onClick={onSend} style={{ justifySelf: 'start' }}>
          {t('send')}
        </Button>
      )}
    </Card>
  )
}

function Lists({ lists, onChange }: { lists: Lists; onChange: () => void }) {
  const { t } = useTranslation('on-device')
  return (
    <Card labelledBy="kept-lists">
      <h2 id="kept-lists">{t('lists')}</h2>
      {lists.length === 0 && <p className={classes.quiet}>{t('noLists')}</p>}
      <ul className={classes.list}>
        {lists.map(({ id, value }) => {
          const name = value.services.map((service) => service.name).join(', ') || value.title
          return (
            <li key={id}>
              <span>
                <Link to={`/lists/${id}`}>{name}</Link>
                <p className={classes.quiet}>{value.asOf}</p>
              </span>
              <Remove name={name} onRemove={() => forgetKeptSheet(id).then(onChange)} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Where the browser offers to install the portal as an app. */
function Install() {
  const { t } = useTranslation('on-device')
  const [prompt, setPrompt] = useState<InstallPrompt | null>(installPrompt)
  if (!prompt) return null
  return (
    <Card labelledBy="install">
      <h2 id="install">{t('install')}</h2>
      <p>{t('installText')}</p>
      <Button
        variant="default"
        style={{ justifySelf: 'start' }}
        leftSection={<IconDeviceMobileDown size={18} aria-hidden />}
        onClick={() => void prompt.prompt().then(() => setPrompt(null))}
      >
        {t('installNow')}
      </Button>
    </Card>
  )
}
