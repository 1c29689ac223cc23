import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

const MAX_WORDS = 12
const LONGEST_PHRASE = 4

/** The parsed words of a search. */
export interface WordSearch {
  /** A tsquery in its text form. */
  query: string
  /** Whether a match must contain every word; false if no service contains all of them, so that one is enough. */
  isWhole: boolean
  /** The words with corrected spelling; null if there was nothing to correct. */
  correctedText: string | null
  /** Each word or phrase with its alternatives, as a separate tsquery. */
  parts: string[]
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
  if (await haveServices(database, asTyped.all))
    return { query: asTyped.all, isWhole: true, correctedText: null, parts: asTyped.parts }
  const corrections = await correctWords(
    database,
    words.filter((w) => ![...synonyms.keys()].some((phrase) => phrase.split(' ').includes(w))),
  )
  const meant = corrections.size ? await combine(database, words, synonyms, corrections) : asTyped
  if (!meant) return null
  const isWhole = corrections.size > 0 && (await haveServices(database, meant.all))
  const corrected = words.map((w) => corrections.get(w)?.[0] ?? w).join(' ')
  return {
    query: isWhole ? meant.all : meant.some,
    isWhole,
    correctedText: corrections.size ? corrected : null,
    parts: meant.parts,
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

/**
 * The same words, if most of them are enough. Rare words count more than common ones; a word that no service contains
 * does not count.
 */
async function relaxWords(database: Database, words: WordSearch): Promise<WordSearch | null> {
  const parts = (await countServices(database, words.parts))
    .filter(({ count }) => count > 0)
    .map(({ query, count }) => ({ query, weight: Math.max(1, Math.round(1000 / Math.log2(2 + count))) }))
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

/**
 * All of the words with their alternatives, any one of them, and each separately. Null if there are only stop words.
 */
async function combine(database: Database, words: string[], synonyms: Meanings, corrections: Meanings) {
  const parts = intoPhrases(words, synonyms).map((phrase) =>
    either([
      plain(phrase),
      ...(synonyms.get(phrase) ?? []).map((s) => sql`phraseto_tsquery('directory', ${s})`),
      ...(corrections.get(phrase) ?? []).map(plain),
    ]),
  )
  const { rows } = await sql<{ all: string; some: string; parts: string[] }>`
    select (${sql.join(parts, sql` && `)})::text as all, (${either(parts)})::text as some,
      array_remove(array[${sql.join(parts.map((part) => sql`${part}::text`))}], '') as parts`.execute(database)
  return rows[0]?.all ? rows[0] : null
}

function phrasesOf(words: string[]) {
  const starts = words.map((_, i) => i)
  return starts.flatMap((i) => Array.from({ length: LONGEST_PHRASE }, (_, n) => words.slice(i, i + n + 1).join(' ')))
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

/**
 * The synonyms of each word or phrase. Compared by stems, so that `lawyers` finds the same as `lawyer`. Those of a retired
 * category do not count.
 */
async function findSynonyms(database: Database, words: string[]) {
  const { rows } = await sql<{ typed: string; phrases: string[] }>`
    with known as (
      select phrase, meaning, plainto_tsquery('directory', phrase)::text as stems from search_synonym s
      where not exists (select from taxonomy_term t where t.id = s.taxonomy_term_id and t.retired_on is not null))
    select typed, array_agg(distinct other.phrase order by other.phrase) as phrases
    from unnest(${phrasesOf(words)}::text[]) typed
    join known on known.stems = plainto_tsquery('directory', typed)::text and known.stems <> ''
    join known other on other.meaning = known.meaning and other.stems <> known.stems
    group by typed`.execute(database)
  return new Map(rows.map((r) => [r.typed, r.phrases]))
}

/** For each word that no service contains: up to three similar ones, most similar first. */
async function correctWords(database: Database, words: string[]) {
  const long = words.filter((w) => w.length >= 4 && w.length <= 30)
  if (!long.length) return new Map<string, string[]>()
  const { rows } = await sql<{ typed: string; words: string[] }>`
    select typed, array(
      select s.word from search_word s where s.word % unaccent(typed)
      order by s.word <-> unaccent(typed), s.word limit 3) as words
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
