import { z } from 'zod'
import { consentScopes } from '#casework/clients/consent.ts'
import { Mention } from '#casework/message-mentions/mention.ts'
import { promiseStages } from '#casework/response-times/response-promise.ts'
import { SafeContact } from '#casework/safe-contact/safe-contact.ts'
import { Need } from '#directory/needs/need.ts'
import { Day, Email, Id, line, PageQuery, pageOf, paragraphs, Timestamp } from '#platform/schema/fields.ts'
import { isPlainName } from '#platform/schema/plain-name.ts'
import { OverrideReason, overrideFields } from './consent-override.ts'
import { FirstContactCall } from './first-contact.ts'
import { claimStatuses, ReferralMessageRow, ReferralRequest, ReferralRow, SharedPerson, urgencies } from './referral.ts'
import { referralActions, referralStatuses } from './referral-machine.ts'
import { visibilities } from './referral-policy.ts'
import { AlsoForIds, ReferredPerson } from './referred-person.ts'

const Named = z.object({ id: Id, name: z.string() })

/** A person's name, entered by another person for a mail to them. */
const NameInMail = line(60, 1).refine(isPlainName, { error: 'plain-name' })

export const DirectReferralContact = z.object({
  firstName: NameInMail.meta({ title: 'First Name' }),
  lastName: NameInMail.meta({ title: 'Last Name' }),
  email: Email,
})
export type DirectReferralContact = z.infer<typeof DirectReferralContact>

/** For a service that is not accepting new people. */
const intakeFields = {
  intakeReason: paragraphs(1000).nullish().meta({ title: 'Why you send it anyway', format: 'paragraphs' }),
}

/** The maximum number of organizations that can be asked at once. */
export const MOST_RECIPIENTS = 5

/** A further service or organization that is asked to meet the same need at the same time. */
export const MoreRecipient = z.object({
  serviceId: Id.nullish(),
  /** default: the organization of the service */
  recipientOrganizationId: Id.nullish().meta({ title: 'Organization' }),
  directedToId: Id.nullish().meta({ title: 'For the attention of' }),
  directReferralContact: DirectReferralContact.nullish(),
  ...intakeFields,
})
export type MoreRecipient = z.infer<typeof MoreRecipient>

export const NewReferral = ReferralRequest.pick({ contactId: true, need: true }).extend({
  serviceId: Id.nullish(),
  /** default: the organization of the service */
  recipientOrganizationId: Id.nullish().meta({ title: 'Organization' }),
  urgency: ReferralRequest.shape.urgency.default('routine'),
  neededBy: ReferralRequest.shape.neededBy.optional(),
  note: ReferralRequest.shape.note.optional(),
  directedToId: Id.nullish().meta({ title: 'For the attention of' }),
  directReferralContact: DirectReferralContact.nullish(),
  /** others in the person's household */
  alsoForIds: AlsoForIds,
  ...overrideFields,
  ...intakeFields,
  /** another try for a need that is already on record */
  requestId: Id.nullish(),
  /** others that are asked at the same time; the first acceptance recalls the rest */
  alsoTo: z
    .array(MoreRecipient)
    .max(MOST_RECIPIENTS - 1)
    .default([]),
  /** names this call: the same one again makes nothing new */
  callId: Id.nullish(),
  send: z.boolean().default(true),
})
export type NewReferral = z.infer<typeof NewReferral>

/** The new content of a draft. */
export const DraftChange = NewReferral.pick({
  contactId: true,
  need: true,
  serviceId: true,
  recipientOrganizationId: true,
  urgency: true,
  neededBy: true,
  note: true,
  directedToId: true,
  directReferralContact: true,
  alsoForIds: true,
}).extend({ version: ReferralRow.shape.version })
export type DraftChange = z.infer<typeof DraftChange>

