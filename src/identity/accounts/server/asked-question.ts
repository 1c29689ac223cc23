import { createTexts, type Language } from '#platform/server/texts.ts'
import { securityQuestions } from '../account.ts'
import type { DisplayedQuestion } from '../password-reset.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en: en.choices.securityQuestion, es: es.choices.securityQuestion })

/**
 * An account's security question for display; a stored text that is not one of the product's keys is shown as it is.
 */
export function displayQuestion(stored: string | null, language: Language): DisplayedQuestion {
  const key = securityQuestions.find((known) => known === stored) ?? null
  return { securityQuestion: key ? texts(language)(key) : stored, securityQuestionKey: key }
}
