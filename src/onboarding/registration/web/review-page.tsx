import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import { isMissing } from '#platform/web/api.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { hasNothingToShow } from '#platform/web/query-client.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type Decision, decisions, type Review } from '../review.ts'
import { isOpen } from '../review-policy.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { ReviewChip } from './review-chip.tsx'
import classes from './review-page.module.css'
import { showDay } from './show-day.ts'
import { useReview } from './use-reviews.ts'

/** /admin/review/{id}: one registration with the information for a decision, and the decision. */
export function Screen() {
  const { t } = useTranslation('registration')
  const { reviewId = '' } = useParams()
  if (!userHasRole(knownUser(), 'platform-admin')) return <EmptyState title={t('review.notYours')} />
  return <ReviewDetail id={reviewId} />
}

function ReviewDetail({ id }: { id: string }) {
  const { t } = useTranslation('registration')
  const query = useReview(id)
  const { data: review } = query
  const [decision, setDecision] = useState<Decision | null>(null)
  const back = (
    <Link to="/admin/review" className={classes.back ?? ''}>
      <IconArrowLeft aria-hidden="true" size={18} /> {t('review.back')}
    </Link>
  )
  if (hasNothingToShow(query))
    return (
      <>
        {back}
        {isMissing(query.error) ? (
          <EmptyState title={t('review.noneTitle')} />
        ) : (
          <NotLoaded title={t('review.unread')} onRetry={query.refetch} />
        )}
      </>
    )
  if (!review) return <Skeleton height={320} radius="lg" />
  return (
    <>
      {back}
      <PageHeading
        title={shownName(review.organizationName)}
        lead={<Standing review={review} />}
        action={isOpen(review.status) && <Decide onChoose={setDecision} />}
      />
      <div className={classes.cards}>
        <Applicant review={review} />
        <About review={review} />
      </div>
      {review.decisions.length > 0 && <Decisions review={review} />}
      {decision && (
        <DecisionDialog key={decision} review={review} decision={decision} onClose={() => setDecision(null)} />
      )}
    </>
  )
}

const Standing = ({ review }: { review: Review }) => {
  const { t } = useTranslation('registration')
  return (
    <span className={classes.standing}>
      <ReviewChip status={review.status} /> {t(`choices.kind.${review.kind}`)}
    </span>
  )
}

const Decide = ({ onChoose }: { onChoose: (decision: Decision) => void }) => {
  const { t } = useTranslation('registration')
  return decisions.toReversed().map((decision) => (
    <Button key={decision} variant={decision === 'approve' ? 'filled' : 'default'} onClick={() => onChoose(decision)}>
      {t(`review.${decision}`)}
    </Button>
  ))
}

const Facts = ({ of }: { of: [label: string, value: ReactNode][] }) => {
  const { t } = useTranslation('registration')
  return (
    <dl className={classes.facts}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || t('review.nothing')}</dd>
        </div>
      ))}
    </dl>
  )
}

function Applicant({ review }: { review: Review }) {
  const { t, i18n } = useTranslation('registration')
  const confirmed = review.emailConfirmedOn
  return (
    <Card labelledBy="applicant">
      <h2 id="applicant">{t('review.applicant')}</h2>
      <Facts
        of={[
          [t('review.name'), `${review.firstName} ${review.lastName}`],
          [t('review.role'), review.title],
          [t('review.email'), review.email],
          [t('review.confirmed'), confirmed ? showDay(confirmed, i18n.language) : t('review.notConfirmed')],
          [t('review.phone'), review.phoneNumber && phoneText(review.phoneNumber)],
          [t('review.registered'), showDay(review.createdOn, i18n.language)],
          ...(review.link
            ? [
                [t('review.invitedBy'), review.link.senderName] as [string, string],
                [t('review.linkSentTo'), review.link.sentTo] as [string, string],
              ]
            : []),
          ...(review.source ? [[t('review.source'), review.source] as [string, string]] : []),
        ]}
      />
    </Card>
  )
}

function About({ review }: { review: Review }) {
  const { t } = useTranslation('registration')
  const { organization, alike } = review
  return (
    <Card labelledBy="organization">
      <h2 id="organization">{t('review.organization')}</h2>
      <Facts
        of={[
          [t('review.description'), organization.description],
          [
            t('review.website'),
            organization.website && (
              <a href={organization.website} target="_blank" rel="noopener noreferrer nofollow">
                {organization.website}
              </a>
            ),
          ],
          [t('review.people'), String(organization.peopleCount)],
          ...(alike.length ? [[t('review.alike'), alike.map((o) => o.name).join(', ')] as [string, string]] : []),
        ]}
      />
    </Card>
  )
}

function Decisions({ review }: { review: Review }) {
  const { t, i18n } = useTranslation('registration')
  return (
    <Card labelledBy="decisions" className={classes.decisions ?? ''}>
      <h2 id="decisions">{t('review.decisions')}</h2>
      <ul>
        {review.decisions.map((d) => (
          <li key={d.id}>
            <strong>{t(`choices.decision.${d.decision}`)}</strong>{' '}
            {t('review.decided', { name: d.decidedByName, when: showDay(d.decidedOn, i18n.language) })}
            {d.reason && <p className={classes.reason}>{d.reason}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
