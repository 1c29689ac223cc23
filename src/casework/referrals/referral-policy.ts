import { doesCasework } from '#casework/clients/contact-policy.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'
import {
  actionsFrom,
  closedStatuses,
  type Party,
  type ReferralAction,
  type ReferralStatus,
  reopenDays,
} from './referral-machine.ts'

type Viewer = Pick<Actor, 'organizationId' | 'contactId' | 'roles'>
export interface Between {
  senderOrganizationId: string
  recipientOrganizationId: string
  sentOn: string | null
  recipientConfirmedOn: string | null
}

/**
 * Held: sent to an organization where nobody had an account, and not confirmed since. It does not exist for the
 * recipient. `isOpenToRecipient` in `server/referral-list-queries.ts` is the opposite in SQL.
 */
export const isHeld = (referral: Pick<Between, 'sentOn' | 'recipientConfirmedOn'>) =>
  referral.sentOn !== null && referral.recipientConfirmedOn === null

/** Held, and not answered: its recipient can only answer by the link of the invitation, until that ends. */
export const waitsByLink = (referral: Pick<Between, 'sentOn' | 'recipientConfirmedOn'> & { status: ReferralStatus }) =>
  isHeld(referral) && (referral.status === 'Sent' || referral.status === 'In Review')

/** Final states after which a confirmation would have no effect. */
export const endedBeforeConfirmation: readonly ReferralStatus[] = ['Draft', 'Recalled', 'Expired', 'Entered In Error']

/** An account's relations to a referral: none for third organizations and for roles without casework. */
export function partiesOf(actor: Viewer, referral: Between): Party[] {
  if (!doesCasework(actor)) return []
  const isSender = actor.organizationId === referral.senderOrganizationId
  return [
    ...(isSender ? (['sender'] as const) : []),
    ...(isSender && hasRole(actor, 'organization-admin') ? (['senderAdmin'] as const) : []),
    ...(actor.organizationId === referral.recipientOrganizationId && !isHeld(referral) ? (['recipient'] as const) : []),
  ]
}

/**
 * How much of a referral a reader sees: nothing (the response is a 404), that there was one but not about whom, the
 * person's first name and initial, or all of it.
 */
export const visibilities = ['nothing', 'nameless', 'name', 'whole'] as const
export type Visibility = (typeof visibilities)[number]

/** What determines the recipient's visibility. */
export interface Standing {
  status: ReferralStatus
  sentOn: string | null
  /** for a closed referral, when it was closed */
  statusChangedOn: string
  detailsEndedOn: string | null
}
/** What determines whether a referral can still be reopened. */
export interface Reopening extends Shared {
  statusChangedOn: string
  reopenAskedOn: string | null
  reopenAnsweredOn: string | null
  isReopened: boolean
}

const dayLength = 24 * 60 * 60 * 1000
const isWithin = (days: number, since: string, now: Date) => now.getTime() - Date.parse(since) <= days * dayLength

/** Final states after which the recipient sees only the short name. */
export const nameOnlyStatuses: readonly ReferralStatus[] = ['Declined', 'Expired', 'Forwarded']
/** Final states without help: the sender looks for help elsewhere, or decides to stop trying. */
export const endedWithoutHelp: readonly ReferralStatus[] = ['Declined', 'Expired', 'Closed: Unresolved']
/** After closing for these reasons, nobody looks for help elsewhere. */
export const nobodyToHelp: readonly string[] = ['client declined', 'moved']
/** How long after closing a recipient still sees the whole referral. */
export const closedVisibleDays = 30

/** When a recipient's view of a closed referral ends. */
export const detailsVisibleUntil = (closedOn: string) =>
  new Date(Date.parse(closedOn) + closedVisibleDays * dayLength).toISOString()

