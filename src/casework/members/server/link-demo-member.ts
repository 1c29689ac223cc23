import { insertContactInvitation, recordAccess } from '#casework/clients/server/clients-public.ts'
import { demoMemberEmail, findAccountByEmail, hashCode, newCode } from '#identity/accounts/server/accounts-public.ts'
import { findDemoPerson } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'

/**
 * Links the demo's community member to their record at an organization, as an invitation would, with some access log
 * entries.
 */
export async function linkDemoMember(database: Database) {
  const account = await findAccountByEmail(database, demoMemberEmail)
  const record = await findDemoPerson(database, demoMemberEmail)
  if (!account || !record?.createdBy) return
  const now = new Date().toISOString()
  await insertContactInvitation(database, {
    codeHash: hashCode(newCode()),
    contactId: record.id,
    invitedBy: record.createdBy,
    accountId: account.id,
    expiresOn: now,
    usedOn: now,
  })
  const reader = { accountId: record.createdBy, organizationId: record.organizationId }
  await recordAccess(database, reader, [record.id], { way: 'record' })
  await recordAccess(database, reader, [record.id], { way: 'list' })
}
