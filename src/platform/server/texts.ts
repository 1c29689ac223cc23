import i18next, { type TFunction } from 'i18next'

export type Language = 'en' | 'es'

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
