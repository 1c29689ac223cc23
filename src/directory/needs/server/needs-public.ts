import { createTexts, type Language } from '#platform/server/texts.ts'
import type { Need } from '../need.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })

/** A need in the reader's language. */
export const needName = (need: Need, language: Language) => texts(language)(need)
