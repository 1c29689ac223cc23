import { Anchor, Button, Skeleton } from '@mantine/core'
import { IconClipboardCheck, IconInbox, IconMapPin, IconSend, IconUserCircle } from '@tabler/icons-react'
import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { hasNothingToShow } from '#platform/web/query-client.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { Waiting } from '../referral-call.ts'
import classes from './home-page.module.css'
import { useWaiting } from './referral-calls.ts'
import { SentLine, WaitingLine } from './waiting-lines.tsx'

const partOfDay = (hour: number) => (hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening')

const NewReferralButton = () => {
  const { t } = useTranslation('referrals')
  return (
    <Button component={Link} to="/referrals/new" leftSection={<IconSend size={20} aria-hidden />}>
      {t('new.title')}
    </Button>
  )
}

/** Parts of the home screen from other features. */
export interface HomeParts {
  /** for people who do not work with referrals */
  DeskTiles: ComponentType
  /** for community members: what organizations have on record about them */
  OwnHome: ComponentType<{ greeting: string }>
}

/** The first screen of a working day: what waits, for whom, since when, and what to do. */
export function Screen({ DeskTiles, OwnHome }: HomeParts) {
  const { t } = useTranslation('referrals')
  const user = knownUser()
  const greeting = t(`home.${partOfDay(new Date().getHours())}`, { name: user?.firstName ?? '' })
  if (userHasRole(user, 'community-member') && !userHasRole(user, ...caseworkRoles))
    return (
      <>
        <Suspense fallback={<Skeleton height={320} radius="lg" aria-label={t('loading')} />}>
          <OwnHome greeting={greeting} />
        </Suspense>
        <Starts />
      </>
    )
  if (!userHasRole(user, ...caseworkRoles))
    return (
      <>
        <PageHeading title={greeting} lead={t('home.welcome')} />
        <DeskTiles />
        <Starts />
      </>
    )
  return <CaseworkerHome greeting={greeting} />
}

const starts = [
  { to: '/admin/review', name: 'review', Icon: IconClipboardCheck, roles: ['platform-admin'] },
  { to: '/directory', name: 'directory', Icon: IconMapPin },
  { to: '/myAccount', name: 'account', Icon: IconUserCircle },
] as const

/** The starting point for people who do not work with referrals. */
function Starts() {
  const { t } = useTranslation('referrals')
  return (
    <ul className={classes.starts}>
      {starts
        .filter((start) => !('roles' in start) || userHasRole(knownUser(), ...start.roles))
        .map(({ to, name, Icon }) => (
          <li key={to}>
            <Link to={to} className={classes.start}>
              <Icon size={26} aria-hidden />
              <strong>{t(`home.start.${name}`)}</strong>
              <span className={classes.about}>{t(`home.start.${name}Text`)}</span>
            </Link>
          </li>
        ))}
    </ul>
  )
}

function CaseworkerHome({ greeting }: { greeting: string }) {
  const { t } = useTranslation('referrals')
  const waiting = useWaiting()
  const { data, isPending, refetch } = waiting
  const isFailed = hasNothingToShow(waiting)
  const oldest = data?.items.reduce<string | null>(
    (first, { waitsSince }) => (first && first < waitsSince ? first : waitsSince),
    null,
  )
  const lead = !data
    ? undefined
    : oldest
      ? t('home.waits', { count: data.count, since: timeInWords(oldest) })
      : t('home.nothing')
  return (
    <>
      <PageHeading title={greeting} lead={lead} action={<NewReferralButton />} />
      {isFailed && <EmptyState title={t('failed')} action={<Button onClick={() => refetch()}>{t('retry')}</Button>} />}
      {!isFailed && (
        <div className={classes.grid}>
          <WaitingCard waiting={isPending ? null : data} />
          <SentCard waiting={isPending ? null : data} />
        </div>
      )}
    </>
  )
}

const Shape = () => (
  <>
    {[1, 2, 3].map((n) => (
      <Skeleton key={n} height={64} mt="sm" radius="md" />
    ))}
  </>
)

function WaitingCard({ waiting }: { waiting: Waiting | null | undefined }) {
  const { t } = useTranslation('referrals')
  return (
    <Card labelledBy="waiting-heading">
      <h2 id="waiting-heading" className={classes.heading}>
        {t('home.waiting')}
      </h2>
      {!waiting && <Shape />}
      {waiting?.items.length === 0 && (
        <EmptyState icon={<IconInbox aria-hidden />} title={t('home.emptyWaiting')}>
          {t('home.emptyWaitingText')}
        </EmptyState>
      )}
      {waiting && waiting.newNotShown > 0 && (
        <p className={classes.about}>
          {t('home.newNotShown', { count: waiting.newNotShown })}{' '}
          <Anchor component={Link} to="/referrals?direction=incoming&status=Sent&sort=newest">
            {t('home.allNew')}
          </Anchor>
        </p>
      )}
      {waiting && waiting.items.length > 0 && (
        <ul className={classes.lines}>
          {waiting.items.map((item) => (
            <WaitingLine key={item.id} item={item} />
          ))}
        </ul>
      )}
      {waiting && waiting.count > waiting.items.length && (
        <p className={classes.about}>
          {t('home.shown', { shown: waiting.items.length, count: waiting.count })}{' '}
          <Anchor component={Link} to="/referrals?direction=incoming&list=waiting">
            {t('home.allIncoming')}
          </Anchor>{' '}
          ·{' '}
          <Anchor component={Link} to="/referrals?direction=outgoing&list=waiting">
            {t('home.allOutgoing')}
          </Anchor>
        </p>
      )}
    </Card>
  )
}

function SentCard({ waiting }: { waiting: Waiting | null | undefined }) {
  const { t } = useTranslation('referrals')
  return (
    <Card labelledBy="sent-heading">
      <h2 id="sent-heading" className={classes.heading}>
        {t('home.sent')}
      </h2>
      {!waiting && <Shape />}
      {waiting?.sent.length === 0 && (
        <EmptyState icon={<IconSend aria-hidden />} title={t('home.emptySent')} action={<NewReferralButton />}>
          {t('home.emptySentText')}
        </EmptyState>
      )}
      {waiting && waiting.sent.length > 0 && (
        <ul className={classes.lines}>
          {waiting.sent.map((item) => (
            <SentLine key={item.id} item={item} />
          ))}
        </ul>
      )}
      {waiting && waiting.sent.length > 0 && (
        <Anchor component={Link} to="/referrals?direction=outgoing">
          {t('home.allSent')}
        </Anchor>
      )}
    </Card>
  )
}