/** The recipient's visibility. `recipientVisibility` in `server/referral-visibility.ts` is the same in SQL. */
export function recipientVisibilityOf(referral: Standing, now = new Date()): Visibility {
  const { status, sentOn, statusChangedOn, detailsEndedOn } = referral
  if (sentOn === null || status === 'Draft' || status === 'Entered In Error') return 'nothing'
  if (status === 'Recalled') return 'nameless'
  if (detailsEndedOn !== null || nameOnlyStatuses.includes(status)) return 'name'
  return closedStatuses.includes(status) && !isWithin(closedVisibleDays, statusChangedOn, now) ? 'name' : 'whole'
}

/** What an account sees: the sender's side sees everything, but only its admins see a referral entered in error. */
export function visibilityOf(who: readonly Party[], referral: Standing, now = new Date()): Visibility {
  if (referral.status === 'Entered In Error') return who.includes('senderAdmin') ? 'whole' : 'nothing'
  if (who.includes('sender')) return 'whole'
  return who.includes('recipient') ? recipientVisibilityOf(referral, now) : 'nothing'
}

export const maySeeReferral = (who: readonly Party[], referral: Standing) => visibilityOf(who, referral) !== 'nothing'
export const maySeePerson = (who: readonly Party[], referral: Standing) => visibilityOf(who, referral) === 'whole'

/** What was shared, and when. */
interface Shared {
  sentOn: string | null
  snapshot: unknown
}
/** The person was erased: what was shared has been deleted, and nothing more may be written about them. */
export const isErased = ({ sentOn, snapshot }: Shared) => sentOn !== null && snapshot === null

/** Both sides may write as long as the recipient can read. */
export function mayWriteMessage(who: readonly Party[], referral: Standing & Shared) {
  const { status, sentOn } = referral
  if (
    isErased(referral) ||
    !maySeePerson(who, referral) ||
    sentOn === null ||
    status === 'Draft' ||
    status === 'Entered In Error'
  )
    return false
  const isInternal = who.includes('sender') && who.includes('recipient')
  return isInternal || recipientVisibilityOf(referral) === 'whole'
}

const editMinutes = 5
/** Until when its author can correct a message. */
export const editableUntil = (createdOn: string) => new Date(Date.parse(createdOn) + editMinutes * 60_000).toISOString()

/** The recipient's side of a referral that is in progress. */
export const mayWorkOn = (who: readonly Party[], referral: Standing & Shared) =>
  who.includes('recipient') &&
  !isErased(referral) &&
  maySeePerson(who, referral) &&
  (referral.status === 'In Progress' || referral.status === 'On Hold')

const isAsked = (referral: Reopening) => referral.reopenAskedOn !== null && referral.reopenAnsweredOn === null

/** Reopening has a time limit. A recipient can ask once; while the request waits, the sender can still answer. */
export function isReopeningPossible(
  action: 'reopen' | 'declineReopen',
  referral: Reopening,
  who: readonly Party[],
  now = new Date(),
) {
  if (referral.isReopened || isErased(referral)) return false
  if (action === 'declineReopen') return isAsked(referral)
  const isInTime = isWithin(reopenDays, referral.statusChangedOn, now)
  return who.includes('sender') ? isInTime || isAsked(referral) : isInTime && referral.reopenAskedOn === null
}

/** What a recipient without the details may still do with an open referral: acknowledge and end it. */
const withoutDetails: readonly ReferralAction[] = [
  'view',
  'decline',
  'hold',
  'closeResolved',
  'closeUnresolved',
  'reopen',
  'undo',
]
export const mayTake = (action: ReferralAction, visibility: Visibility) =>
  visibility === 'whole' || withoutDetails.includes(action)

/** The actions that a screen may offer: those of the table, without expired ones. */
export const offeredActions = (
  referral: Standing & Reopening,
  who: readonly Party[],
  now = new Date(),
): ReferralAction[] =>
  actionsFrom(referral.status, who).filter(
    (action) =>
      mayTake(action, visibilityOf(who, referral, now)) &&
      ((action !== 'reopen' && action !== 'declineReopen') || isReopeningPossible(action, referral, who, now)),
  )
