import { sql } from 'kysely'
import type { PersonRows } from '#identity/people/person-rows.ts'
import type { Database } from '#platform/server/database.ts'
import type { SafeContact } from '../safe-contact.ts'
import { strictest } from '../strictest.ts'
import { findSafeContact } from './safe-contact-queries.ts'

interface Carried {
  before: SafeContact | null
  version: number
}
const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`

async function replace(transaction: Database, contactId: string, { phones, hours, ...rules }: SafeContact) {
  const row = { ...rules, phones: json(phones), hours: json(hours) }
  await transaction
    .insertInto('safeContact')
    .values({ contactId, ...row })
    .onConflict((conflict) => conflict.column('contactId').doUpdateSet(row))
    .execute()
}

/**
 * The remaining record gets the strictest combination of both rules; the other one keeps its own. Rules that were
 * changed since stay.
 */
export const safeContactRows: PersonRows = {
  table: 'safe_contact',
  count: async (database, contactId, since) => {
    const rules = await findSafeContact(database, contactId)
    return rules && (since === null || rules.changedOn > since) ? 1 : 0
  },
  carry: async (transaction, { from, into }): Promise<Carried | null> => {
    const [before, other] = [await findSafeContact(transaction, into), await findSafeContact(transaction, from)]
    if (!other) return null
    const version = (before?.version ?? 0) + 1
    await replace(transaction, into, { ...(before ? strictest(before, other) : other), version })
    return { before, version }
  },
  giveBack: async (transaction, { into }, carried) => {
    const { before, version } = (carried as Carried | null) ?? {}
    if (version === undefined || (await findSafeContact(transaction, into))?.version !== version) return
    if (before) await replace(transaction, into, { ...before, version: version + 1 })
    else await transaction.deleteFrom('safeContact').where('contactId', '=', into).execute()
  },
}
