import { type RawBuilder, sql } from 'kysely'
import { withoutAccents } from '#platform/schema/without-accents.ts'
import type { Database } from '#platform/server/database.ts'

const MAX_WORDS = 12
const LONGEST_PHRASE = 4

/** The parsed words of a search. */
export interface WordSearch {
  /** A tsquery in its text form. */
  query: string
  /** The same without synonyms: what has the words themselves comes first. */
  literal: string
  /** Whether a match must contain every word; false if no service contains all of them, so that one is enough. */
  isWhole: boolean
  /** The words with corrected spelling; null if there was nothing to correct. */
  correctedText: string | null
  /** Each word or phrase with its alternatives, as a separate tsquery. */
  parts: string[]
  /** Those of the parts that have synonyms: they say what is looked for. */
  topics: string[]
  /** Set if most of the words are enough: a service is ranked by the weights of those that it contains. */
  weighed?: { parts: { query: string; weight: number }[]; least: number }
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)

const plain = (words: string): RawBuilder<unknown> => sql`plainto_tsquery('directory', ${words})`
const either = (queries: RawBuilder<unknown>[]) => sql`(${sql.join(queries, sql` || `)})`

/**
 * Parses typed words into a query: stems, synonyms, and for words that no service contains, the most similar ones. Null
 * if there is nothing to search for.
 */
async function findWords(database: Database, text: string): Promise<WordSearch | null> {
  const words = wordsOf(text)
  if (!words.length) return null
  const synonyms = await findSynonyms(database, words)
  const asTyped = await combine(database, words, synonyms, new Map())
  if (!asTyped) return null
  const { literal, parts, topics } = asTyped
  if (await haveServices(database, asTyped.all))
    return { query: asTyped.all, literal, isWhole: true, correctedText: null, parts, topics }
  const corrections = await correctWords(
    database,
    words.filter((w) => ![...synonyms.keys()].some((phrase) => phrase.split(' ').includes(w))),
  )
  if (!corrections.size) return { query: asTyped.some, literal, isWhole: false, correctedText: null, parts, topics }
  const corrected = words.map((w) => corrections.get(w)?.[0] ?? w)
  const others = new Map([...corrections.values()].map(([first = '', ...more]) => [first, more]))
  const meant = await combine(database, corrected, await findSynonyms(database, corrected), others)
  if (!meant) return null
  const isWhole = await haveServices(database, meant.all)
  return {
    query: isWhole ? meant.all : meant.some,
    literal: meant.literal,
    isWhole,
    correctedText: corrected.join(' '),
    parts: meant.parts,
    topics: meant.topics,
  }
}

/** The strict and the relaxed parse of a text, each computed only once. */
export function wordReader(database: Database, text: string | undefined) {
  let strict: Promise<WordSearch | null> | undefined
  let relaxed: Promise<WordSearch | null> | undefined
  const findStrict = async () => (text ? findWords(database, text) : null)
  const findRelaxed = async (typed: WordSearch) => (await relaxWords(database, typed)) ?? typed
  return async (isRelaxed: boolean) => {
    strict ??= findStrict()
    const typed = await strict
    // If no service contains all words, most of them are enough from the start.
    if (!typed || (!isRelaxed && typed.isWhole)) return typed
    relaxed ??= findRelaxed(typed)
    return relaxed
  }
}

const COUNTED = 2000
/**
 * The share of the total weight that a service must have. More than a third: one of three equal words is not enough.
 */
const LEAST = 0.34

/** How many services contain each of these; counting stops at {@link COUNTED}. */
async function countServices(database: Database, queries: string[]) {
  const { rows } = await sql<{ query: string; count: number }>`
    select query, (select count(*) from (
      select from service_search s where s.document @@ query::tsquery limit ${COUNTED}) met)::integer as count
    from unnest(${queries}::text[]) query`.execute(database)
  return rows
}

/** How much more a word with synonyms counts than one without: "ride" says more than "appointment". */
const TOPIC = 2

/**
 * The same words, if most of them are enough. Rare words count more than common ones, and words with synonyms more than
 * others; a word that no service contains does not count.
 */
async function relaxWords(database: Database, words: WordSearch): Promise<WordSearch | null> {
  const parts = (await countServices(database, words.parts))
    .filter(({ count }) => count > 0)
    .map(({ query, count }) => ({
      query,
      weight: Math.max(1, Math.round((words.topics.includes(query) ? TOPIC * 1000 : 1000) / Math.log2(2 + count))),
    }))
  if (parts.length === 0) return null
  const sum = parts.reduce((all, { weight }) => all + weight, 0)
  return {
    ...words,
    query: parts.map(({ query }) => `( ${query} )`).join(' | '),
    isWhole: false,
    weighed: { parts, least: Math.ceil(sum * LEAST) },
  }
}

type Meanings = Map<string, string[]>

/** Words around what is looked for. They count only if there are no others. */
const fillers = new Set(
  `help helps need needs want looking find get getting please service services program programs someone somebody people
  ayuda ayudar necesito quiero busco buscar para con de del la el los las en un una mi mis por que y al su donde como puedo
  tengo estoy alguien gente servicio servicios programa programas`.split(/\s+/),
)
const isFiller = (phrase: string) => fillers.has(withoutAccents(phrase))

/**
 * All of the words with their alternatives, any one of them, and each separately. Null if there are only stop words.
 */
