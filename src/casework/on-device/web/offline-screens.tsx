import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { FillDraft, readKeptIntake, readSentAs } from '#casework/intakes/web/offline-public.ts'
import { PaperService, readKeptSheet } from '#casework/service-lists/web/kept-lists-public.ts'
import { requireSameBuild } from '#platform/web/require-same-build.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { NotHere } from './not-here.tsx'

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
  const navigate = useNavigate()
  const intake = useKept(readWithAlias, intakeId)
  if (intake === null) return <NotHere />
  if (!intake) return <Skeleton height={320} radius="lg" aria-label={t('platform:shell.loading')} />
  const { language, title, personName } = intake
  return (
    <>
      <PageHeading title={t('intakeTitle', { form: title[language], name: personName })} lead={t('intakeLead')} />
      <FillDraft
        key={intake.id}
        intake={intake}
        // This page may be older than the portal: then it sends nothing, and the next page does.
        beforeSend={requireSameBuild}
        onCompleted={(id) => location.assign(`/intakes/${id}`)}
        onRemoved={() => navigate('/onDevice', { replace: true })}
      />
    </>
  )
}

/** The draft under this ID, or the one that a colleague began meanwhile. */
const readWithAlias = async (id: string) => readKeptIntake((await readSentAs(id)) ?? id)

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
