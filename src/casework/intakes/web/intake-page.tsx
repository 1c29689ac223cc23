import { Alert, Button } from '@mantine/core'
import { IconArrowLeft, IconHistory, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, redirect, useNavigate, useParams } from 'react-router'
import { itemsOf } from '#casework/intake-forms/form-definition.ts'
import { ApiError } from '#platform/web/api.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { dayText } from '#platform/web/time-words.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import type { Intake } from '../intake.ts'
import { isUnsent } from '../intake-policy.ts'
import { FillDraft } from './fill-draft.tsx'
import { IntakeAnswers } from './intake-answers.tsx'
import { intakeRecord, moveIntake } from './intake-calls.ts'
import { IntakeResult } from './intake-result.tsx'
import classes from './intakes.module.css'
import { RefusedCard } from './refused-answers.tsx'
import { forgetCompleted, readSentAs, useUnsent } from './unsent-intakes.ts'
import { VoidDialog } from './void-dialog.tsx'

/** The intake is loaded before the screen opens, so that the screen does not open without access. */
export async function loader({ params: { intakeId = '' } }: LoaderFunctionArgs) {
  const sentAs = await readSentAs(intakeId)
  if (sentAs) return redirect(`/intakes/${sentAs}`)
  try {
    return await queryClient.ensureQueryData(intakeRecord(intakeId))
  } catch (error) {
    // There is nothing left to complete.
    if (error instanceof ApiError && [403, 404].includes(error.status)) await forgetCompleted(intakeId)
    throw error
  }
}

/** Parts of the screen from other features. */
export interface IntakeParts {
  /** the links by which the person fills in the intake */
  LinksOfIntake: ComponentType<{ intakeId: string }>
}

export function Screen({ LinksOfIntake }: IntakeParts) {
  const { intakeId = '' } = useParams()
  const { data } = useQuery(intakeRecord(intakeId))
  return data ? <IntakeScreen key={data.id} intake={data} links={<LinksOfIntake intakeId={data.id} />} /> : null
}

function IntakeScreen({ intake, links }: { intake: Intake; links: ReactNode }) {
  const { t } = useTranslation('intakes')
  const [isVoiding, setVoiding] = useState(false)
  const unsent = useUnsent(intake.id)
  const isSent = !unsent?.begun && !unsent?.sentAs
  const isGone = unsent?.refused?.refusal === 'not-found'
  const { id, state, language, title, personName, contactId, way } = intake
  useEffect(() => {
    // Somebody else closed it: it is not completed again.
    if (state !== 'draft' && unsent?.completed) void forgetCompleted(id)
  }, [id, state, unsent])
  return (
    <div className={classes.page}>
      <p className={classes.crumb}>
        <Link to={isGone ? '/onDevice' : `/people/${contactId}`}>
          <IconArrowLeft size={18} aria-hidden />
          {isGone ? t('page.onDevice') : personName}
        </Link>
      </p>
      <PageHeading
        title={t('page.title', { form: title[language], name: personName })}
        lead={<StateLine intake={intake} />}
      />
      {state === 'draft' && way === 'staff' && <Draft key={intake.versionNumber} intake={intake} />}
      {state === 'draft' && way === 'link' && (
        <>
          <p className={classes.quiet}>{t('page.byPerson')}</p>
          {links}
        </>
      )}
      {state !== 'draft' && <RefusedCard id={intake.id} />}
      {state === 'complete' && <IntakeResult intake={intake} />}
      {state !== 'draft' &&
        (isUnsent(intake) ? <p className={classes.quiet}>{t('page.neverSent')}</p> : <IntakeAnswers intake={intake} />)}
      {intake.definition.source && <p className={classes.source}>{intake.definition.source}</p>}
      {state !== 'void' && isSent && !isGone && (
        <Button
          className={classes.void ?? ''}
          variant="subtle"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => setVoiding(true)}
        >
          {t('page.void')}
        </Button>
      )}
      {isVoiding && <VoidDialog intake={intake} onClose={() => setVoiding(false)} />}
    </div>
  )
}

function StateLine({ intake }: { intake: Intake }) {
  const { t } = useTranslation('intakes')
  const { state, completedOn, completedByName, startedOn, startedByName, voidReason } = intake
  if (state === 'void') return t('state.void', { reason: voidReason })
  if (state === 'complete' && completedOn)
    return t('state.complete', { day: dayText(completedOn), name: completedByName ?? t('conflict.person') })
  return t('state.draft', { day: dayText(startedOn), name: startedByName ?? t('conflict.person') })
}

/** A draft with what this browser keeps of it. */
function Draft({ intake }: { intake: Intake }) {
  const { t } = useTranslation('intakes')
  const navigate = useNavigate()
  const { language, definition } = intake
  return (
    <>
      <NewerVersion intake={intake} />
      {definition.lead[language] && (
        <p className={classes.lead} lang={language}>
          {definition.lead[language]}
        </p>
      )}
      <FillDraft
        intake={intake}
        onCompleted={(id) => {
          if (id !== intake.id) return navigate(`/intakes/${id}`, { replace: true })
          requestAnimationFrame(() => document.querySelector('h1')?.focus())
        }}
        onRemoved={() => navigate(`/people/${intake.contactId}`, { replace: true })}
      />
      <Link to="/onDevice">{t('page.onDevice')}</Link>
    </>
  )
}

/** The form changed since this draft was begun, and some answers have no place in its new version. */
function NewerVersion({ intake }: { intake: Intake }) {
  const { t } = useTranslation('intakes')
  const move = useMutation({ mutationFn: () => moveIntake(intake.id) })
  const { newerVersion, definition, language } = intake
  if (!newerVersion) return null
  const lost = itemsOf(definition).filter(({ key }) => newerVersion.lost.includes(key))
  return (
    <Alert icon={<IconHistory aria-hidden />} title={t('newer.title')} mb="md">
      <p>{t(lost.length ? 'newer.lost' : 'newer.nothingLost')}</p>
      {lost.length > 0 && (
        <ul>
          {lost.map(({ key, text }) => (
            <li key={key}>{text[language]}</li>
          ))}
        </ul>
      )}
      <Button mt="sm" variant="default" loading={move.isPending} onClick={() => move.mutate()}>
        {t('newer.move')}
      </Button>
    </Alert>
  )
}
