import { withoutAccents } from './without-accents.ts'
/** The words of a text in lowercase, without accents and apostrophes. */
export const plainWords = (text: string) =>
  withoutAccents(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const isLike = (word: string | undefined, part: string) =>
  part.endsWith('*') ? word?.startsWith(part.slice(0, -1)) === true : word === part

/**
 * The index where the words of a phrase appear consecutively, or -1. A word that ends with `*` matches any word with
 * that prefix.
 */
export function placeOfPhrase(words: readonly string[], phrase: string) {
  const parts = phrase.split(' ')
  return words.findIndex((_, at) => parts.every((part, n) => isLike(words[at + n], part)))
}

export const hasPhrase = (words: readonly string[], phrase: string) => placeOfPhrase(words, phrase) >= 0
