import { Alert, Anchor, Button, Skeleton } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type ComponentType, type ReactNode, use, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { SafeContactBanner } from '#casework/safe-contact/web/safe-contact-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { api } from '#platform/web/api.ts'
import { hasNothingToShow, queryClient } from '#platform/web/query-client.ts'
import { spanInWords, timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { Referral } from '../referral-call.ts'
import { peopleText } from './also-for-words.ts'
import { ConfirmRecipientPanel } from './confirm-recipient-panel.tsx'
import { ConsentAskedContext, type SendingParts } from './consent-asked.ts'
import { Conversation, type ConversationParts } from './conversation.tsx'
import { NextTryNotice } from './next-try-notice.tsx'
import { ReferralActions } from './referral-actions.tsx'
import { areMessagesShown, markRead, useMessages, useReferral, useTransition } from './referral-calls.ts'
import { ReferralFacts } from './referral-facts.tsx'
import classes from './referral-page.module.css'
import { ReferralStatusChip } from './referral-status-chip.tsx'
import { ReopenRequestNotice } from './reopen-request-notice.tsx'
import { SendingNotice } from './sending-notice.tsx'
import { StatusSteps } from './status-steps.tsx'
import { UndoNotice } from './undo-notice.tsx'
import { VisibilityNotice } from './visibility-notice.tsx'
import { promiseText } from './waiting-lines.tsx'

/** Loads the referral before the screen opens, so that the screen does not open without access. */
export const loader = async ({ params }: LoaderFunctionArgs) => {
  await queryClient.fetchQuery({
    queryKey: ['referral', 'one', params.id],
    queryFn: () => api.get<Referral>(`/api/referral/${params.id}`, { quiet: true }),
    staleTime: 0,
  })
  return null
}

/** Opening a referral as its recipient acknowledges it, and the sender sees that. Tried once per visit. */
function useReceipt(referral: Referral | undefined) {
  const tried = useRef<string | null>(null)
  const { mutate } = useTransition(referral?.id ?? '')
  useEffect(() => {
    if (
      !referral ||
      referral.direction === 'internal' ||
      !referral.actions.includes('view') ||
      tried.current === referral.id
    )
      return
    tried.current = referral.id
    mutate({ action: 'view', version: referral.version })
  }, [referral, mutate])
}

/** The number of the last message on the screen; undefined while it is not there. */
function useLastShown(referral: Referral | undefined) {
  const isShown = referral !== undefined && areMessagesShown(referral)
  const { data } = useMessages(referral?.id ?? '', isShown)
  if (!isShown) return referral?.messageCount
  return data && Math.max(0, ...data.pages.flatMap(({ items }) => items.map(({ sequence }) => sequence)))
}

/** What is on the screen of a visible tab counts as read. */
function useReading(referral: Referral | undefined) {
  const isVisible = useDocumentVisibility() === 'visible'
  const count = useLastShown(referral)
  const [id, changed] = [referral?.id, referral?.statusChangedOn]
  useEffect(() => {
    if (!isVisible || id === undefined || count === undefined || changed === undefined) return
    markRead(id, count).then(
      () => queryClient.invalidateQueries({ queryKey: ['referral', 'waiting'] }),
      () => undefined,
    )
  }, [isVisible, id, count, changed])
}

/** Parts of the screen from other features. */
export interface ReferralParts extends ConversationParts, SendingParts {
  /** the intakes that a referral carries */
  SharedIntakes: ComponentType<{ referralId: string; mayShare: boolean }>
  /** the proof of its delivery, and what asks for another address */
  DeliveryProof: ComponentType<{ referral: Referral }>
  DeliveryNotice: ComponentType<{ referral: Referral }>
  /** where else help may be found for a referral that ended without it */
  NextFits: ComponentType<{ referral: Referral }>
  /** for the sender: who answers by a link, without an account */
  LinkUse: ComponentType<{ referralId: string }>
  /** what its people were told */
  NotifiedPeople: ComponentType<{ referral: Referral }>
  /** whether they say that they got help, and what asks the sender to look into it */
  HelpCard: ComponentType<{ referral: Referral }>
  HelpNotice: ComponentType<{ referral: Referral }>
  /** when the person is expected */
  AppointmentCard: ComponentType<{ referral: Referral }>
}

export function Screen({ ConsentAsked, ...parts }: ReferralParts) {
  const { id = '' } = useParams()
  return (
    <ConsentAskedContext value={ConsentAsked}>
      {/* What is typed or chosen on one referral never moves to the next. */}
      <ReferralScreen key={id} id={id} {...parts} />
    </ConsentAskedContext>
  )
}

function ReferralScreen(props: Omit<ReferralParts, 'ConsentAsked'> & { id: string }) {
  const {
    id,
    SharedIntakes,
    LinkUse,
    NotifiedPeople,
    HelpCard,
    HelpNotice,
    AppointmentCard,
    DeliveryProof,
    DeliveryNotice,
    NextFits,
    ...parts
  } = props
  const { t } = useTranslation('referrals')
  const query = useReferral(id)
  const { data: referral, refetch } = query
  useReceipt(referral)
  useReading(referral)
  if (hasNothingToShow(query))
    return <EmptyState title={t('gone')} action={<Button onClick={() => refetch()}>{t('retry')}</Button>} />
  if (!referral) return <Skeleton height={400} radius="lg" aria-label={t('loading')} />
  const intakes = referral.person && referral.sentOn && (
    <>
      <SharedIntakes referralId={referral.id} mayShare={referral.direction !== 'incoming'} />
      {referral.direction === 'outgoing' && referral.directReferralContact && <LinkUse referralId={referral.id} />}
    </>
  )
  const beside = (
    <>
      <AppointmentCard referral={referral} />
      <HelpCard referral={referral} />
      <DeliveryProof referral={referral} />
      {referral.person && <NotifiedPeople referral={referral} />}
      {intakes}
    </>
  )
  const nextFits = referral.needsNextTry && <NextFits referral={referral} />
  const conversation = <Conversation referral={referral} {...parts} />
  const above = (
    <>
      <DeliveryNotice referral={referral} />
      <HelpNotice referral={referral} />
    </>
  )
  return <Whole {...{ referral, above, nextFits, beside, conversation }} />
}

interface WholeProps {
  referral: Referral
  /** what asks for an answer first */
  above: ReactNode
  nextFits: ReactNode
  beside: ReactNode
  conversation: ReactNode
}

function Whole({ referral, above, nextFits, beside, conversation }: WholeProps) {
  const { t } = useTranslation(['referrals', 'clients'])
  const need = referral.service?.name ?? t(`needs:${referral.need}`)
  const person = peopleText(t, { ...referral, othersCount: referral.alsoFor.length })
  const title = referral.personName ? t('page.title', { need, person }) : need
  return (
    <>
      <p className={classes.crumbs}>
        <Anchor
          component={Link}
          to={`/referrals?direction=${referral.direction === 'incoming' ? 'incoming' : 'outgoing'}`}
        >
          {t('list.title')}
        </Anchor>{' '}
        / {person}
      </p>
      <PageHeading
        title={
          <span className={classes.title}>
            {title} <ReferralStatusChip status={referral.status} isBeingSent={referral.sendsIn !== null} />
          </span>
        }
        lead={t(`page.between.${referral.status === 'Draft' ? 'draft' : referral.direction}`, {
          from: referral.referringOrganization.name,
          to: shownName(referral.referredToOrganization.name),
        })}
        action={<ReferralActions referral={referral} />}
      />
      {/* First, because there are only seconds for it. */}
      <SendingNotice referral={referral} />
      <SafeContactBanner
        rules={referral.safeContact}
        language={referral.person?.language ?? null}
        contactId={referral.contactId}
      />
      <OthersBanners referral={referral} />
      <StatusSteps referral={referral} />
      <p className={classes.times}>{times(referral, t)}</p>
      {referral.isWaitingForRegistration && (
        <Alert icon={<IconInfoCircle aria-hidden />} mb="md">
          {t('page.invited', {
            organization: shownName(referral.referredToOrganization.name),
            email: referral.directReferralContact?.email,
          })}
        </Alert>
      )}
      {above}
      <DraftConsents referral={referral} />
      <ConfirmRecipientPanel referral={referral} />
      <ReopenRequestNotice referral={referral} />
      {referral.status !== 'Draft' && <UndoNotice referral={referral} />}
      <NextTryNotice referral={referral} />
      {nextFits}
      <VisibilityNotice referral={referral} />
      <div className={classes.grid}>
        {conversation}
        <div className={classes.side}>
          <Card labelledBy="facts-heading">
            <ReferralFacts referral={referral} />
          </Card>
          {beside}
        </div>
      </div>
    </>
  )
}

/** What a draft waits for, of everybody whom it is for. */
function DraftConsents({ referral }: { referral: Referral }) {
  const ConsentAsked = use(ConsentAskedContext)
  const { status, direction, contactId, alsoFor, need, referredToOrganization } = referral
  if (!ConsentAsked || status !== 'Draft' || referral.sendsIn !== null || direction !== 'outgoing' || !contactId)
    return null
  const everybody = [contactId, ...alsoFor.flatMap((other) => other.contactId ?? [])]
  return everybody.map((id) => (
    <ConsentAsked key={id} isMissing={false} contactId={id} recipientId={referredToOrganization.id} need={need} />
  ))
}

/** How the others in the household may be contacted. */
function OthersBanners({ referral: { alsoFor } }: { referral: Referral }) {
  return alsoFor.map(({ contactId, name, person, safeContact }) => {
    if (!person || !safeContact) return null
    const who = `${person.firstName} ${person.lastName}`
    return (
      <SafeContactBanner
        key={`${name} ${who}`}
        {...{ contactId, who }}
        rules={safeContact}
        language={person.language}
      />
    )
  })
}

function times(referral: Referral, t: TFunction) {
  const { sentOn, firstViewedOn, respondedOn, closedOn } = referral
  if (!sentOn) return t('page.notSent')
  const promise = promiseText(t, referral)
  return [
    t('page.sent', { when: timeInWords(sentOn) }),
    firstViewedOn && t('page.seen', { span: spanInWords(sentOn, firstViewedOn) }),
    respondedOn && t('page.answered', { span: spanInWords(sentOn, respondedOn) }),
    closedOn && t('page.closed', { span: spanInWords(sentOn, closedOn) }),
    promise,
  ]
    .filter(Boolean)
    .join(' · ')
}
