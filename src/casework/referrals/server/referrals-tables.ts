import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { OverrideReason } from '../consent-override.ts'
import { ReferralEventRow, ReferralMessageRow, ReferralRequest, ReferralRow } from '../referral.ts'
import { ReferralPersonRow } from '../referred-person.ts'

const ReferralInvitationRow = z.object({
  codeHash: z.string(),
  referralId: Id,
  email: z.string(),
  createdOn: Timestamp,
  expiresOn: Timestamp,
  usedOn: Timestamp.nullable(),
  /** when a newer link replaced it */
  replacedOn: Timestamp.nullable(),
  claimedBy: Id.nullable(),
  claimStatus: z.enum(['pending', 'more-asked', 'refused']).nullable(),
  openedOn: Timestamp.nullable(),
  claimedOn: Timestamp.nullable(),
  language: z.enum(['en', 'es']).nullable(),
})

const ReferralReadRow = z.object({
  referralId: Id,
  accountId: Id,
  lastSequence: z.number().int(),
  readOn: Timestamp,
})

const ReferralSendingRow = z.object({
  referralId: Id,
  batchId: Id,
  accountId: Id,
  /** null: it is not on its way any more */
  sendsOn: Timestamp.nullable(),
  /** the problem because of which it was not sent */
  refused: z.string().nullable(),
  note: z.string().nullable(),
  intakeReason: z.string().nullable(),
  consentOverrideReason: OverrideReason.nullable(),
  consentOverrideText: z.string().nullable(),
})
export type ReferralSendingRow = z.infer<typeof ReferralSendingRow>

const ReferralUndoRow = z.object({
  eventId: Id,
  referralId: Id,
  /** the columns as they were before the step */
  before: z.record(z.string(), z.unknown()),
  causedBy: Id.nullable(),
  expiresOn: Timestamp,
})

/** The tables that only this feature writes. */
export const referralsTables: Record<string, z.ZodObject> = {
  referral: ReferralRow,
  referral_event: ReferralEventRow,
  referral_invitation: ReferralInvitationRow,
  referral_message: ReferralMessageRow,
  referral_person: ReferralPersonRow,
  referral_read: ReferralReadRow,
  referral_request: ReferralRequest,
  referral_sending: ReferralSendingRow,
  referral_undo: ReferralUndoRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    referralInvitation: TableFor<z.infer<typeof ReferralInvitationRow>, 'createdOn'>
    referralPerson: TableFor<ReferralPersonRow, 'snapshot' | 'consentId' | 'detailsEndedOn'>
    referralSending: TableFor<ReferralSendingRow, never>
    referralUndo: TableFor<z.infer<typeof ReferralUndoRow>, never>
    referralRead: TableFor<z.infer<typeof ReferralReadRow>, 'lastSequence' | 'readOn'>
  }
}
