import { plainWords } from '#platform/schema/plain-words.ts'

/** Words that speak for a category: whole words, or prefixes that end with `*`. */
export interface TermPhrase {
  phrase: string
  code: string
}
/** What a whole problem code, keyword or kind of service means. */
export interface TermMapping {
  said: string
  code: string
}
export interface TermGuess {
  /** the category's code in Open Eligibility */
  code: string
  /** the words on which the guess rests, as they were written */
  because: string
}
export interface SaidOfService {
  name: string
  /** keywords, problem codes, and categories of the source's own taxonomy, each by itself */
  keywords: readonly string[]
  description: string
}
export interface Lexicon {
  byFirstWord: ReadonlyMap<string, readonly { parts: string[]; codes: string[] }[]>
  byWhole: ReadonlyMap<string, readonly string[]>
}

const MOST = 6
/** A guess needs at least this weight: a word in the description alone is not enough. */
const LEAST = 2
const weights = { name: 3, keyword: 2, description: 1 }
const SHORTEST_PREFIX = 3
/** A description of this length or less may be the kind of service in a few words. */
const SHORT = 80
const LONGEST_READ = 4000

const wholeOf = (text: string) => plainWords(text).join(' ')

export function makeLexicon(phrases: readonly TermPhrase[], mappings: readonly TermMapping[]): Lexicon {
  const codesOf = Map.groupBy(phrases, ({ phrase }) => phrase)
  const all = [...codesOf].map(([phrase, rows]) => ({ parts: phrase.split(' '), codes: rows.map(({ code }) => code) }))
  const longestFirst = all.sort((one, other) => other.parts.length - one.parts.length)
  const whole = Map.groupBy(mappings, ({ said }) => wholeOf(said))
  return {
    byFirstWord: Map.groupBy(longestFirst, ({ parts }) => parts[0] ?? ''),
    byWhole: new Map([...whole].map(([said, rows]) => [said, rows.map(({ code }) => code)])),
  }
}

interface Token {
  word: string
  from: number
  to: number
}
const tokensOf = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}'’]+/gu)].flatMap((found) => {
    const word = plainWords(found[0])[0]
    return word ? [{ word, from: found.index, to: found.index + found[0].length }] : []
  })

const isLike = (word: string | undefined, part: string) =>
  part.endsWith('*') ? word?.startsWith(part.slice(0, -1)) === true : word === part

function* firstWords(word: string) {
  yield word
  for (let length = SHORTEST_PREFIX; length <= word.length; length += 1) yield `${word.slice(0, length)}*`
}

/** The longest phrase that begins at this word. */
function phraseAt(lexicon: Lexicon, tokens: readonly Token[], at: number) {
  const found = [...firstWords(tokens[at]?.word ?? '')]
    .flatMap((first) => lexicon.byFirstWord.get(first) ?? [])
    .filter(({ parts }) => parts.every((part, n) => isLike(tokens[at + n]?.word, part)))
  return found.sort((one, other) => other.parts.length - one.parts.length)[0]
}

/** Every phrase in a text with its words as written; of overlapping ones, the first and longest. */
function* phrasesIn(lexicon: Lexicon, text: string) {
  const tokens = tokensOf(text)
  for (let at = 0; at < tokens.length; ) {
    const found = phraseAt(lexicon, tokens, at)
    const last = tokens[at + (found?.parts.length ?? 1) - 1]
    if (found) yield { codes: found.codes, because: text.slice(tokens[at]?.from, last?.to).replace(/\s+/g, ' ') }
    at += found?.parts.length ?? 1
  }
}

interface Evidence {
  weight: number
  because: string[]
}

/**
 * The categories for which a service's own words speak, those with most evidence first. Never from the name of its
 * organization: a food bank may also offer legal help.
 */
export function guessTerms(lexicon: Lexicon, said: SaidOfService): TermGuess[] {
  const evidence = new Map<string, Evidence>()
  const add = (codes: readonly string[], because: string, weight: number) => {
    for (const code of codes) {
      const known = evidence.get(code) ?? { weight: 0, because: [] }
      if (known.because.some((words) => wholeOf(words) === wholeOf(because))) continue
      evidence.set(code, { weight: known.weight + weight, because: [...known.because, because] })
    }
  }
  const read = (text: string, weight: number) => {
    const whole = lexicon.byWhole.get(wholeOf(text))
    if (whole) return add(whole, text.trim(), Math.max(weight, LEAST))
    for (const { codes, because } of phrasesIn(lexicon, text)) add(codes, because, weight)
  }
  read(said.name, weights.name)
  for (const keyword of said.keywords) read(keyword, weights.keyword)
  const description = said.description.slice(0, LONGEST_READ)
  if (description.length <= SHORT) read(description, weights.description)
  else for (const { codes, because } of phrasesIn(lexicon, description)) add(codes, because, weights.description)
  return [...evidence]
    .filter(([, { weight }]) => weight >= LEAST)
    .sort(([, one], [, other]) => other.weight - one.weight)
    .slice(0, MOST)
    .map(([code, { because }]) => ({ code, because: because.slice(0, 2).join(', ') }))
}
