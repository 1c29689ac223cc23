import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Contact } from '../contact-record.ts'
import { listConsentsShown } from './consent-queries.ts'
import { findContactRow, listPhones } from './contact-queries.ts'

/** A person's whole record; the caller has checked who asks. */
export async function getContact(database: Database, id: string): Promise<Contact> {
  const row = await findContactRow(database, id)
  if (!row) throw problem('not-found')
  return { ...row, phones: await listPhones(database, id), consents: await listConsentsShown(database, id) } as Contact
}
