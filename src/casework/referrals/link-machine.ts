import type { ClaimStatus } from './referral.ts'
import { beingWorkedOn, openStatuses, type ReferralStatus } from './referral-machine.ts'
import { endedBeforeConfirmation, waitsByLink } from './referral-policy.ts'

/**
 * The state machine of the link of an invitation: the only place that decides what a link opens, on the page on which
 * its holder answers (`/a/…`), on the page on which they register (the claim link), for the mails to them, and for the
 * sender who wants to send another one. docs/referral-states.md is made from its tables.
 */
export const linkStates = [
  'claimed',
  'refused',
  'unconfirmed',
  'replaced',
  'open',
  'expired',
  'taken',
  'ended',
] as const
export type LinkState = (typeof linkStates)[number]

/** Why a page of a link opens nothing. */
export const linkEnds = ['claimed', 'unconfirmed', 'replaced', 'taken', 'expired', 'ended'] as const
export type LinkEnd = (typeof linkEnds)[number]

/** What is known of a link by itself. */
export interface LinkFacts {
  createdOn: string
  /** a claim with it was approved */
  isUsed: boolean
  /** the sender sent another one */
  isReplaced: boolean
  /** its 30 days are over */
  isLate: boolean
  /** null: nobody registered with it */
  claimStatus: ClaimStatus | null
}

/** What is known of its referral. */
export interface LinkedFacts {
  status: ReferralStatus
  sentOn: string | null
  recipientConfirmedOn: string | null
  /** whether accounts of a recipient ever saw it, also if it was held again later */
  wasOpened: boolean
  /** whether the recipient has an active account */
  hasPeople: boolean
  /** whether the person's details are still shared: not after a withdrawn consent or an erasure */
  isShared: boolean
  /** whether it was recalled because another organization accepted first */
  isTaken: boolean
}

interface StateOfLink {
  /** in words, for the documentation */
  when: string
  /** what the page for answering shows: the referral, once the address is proved, or why not */
  answerPage: 'referral' | LinkEnd
  /** what the page for registering shows: the form or where the review stands, only the refusal, or why not */
  registrationPage: 'claim' | 'refusal' | LinkEnd
  /** whether its holder is notified of steps by mail */
  isNotified: boolean
  /** whether its first opening is shown to the sender */
  isRecorded: boolean
}

export const linkTable: Record<LinkState, StateOfLink> = {
  open: {
    when: 'the referral is held and shared, nobody at the recipient has an account, and it is younger than 30 days or is worked on',
    ...{ answerPage: 'referral', registrationPage: 'claim', isNotified: true, isRecorded: true },
  },
  unconfirmed: {
    when: 'the recipient has accounts by now, which the sender still has to confirm',
    ...{ answerPage: 'unconfirmed', registrationPage: 'claim', isNotified: false, isRecorded: true },
  },
  claimed: {
    when: 'a claim with it was approved, or the referral is open to accounts of the recipient',
    ...{ answerPage: 'claimed', registrationPage: 'claimed', isNotified: false, isRecorded: false },
  },
  refused: {
    when: 'the claim with it was refused, and the referral still waits or was answered',
    ...{ answerPage: 'ended', registrationPage: 'refusal', isNotified: false, isRecorded: false },
  },
  replaced: {
    when: 'a newer link is open',
    ...{ answerPage: 'replaced', registrationPage: 'replaced', isNotified: false, isRecorded: false },
  },
  taken: {
    when: 'another organization accepted first',
    ...{ answerPage: 'taken', registrationPage: 'taken', isNotified: false, isRecorded: false },
  },
  expired: {
    when: 'nobody answered within its 30 days',
    ...{ answerPage: 'expired', registrationPage: 'expired', isNotified: false, isRecorded: false },
  },
  ended: {
    when: 'the referral was withdrawn, or it ended, or its consent or the person is gone',
    ...{ answerPage: 'ended', registrationPage: 'ended', isNotified: false, isRecorded: false },
  },
}

/** Who moves a link from one state to another. Its state follows from the facts, so no act sets it. */
export interface LinkMove {
  move: string
  from: readonly (LinkState | 'none')[]
  to: LinkState | null
  by: string
}

export const linkMoves: readonly LinkMove[] = [
  { move: 'send', from: ['none'], to: 'open', by: 'sender' },
  { move: 'invite again', from: ['open', 'expired'], to: 'replaced', by: 'sender' },
  { move: 'register', from: ['open', 'unconfirmed'], to: null, by: 'holder' },
  { move: 'ask for more', from: ['open', 'unconfirmed'], to: null, by: 'reviewer' },
  { move: 'approve', from: ['open', 'unconfirmed'], to: 'claimed', by: 'reviewer' },
  { move: 'refuse', from: ['open', 'unconfirmed'], to: 'refused', by: 'reviewer' },
  { move: 'another account', from: ['open'], to: 'unconfirmed', by: 'reviewer' },
  { move: 'confirm the recipient', from: ['unconfirmed'], to: 'claimed', by: 'sender' },
  { move: 'recall', from: ['open', 'unconfirmed'], to: 'ended', by: 'sender' },
  { move: 'withdraw the consent', from: ['open'], to: 'ended', by: 'sender' },
  { move: 'accept elsewhere', from: ['open', 'unconfirmed'], to: 'taken', by: 'another recipient' },
  { move: 'undo the acceptance', from: ['taken'], to: 'open', by: 'another recipient' },
  { move: 'answer', from: ['open'], to: null, by: 'holder' },
  { move: '30 days', from: ['open', 'unconfirmed'], to: 'expired', by: 'clock' },
  { move: '30 days after it was sent, if it was declined or closed', from: ['open'], to: 'ended', by: 'clock' },
]