/** One step of a referral; the state machine decides which fields an action needs. */
export const TransitionCall = z.object({
  action: z.enum(referralActions),
  version: z.number().int(),
  reason: paragraphs(1000).nullish().meta({ title: 'Reason', format: 'paragraphs' }),
  outcome: line(100).nullish().meta({ title: 'Outcome' }),
  note: paragraphs(4000).nullish().meta({ title: 'Note', format: 'paragraphs' }),
  reviewOn: Day.nullish().meta({ title: 'Look again on', format: 'date' }),
  assigneeId: Id.nullish().meta({ title: 'Assigned to' }),
  /** for a start: omitted or null if the person has not been reached yet */
  firstContactOn: FirstContactCall.shape.firstContactOn.nullish(),
  firstContactBy: FirstContactCall.shape.firstContactBy.nullish(),
  recipientOrganizationId: Id.nullish().meta({ title: 'Organization' }),
  serviceId: Id.nullish(),
  directReferralContact: DirectReferralContact.nullish(),
  /** for sending: with all drafts whose sending was undone together with this one, as they were typed */
  together: z.boolean().nullish(),
  ...overrideFields,
  ...intakeFields,
})
export type TransitionCall = z.infer<typeof TransitionCall>

export const ReferralStep = z.object({
  id: Id,
  action: z.string(),
  fromStatus: z.string().nullable(),
  toStatus: z.string(),
  actorName: z.string().nullable(),
  /** whether that person had no account, and came by a link */
  isByLink: z.boolean(),
  organization: Named.nullable(),
  reason: z.string().nullable(),
  outcome: z.string().nullable(),
  note: z.string().nullable(),
  reviewOn: Day.nullable(),
  createdOn: Timestamp,
})

export const reopenAnswers = ['waiting', 'declined', 'reopened'] as const
/** The recipient's request to reopen a referral, and the sender's answer. */
export const ReopenRequest = z.object({
  askedOn: Timestamp,
  askedBy: z.string().nullable(),
  reason: z.string().nullable(),
  answer: z.enum(reopenAnswers),
})

export const Referral = ReferralRow.pick({
  id: true,
  requestId: true,
  parentId: true,
  status: true,
  reason: true,
  outcome: true,
  reviewOn: true,
  sentOn: true,
  firstViewedOn: true,
  respondedOn: true,
  startedOn: true,
  firstContactOn: true,
  firstContactBy: true,
  closedOn: true,
  responseDueOn: true,
  promiseStage: true,
  promiseDueOn: true,
  statusChangedOn: true,
  messageCount: true,
  createdOn: true,
  version: true,
}).extend({
  direction: z.enum(['incoming', 'outgoing', 'internal']),
  referringOrganization: Named,
  referredToOrganization: Named,
  directReferralContact: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
  service: Named.nullable(),
  need: Need,
  urgency: z.enum(urgencies),
  neededBy: Day.nullable(),
  note: z.string().nullable(),
  /** how much of it this response contains */
  visibility: z.enum(visibilities),
  mayWrite: z.boolean(),
  /** whether the recipient works on it and has not yet said when the person was first reached */
  needsFirstContact: z.boolean(),
  personName: z.string().nullable(),
  person: SharedPerson.nullable(),
  /** how they may be contacted now, for whoever sees the person; null if nobody asked yet */
  safeContact: SafeContact.nullable(),
  /** the record itself, for the organization that owns it */
  contactId: Id.nullable(),
  /** the others in the household whom it is also for */
  alsoFor: z.array(ReferredPerson),
  /** whether the consent covers this need and recipient, and until when; only the sender sees what else it allows */
  consent: z
    .object({
      isInForce: z.boolean(),
      expiresOn: Day.nullable(),
      scope: z.enum(consentScopes).optional(),
      needs: z.array(Need).optional(),
    })
    .nullable(),
  consentOverrideReason: OverrideReason.nullable(),
  /** the sender's explanation, visible only to the sender */
  consentOverrideText: z.string().nullable(),
  createdBy: Named,
  directedTo: Named.nullable(),
  assignee: Named.nullable(),
  isWaitingForRegistration: z.boolean(),
  /** for the sender of a held referral, if the recipient now has accounts: who they are, and how many referrals wait */
  toConfirm: z
    .object({
      people: z.array(z.object({ name: z.string(), email: z.string(), approvedOn: Timestamp })),
      heldCount: z.number().int(),
    })
    .nullable(),
  unreadCount: z.number().int(),
  reopenRequest: ReopenRequest.nullable(),
  steps: z.array(ReferralStep),
  children: z.array(
    z.object({ id: Id, relation: z.string(), status: z.enum(referralStatuses), organizationName: z.string() }),
  ),
  /** for the sender: the other tries for the same need, except the earlier and the later referral of this one */
  siblings: z.array(
    z.object({
      id: Id,
      status: z.enum(referralStatuses),
      organizationName: z.string(),
      serviceName: z.string().nullable(),
    }),
  ),
  /** whether it was recalled because another try for the need was accepted first */
  isTaken: z.boolean(),
  /** for the sender: it was declined, expired or closed without help, and there is no other try for the need */
  needsNextTry: z.boolean(),
  /** for the sender of a draft that is the only try for its need */
  mayEdit: z.boolean(),
  /** for the author of the last step, while it can be undone */
  undo: z.object({ action: z.string(), until: Timestamp }).nullable(),
  /** a draft that is on its way: in so many seconds it is sent, unless that is undone */
  sendsIn: z.number().nullable(),
  /** for the sender of a draft whose sending was undone, or refused with this problem: what was typed for it */
  unsent: z
    .object({ refused: z.string().nullable(), note: z.string().nullable(), intakeReason: z.string().nullable() })
    .extend({ consentOverrideReason: OverrideReason.nullable(), consentOverrideText: z.string().nullable() })
    /** how many other drafts were undone with it, and can be sent with it again */
    .extend({ others: z.number().int() })
    /** refused because another organization had accepted the need: with which referral, and whether it works on it */
    .extend({ takenBy: z.object({ id: Id, organizationName: z.string(), isAtWork: z.boolean() }).nullable() })
    .nullable(),
  actions: z.array(z.enum(referralActions)),
})
export type Referral = z.infer<typeof Referral>

