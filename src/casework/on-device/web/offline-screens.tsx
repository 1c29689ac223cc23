import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import {
  type AnswersDraft,
  completeIntake,
  draftOf,
  FillIntake,
  readKeptIntake,
  saveAnswers,
} from '#casework/intakes/web/offline-public.ts'
import { PaperService, readKeptSheet } from '#casework/service-lists/web/kept-lists-public.ts'
import { useDraftReading } from '#platform/web/use-draft-reading.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { Screen as DevicePage } from './device-page.tsx'
import classes from './on-device.module.css'
import { requireSameBuild } from './require-same-build.ts'
import { noteSent } from './send-waiting.ts'

/** Something kept: undefined while it is read, null if this device has not got it. */
function useKept<Value>(read: (id: string) => Promise<Value | undefined>, id: string) {
  const [kept, setKept] = useState<Value | null>()
  useEffect(() => void read(id).then((value) => setKept(value ?? null)), [read, id])
  return kept
}

/** A draft of an intake, as this device keeps it. What is answered is sent as soon as the portal can be reached. */
export function OfflineIntake() {
  const { intakeId = '' } = useParams()
  const { t } = useTranslation('on-device')
  const intake = useKept(readKeptIntake, intakeId)
  const { isRead, draft } = useDraftReading<AnswersDraft>(draftOf(intakeId))
  if (intake === null) return <NotHere />
  if (!intake || !isRead) return <Skeleton height={320} radius="lg" aria-label={t('platform:shell.loading')} />
  const { language, title, personName } = intake
  return (
    <>
      <PageHeading title={t('intakeTitle', { form: title[language], name: personName })} lead={t('intakeLead')} />
      <FillIntake
        intake={intake}
        language={language}
        draft={draft?.value ?? null}
        onSave={async (answers) => {
          // This page may be older than the portal: then it sends nothing, and the next page does.
          await requireSameBuild()
          const saved = await saveAnswers(intake.id, answers)
          await noteSent()
          return saved
        }}
        onComplete={async () => {
          await requireSameBuild()
          await completeIntake(intake.id)
          location.assign(`/intakes/${intake.id}`)
        }}
        completeLabel={t('intakes:fill.complete')}
      />
    </>
  )
}

/** A list of services with its facts as they were when it was opened. */
export function OfflineList() {
  const { listId = '' } = useParams()
  const sheet = useKept(readKeptSheet, listId)
  if (sheet === null) return <NotHere />
  if (!sheet) return null
  return (
    <div lang={sheet.language}>
      <PageHeading title={sheet.title} lead={sheet.asOf} />
      {sheet.services.map((service) => (
        <PaperService key={service.id} service={service} sheet={sheet} />
      ))}
    </div>
  )
}

/** For everything that does not open without a connection: says so, and lists what does. */
export function NotHere() {
  const { t } = useTranslation('on-device')
  return (
    <div className={classes.page}>
      <p role="alert">{t('notHere')}</p>
      <DevicePage />
    </div>
  )
}
