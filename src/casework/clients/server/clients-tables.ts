import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { AccessLogRow } from '../access-log.ts'
import { Consent } from '../consent.ts'

const ContactInvitationRow = z.object({
  /** Made by the browser, so that a repeated call invites once. */
  id: Id,
  codeHash: z.string(),
  contactId: Id,
  invitedBy: Id.nullable(),
  accountId: Id.nullable(),
  expiresOn: Timestamp,
  usedOn: Timestamp.nullable(),
  withdrawnOn: Timestamp.nullable(),
  createdOn: Timestamp,
  withdrawnBy: Id.nullable(),
})

export type ContactInvitationRow = z.infer<typeof ContactInvitationRow>

/** The tables that only this feature writes. */
export const clientsTables: Record<string, z.ZodObject> = {
  access_log: AccessLogRow,
  consent: Consent,
  contact_invitation: ContactInvitationRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    contactInvitation: TableFor<ContactInvitationRow, 'id' | 'createdOn'>
  }
}
