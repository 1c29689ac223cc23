import type { FormLanguage } from '#casework/intake-forms/form-definition.ts'

/** The language in which a person is asked. @param language as on record, e.g. `Spanish` or `es` */
export const formLanguageOf = (language: string | null): FormLanguage =>
  /^(es|span|españ)/i.test(language ?? '') ? 'es' : 'en'
