import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'
import type { TableFor } from '#platform/server/database.ts'

const AccountChangeRow = z.object({
  id: Id,
  accountId: Id,
  kind: z.enum(['email', 'phone', 'factors']),
  oldValue: z.string().nullable(),
  newValue: z.string(),
  codeHash: z.string(),
  askedBy: Id.nullable(),
  expiresOn: Timestamp,
  usedOn: Timestamp.nullable(),
  withdrawnOn: Timestamp.nullable(),
  withdrawnBy: Id.nullable(),
  createdOn: Timestamp,
  confirmedOn: Timestamp.nullable(),
  approvedOn: Timestamp.nullable(),
  approvalHash: z.string().nullable(),
  notices: z.number().int(),
})

const AccountInvitationRow = z.object({
  id: Id,
  codeHash: z.string(),
  organizationId: Id.nullable(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string().nullable(),
  roles: z.array(z.enum(roleKeys)),
  language: z.enum(['en', 'es']),
  invitedBy: Id.nullable(),
  accountId: Id.nullable(),
  expiresOn: Timestamp,
  usedOn: Timestamp.nullable(),
  withdrawnOn: Timestamp.nullable(),
  withdrawnBy: Id.nullable(),
  createdOn: Timestamp,
})

/** The tables that only this feature writes. */
export const teamTables: Record<string, z.ZodObject> = {
  account_change: AccountChangeRow,
  account_invitation: AccountInvitationRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    accountChange: TableFor<z.infer<typeof AccountChangeRow>, 'id' | 'createdOn' | 'notices'>
    accountInvitation: TableFor<z.infer<typeof AccountInvitationRow>, 'id' | 'createdOn'>
  }
}
