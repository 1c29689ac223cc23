import type { Texts } from '#casework/intake-forms/form-definition.ts'

/** The title of a form in the reader's language, otherwise in the other one. */
export const formTitle = ({ en, es }: Texts, language: string) => (language === 'es' ? es || en : en || es)