/** What the holder of a claim link sees, before and during the review: both organizations and this one referral. */
export const ReferralInvitation = z.object({
  referringOrganization: z.object({ name: z.string() }),
  referredToOrganization: Named.extend({ description: z.string().nullable(), website: z.string().nullable() }),
  /** the names are empty where `referral` is null */
  directReferralContact: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  /** null once the claim was refused, or if it waits and its link does not open the referral any more */
  referral: z
    .object({
      status: z.enum(referralStatuses),
      serviceName: z.string().nullable(),
      urgency: z.enum(urgencies),
      neededBy: Day.nullable(),
      sentOn: Timestamp.nullable(),
      personName: z.string(),
    })
    .nullable(),
  /** null until a person has registered with this link */
  claim: z.object({ status: z.enum(claimStatuses) }).nullable(),
})
export type ReferralInvitation = z.infer<typeof ReferralInvitation>

export const directions = ['incoming', 'outgoing'] as const
/**
 * Lists that everybody has: what is late, one's own (assigned to or sent by oneself), what waits for one's own side, and
 * what has unread messages.
 */
export const referralLists = ['waiting', 'late', 'mine', 'unread'] as const
export type ReferralList = (typeof referralLists)[number]
export const referralSorts = ['newest', 'oldest', 'late'] as const
const oneOrMany = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(item).max(20).optional())

const referralFilters = {
  direction: z.enum(directions).default('incoming'),
  status: oneOrMany(z.enum(referralStatuses)),
  need: oneOrMany(Need),
  urgency: oneOrMany(z.enum(urgencies)),
  contactId: Id.optional(),
  assigned: z.enum(['me', 'nobody']).optional(),
  list: z.enum(referralLists).optional(),
  /** `late`: what is late first, the oldest at the top; then the others, newest first */
  sort: z.enum(referralSorts).default('newest'),
}
/** Words that may be names: sent in the body, never in a URL. */
const referralWords = {
  search: line(100).optional(),
  /** only these, if they match */
  ids: z.array(Id).min(1).max(200).optional(),
}
export const ReferralQuery = PageQuery.extend(referralFilters)
export type ReferralQuery = z.infer<typeof ReferralQuery>

