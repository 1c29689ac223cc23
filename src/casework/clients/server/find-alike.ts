import { type RawBuilder, sql } from 'kysely'
import { personRecord } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import { nameDistance, wordDistance } from './spelling-distance.ts'

/** As many as a page of the list shows, also where more is asked for: a file names nobody who is not on the screen. */
const MOST_ALIKE = 50
/** Of more people than this whose names are equally close, some are shown. */
const MOST_NAMESAKES = 100
const MOST_COMPARED = 5000
/** Words of a name, from its beginning, each with an index: `contact_name_word_…`. */
const PLACES = [1, 2, 3, 4, 5, 6]

const wordAt = (place: number) => sql`(name_word(person.first_name, person.last_name, ${sql.lit(place)}) collate "C")`
/** Higher than each letter. */
const LAST = '\u{10FFFF}'

/** One word of the names of an organization, in one place, that resembles a typed one. */
interface NearWord {
  place: number
  word: string
  distance: number
}

/** The different words in one place that begin like this, by jumping from one to the next in the index. */
function wordsFrom(organizationId: string, start: string, place: number) {
  const next = (after: RawBuilder<unknown>) => sql`
    select ${wordAt(place)} as word from ${personRecord.as('person')}
    where organization_id = ${organizationId} and ${wordAt(place)} is not null
      and ${wordAt(place)} ${after} and ${wordAt(place)} < ${start + LAST}
    order by 1 limit 1`
  return sql`(
    with recursive found(word) as (
      (${next(sql`>= ${start}`)}) union all
      select (${next(sql`> found.word`)}) from found where found.word is not null)
    select ${start}::text as start, ${sql.lit(place)} as place, word from found where word is not null)`
}

/** For each typed word those that resemble it. Typing errors are rare in the first two letters: those are the same. */
async function findNearWords(database: Database, organizationId: string, typed: string[]): Promise<NearWord[][]> {
  const startOf = (word: string) => [...word].slice(0, 2).join('')
  const starts = [...new Set(typed.map(startOf))].filter((start) => [...start].length === 2)
  if (starts.length === 0) return typed.map(() => [])
  const { rows } = await sql<{ start: string; place: number; word: string }>`${sql.join(
    starts.flatMap((start) => PLACES.map((place) => wordsFrom(organizationId, start, place))),
    sql` union all `,
  )}`.execute(database)
  return typed.map((each) =>
    rows.flatMap(({ start, place, word }) => {
      const distance = start === startOf(each) ? wordDistance(each, word) : undefined
      return distance === undefined ? [] : [{ place, word, distance }]
    }),
  )
}

/** The name has one of these words in its place. */
function hasOne(near: NearWord[]) {
  const places = [...Map.groupBy(near, ({ place }) => place)]
  const ways = places.map(
    ([place, words]) =>
      sql`(${wordAt(place)} is not null and ${wordAt(place)} = any(${words.map(({ word }) => word)}))`,
  )
  return sql`(${sql.join(ways, sql` or `)})`
}

interface Named {
  id: string
  name: string
}
interface Compared extends Named {
  distance: number
}

/** Those of the people who meet the condition whose names are within typing errors. */
async function compare(
  database: Database,
  { organizationId, typed }: { organizationId: string; typed: string[] },
  condition: RawBuilder<unknown>,
  most: number,
): Promise<Compared[]> {
  const { rows } = await sql<Named>`
    select id, plain_text(person.name) as name from ${personRecord.as('person')}
    where organization_id = ${organizationId} and ${condition} limit ${most}`.execute(database)
  return rows.flatMap((each) => {
    const distance = nameDistance(typed, each.name)
    return distance === undefined ? [] : [{ ...each, distance }]
  })
}

/** By one word: those of the closest names, until there are enough. */
async function findByOne(database: Database, organizationId: string, word: string, near: NearWord[], enough: number) {
  const found: Compared[] = []
  for (const [, words] of [...Map.groupBy(near, ({ distance }) => distance)].sort(([one], [other]) => one - other)) {
    if (found.length >= enough) break
    found.push(...(await compare(database, { organizationId, typed: [word] }, hasOne(words), MOST_NAMESAKES)))
  }
  return found
}

/** By several words: those with all of them, and those of whom another word has an error in its first two letters. */
async function findBySeveral(database: Database, organizationId: string, typed: string[], near: NearWord[][]) {
  const given = { organizationId, typed }
  const whole = await compare(database, given, sql.join(near.map(hasOne), sql` and `), MOST_COMPARED)
  if (near.length === 1) return whole
  const either = sql`(${sql.join(near.map(hasOne), sql` or `)})`
  return [...whole, ...(await compare(database, given, either, whole.length ? MOST_NAMESAKES : MOST_COMPARED))]
}

/**
 * Of the people whom an organization recorded, those whose names have all of these words within typing errors. A word of
 * fewer than four letters has to be right, and it looks for nobody if each is.
 * @param words as they were typed
 * @returns their ids, closest first, then by name: at most `limit` and 50
 */
export async function findAlike(
  database: Database,
  organizationId: string,
  words: string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) given, plain_text(given) word`.execute(database)
  const typed = rows.map(({ word }) => word).filter((word) => /^\p{L}/u.test(word))
  const [first] = typed
  if (!first || !typed.some((word) => word.length > 3)) return []
  const enough = Math.min(limit, MOST_ALIKE)
  const near = (await findNearWords(database, organizationId, typed)).filter((each) => each.length > 0)
  const [only] = near
  if (!only) return []
  const found =
    typed.length === 1
      ? await findByOne(database, organizationId, first, only, enough)
      : await findBySeveral(database, organizationId, typed, near)
  found.sort((one, other) => one.distance - other.distance || one.name.localeCompare(other.name))
  return [...new Set(found.map(({ id }) => id))].slice(0, enough)
}
