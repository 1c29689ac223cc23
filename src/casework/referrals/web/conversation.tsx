import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { LinkedText } from '#platform/web/linked-text.tsx'
import { MoreButton } from '#platform/web/more-button.tsx'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { dayText, momentText, timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { Referral, ReferralMessage } from '../referral-call.ts'
import { isMyOrganization, MessageLine } from './message-line.tsx'
import { areMessagesShown, useMessages } from './referral-calls.ts'
import classes from './referral-page.module.css'

type Line = { key: string; on: string; step?: Referral['steps'][number]; message?: ReferralMessage }

/** Steps and messages combined, oldest first. */
function linesOf(referral: Referral, messages: ReferralMessage[]): Line[] {
  const steps = referral.steps.filter((step) => step.action !== 'draft' || referral.status === 'Draft')
  return [
    ...steps.map((step) => ({ key: step.id, on: step.createdOn, step })),
    ...messages.map((message) => ({ key: message.id, on: message.createdOn, message })),
  ].sort((a, b) => a.on.localeCompare(b.on))
}

/** Parts of a conversation from other features. */
export interface ConversationParts {
  /** the input for a message and its files */
  Composer: ComponentType<{ referralId: string; to: string }>
  /** the files of one message */
  MessageFiles: ComponentType<{ referralId: string; messageId: string }>
  /** instead of the files of all messages, where they could not be read */
  UnreadFiles: ComponentType<{ referralId: string }>
}

/** The messages and steps of a referral, and the input for a new message. */
export function Conversation(props: { referral: Referral } & ConversationParts) {
  const { referral, Composer, MessageFiles, UnreadFiles } = props
  const { t } = useTranslation('referrals')
  const isShown = areMessagesShown(referral)
  const messages = useMessages(referral.id, isShown)
  const shown = messages.data?.pages.flatMap((page) => page.items) ?? []
  const lastSeen = receiptOf(shown)
  const lines = linesOf(referral, shown)
  const firstSend = lines.find(({ step }) => step?.action === 'send')?.key
  const other = referral.direction === 'incoming' ? referral.referringOrganization : referral.referredToOrganization
  return (
    <Card labelledBy="conversation-heading">
      <h2 id="conversation-heading" className={classes.heading}>
        {t('page.conversation')}
      </h2>
      <MoreButton list={messages}>{t('page.earlierMessages')}</MoreButton>
      <ol className={classes.timeline} aria-live="polite">
        {lines.map(({ key, step, message }) =>
          step ? (
            <StepLine key={key} step={step} note={key === firstSend ? referral.note : null} />
          ) : (
            message && (
              <MessageLine
                key={key}
                referralId={referral.id}
                message={message}
                receipt={
                  message.seenOn &&
                  message.id === lastSeen?.id &&
                  t('page.sawThis', { organization: shownName(other.name), when: momentText(message.seenOn) })
                }
              >
                <MessageFiles referralId={referral.id} messageId={message.id} />
              </MessageLine>
            )
          ),
        )}
      </ol>
      {messages.isError && !messages.data && (
        <NotLoaded title={t('page.messagesUnread')} onRetry={() => messages.refetch()} />
      )}
      {isShown && <UnreadFiles referralId={referral.id} />}
      {referral.mayWrite && <Composer referralId={referral.id} to={other.name} />}
      {isShown && !referral.mayWrite && referral.sentOn && referral.direction === 'outgoing' && (
        <p className={classes.when}>{t('page.notRead', { organization: other.name })}</p>
      )}
    </Card>
  )
}

/** Says of one's own side's last seen message that, and when, the other organization saw it. */
function receiptOf(messages: ReferralMessage[]) {
  const seen = messages.filter(({ organization, seenOn }) => seenOn && isMyOrganization(organization.id))
  return seen.sort((a, b) => b.sequence - a.sequence)[0]
}

function StepLine({ step, note }: { step: Referral['steps'][number]; note: string | null }) {
  const { t, i18n } = useTranslation('referrals')
  const reasonKey = `reason.${step.reason}`
  const reason = step.reason && (i18n.exists(`referrals:${reasonKey}`) ? t(reasonKey) : step.reason)
  const until = step.reviewOn && t('page.reviewOn', { day: dayText(step.reviewOn) })
  // Another try may repeat the note of the need.
  const notes = [...new Set([step.note, note])]
  const said = [step.outcome && t(`outcome.${step.outcome}`), reason, until, ...notes].filter(Boolean)
  const actor = step.isByLink ? t('page.byLink', { name: step.actorName }) : step.actorName
  const who = [actor, step.organization?.name].filter(Boolean).join(', ') || t('page.portal')
  return (
    <li>
      <b>{who}</b> {t(`did.${step.action}`)}{' '}
      <time className={classes.when} dateTime={step.createdOn}>
        {timeInWords(step.createdOn)}
      </time>
      {said.length > 0 && (
        <div className={`${classes.bubble} ${isMyOrganization(step.organization?.id) ? classes.mine : ''}`}>
          <LinkedText text={said.join('\n')} />
        </div>
      )}
    </li>
  )
}
