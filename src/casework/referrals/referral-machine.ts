/**
 * The state machine of a referral: the only table, which the server enforces, the screens render, the tests traverse,
 * and from which docs/referral-states.md is generated. Names follow the HL7 Gravity SDOH Clinical Care guide (FHIR
 * Task).
 */
export const referralStatuses = [
  'Draft',
  'Sent',
  'In Review',
  'Accepted',
  'Declined',
  'Recalled',
  'Forwarded',
  'Expired',
  'In Progress',
  'On Hold',
  'Closed: Resolved',
  'Closed: Unresolved',
  'Entered In Error',
] as const
export type ReferralStatus = (typeof referralStatuses)[number]

export const referralActions = [
  'draft',
  'send',
  'view',
  'accept',
  'decline',
  'recall',
  'forward',
  'expire',
  'start',
  'hold',
  'resume',
  'closeResolved',
  'closeUnresolved',
  'reopen',
  'declineReopen',
  'markError',
  'undo',
] as const
export type ReferralAction = (typeof referralActions)[number]

/** An actor's relation to a referral. For an internal referral, the organization is sender and recipient at once. */
export const parties = ['sender', 'senderAdmin', 'recipient', 'system'] as const
export type Party = (typeof parties)[number]

export const requirements = [
  'consent',
  'recipientTakesReferrals',
  'reason',
  'declineReason',
  'closeReason',
  'outcome',
  'reviewOn',
  'nextRecipient',
  'firstContact',
  'within30Days',
  'reopenAsked',
  'notTaken',
  'ownLastStep',
  'ownSending',
] as const
export type Requirement = (typeof requirements)[number]

export const declineReasons = [
  'not eligible',
  'no capacity',
  'no funds',
  'service not provided',
  'already enrolled',
  'duplicate',
  'other',
] as const
export const closeReasons = [
  'could not contact',
  'client declined',
  'not eligible',
  'no capacity',
  'no funds',
  'moved',
  'other',
] as const
export const outcomes = ['got help', 'enrolled', 'referred elsewhere'] as const

export interface Transition {
  action: ReferralAction
  from: readonly (ReferralStatus | 'none')[]
  /** The new state; null: it does not change, and a child referral is created. Undoing returns to the state before. */
  to: ReferralStatus | null
  /** The state of the child that this action creates. */
  child?: ReferralStatus
  /** The step's name in the history and in notifications, if different from the action's. */
  recordedAs?: string
  by: readonly Party[]
  needs: readonly Requirement[]
  follows: string
}

export const closedStatuses: readonly ReferralStatus[] = ['Closed: Resolved', 'Closed: Unresolved']
/** Accepted, and not ended. Of the tries for one need, at most one is in these states. */
export const beingWorkedOn = ['Accepted', 'In Progress', 'On Hold'] as const