/** Sent, still held and never opened to accounts: whoever holds its link may answer it. */
const isAnswerable = ({ status, recipientConfirmedOn, wasOpened }: LinkedFacts) =>
  recipientConfirmedOn === null &&
  !wasOpened &&
  status !== 'Forwarded' &&
  !endedBeforeConfirmation.some((end) => end === status)

const isWorkedOn = ({ status }: LinkedFacts) => beingWorkedOn.some((one) => one === status)

/** Whether a link opens its referral: not replaced or used, and not too old; nor after a refused claim of the referral. */
const isOpen = (link: LinkFacts, referral: LinkedFacts, links: readonly LinkFacts[]) =>
  isAnswerable(referral) &&
  referral.isShared &&
  !referral.hasPeople &&
  !link.isUsed &&
  !link.isReplaced &&
  (!link.isLate || isWorkedOn(referral)) &&
  !links.some(({ isReplaced, claimStatus }) => !isReplaced && claimStatus === 'refused')

/** Whether its sender is asked to confirm the recipient: `needsConfirmation` of the queries is the same in SQL. */
const waitsForConfirmation = ({ status, sentOn, recipientConfirmedOn, hasPeople }: LinkedFacts) =>
  hasPeople && sentOn !== null && recipientConfirmedOn === null && openStatuses.includes(status)

const isExpired = (link: LinkFacts, { status }: LinkedFacts) =>
  status === 'Expired' || (link.isLate && (status === 'Sent' || status === 'In Review'))

/** @param links all links of the referral */
export function linkStateOf(link: LinkFacts, referral: LinkedFacts, links: readonly LinkFacts[]): LinkState {
  const isRefused = link.claimStatus === 'refused'
  if (link.isUsed) return 'claimed'
  // Whose claim was refused learns nothing more of the referral, neither by this link nor by another one.
  if (isRefused && isAnswerable(referral) && !link.isLate) return 'refused'
  if (!isRefused && referral.recipientConfirmedOn !== null) return 'claimed'
  if (!isRefused && waitsForConfirmation(referral)) return 'unconfirmed'
  const hasNewer = links.some((other) => other.createdOn > link.createdOn && isOpen(other, referral, links))
  if (link.isReplaced && !isRefused && hasNewer) return 'replaced'
  if (isOpen(link, referral, links)) return 'open'
  if (isExpired(link, referral)) return 'expired'
  return referral.isTaken && !isRefused ? 'taken' : 'ended'
}

/** A claim that waits for its review: then another link would take it away. */
const isClaimWaiting = ({ isUsed, claimStatus }: LinkFacts) =>
  !isUsed && (claimStatus === 'pending' || claimStatus === 'more-asked')

/**
 * What the page for registering shows. A link that is older than 30 days, or was replaced, claims nothing; nor does one
 * whose referral accounts had opened, also if it is held again since.
 * @returns `review`: only where the review of a claim stands, because the link does not open the referral any more
 */
export function registrationPageOf(
  link: LinkFacts,
  referral: LinkedFacts,
  state: LinkState,
): StateOfLink['registrationPage'] | 'review' {
  const { registrationPage } = linkTable[state]
  const isCurrent = !link.isReplaced && !link.isLate
  if (registrationPage === 'ended' && isClaimWaiting(link) && isCurrent && isAnswerable(referral)) return 'review'
  if (registrationPage !== 'claim') return registrationPage
  if (!isCurrent) return link.isReplaced ? 'replaced' : 'expired'
  return isAnswerable(referral) ? registrationPage : 'ended'
}

/** Whether the organization can be claimed with a link now: only by its newest one, within its 30 days, and once. */
export const mayClaimBy = (link: LinkFacts, referral: LinkedFacts, state: LinkState) =>
  registrationPageOf(link, referral, state) === 'claim' && link.claimStatus === null

/** Whether the sender can send another link, which then opens the referral. */
export const mayInviteAgain = (referral: LinkedFacts, links: readonly LinkFacts[]) =>
  waitsByLink(referral) &&
  isAnswerable(referral) &&
  referral.isShared &&
  !referral.hasPeople &&
  !links.some((link) => !link.isReplaced && isClaimWaiting(link))
