import { existsSync, readFileSync } from 'node:fs'

/** One file of Vite's manifest. */
interface BuiltFile {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, BuiltFile>

/** What the first screens need; every other screen fetches its own files. */
export interface PagePlan {
  /** The folders with texts of the front page, of all signed-in screens, and of the home screen. */
  texts: Record<'front' | 'inside' | 'home', string[]>
  /** The names of the built files that all signed-in screens need. */
  scripts: string[]
  /** Paths whose screen does not depend on the session. */
  isPublic: (path: string) => boolean
}

const CONFIGURATION = '<link rel="preload" as="fetch" crossorigin href="/api/configuration">'
const script = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`
const style = (file: string) => `<link rel="preload" as="style" crossorigin href="/${file}">`

const links = (files: (BuiltFile | undefined)[]) =>
  files
    .filter((built) => built !== undefined)
    .flatMap(({ file, css = [] }) => [script(file), ...css.map(style)])
    .join('')

/**
 * Adds preload links to a page's head, so that the browser fetches files immediately instead of after the first scripts
 * have run. A wrong guess, for example of the language, costs one unused file.
 */
export function pagePreloads(manifestFile: string, plan: PagePlan) {
  const manifest: Manifest = existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {}
  const named = (name: string) => Object.values(manifest).find((built) => built.name === name)
  const texts = (areas: string[], language: string) => areas.map((area) => manifest[`${area}/texts/${language}.json`])
  const writeFor = (language: string) => ({
    front: CONFIGURATION + links(texts(plan.texts.front, language)),
    inside: CONFIGURATION + links([...plan.scripts.map(named), ...texts(plan.texts.inside, language)]),
    home: links(texts(plan.texts.home, language)),
  })
  const written = { en: writeFor('en'), es: writeFor('es') }

  /** @param isInside whether the reader has a session */
  return (path: string, isInside: boolean, language: 'en' | 'es') => {
    const { front, inside, home } = written[language]
    if (!isInside) return path === '/' ? front : ''
    if (plan.isPublic(path)) return ''
    return /^\/home(\/|$)/.test(path) ? inside + home : inside
  }
}
