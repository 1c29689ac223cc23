import { SegmentedControl, Skeleton } from '@mantine/core'
import { IconChevronRight, IconInbox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type ReviewInList, reviewStatuses } from '../review.ts'
import { ReviewChip } from './review-chip.tsx'
import classes from './review-list-page.module.css'
import { showDay } from './show-day.ts'
import { useReviews } from './use-reviews.ts'

/** /admin/review: waiting registrations, and those already decided. */
export function Screen() {
  const { t } = useTranslation('registration')
  if (!userHasRole(knownUser(), 'platform-admin')) return <EmptyState title={t('review.notYours')} />
  return <Queue />
}

function Queue() {
  const { t } = useTranslation('registration')
  const [query, setQuery] = useSearchParams()
  const status = reviewStatuses.find((s) => s === query.get('status')) ?? 'pending'
  const list = useReviews(status)
  const { data, isPending, isError, refetch } = list
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const kind = status === 'pending' ? 'empty' : 'none'
  return (
    <>
      <PageHeading title={t('review.title')} lead={t('review.lead')} />
      <SegmentedControl
        className={classes.filter ?? ''}
        aria-label={t('review.filter')}
        value={status}
        onChange={(next) => setQuery({ status: next }, { replace: true })}
        data={reviewStatuses.map((value) => ({ value, label: t(`choices.status.${value}`) }))}
      />
      {isPending && [1, 2, 3].map((n) => <Skeleton key={n} height={92} radius="lg" mb={12} />)}
      {!data && isError && <NotLoaded onRetry={refetch} />}
      {data && items.length === 0 && (
        <EmptyState icon={<IconInbox aria-hidden="true" />} title={t(`review.${kind}Title`)}>
          {t(`review.${kind}Text`)}
        </EmptyState>
      )}
      <ul className={classes.list}>
        {items.map((review) => (
          <Line key={review.id} review={review} />
        ))}
      </ul>
      <MoreButton list={list}>{t('review.more')}</MoreButton>
    </>
  )
}

function Line({ review }: { review: ReviewInList }) {
  const { t, i18n } = useTranslation('registration')
  return (
    <li>
      <Link to={`/admin/review/${review.id}`} className={classes.line ?? ''}>
        <span className={classes.about}>
          <strong>{shownName(review.organizationName)}</strong>
          <span className={classes.small}>
            {review.firstName} {review.lastName}
          </span>
          <span className={classes.small}>{review.email}</span>
          <span className={classes.small}>
            {t(`choices.kind.${review.kind}`)} · {showDay(review.createdOn, i18n.language)}
            {review.emailConfirmedOn === null && ` · ${t('review.notConfirmed')}`}
          </span>
        </span>
        <ReviewChip status={review.status} />
        <IconChevronRight aria-hidden="true" size={20} />
      </Link>
    </li>
  )
}
