import i18next, { type TFunction } from 'i18next'

export type Language = 'en' | 'es'

/** The language that a browser asks for: Spanish if it comes before English, otherwise English. */
export function readLanguage(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().slice(0, 2))
  return wanted.find((language) => language === 'es' || language === 'en') === 'es' ? 'es' : 'en'
}

/**
 * The server's own texts (mail), per language.
 * @param resources `{ en: {...}, es: {...} }` as a feature's `texts/mail.en.json` and `texts/mail.es.json` hold them
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
