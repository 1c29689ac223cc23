/**
 * The locale in which dates, times, numbers and lists are written in a language, for readers in the United States:
 * `$25,000` and `3:00 p.m.` in Spanish too. Every formatter is made with it; see decision 0465.
 */
export const localeOf = (language: string) => (language.startsWith('es') ? 'es-US' : 'en-US')
