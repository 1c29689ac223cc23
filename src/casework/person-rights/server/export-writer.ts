import type { TFunction } from 'i18next'
import type { Need } from '#directory/needs/need.ts'
import { needName } from '#directory/needs/server/needs-public.ts'
import type { LegalBlock } from '#identity/legal/legal-document.ts'
import { nameForReader } from '#identity/organizations/server/organizations-public.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })

/** Writes the readable copy in the language and time zone of its reader. */
export interface Writer {
  t: TFunction
  language: Language
  day: (iso: string) => string
  time: (iso: string) => string
}

export function writerOf(language: Language, timeZone: string): Writer {
  const locale = localeOf(language)
  const short = { dateStyle: 'short' } as const
  return {
    t: texts(language),
    language,
    // A date without a time is the same in all time zones.
    day: (iso) =>
      new Intl.DateTimeFormat(locale, { ...short, timeZone: iso.length === 10 ? 'UTC' : timeZone }).format(
        new Date(iso),
      ),
    time: (iso) => new Intl.DateTimeFormat(locale, { ...short, timeStyle: 'short', timeZone }).format(new Date(iso)),
  }
}

type Fact = [term: string, text: string | null | undefined]
type Entry = { term: string; text: string }
/** The known facts under their labels; unknown ones are omitted. */
export const entries = ({ t }: Writer, of: Fact[]): Entry[] =>
  of.flatMap(([term, text]) => (text ? [{ term: t(`export.${term}`), text }] : []))
export const listOf = (list: Entry[]): LegalBlock[] => (list.length ? [{ list }] : [])
export const facts = (writer: Writer, of: Fact[]) => listOf(entries(writer, of))

/** What a referral is about, and between whom. */
export const referralName = ({ language }: Writer, of: { need: Need | undefined; from: string; to: string }) =>
  `${of.need ? needName(of.need, language) : ''}: ${nameForReader(of.from, language)} - ${nameForReader(of.to, language)}`
