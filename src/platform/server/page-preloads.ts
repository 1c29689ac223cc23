import { existsSync, readFileSync } from 'node:fs'

/** One file of Vite's manifest. */
interface BuiltFile {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, BuiltFile>

/** The areas of texts with which the first screens speak; of the others each screen fetches its own. */
const FRONT = ['src/platform/web/texts', 'src/features/landing/texts']
const INSIDE = ['src/platform/web/texts', 'src/features/account-safety/texts']
const HOME = ['referrals', 'contacts', 'help-desk'].map((area) => `src/features/${area}/texts`)

/** Screens in the public frame, also for whoever has a session. */
const PUBLIC = /^\/(auth|legal|registration|dev|account)(\/|$)/i

const CONFIGURATION = '<link rel="preload" as="fetch" crossorigin href="/api/configuration">'
const script = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`
const style = (file: string) => `<link rel="preload" as="style" crossorigin href="/${file}">`

const links = (files: (BuiltFile | undefined)[]) =>
  files
    .filter((built) => built !== undefined)
    .flatMap(({ file, css = [] }) => [script(file), ...css.map(style)])
    .join('')

/**
 * Writes what a page names in its head so that the browser fetches it at once, instead of when the first scripts have
 * run and ask for it. A guess that is wrong, such as the language, costs a file and nothing else.
 */
export function pagePreloads(manifestFile: string) {
  const manifest: Manifest = existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {}
  const named = (name: string) => Object.values(manifest).find((built) => built.name === name)
  const texts = (areas: string[], language: string) => areas.map((area) => manifest[`${area}/${language}.json`])
  const writeFor = (language: string) => ({
    front: CONFIGURATION + links(texts(FRONT, language)),
    inside: CONFIGURATION + links([named('home'), named('screens'), ...texts(INSIDE, language)]),
    home: links(texts(HOME, language)),
  })
  const written = { en: writeFor('en'), es: writeFor('es') }

  /** @param isInside the reader has a session */
  return (path: string, isInside: boolean, language: 'en' | 'es') => {
    const { front, inside, home } = written[language]
    if (!isInside) return path === '/' ? front : ''
    if (PUBLIC.test(path)) return ''
    return /^\/home(\/|$)/.test(path) ? inside + home : inside
  }
}
