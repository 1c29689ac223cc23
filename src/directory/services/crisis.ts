import { z } from 'zod'
import { hasPhrase, placeOfPhrase, plainWords } from '#platform/schema/plain-words.ts'

const InBoth = z.object({ en: z.string().min(1), es: z.string().min(1) })
const Dialed = z.string().regex(/^\+?[\d-]{3,20}$/)

/** A number to call, and possibly to text. */
export const CrisisLine = z.object({
  name: InBoth,
  about: InBoth,
  call: Dialed,
  text: Dialed.optional(),
  /** prefixes of ZIP codes: the hotline is shown only for a search near one of them; by default, everywhere */
  zips: z.array(z.string().regex(/^\d{1,5}$/)).optional(),
})
export type CrisisLine = z.infer<typeof CrisisLine>

const Phrases = z.array(z.string().regex(/^[a-z0-9*]+( [a-z0-9*]+)*$/, { error: 'plain small letters, no accents' }))

/**
 * The hotlines for a search that indicates a crisis, and the words that indicate one. An operator's file has the same
 * format.
 */
export const CrisisHelp = z.object({
  /** the target of the quick exit */
  leaveTo: z.url({ protocol: /^https$/ }),
  lines: z.array(CrisisLine).min(1).max(8),
  /** words and phrases; `*` marks a prefix */
  words: z.object({ en: Phrases, es: Phrases }),
  /** phrases that only look like a crisis */
  except: Phrases.default([]),
})
export type CrisisHelp = z.infer<typeof CrisisHelp>

/** The words without those that only look like a crisis. */
function withoutExceptions(words: string[], except: readonly string[]): string[] {
  for (const phrase of except) {
    const at = placeOfPhrase(words, phrase)
    if (at >= 0) return withoutExceptions(words.toSpliced(at, phrase.split(' ').length, ''), except)
  }
  return words
}

/** Whether a search indicates a crisis, in either language. A false positive is harmless. */
export function mentionsCrisis(text: string, { words, except }: Pick<CrisisHelp, 'words' | 'except'>) {
  const told = withoutExceptions(plainWords(text), except)
  return [...words.en, ...words.es].some((phrase) => hasPhrase(told, phrase))
}

/** The hotlines for a search near this ZIP code, local ones first. */
export const linesFor = (lines: readonly CrisisLine[], zip: string | undefined) => {
  const isHere = ({ zips }: CrisisLine) => zips?.some((begin) => zip?.startsWith(begin)) ?? false
  return [...lines.filter(isHere), ...lines.filter(({ zips }) => !zips)]
}
