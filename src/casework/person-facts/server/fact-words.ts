import { createTexts, type Language } from '#platform/server/texts.ts'
import { factText, type SayFact } from '../fact-text.ts'
import type { ShownFact } from '../person-fact.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })

/** What a person said, each fact under its label, with its day and who said so. @param day writes a day */
export function factWords(facts: ShownFact[], language: Language, day: (iso: string) => string) {
  const t = texts(language) as unknown as SayFact
  return facts.map((fact) => ({
    term: t(`fact.${fact.name}`),
    text: `${factText(fact, t, language)} (${t(`saidBy.${fact.saidBy}`)}, ${day(fact.saidOn)})`,
  }))
}
