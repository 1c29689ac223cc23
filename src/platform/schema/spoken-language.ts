/**
 * In which of the texts' languages a person reads: Spanish if they speak it, otherwise English.
 * @param language as on record: a code or a name, e.g. `es`, `es-MX`, `spa`, `Spanish` or `español`
 */
export const spokenLanguage = (language: string | null): 'en' | 'es' =>
  /^(es\b|spa|espa[nñ])/i.test(language ?? '') ? 'es' : 'en'
