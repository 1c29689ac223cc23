import { z } from 'zod'
import { hasPhrase, placeOfPhrase, plainWords } from '#platform/schema/plain-words.ts'

const InBoth = z.object({ en: z.string().min(1), es: z.string().min(1) })
const Dialed = z.string().regex(/^\+?[\d-]{3,20}$/)

/** A number to call, or to text as well. */
export const CrisisLine = z.object({
  name: InBoth,
  about: InBoth,
  call: Dialed,
  text: Dialed.optional(),
  /** beginnings of ZIP codes: shown only for a search near one of them; left out, it is shown everywhere */
  zips: z.array(z.string().regex(/^\d{1,5}$/)).optional(),
})
export type CrisisLine = z.infer<typeof CrisisLine>

const Phrases = z.array(z.string().regex(/^[a-z0-9*]+( [a-z0-9*]+)*$/, { error: 'plain small letters, no accents' }))

/** What a search that tells of danger shows, and what tells of it. An operator's file has the same shape. */
export const CrisisHelp = z.object({
  /** where the quick exit leads */
  leaveTo: z.url({ protocol: /^https$/ }),
  lines: z.array(CrisisLine).min(1).max(8),
  /** words and phrases; `*` ends the beginning of a word */
  words: z.object({ en: Phrases, es: Phrases }),
  /** what only sounds like it */
  except: Phrases.default([]),
})
export type CrisisHelp = z.infer<typeof CrisisHelp>

/** The words without those that only sound like a crisis. */
function withoutExceptions(words: string[], except: readonly string[]): string[] {
  for (const phrase of except) {
    const at = placeOfPhrase(words, phrase)
    if (at >= 0) return withoutExceptions(words.toSpliced(at, phrase.split(' ').length, ''), except)
  }
  return words
}

/** Whether a search tells of danger to somebody, in either language. Shown once too often does no harm. */
export function mentionsCrisis(text: string, { words, except }: Pick<CrisisHelp, 'words' | 'except'>) {
  const told = withoutExceptions(plainWords(text), except)
  return [...words.en, ...words.es].some((phrase) => hasPhrase(told, phrase))
}

/** The lines for a search near this ZIP code, those of the place first. */
export const linesFor = (lines: readonly CrisisLine[], zip: string | undefined) => {
  const isHere = ({ zips }: CrisisLine) => zips?.some((begin) => zip?.startsWith(begin)) ?? false
  return [...lines.filter(isHere), ...lines.filter(({ zips }) => !zips)]
}
