import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { mayContact } from '#casework/safe-contact/safe-contact-policy.ts'
import { listSafeContacts } from '#casework/safe-contact/server/safe-contact-public.ts'
import { containing, personRecord, phoneOf, withPhoneEnding } from '#identity/people/server/people-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { ContactPage, ContactSearch, ListedContact } from '../contact-record.ts'
import { findAlike } from './find-alike.ts'
import { readDays } from './read-days.ts'
import { type Reader, recordAccess } from './record-access.ts'

type Listing = Reader & { organizationId: string }
type PersonInList = Omit<ListedContact, 'callRefusal'>

const name = sql<string>`plain_text(person.name)`

const select = (database: Database, organizationId: string) =>
  database
    .selectFrom(personRecord.as('person'))
    .select(['id', 'firstName', 'lastName', 'birthDate', 'email', 'city', 'postalCode', 'createdOn', 'version'])
    .select(phoneOf(sql`person.id`).as('primaryPhone'))
    .where('organizationId', '=', organizationId)

/** The words of a name in any order; a comma only separates last and first name. */
const wordsOf = (search: string) => search.split(/[\s,]+/).filter(Boolean)

/** The name contains every word; or the text is the e-mail address, a telephone number or the birth date. */
function isFound(search: string): RawBuilder<boolean> {
  const words = wordsOf(search)
  const digits = search.replace(/\D/g, '')
  const days = readDays(search)
  const ways = [
    ...(words.length
      ? [
          sql`(${sql.join(
            words.map((word) => sql`${name} like ${containing(word)}`),
            sql` and `,
          )})`,
        ]
      : []),
    sql`lower(email) = lower(${search})`,
    ...(words.length
      ? [
          sql`person.id = any(array(select former.merged_into from ${personRecord.as('former')} where former.merged_into is not null and ${sql.join(
            words.map((word) => sql`plain_text(former.name) like ${containing(word)}`),
            sql` and `,
          )}))`,
        ]
      : []),
    ...(digits.length >= 7 ? [sql`person.id = any(${withPhoneEnding(digits)})`] : []),
    ...(days.length ? [sql`birth_date = any(${days}::date[])`] : []),
  ]
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

/** The people within typing errors, closest first, if the search is a name. */
async function listAlike(database: Database, organizationId: string, query: z.infer<typeof ContactSearch>) {
  const words = wordsOf(query.search ?? '').flatMap((word) => word.split('-').filter(Boolean))
  const ids = await findAlike(database, organizationId, words, query.limit)
  const rows = ids.length ? await select(database, organizationId).where('id', 'in', ids).execute() : []
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** One page by last name. */
async function listPage(database: Database, organizationId: string, query: z.infer<typeof ContactSearch>) {
  const after = readCursor(query.cursor, [z.string(), z.string(), Id])
  const rows = await select(database, organizationId)
    .select([sql<string>`plain_text(last_name)`.as('lastKey'), sql<string>`plain_text(first_name)`.as('firstKey')])
    .$if(Boolean(query.search), (q) => q.where(isFound(query.search ?? '')))
    .$if(query.ids !== undefined, (q) => q.where(sql<boolean>`id = any(${query.ids}::uuid[])`))
    .$if(after !== undefined, (q) =>
      q.where(
        sql<boolean>`(plain_text(last_name), plain_text(first_name), id) > (${after?.[0]}, ${after?.[1]}, ${after?.[2]}::uuid)`,
      ),
    )
    .orderBy(sql`plain_text(last_name)`)
    .orderBy(sql`plain_text(first_name)`)
    .orderBy('id')
    .limit(query.limit + 1)
    .execute()
  const { items, nextCursor } = pageFrom(rows, query.limit, (row) => [row.lastKey, row.firstKey, row.id])
  return { items: items.map(({ lastKey, firstKey, ...row }): PersonInList => row), nextCursor }
}

/** Says of each person whether their number may be called now. */
async function withSafety(database: Database, items: PersonInList[]): Promise<ListedContact[]> {
  const rules = await listSafeContacts(
    database,
    items.map(({ id }) => id),
  )
  return items.map((item) => {
    const verdict = mayContact(rules.get(item.id) ?? null, { way: 'call', to: item.primaryPhone })
    return { ...item, callRefusal: verdict.isAllowed ? null : verdict.refusal }
  })
}

/**
 * The people whom an organization recorded, by last name; `search` finds parts of names in any order, a phone number, an
 * e-mail address or a birth date and, if nobody at all matches, names with a similar spelling. The access is recorded.
 */
export async function listContacts(
  database: Database,
  reader: Listing,
  query: z.infer<typeof ContactSearch>,
): Promise<z.infer<typeof ContactPage>> {
  const page = await listPage(database, reader.organizationId, query)
  const isAlike = Boolean(query.search) && !query.cursor && !query.ids && page.items.length === 0
  const items = isAlike ? await listAlike(database, reader.organizationId, query) : page.items
  await recordAccess(
    database,
    reader,
    items.map(({ id }) => id),
    { way: 'list' },
  )
  return { items: await withSafety(database, items), nextCursor: page.nextCursor, isAlike: isAlike && items.length > 0 }
}
