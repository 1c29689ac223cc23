import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

export type Language = 'en' | 'es'
const KEY = 'language'
type Load = () => Promise<unknown>

/** The reader's language: the one chosen here before, otherwise the browser's, otherwise English. */
export function readLanguage(): Language {
  const kept = localStorage.getItem(KEY)
  if (kept === 'en' || kept === 'es') return kept
  return navigator.languages.some((l, i) => i < 2 && l.startsWith('es')) && !navigator.language.startsWith('en')
    ? 'es'
    : 'en'
}

const files: Record<string, Load> = {}

/**
 * Registers more texts.
 * @param more the loaders of text files by path, `…/<area>/texts/<language>.json`
 */
export const addTexts = (more: Record<string, Load>) => Object.assign(files, more)

/**
 * Initializes the client's texts. Only the reader's language is loaded, area by area as screens open.
 * @param first the texts that the front page needs, as in {@link addTexts}
 */
export async function startTexts(first: Record<string, Load>) {
  addTexts(first)
  const find = (language: string, area: string) =>
    Object.entries(files).find(([path]) =>
      path.endsWith(`/${area === 'platform' ? 'web' : area}/texts/${language}.json`),
    )?.[1]
  await i18next
    .use({
      type: 'backend',
      read: (language: string, area: string, done: (error: unknown, texts?: unknown) => void) => {
        const load = find(language, area)
        if (!load) return done(new Error(`There are no texts for ${area}`))
        load().then((m) => done(null, (m as { default?: unknown }).default ?? m), done)
      },
    })
    .use(initReactI18next)
    .init({
      lng: readLanguage(),
      supportedLngs: ['en', 'es'],
      ns: ['platform'],
      defaultNS: 'platform',
      fallbackLng: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  document.documentElement.lang = i18next.language
}

export async function chooseLanguage(language: Language) {
  localStorage.setItem(KEY, language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Speaks this language to a reader who has not chosen one; it is not remembered. */
export async function followLanguage(language: Language) {
  if (localStorage.getItem(KEY) || i18next.language === language) return
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** i18next takes texts that could not be fetched as loaded, and would show their keys: they are fetched again here. */
export async function loadTexts(...areas: string[]) {
  const missing = () => areas.filter((area) => !i18next.hasResourceBundle(i18next.language, area))
  await i18next.loadNamespaces(areas)
  if (missing().length) await i18next.reloadResources([i18next.language], missing())
  if (missing().length) throw new Error(`There are no texts for ${missing().join(', ')}`)
}
export const currentLanguage = () => i18next.language as Language
