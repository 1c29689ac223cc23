import { Button } from '@mantine/core'
import { IconDeviceMobileDown, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { forgetKeptIntake, listKeptIntakes } from '#casework/intakes/web/offline-public.ts'
import { forgetKeptSheet, listKeptSheets } from '#casework/service-lists/web/kept-lists-public.ts'
import { configuration } from '#platform/web/configuration.ts'
import { canKeep } from '#platform/web/device-store.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type InstallPrompt, installPrompt } from './install-prompt.ts'
import classes from './on-device.module.css'
import type { Waiting } from './send-waiting.ts'
import { useWaiting } from './use-waiting.ts'

type Intakes = Awaited<ReturnType<typeof listKeptIntakes>>
type Lists = Awaited<ReturnType<typeof listKeptSheets>>

/** What this device can open without a connection, and what waits on it to be sent. */
export function Screen() {
  const { t } = useTranslation('on-device')
  const { waiting, isSending, send } = useWaiting()
  const [kept, setKept] = useState<{ intakes: Intakes; lists: Lists } | null>(null)
  const read = async () => setKept({ intakes: await listKeptIntakes(), lists: await listKeptSheets() })
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when answers were sent
  useEffect(() => void read(), [waiting])
  return (
    <div className={classes.page}>
      <PageHeading
        title={t('title')}
        lead={canKeep() ? t('lead', { hours: configuration().deviceHours }) : t('notKept')}
      />
      {waiting && <Sending waiting={waiting} isSending={isSending} onSend={send} />}
      {kept && (
        <>
          <Intakes intakes={kept.intakes} counts={waiting?.counts ?? {}} onChange={read} />
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
      <p role="status">{waiting.count ? t('waiting', { count: waiting.count }) : t('nothingWaits')}</p>
      {waiting.sentOn && <p className={classes.quiet}>{t('lastSent', { when: timeInWords(waiting.sentOn) })}</p>}
      {waiting.count > 0 && (
        <Button loading={isSending} onClick={onSend} style={{ justifySelf: 'start' }}>
          {t('send')}
        </Button>
      )}
    </Card>
  )
}

function Intakes({
  intakes,
  counts,
  onChange,
}: {
  intakes: Intakes
  counts: Record<string, number>
  onChange: () => void
}) {
  const { t, i18n } = useTranslation('on-device')
  const language = i18n.language.startsWith('es') ? 'es' : 'en'
  return (
    <Card labelledBy="kept-intakes">
      <h2 id="kept-intakes">{t('intakes')}</h2>
      {intakes.length === 0 && <p className={classes.quiet}>{t('noIntakes')}</p>}
      <ul className={classes.list}>
        {intakes.map(({ value, savedOn }) => {
          const name = `${value.title[language]}: ${value.personName}`
          return (
            <li key={value.id}>
              <span>
                <Link to={`/intakes/${value.id}`}>{name}</Link>
                <p className={classes.quiet}>
                  {t('keptOn', { when: timeInWords(new Date(savedOn).toISOString()) })}
                  {counts[value.id] ? ` · ${t('waiting', { count: counts[value.id] })}` : ''}
                </p>
              </span>
              {!counts[value.id] && <Remove name={name} onRemove={() => forgetKeptIntake(value.id).then(onChange)} />}
            </li>
          )
        })}
      </ul>
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

function Remove({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation('on-device')
  return (
    <Button
      variant="subtle"
      leftSection={<IconTrash size={18} aria-hidden />}
      aria-label={t('removeThis', { name })}
      onClick={onRemove}
    >
      {t('remove')}
    </Button>
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
