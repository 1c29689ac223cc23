import { type RawBuilder, sql } from 'kysely'
import { personRecord } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import { nameDistance, wordDistance } from './spelling-distance.ts'

/** As many as a page of the list shows, also where more is asked for: a file names nobody who is not on the screen. */
const MOST_ALIKE = 50
/** Of more people than this whose names are equally close, some are shown. */
const MOST_NAMESAKES = 100
const MOST_COMPARED = 5000

/** The SQL of one word of a name; each of the first six is indexed. @param place from 1 */
const wordAt = (place: number) => sql`(name_word(person.first_name, person.last_name, ${sql.lit(place)}) collate "C")`

/** One word of the names of an organization, in one place, that resembles a typed one. */
interface NearWord {
  place: number
  word: string
  distance: number
}

/** For each typed word those that resemble it. Typing errors are rare in the first two letters: those are the same. */
async function findNearWords(database: Database, organizationId: string, typed: string[]): Promise<NearWord[][]> {
  const startOf = (word: string) => [...word].slice(0, 2).join('')
  const starts = [...new Set(typed.map(startOf))].filter((start) => [...start].length === 2)
  if (starts.length === 0) return typed.map(() => [])
  const { rows } = await sql<{ start: string; place: number; word: string }>`
    select start, place, word from unnest(${starts}::text[]) start, name_words(${organizationId}, start)`.execute(
    database,
  )
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
