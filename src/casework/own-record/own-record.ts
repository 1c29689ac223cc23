import { z } from 'zod'
import { Appointment } from '#casework/appointments/appointment.ts'
import { ConsentShown } from '#casework/clients/consent.ts'
import { OwnHelp } from '#casework/help-answers/help-answer.ts'
import { referralStatuses } from '#casework/referrals/referral-machine.ts'
import { SafeContact } from '#casework/safe-contact/safe-contact.ts'
import { Need } from '#directory/needs/need.ts'
import { ContactPhone, ContactRow } from '#identity/people/contact.ts'
import { Id, paragraphs, Timestamp } from '#platform/schema/fields.ts'
import { WhereToGo } from './where-to-go.ts'

/** What a person asks their organization to correct in the record. */
export const CorrectionRequestRow = z.object({
  /** Made by the browser, so that a repeated call asks only once. */
  id: Id,
  contactId: Id,
  organizationId: Id,
  accountId: Id.nullable(),
  text: paragraphs(2000, 3),
  askedOn: Timestamp,
  doneOn: Timestamp.nullable(),
  doneBy: Id.nullable(),
})
export type CorrectionRequestRow = z.infer<typeof CorrectionRequestRow>

export const NewCorrection = CorrectionRequestRow.pick({ id: true, text: true })
export type NewCorrection = z.infer<typeof NewCorrection>

/** A request as the person and their organization see it. */
export const Correction = CorrectionRequestRow.pick({ id: true, text: true, askedOn: true, doneOn: true })
export type Correction = z.infer<typeof Correction>
export const Corrections = z.object({ items: z.array(Correction), nextCursor: z.null() })

/** The maximum number of open requests of a person at one organization. */
export const MOST_OPEN = 10

/** A consent as the person sees it. */
export const OwnConsent = ConsentShown.omit({
  contactId: true,
  recordedBy: true,
  recordedOn: true,
  recipientIds: true,
  fileId: true,
})
export type OwnConsent = z.infer<typeof OwnConsent>

/** A referral as the person sees it: neither notes nor messages nor reasons. */
export const OwnReferral = z.object({
  id: Id,
  serviceName: z.string().nullable(),
  need: Need,
  status: z.enum(referralStatuses),
  organizationName: z.string(),
  sentOn: Timestamp,
  statusChangedOn: Timestamp,
  /** whom to call and where to go, while it is open */
  where: WhereToGo.nullable(),
  appointment: Appointment.nullable(),
  /** whether they got help, as they say themselves */
  help: OwnHelp,
})
export type OwnReferral = z.infer<typeof OwnReferral>

/** What an organization has on record about the signed-in person; its note about them is not part of it. */
export const OwnRecord = z.object({
  contactId: Id,
  organizationName: z.string(),
  person: ContactRow.omit({
    id: true,
    organizationId: true,
    title: true,
    note: true,
    createdBy: true,
    changedOn: true,
    version: true,
    mergedInto: true,
  }),
  phones: z.array(ContactPhone.omit({ contactId: true })),
  safeContact: SafeContact.nullable(),
  consents: z.array(OwnConsent),
  referrals: z.array(OwnReferral),
  corrections: z.array(Correction),
})
export type OwnRecord = z.infer<typeof OwnRecord>
export const OwnRecords = z.object({ items: z.array(OwnRecord), nextCursor: z.null() })
