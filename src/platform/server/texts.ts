import i18next, { type TFunction } from 'i18next'

export type Language = 'en' | 'es'

/** The language that a browser prefers: Spanish if it comes before English, otherwise English. */
export function readLanguage(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().slice(0, 2))
  return wanted.find((language) => language === 'es' || language === 'en') === 'es' ? 'es' : 'en'
}

/**
 * The server's own texts (for mail), by language.
 * @param resources `{ en: {...}, es: {...} }` with the contents of a feature's `texts/mail.en.json` and
 * `texts/mail.es.json`
 */
export function createTexts(resources: Record<Language, object>): (language: Language) => TFunction {
  const instance = i18next.createInstance()
  instance.init({
    fallbackLng: 'en',
    resources: { en: { translation: resources.en }, es: { translation: resources.es } },
    interpolation: { escapeValue: false },
  })
  return (language) => instance.getFixedT(language)
}