/** The same with a text search. */
export const ReferralSearch = ReferralQuery.extend(referralWords)
export type ReferralSearch = z.infer<typeof ReferralSearch>

/** All that match, without pages: a page or anything else that would be ignored is refused. */
export const WholeReferralSearch = z.strictObject({ ...referralFilters, ...referralWords })
export type WholeReferralSearch = z.infer<typeof WholeReferralSearch>

export const ReferralInList = z.object({
  id: Id,
  status: z.enum(referralStatuses),
  direction: z.enum(['incoming', 'outgoing', 'internal']),
  personName: z.string().nullable(),
  /** for how many others of the household it is */
  othersCount: z.number().int(),
  need: Need,
  urgency: z.enum(urgencies),
  neededBy: Day.nullable(),
  serviceId: Id.nullable(),
  serviceName: z.string().nullable(),
  referringOrganization: Named,
  referredToOrganization: Named,
  assignee: Named.nullable(),
  sentOn: Timestamp.nullable(),
  responseDueOn: Timestamp.nullable(),
  reviewOn: Day.nullable(),
  reason: z.string().nullable(),
  outcome: z.string().nullable(),
  statusChangedOn: Timestamp,
  createdOn: Timestamp,
  /** messages of others that the reader has not read */
  unreadCount: z.number().int(),
  /** messages of the other organization that nobody of one's own has read */
  teamUnreadCount: z.number().int(),
  /** whether the recipient has an account now, and will see this once the sender confirms it */
  waitsForConfirmation: z.boolean(),
  isLate: z.boolean(),
  /** a draft that goes out in a few seconds, unless that is undone */
  isBeingSent: z.boolean(),
  /** what the recipient has to do next, and by when they promised it */
  promiseStage: z.enum(promiseStages).nullable(),
  promiseDueOn: Timestamp.nullable(),
  version: z.number().int(),
})
export type ReferralInList = z.infer<typeof ReferralInList>
export const ReferralPage = pageOf(ReferralInList)

export const waitingReasons = [
  'confirm',
  'respond',
  'assign',
  'reopen',
  'message',
  'review',
  'override',
  'next',
  'unsent',
  'answer',
] as const
export const WaitingReferral = ReferralInList.extend({
  waitsFor: z.enum(waitingReasons),
  waitsSince: Timestamp,
  lastMessage: z.object({ organizationName: z.string(), text: z.string() }).nullable(),
})
export type WaitingReferral = z.infer<typeof WaitingReferral>
export const Waiting = z.object({
  items: z.array(WaitingReferral),
  /** counting stops at 100 */
  count: z.number().int(),
  /** referrals to the organization that nobody opened and that are not among the items; counting stops at 100 */
  newNotShown: z.number().int(),
  sent: z.array(ReferralInList.extend({ isNews: z.boolean() })),
})
export type Waiting = z.infer<typeof Waiting>

/** The sender confirms who registered for the recipient: for this referral, or for all that are held for them. */
export const ConfirmRecipient = z.object({ all: z.boolean().default(false) })

export const ReferralMessageChange = z.object({ text: ReferralMessageRow.shape.text.min(1) })
/** With an ID for the message, the call is safe to repeat. */
export const NewReferralMessage = ReferralMessageChange.extend({ id: Id.optional() })
export type NewReferralMessage = z.infer<typeof NewReferralMessage>
export const ReferralMessage = ReferralMessageRow.pick({
  id: true,
  sequence: true,
  text: true,
  createdOn: true,
  editedOn: true,
}).extend({
  authorName: z.string(),
  isByLink: z.boolean(),
  organization: Named,
  isMine: z.boolean(),
  /** when somebody of the other organization first saw it */
  seenOn: Timestamp.nullable(),
  mentions: z.array(Mention),
  /** until when its author can correct it; null for others */
  editableUntil: Timestamp.nullable(),
})
export type ReferralMessage = z.infer<typeof ReferralMessage>
export const ReferralMessagePage = pageOf(ReferralMessage)
export const ReadCall = z.object({ lastSequence: z.number().int().min(0) })
