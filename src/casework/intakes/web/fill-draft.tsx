import { Alert, Button, Group, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '#platform/web/api.ts'
import { draftOwner } from '#platform/web/drafts.ts'
import { useDraftReading } from '#platform/web/use-draft-reading.ts'
import type { AnswerChange, Intake } from '../intake.ts'
import { AnswersRefused, isTemporary } from './answer-queue.ts'
import { CompletedHere } from './completed-here.tsx'
import { FillIntake } from './fill-intake.tsx'
import { IntakeAnswers } from './intake-answers.tsx'
import { completeIntake, saveAnswers, sendBegun } from './intake-calls.ts'
import classes from './intakes.module.css'
import { refuseAnswers } from './refuse-answers.ts'
import { RefusedCard } from './refused-answers.tsx'
import { RemoveHere } from './remove-here.tsx'
import { noteSent, sendWaiting } from './send-waiting.ts'
import {
  askedOf,
  forgetCompleted,
  forgetUnsent,
  keepBegun,
  keepCompleted,
  readSentAs,
  type Unsent,
  useUnsent,
} from './unsent-intakes.ts'
import { type AnswersDraft, discardAnswers, draftOf, forgetAnswers, keepAnswers } from './use-answers.ts'

interface FillDraftProps {
  intake: Intake
  /** Throws if nothing may be sent now. */
  beforeSend?: () => Promise<void>
  /** After the portal has the completed intake, under this ID. */
  onCompleted: (id: string) => void
  /** After it was removed from this device. */
  onRemoved: () => void
}

/** A draft of staff: with what this device keeps of it, and what the portal does not have yet. */
export function FillDraft(props: FillDraftProps) {
  const { t } = useTranslation('intakes')
  const unsent = useUnsent(props.intake.id)
  const before = useRef<StageProps['stage']>('open')
  if (!unsent) return <Skeleton height={320} radius="lg" aria-label={t('platform:shell.loading')} />
  const { begun, completed } = unsent
  // What was sent stays shown until its screen opens.
  const isCompleted = completed ? !completed.refusal : before.current === 'completed'
  // Each stage reads the kept answers again: they were typed meanwhile.
  const stage = begun?.refusal ? 'refused' : isCompleted ? 'completed' : 'open'
  before.current = stage
  const change = () => {
    before.current = 'open'
    void forgetCompleted(props.intake.id)
  }
  return <Stage key={stage} {...props} {...{ stage, unsent }} onChange={change} />
}

type StageProps = FillDraftProps & {
  stage: 'refused' | 'completed' | 'open'
  unsent: Unsent
  /** Goes on answering. */
  onChange: () => void
}

function Stage({ stage, ...props }: StageProps) {
  const { t } = useTranslation('intakes')
  const { intake, unsent, onRemoved, onCompleted, onChange } = props
  const navigate = useNavigate()
  const { isRead, draft } = useDraftReading<AnswersDraft>(draftOf(intake.id))
  if (!isRead) return <Skeleton height={320} radius="lg" aria-label={t('platform:shell.loading')} />
  const answered = withPending(intake, draft?.value)
  // Nothing that is answered now would be accepted.
  const isGone = unsent.refused?.refusal === 'not-found'
  const remove = async () => {
    // First: the screen that is left would write its answers again.
    await discardAnswers(intake.id)
    await forgetUnsent(intake.id)
    onRemoved()
  }
  return (
    <div className={classes.draft}>
      <RefusedCard id={intake.id} {...(isGone && { onRemoved: () => navigate('/onDevice') })} />
      {stage === 'completed' && (
        <CompletedHere
          intake={answered}
          onChange={onChange}
          onSent={() => void readSentAs(intake.id).then((sentAs) => onCompleted(sentAs ?? intake.id))}
        />
      )}
      {stage === 'refused' && <Refused intake={answered} unsent={unsent} />}
      {stage === 'open' && !isGone && <Open {...props} draft={draft?.value ?? null} />}
      {unsent.begun && <RemoveHere title={t('here.removeTitle')} text={t('here.removeText')} onRemove={remove} />}
    </div>
  )
}

/** The intake with what was typed since, for reading. */
function withPending(intake: Intake, draft: AnswersDraft | undefined): Intake {
  const pending = draft?.pending ?? {}
  const typed = Object.entries(pending).map(([itemKey, { value, base }]) => ({
    ...{ itemKey, value, revision: base, answeredOn: intake.changedOn, answeredByName: intake.startedByName },
  }))
  return { ...intake, answers: [...intake.answers.filter(({ itemKey }) => !pending[itemKey]), ...typed] }
}

function Open({
  intake,
  unsent,
  beforeSend,
  onCompleted,
  draft,
}: Omit<StageProps, 'stage' | 'onChange'> & { draft: AnswersDraft | null }) {
  const { t } = useTranslation('intakes')
  const [owner] = useState(draftOwner)
  /** A colleague may have begun the same form for this person: then the answers go to that draft. */
  const sentAs = useRef(unsent.sentAs ?? intake.id)
  const save = async (answers: AnswerChange[]) => {
    await beforeSend?.()
    const id = await sendBegun(intake.id)
    const pending = Object.fromEntries(answers.map(({ item, ...change }) => [item, change]))
    if (id !== sentAs.current) {
      sentAs.current = id
      await keepAnswers(owner, id, pending, intake)
      await forgetAnswers(intake.id)
    }
    try {
      const saved = await saveAnswers(id, answers)
      await noteSent()
      return saved
    } catch (error) {
      if (error instanceof ApiError && !isTemporary(error)) {
        const left = await refuseAnswers({ draftId: id, pending, asked: askedOf(intake, pending) }, error)
        if (!Object.keys(left).length) {
          await forgetAnswers(id)
          throw new AnswersRefused(error)
        }
      }
      throw error
    }
  }
  const refusal = unsent.completed?.refusal
  return (
    <>
      {refusal && <Refusal title={t('here.notCompleted')} code={refusal} />}
      {unsent.begun && <p className={classes.quiet}>{t('here.begun')}</p>}
      {unsent.sentAs && <Joined id={unsent.sentAs} />}
      <FillIntake
        intake={intake}
        language={intake.language}
        draft={draft}
        onSave={save}
        onKeep={(pending) => keepAnswers(owner, sentAs.current, pending, intake)}
        onComplete={async () => {
          await beforeSend?.()
          await completeIntake(await sendBegun(intake.id))
          onCompleted(sentAs.current)
        }}
        onCompleteHere={() => keepCompleted({ id: sentAs.current, versionId: intake.versionId, refusal: null })}
        completeLabel={t('fill.complete')}
      />
    </>
  )
}

/** A colleague's draft takes the answers. The reader opens it when they are ready: they may be answering a question. */
function Joined({ id }: { id: string }) {
  const { t } = useTranslation('intakes')
  return (
    <Alert icon={<IconUsers aria-hidden />} title={t('joined.title')} role="status" mb="md">
      <p>{t('joined.text')}</p>
      <Button mt="sm" variant="default" component={Link} to={`/intakes/${id}`} replace>
        {t('joined.open')}
      </Button>
    </Alert>
  )
}

const reasons = ['form-changed', 'answers', 'intake-closed', 'intake-incomplete', 'not-found', 'forbidden'] as const
const isReason = (code: string): code is (typeof reasons)[number] => (reasons as readonly string[]).includes(code)

function Refusal({ title, code }: { title: string; code: string }) {
  const { t } = useTranslation('intakes')
  return (
    <Alert icon={<IconAlertTriangle aria-hidden />} title={title} role="alert" mb="md">
      <p>{t(`refused.${isReason(code) ? code : 'other'}`)}</p>
    </Alert>
  )
}

/** What the portal did not accept: it stays here to be read, tried again or removed. */
function Refused({ intake, unsent: { begun } }: { intake: Intake; unsent: Unsent }) {
  const { t } = useTranslation('intakes')
  if (!begun?.refusal) return null
  const again = () => keepBegun({ ...begun, refusal: null }).then(sendWaiting)
  return (
    <>
      <Refusal title={t('here.notAccepted')} code={begun.refusal} />
      <p className={classes.quiet}>{t('here.stillHere')}</p>
      <Group>
        <Button variant="default" onClick={() => void again()}>
          {t('here.again')}
        </Button>
      </Group>
      <IntakeAnswers intake={intake} />
    </>
  )
}
