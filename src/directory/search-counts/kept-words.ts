import { plainWords } from '#platform/schema/plain-words.ts'

const MOST_WORDS = 12
const MOST_DIGITS = 3
const MOST_LETTERS = 100

/** Words that say nothing by themselves, in English and Spanish. */
const small = new Set(
  (
    'a an and any at by can do find for free from get have help i in is it looking me my near need of on or please some someone the to us want we ' +
    'where who with without you your al algo alguien ayuda busco cerca como con de del donde el en es gratis hay la las lo los me mi mis ' +
    'necesita necesito o para pedir por que quiero se sin su sus un una unos y yo'
  ).split(' '),
)

/** Without the ending of a plural, so that both are one word. */
const singular = (word: string) => (word.length > 4 ? word.replace(/(es|s)$/, '') : word)

/**
 * The words of a search as they may be counted: small letters, no accents. Null if they look like something that belongs to
 * one person, such as a telephone number, an address or an e-mail: these are never kept.
 */
export function countedWords(text: string): string | null {
  if (text.includes('@') || (text.match(/\p{N}/gu)?.length ?? 0) > MOST_DIGITS) return null
  const words = plainWords(text)
  const all = words.join(' ')
  return words.length > MOST_WORDS || all.length > MOST_LETTERS ? null : all
}

/** Says of a word whether one of these phrases contains it. */
export function vocabularyOf(phrases: Iterable<string>) {
  const words = new Set<string>()
  for (const phrase of phrases) for (const word of plainWords(phrase)) words.add(singular(word))
  return (word: string) => words.has(singular(word)) || small.has(word)
}

/**
 * The areas of fewer than 20,000 people in 2000 or 2010, which stand for nobody in particular only when put together: the
 * Safe Harbor rule of HIPAA, 45 CFR 164.514(b)(2)(i)(B).
 */
const smallAreas = new Set(
  '036 059 063 102 203 205 369 556 692 753 772 790 821 823 830 831 878 879 884 890 893'.split(' '),
)
export const SMALL_AREAS = '000'

/** The first three digits of a ZIP code; one code for all areas with few people. */
export function zipAreaOf(zip: string | undefined): string | null {
  const area = zip?.slice(0, 3)
  if (!area) return null
  return smallAreas.has(area) ? SMALL_AREAS : area
}
