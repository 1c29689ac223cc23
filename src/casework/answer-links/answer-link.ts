import { z } from 'zod'
import { AppointmentCall, ShownAppointment } from '#casework/appointments/appointment.ts'
import { FirstContactCall } from '#casework/referrals/first-contact.ts'
import { Referral, ReferralMessage, TransitionCall } from '#casework/referrals/referral-call.ts'
import { Id, line, paragraphs, Timestamp } from '#platform/schema/fields.ts'

/** A recipient's link, once somebody asked for the code that proves the address. */
export const AnswerLinkRow = z.object({
  codeHash: z.string(),
  referralId: Id,
  proofHash: z.string().nullable(),
  proofSentOn: Timestamp.nullable(),
  triesLeft: z.number().int(),
  sessionHash: z.string().nullable(),
  sessionExpiresOn: Timestamp.nullable(),
  holderName: z.string().nullable(),
  holderReach: z.string().nullable(),
  openings: z.number().int(),
  openedOn: Timestamp.nullable(),
  createdOn: Timestamp,
})
export type AnswerLinkRow = z.infer<typeof AnswerLinkRow>

/** States in which the page leads to the code or the sign-in. */
export const closedAnswerStates = ['open', 'claimed', 'unconfirmed'] as const

/** What a link says before its reader has proved the address: nobody's name. */
export const ClosedAnswer = z.object({
  referringOrganization: z.string(),
  referredToOrganization: z.string(),
  /**
   * `claimed`: the organization has accounts by now, which answer after signing in; `unconfirmed`: once the sender has
   * confirmed them
   */
  state: z.enum(closedAnswerStates),
  /** where the code goes, with most letters hidden */
  sentTo: z.string(),
})
export type ClosedAnswer = z.infer<typeof ClosedAnswer>

export const AskCode = z.object({ language: z.enum(['en', 'es']) })

/** Six digits. */
export const CODE_LENGTH = 6
export const EnterCode = z.object({
  code: z
    .string()
    .max(40)
    .overwrite((value) => value.replace(/\s/g, ''))
    .regex(/^\d{6}$/, { error: 'code-format' })
    .meta({ title: 'Code' }),
})
/** Names the browser that knew the code. */
export const OpenedAnswer = z.object({ session: z.string() })

const session = z.string().max(100)
export const SessionCall = z.object({ session })

const holder = {
  name: line(100, 1).meta({ title: 'Your name' }),
  reach: line(200, 1).meta({ title: 'How to reach you' }),
}
/** What the holder of a link may do. */
export const linkActions = ['accept', 'decline', 'start', 'closeResolved', 'closeUnresolved'] as const
export const AnswerCall = TransitionCall.pick({ version: true, reason: true, outcome: true, note: true }).extend({
  ...holder,
  session,
  action: z.enum(linkActions),
  /** for a start: how they were reached; the time is now */
  firstContactBy: FirstContactCall.shape.firstContactBy.nullish(),
})
export type AnswerCall = z.infer<typeof AnswerCall>
/** The same without the browser's session. */
export type Answer = Omit<AnswerCall, 'session'>

export const AskCall = z.object({
  ...{ ...holder, session },
  text: paragraphs(4000, 1).meta({ title: 'Your question' }),
  /** with an ID for the message, the call is safe to repeat */
  id: Id.optional(),
})
export type AskCall = z.infer<typeof AskCall>

/** To record the appointment, or to change it. */
export const AppointCall = AppointmentCall.extend({ ...holder, session })
export type AppointCall = z.infer<typeof AppointCall>
export const CancelCall = AppointCall.pick({ version: true, name: true, reach: true, session: true })
export type CancelCall = z.infer<typeof CancelCall>

/** A referral as the holder of its link sees it: what was shared, and nothing of accounts. */
export const LinkedReferral = Referral.pick({
  status: true,
  version: true,
  sentOn: true,
  need: true,
  urgency: true,
  neededBy: true,
  note: true,
  visibility: true,
  mayWrite: true,
  personName: true,
  person: true,
  safeContact: true,
  alsoFor: true,
  reason: true,
  outcome: true,
  actions: true,
}).extend({
  referringOrganization: z.string(),
  referredToOrganization: z.string(),
  serviceName: z.string().nullable(),
  appointment: ShownAppointment,
  messages: z.array(
    ReferralMessage.pick({ id: true, text: true, createdOn: true }).extend({
      /** the organization, or the name of who wrote by link */
      from: z.string(),
      isByLink: z.boolean(),
    }),
  ),
  /** who answered before, or whom the sender named */
  holder: z.object({ name: z.string(), reach: z.string() }),
  /** whether the organization can still be claimed with this link */
  mayClaim: z.boolean(),
})
export type LinkedReferral = z.infer<typeof LinkedReferral>

/** For the sender: who opened the link of a referral, how often, and how to reach them. */
export const LinkUse = z.object({
  use: AnswerLinkRow.pick({ openings: true, openedOn: true, holderName: true, holderReach: true }).nullable(),
})
export type LinkUse = z.infer<typeof LinkUse>
