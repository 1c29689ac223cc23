import { IconHourglass } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { NeedHistory, TimelineStep } from '#casework/referrals/need-history.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { api } from '#platform/web/api.ts'
import { momentText, spanInWords, timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { NeedTimeline } from '../need-timeline.ts'
import classes from './need-timeline.module.css'

const DAY = 86_400_000

interface Loaded {
  id: string
  timeline: NeedTimeline
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const id = params.contactId ?? ''
  return { id, timeline: await api.get<NeedTimeline>(`/api/contact/${id}/timeline`, { signal }) }
}

/** A person's needs with every try, wait and outcome. */
export function Screen() {
  const { t } = useTranslation('need-timeline')
  const { id, timeline } = useLoaderData<Loaded>()
  return (
    <>
      <PageHeading title={t('title')} lead={<Link to={`/people/${id}`}>{timeline.personName}</Link>} />
      {timeline.items.length === 0 && <EmptyState title={t('none')} />}
      <div className={classes.needs}>
        {timeline.items.map((history) => (
          <Need key={history.id} history={history} answers={timeline.answers} personId={id} />
        ))}
      </div>
    </>
  )
}

interface NeedProps {
  history: NeedHistory
  answers: NeedTimeline['answers']
  personId: string
}

function Need({ history, answers, personId }: NeedProps) {
  const { t } = useTranslation(['need-timeline', 'needs'])
  const { id, need, createdOn, isOpen, isOwn, endedOn, steps } = history
  const until = endedOn ?? new Date().toISOString()
  const span = spanInWords(createdOn, until)
  const tries = new Set(steps.map(({ referralId }) => referralId)).size
  const waited = [createdOn, ...steps.map((step) => step.createdOn)]
  return (
    <Card labelledBy={`need-${id}`}>
      <h2 id={`need-${id}`}>{t(`needs:${need}`)}</h2>
      <p className={classes.quiet}>
        {[
          t(isOpen ? 'openFor' : 'tookUntilEnd', { span }),
          t('tries', { count: tries }),
          isOwn ? null : t('ofHousehold'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ol className={classes.steps}>
        <li>
          <b>{t('recorded')}</b> <When on={createdOn} />
        </li>
        {steps.map((step, index) => (
          <Fragment key={step.id}>
            <Wait from={waited[index] ?? createdOn} to={step.createdOn} />
            <Step step={step} />
            {answers.filter(isAnswerTo(step, steps)).map((answer) => (
              <li key={answer.referralId}>
                {t('helpAnswer')} <b>{t(`help-answers:answer.${answer.answer}`)}</b> <When on={answer.changedOn} />
              </li>
            ))}
          </Fragment>
        ))}
        {isOpen && <Wait from={waited.at(-1) ?? createdOn} to={until} isStill />}
      </ol>
      {isOpen && tries === 0 && isOwn && (
        <Link to={`/referrals/new?${new URLSearchParams({ contactId: personId, requestId: id, need })}`}>
          {t('refer')}
        </Link>
      )}
    </Card>
  )
}

/** An answer is shown after the last closing of its referral. */
const isAnswerTo =
  ({ id, referralId, action }: TimelineStep, steps: TimelineStep[]) =>
  (answer: NeedTimeline['answers'][number]) =>
    answer.referralId === referralId &&
    action.startsWith('close') &&
    steps.findLast((step) => step.referralId === referralId && step.action.startsWith('close'))?.id === id

const When = ({ on }: { on: string }) => (
  <time className={classes.quiet} dateTime={on} title={momentText(on)}>
    {timeInWords(on)}
  </time>
)

/** A day or more in which nothing happened. */
function Wait({ from, to, isStill = false }: { from: string; to: string; isStill?: boolean }) {
  const { t } = useTranslation('need-timeline')
  if (Date.parse(to) - Date.parse(from) < DAY) return null
  return (
    <li className={classes.wait}>
      <IconHourglass size={16} aria-hidden /> {t(isStill ? 'waiting' : 'waited', { span: spanInWords(from, to) })}
    </li>
  )
}

function Step({ step: { referralId, organizationName, action, reason, outcome, createdOn } }: { step: TimelineStep }) {
  const { t } = useTranslation(['need-timeline', 'referrals'])
  const said = [outcome && t(`referrals:outcome.${outcome}`), reason && t(`referrals:reason.${reason}`)].filter(Boolean)
  return (
    <li>
      <Link to={`/referrals/${referralId}`}>{shownName(organizationName)}</Link>: {t(`step.${action}`)}
      {said.length > 0 && <b> ({said.join(', ')})</b>} <When on={createdOn} />
    </li>
  )
}
