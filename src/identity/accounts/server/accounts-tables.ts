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
  purpose: z.enum(['confirm-email', 'reset-password', 'admin-reset', 'link-sign-in']),
  source: z.string().nullable(),
  tries: z.number().int(),
  expiresOn: Timestamp,
  usedOn: Timestamp.nullable(),
  createdOn: Timestamp,
  id: Id,
  sentBy: Id.nullable(),
  withdrawnOn: Timestamp.nullable(),
  withdrawnBy: Id.nullable(),
  /** where alone a link that ties a sign-in works */
  browserHash: z.string().nullable(),
})

/** The purpose of a mailed link. */
export type LinkPurpose = z.infer<typeof AccountTokenRow>['purpose']

const ImpersonationRow = z.object({
  sessionId: Id,
  impersonatorId: Id,
  accountId: Id,
  reason: z.string().nullable(),
  begunOn: Timestamp,
  endsOn: Timestamp,
  endedOn: Timestamp.nullable(),
})

const NotMeLinkRow = z.object({
  codeHash: z.string(),
  accountId: Id,
  kind: z.string(),
  sentTo: z.string().nullable(),
  createdOn: Timestamp,
  expiresOn: Timestamp,
  usedOn: Timestamp.nullable(),
})

const LoginWaitRow = z.object({
  key: z.string(),
  tries: z.number().int(),
  lastOn: Timestamp,
})

const RoleSettingRow = z.object({
  role: z.enum(roleKeys),
  requireMfa: z.boolean(),
  changedOn: Timestamp,
  refuseEmailCodes: z.boolean().nullable(),
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

/** The tables that only this feature writes. */
export const accountsTables: Record<string, z.ZodObject> = {
  account: AccountRow,
  account_event: AccountEventRow,
  account_freeze: AccountFreezeRow,
  account_role: AccountRoleRow,
  account_token: AccountTokenRow,
  impersonation: ImpersonationRow,
  login_wait: LoginWaitRow,
  not_me_link: NotMeLinkRow,
  role_setting: RoleSettingRow,
  session: SessionRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    accountFreeze: TableFor<z.infer<typeof AccountFreezeRow>, 'begunOn'>
    accountRole: TableFor<z.infer<typeof AccountRoleRow>>
    accountToken: TableFor<z.infer<typeof AccountTokenRow>, 'tries' | 'createdOn' | 'id'>
    impersonation: TableFor<z.infer<typeof ImpersonationRow>, 'begunOn' | 'endsOn'>
    loginWait: TableFor<z.infer<typeof LoginWaitRow>, 'tries' | 'lastOn'>
    notMeLink: TableFor<z.infer<typeof NotMeLinkRow>, 'createdOn' | 'expiresOn'>
    roleSetting: TableFor<z.infer<typeof RoleSettingRow>, 'requireMfa' | 'changedOn'>
    session: TableFor<z.infer<typeof SessionRow>, 'id' | 'createdOn' | 'lastSeenOn' | 'authenticatedOn' | 'stage'>
  }
}
