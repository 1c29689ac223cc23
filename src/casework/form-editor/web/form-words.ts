import type { Texts } from '#casework/intake-forms/form-definition.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'

/** The title of a form in the reader's language, otherwise in the other one. */
export const formTitle = ({ en, es }: Texts, language: string) => (language === 'es' ? es || en : en || es)

/** A key for a new part of a form: answers refer to it, so it never changes. */
export const newKey = (kind: 'p' | 'q' | 'o' | 'r' | 's') => `${kind}-${randomUuid().slice(0, 8)}`