export const transitions: readonly Transition[] = [
  { action: 'draft', from: ['none'], to: 'Draft', by: ['sender'], needs: [], follows: 'nothing is told' },
  {
    action: 'send',
    from: ['Draft'],
    to: 'Sent',
    by: ['sender'],
    needs: ['consent', 'recipientTakesReferrals', 'notTaken'],
    follows:
      'notices by preference; response clock; snapshot of shared data; a recipient without account gets a one-time claim link',
  },
  {
    action: 'view',
    from: ['Sent'],
    to: 'In Review',
    by: ['recipient'],
    needs: [],
    follows: "first-viewed time; the sender sees 'received'",
  },
  {
    action: 'accept',
    from: ['Sent', 'In Review'],
    to: 'Accepted',
    by: ['recipient'],
    needs: ['notTaken'],
    follows: 'responded time; assignee; notices; other tries for the same need are recalled',
  },
  {
    action: 'decline',
    from: ['Sent', 'In Review'],
    to: 'Declined',
    by: ['recipient'],
    needs: ['declineReason'],
    follows: 'the request stays open; alternatives are suggested to the sender',
  },
  {
    // Only the sender knows of a draft, so no reason is needed.
    action: 'recall',
    from: ['Draft'],
    to: 'Recalled',
    by: ['sender'],
    needs: [],
    follows: 'it leaves the lists',
  },
  {
    action: 'recall',
    from: ['Sent', 'In Review'],
    to: 'Recalled',
    by: ['sender'],
    needs: ['reason'],
    follows: 'the recipient loses sight of personal data',
  },
  {
    // One need can be sent to several organizations at once. The first acceptance recalls the others.
    action: 'recall',
    recordedAs: 'recallTaken',
    from: ['Draft', 'Sent', 'In Review'],
    to: 'Recalled',
    by: ['system'],
    needs: [],
    follows:
      'when another try for the need is accepted: the recipient is told that somebody else was able to help first, and loses sight of personal data',
  },
  {
    action: 'forward',
    from: ['Sent', 'In Review'],
    to: 'Forwarded',
    child: 'Sent',
    by: ['recipient'],
    needs: ['consent', 'nextRecipient', 'recipientTakesReferrals', 'notTaken'],
    follows: 'a child referral is Sent; the sender watches both',
  },
  {
    action: 'expire',
    from: ['Sent'],
    to: 'Expired',
    by: ['system'],
    needs: [],
    follows:
      "after 10 working days, with reminders at 3 and 6; its creator is told, or the sender's admins if the creator no longer does casework there",
  },
  {
    // Whoever opened it by a link has no account that the sender could remind.
    action: 'expire',
    from: ['In Review'],
    to: 'Expired',
    by: ['system'],
    needs: [],
    follows: 'if it is held and was opened by its link: when the link ends, without reminders; told as above',
  },
  {
    action: 'start',
    from: ['Accepted'],
    to: 'In Progress',
    by: ['recipient'],
    needs: ['firstContact'],
    follows: 'second clock',
  },
  {
    action: 'hold',
    from: ['Accepted', 'In Progress'],
    to: 'On Hold',
    by: ['recipient'],
    needs: ['reason', 'reviewOn'],
    follows: 'notice',
  },
  { action: 'resume', from: ['On Hold'], to: 'In Progress', by: ['recipient'], needs: [], follows: 'notice' },
  {
    action: 'closeResolved',
    from: beingWorkedOn,
    to: 'Closed: Resolved',
    by: ['recipient'],
    needs: ['outcome'],
    follows: 'notices; the request may complete',
  },
  {
    action: 'closeUnresolved',
    from: beingWorkedOn,
    to: 'Closed: Unresolved',
    by: ['recipient', 'sender'],
    needs: ['closeReason'],
    follows: 'the request stays open; counts as unmet need',
  },
  {
    action: 'reopen',
    from: [...closedStatuses, 'Declined'],
    to: null,
    child: 'Sent',
    by: ['sender'],
    needs: ['reason', 'within30Days', 'consent', 'recipientTakesReferrals', 'notTaken'],
    follows: 'history is kept',
  },
  {
    // Reopening shares the current record. The sender must decide that, so a recipient can only ask.
    action: 'reopen',
    recordedAs: 'askReopen',
    from: [...closedStatuses, 'Declined'],
    to: null,
    by: ['recipient'],
    needs: ['reason', 'within30Days'],
    follows: 'the sender is asked, once; the sender reopens or declines',
  },
  {
    action: 'declineReopen',
    from: [...closedStatuses, 'Declined'],
    to: null,
    by: ['sender'],
    needs: ['reopenAsked'],
    follows: 'who asked is notified',
  },
  {
    // A recall hides the person's data from the recipient; only the party that recalled may reverse it
    // (docs/decisions).
    action: 'reopen',
    from: ['Recalled'],
    to: null,
    child: 'Sent',
    by: ['sender'],
    needs: ['reason', 'within30Days', 'consent', 'recipientTakesReferrals', 'notTaken'],
    follows: 'history is kept',
  },
  {
    action: 'markError',
    from: referralStatuses.filter((status) => status !== 'Entered In Error'),
    to: 'Entered In Error',
    by: ['senderAdmin'],
    needs: ['reason'],
    follows: 'hidden, kept',
  },
  {
    action: 'undo',
    from: ['Draft'],
    to: null,
    by: ['sender'],
    needs: ['ownSending'],
    follows: 'nothing was shared or told; it stays a draft with everything that was typed',
  },
  {
    action: 'undo',
    from: ['Accepted', 'Declined', 'In Progress', 'On Hold', ...closedStatuses],
    to: null,
    by: ['recipient', 'sender'],
    needs: ['ownLastStep'],
    follows:
      'state, times, assignee and the status of the request are as before; tries that the acceptance recalled are open again; the other side is told',
  },
]

const isBy = (transition: Transition, who: readonly Party[]) => transition.by.some((party) => who.includes(party))

/**
 * Looks up an action in the table.
 * @returns the transition, 'forbidden' (not allowed for this party) or 'illegal' (allowed, but not in this state)
 */
export function findTransition(
  action: ReferralAction,
  status: ReferralStatus | 'none',
  who: readonly Party[],
): Transition | 'forbidden' | 'illegal' {
  const rows = transitions.filter((transition) => transition.action === action)
  const here = rows.filter((transition) => transition.from.includes(status))
  const allowed = here.find((transition) => isBy(transition, who))
  if (allowed) return allowed
  return here.length === 0 && rows.some((transition) => isBy(transition, who)) ? 'illegal' : 'forbidden'
}

/** The actions available to a party in a state, in the order of the table. */
export const actionsFrom = (status: ReferralStatus, who: readonly Party[]): ReferralAction[] => [
  ...new Set(
    transitions
      .filter((transition) => transition.from.includes(status) && isBy(transition, who))
      .map((transition) => transition.action),
  ),
]

export const openStatuses: readonly ReferralStatus[] = ['Sent', 'In Review', 'Accepted', 'In Progress', 'On Hold']
/** How long the author of a step can undo it. */
export const undoMinutes = 10
/** How long after its end a referral can be reopened. */
export const reopenDays = 30
