import { sql } from 'kysely'
import { personPhone, personRecord } from '#identity/people/server/people-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { Channel } from '#platform/server/messages.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { SafeContact } from '../safe-contact.ts'
import { mayContact, needsNeutralWords } from '../safe-contact-policy.ts'
import { safeContactProblem } from './safe-contact-problem.ts'
import { findSafeContact, safeContacts } from './safe-contact-queries.ts'

interface Sending {
  /** Null: somebody who is not on record as the person of this message. */
  contactId: string | null
  /** On whose behalf it is sent. */
  organizationId: string | null
  channel: Exclude<Channel, 'voice'>
  /** The address, or the number in its stored form. */
  to: string
  /** The field of the caller's form that shows a refusal. */
  field: string
}

export interface Safety {
  /** Whether the message must say neither who sends it nor what it is about. */
  isNeutral: boolean
  /** When a message with this end must no longer be delivered: its own end, or that of the safe hours. */
  endOf: (expiresOn: Date) => Date
}

/** The rules of those people of an organization who have this address or number. */
async function listByAddress(database: Database, { organizationId, channel, to }: Sending): Promise<SafeContact[]> {
  const { rows } = await sql<SafeContact>`
    select safe.* from ${safeContacts.as('safe')} join ${personRecord.as('person')} on person.id = safe.contact_id
    where person.organization_id = ${organizationId}::uuid
      and ${
        channel === 'email'
          ? sql`lower(person.email) = ${to.toLowerCase()}`
          : sql`exists (select from ${personPhone.as('phone')} where phone.contact_id = person.id and phone.phone_number = ${to})`
      }`.execute(database)
  return rows
}

/**
 * Every message to a person asks here before it is written. Without a person, everybody at the organization who has
 * this address must allow it.
 * @throws problem contact-unsafe at the field, with `nextOn` if it is only too early or too late
 */
export async function requireSafe(database: Database, sending: Sending): Promise<Safety> {
  const { contactId, channel, to, field } = sending
  const all = contactId ? [await findSafeContact(database, contactId)] : await listByAddress(database, sending)
  const ends: number[] = []
  for (const rules of all) {
    const verdict = mayContact(rules, { way: channel === 'sms' ? 'text' : 'email', to })
    if (!verdict.isAllowed)
      throw safeContactProblem('contact-unsafe', {
        errors: [{ path: field, message: `safe-contact/${verdict.refusal}` }],
        extra: { nextOn: verdict.nextOn && new Date(verdict.nextOn).toISOString() },
      })
    if (verdict.until) ends.push(verdict.until)
  }
  return {
    isNeutral: all.some(needsNeutralWords),
    endOf: (expiresOn) => new Date(Math.min(expiresOn.getTime(), ...ends)),
  }
}

/** Refuses a text where the portal sends none. @throws 400 at the field */
export function requireTexts(
  { sendsTexts }: Pick<Config, 'sendsTexts'>,
  { channel, field }: Pick<Sending, 'channel' | 'field'>,
) {
  if (channel === 'sms' && !sendsTexts) throw fieldProblem(field, 'safe-contact/no-texts')
}
