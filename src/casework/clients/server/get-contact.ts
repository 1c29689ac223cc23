import { findSafeContact } from '#casework/safe-contact/server/safe-contact-public.ts'
import { findContactRow, listPhones } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Contact } from '../contact-record.ts'
import { listConsentsShown } from './consent-queries.ts'
import { type Reader, recordAccess } from './record-access.ts'

/** A person's complete record; records the access. The caller has checked that the reader may see it. */
export async function getContact(database: Database, reader: Reader, id: string): Promise<Contact> {
  const row = await findContactRow(database, id)
  if (!row) throw problem('not-found')
  await recordAccess(database, reader, [id], { way: 'record' })
  return {
    ...row,
    phones: await listPhones(database, id),
    consents: await listConsentsShown(database, id),
    safeContact: await findSafeContact(database, id),
  } as Contact
}