async function combine(database: Database, words: string[], synonyms: Meanings, corrections: Meanings) {
  const phrases = intoPhrases(words, synonyms)
  const telling = phrases.filter((phrase) => !isFiller(phrase))
  const alternatives = (phrase: string) => ({
    query: either([
      plain(phrase),
      ...(synonyms.get(phrase) ?? []).map((s) => sql`phraseto_tsquery('directory', ${s})`),
      ...(corrections.get(phrase) ?? []).map(plain),
    ]),
    literal: plain(phrase),
    isTopic: synonyms.has(phrase),
  })
  return (
    (telling.length ? await parseParts(database, telling.map(alternatives)) : null) ??
    (telling.length < phrases.length ? await parseParts(database, phrases.map(alternatives)) : null)
  )
}

/**
 * A word that more of the services contain tells them apart so little that it need not be found next to others: "lawyer"
 * in a directory of lawyers.
 */
const EVERYWHERE = 0.3
const SAMPLE = 500
/** In fewer services, a share says nothing. */
const LEAST_SAMPLE = 20

interface GivenPart {
  query: RawBuilder<unknown>
  literal: RawBuilder<unknown>
  isTopic: boolean
}

async function parseParts(database: Database, given: GivenPart[]) {
  // One part alone is looked for however common it is.
  const share =
    given.length > 1
      ? sql`(
      select case when count(*) < ${LEAST_SAMPLE} then 0 else avg((document @@ query::tsquery)::integer) end
      from (select document from service_search limit ${SAMPLE}) sample)::float8`
      : sql`0::float8`
  const { rows } = await sql<{ query: string; literal: string; isTopic: boolean; share: number }>`
    select query, literal, is_topic, ${share} as share
    from (values ${sql.join(given.map(({ query, literal, isTopic }, n) => sql`(${n}::integer, ${query}::text, ${literal}::text, ${isTopic}::boolean)`))}) part (n, query, literal, is_topic)
    where query <> '' order by n`.execute(database)
  if (!rows.length) return null
  const rare = rows.filter(({ share }) => share < EVERYWHERE)
  const join = (parts: typeof rows, operator: string) => parts.map(({ query }) => `( ${query} )`).join(operator)
  return {
    all: join(rare.length ? rare : rows, ' & '),
    some: join(rows, ' | '),
    literal: rows.flatMap(({ literal }) => (literal ? [`( ${literal} )`] : [])).join(' & '),
    parts: rows.map(({ query }) => query),
    topics: rows.filter(({ isTopic }) => isTopic).map(({ query }) => query),
  }
}

/** Combines words that form a known phrase, longest first. */
function intoPhrases(words: string[], known: Map<string, string[]>): string[] {
  const phrases: string[] = []
  for (let i = 0; i < words.length; ) {
    const length = [4, 3, 2].find((n) => i + n <= words.length && known.has(words.slice(i, i + n).join(' '))) ?? 1
    phrases.push(words.slice(i, i + length).join(' '))
    i += length
  }
  return phrases
}

function phrasesOf(words: string[]) {
  const starts = words.map((_, i) => i)
  return starts.flatMap((i) => Array.from({ length: LONGEST_PHRASE }, (_, n) => words.slice(i, i + n + 1).join(' ')))
}

/**
 * The synonyms of each word or phrase. Compared by stems, so that `lawyers` finds the same as `lawyer`. Those of a retired
 * category do not count.
 */
async function findSynonyms(database: Database, words: string[]) {
  const { rows } = await sql<{ typed: string; phrases: string[] }>`
    with known as (
      select phrase, meaning, stems from search_synonym s
      where not exists (select from taxonomy_term t where t.id = s.taxonomy_term_id and t.retired_on is not null))
    select typed, array_agg(distinct other.phrase order by other.phrase) as phrases
    from (select typed, plainto_tsquery('directory', typed)::text as stems from unnest(${phrasesOf(words)}::text[]) typed) given
    join known on known.stems = given.stems and known.stems <> ''
    join known other on other.meaning = known.meaning and other.stems <> known.stems
    group by typed`.execute(database)
  return new Map(rows.map((r) => [r.typed, r.phrases]))
}

/** Words that are this much less similar than the most similar one were not meant. */
const NEARLY = 0.15

/**
 * For each word that no service contains: up to three similar ones, most similar first. Of the words in the directory, and
 * of the synonyms: they are what people look for, also where a service says it differently. A word that no service
 * contains anymore, as the name of a place that became confidential, is never suggested.
 */
async function correctWords(database: Database, words: string[]) {
  const long = words.filter((w) => w.length >= 4 && w.length <= 30)
  if (!long.length) return new Map<string, string[]>()
  const { rows } = await sql<{ typed: string; words: string[] }>`
    select typed, array(
      select word from (
        select word, is_synonym, distance from (
          select word, is_synonym, word <-> unaccent(typed) as distance, min(word <-> unaccent(typed)) over () as least from (
            select word, bool_or(is_synonym) as is_synonym from (
              select word, false as is_synonym from search_word where word % unaccent(typed)
              union all
              select word, true from search_synonym cross join regexp_split_to_table(lower(unaccent(phrase)), '[^a-z]+') as word
              where length(word) >= 4 and word % unaccent(typed)) given
            group by word) known
          where plainto_tsquery('directory', word)::text <> '') candidate
        where distance <= least + ${NEARLY} order by distance, word limit 3) nearest
      where is_synonym or any_service_has(plainto_tsquery('directory', word)) order by distance, word) as words
    from unnest(${long}::text[]) typed
    where plainto_tsquery('directory', typed)::text <> '' and not any_service_has(plainto_tsquery('directory', typed))`.execute(
    database,
  )
  return new Map(rows.filter((r) => r.words.length).map((r) => [r.typed, r.words]))
}

async function haveServices(database: Database, query: string) {
  const { rows } = await sql<{ has: boolean }>`select any_service_has(${query}::tsquery) as has`.execute(database)
  return rows[0]?.has ?? false
}
