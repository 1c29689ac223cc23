/** The words of a text in lower case, without accents and apostrophes. */
export const plainWords = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const isLike = (word: string | undefined, part: string) =>
  part.endsWith('*') ? word?.startsWith(part.slice(0, -1)) === true : word === part

/** Where the words of a phrase stand side by side, or -1. A part that ends with `*` stands for every word that begins so. */
export function placeOfPhrase(words: readonly string[], phrase: string) {
  const parts = phrase.split(' ')
  return words.findIndex((_, at) => parts.every((part, n) => isLike(words[at + n], part)))
}

export const hasPhrase = (words: readonly string[], phrase: string) => placeOfPhrase(words, phrase) >= 0
