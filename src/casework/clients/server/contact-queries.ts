import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { listPhones, personRecord } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { currentImpersonator } from '#platform/server/acting-for.ts'
import type { Database } from '#platform/server/database.ts'
import { type Reader, recordAccess } from './record-access.ts'

/**
 * A person's phone numbers, and records the access. Seeing one's own is not recorded, except during an impersonation.
 */
export async function viewPhones(database: Database, reader: Reader & Pick<Actor, 'contactId'>, contactId: string) {
  if (contactId !== reader.contactId || currentImpersonator())
    await recordAccess(database, reader, [contactId], { way: 'phone' })
  return listPhones(database, contactId)
}

/** A contact with the fields that decide who may see its phone numbers. */
export const findPhoneOwner = (database: Database, contactId: string) =>
  database
    .selectFrom(personRecord.as('contact'))
    .leftJoin(accountPerson.as('account'), 'account.contactId', 'contact.id')
    .select([
      'contact.id',
      'contact.organizationId',
      'account.organizationId as accountOrganizationId',
      'account.id as accountId',
    ])
    .where('contact.id', '=', contactId)
    .executeTakeFirst()
