import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'
import type { TableFor } from '#platform/server/database.ts'
import { AccountRow } from '../account.ts'
import { AccountEventRow } from '../account-event.ts'

const AccountFreezeRow = z.object({
  accountId: Id,
  recoveryEmail: z.string(),
  toldOn: Timestamp,
  begunOn: Timestamp,
})

const AccountRoleRow = z.object({
  accountId: Id,
  role: z.enum(roleKeys),
})

const AccountTokenRow = z.object({
  codeHash: z.string(),
  accountId: Id,
  purpose: z.enum(['confirm-email', 'reset-password', 'admin-reset']),
  source: z.string().nullable(),
  tries: z.number().int(),
  expiresOn: Timestamp,
  usedOn: Timestamp.nullable(),
  createdOn: Timestamp,
  id: Id,
  sentBy: Id.nullable(),
  withdrawnOn: Timestamp.nullable(),
  withdrawnBy: Id.nullable(),
})

/** What a mailed link is for. */
export type LinkPurpose = z.infer<typeof AccountTokenRow>['purpose']

const ContactInvitationRow = z.object({
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

const LoginWaitRow = z.object({
  key: z.string(),
  tries: z.number().int(),
  lastOn: Timestamp,
})

const SessionRow = z.object({
  tokenHash: z.string(),
  id: Id,
  accountId: Id,
  createdOn: Timestamp,
  lastSeenOn: Timestamp,
  authenticatedOn: Timestamp,
  userAgent: z.string().nullable(),
  stage: z.enum(['whole', 'factor-needed']),
  ip: z.string().nullable(),
  parentId: Id.nullable(),
  impersonatorId: Id.nullable(),
})

/** The tables that this feature alone writes. */
export const accountsTables: Record<string, z.ZodObject> = {
  account: AccountRow,
  account_event: AccountEventRow,
  account_freeze: AccountFreezeRow,
  account_role: AccountRoleRow,
  account_token: AccountTokenRow,
  contact_invitation: ContactInvitationRow,
  login_wait: LoginWaitRow,
  session: SessionRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    accountFreeze: TableFor<z.infer<typeof AccountFreezeRow>, 'begunOn'>
    accountRole: TableFor<z.infer<typeof AccountRoleRow>>
    accountToken: TableFor<z.infer<typeof AccountTokenRow>, 'tries' | 'createdOn' | 'id'>
    contactInvitation: TableFor<z.infer<typeof ContactInvitationRow>, 'createdOn'>
    loginWait: TableFor<z.infer<typeof LoginWaitRow>, 'tries' | 'lastOn'>
    session: TableFor<z.infer<typeof SessionRow>, 'id' | 'createdOn' | 'lastSeenOn' | 'authenticatedOn' | 'stage'>
  }
}
