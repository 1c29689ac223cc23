/** The locale of a language in this country: $25,000 in Spanish too. */
export const localeOf = (language: string) => (language.startsWith('es') ? 'es-US' : 'en-US')
