import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Texts = { [key: string]: string | string[] | Texts }

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const plural = /_(zero|one|two|few|many|other)$/

/** Every key of a text file; a list or a plural is one. */
function keysOf(texts: Texts, at = ''): string[] {
  const keys = Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? keysOf(value, `${at}${key}.`)
      : [`${at}${key}`.replace(plural, '')],
  )
  return [...new Set(keys)]
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What a piece of code says of keys: those written out, and the shapes of those put together from parts. */
function wordsOf(code: string) {
  const written = new Set([...code.matchAll(/(['"`])([A-Za-z0-9_:.-]+)\1/g)].map((m) => m[2] as string))
  const shapes = [...code.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)]
    .map((m) => (m[1] as string).split(/\$\{[^}]*\}+/))
    .filter((parts) => parts.some((part) => /[a-z]\.|\.[a-z]|:[a-z]|^[a-z]{4,}$/i.test(part)))
    .map((parts) => new RegExp(`^${parts.map(literally).join('.+')}$`))
  return { written, shapes }
}

/** Parts that the form and the field draw by a contract's own words. */
const byContract = /^(fields|choices|message|errors)\b/

const spaceOf = (file: string) => (file.includes('/platform/') ? 'platform' : (file.split('/')[2] as string))

/** The areas that a screen reads from: its own, the shared one, and those that it names. */
const spacesOf = (file: string) => [
  spaceOf(file),
  'platform',
  ...[...read(file).matchAll(/useTranslation\(([^)]*)\)/g)].flatMap((m) => (m[1] ?? '').match(/[a-z-]+/gi) ?? []),
]

/** Texts that code asks for and that are not there, and texts that no code asks for; each as a sentence. */
export function findTextMistakes(): { missing: string[]; unused: string[] } {
  const code = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((f) => !f.includes('.test.'))
  const words = code.map((file) => ({ file, ...wordsOf(read(file)) }))
  const areas = new Map(
    globSync('src/**/texts/*en.json', { cwd: root }).map((file) => [file, keysOf(JSON.parse(read(file)) as Texts)]),
  )
  const unused = [...areas].flatMap(([file, keys]) =>
    keys
      .filter((key) => !byContract.test(key))
      .filter((key) => {
        const names = [key, `${spaceOf(file)}:${key}`]
        const isAsked = names.some((name) =>
          words.some((w) => w.written.has(name) || w.shapes.some((shape) => shape.test(name))),
        )
        // A list or a group is asked for whole by its parent's name.
        const parents = key.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'))
        return !isAsked && !parents.some((parent) => words.some((w) => w.written.has(parent) && parent.includes('.')))
      })
      .map((key) => `${file}: "${key}" is used nowhere`),
  )
  const known = new Set([...areas].flatMap(([file, keys]) => keys.map((key) => `${spaceOf(file)}:${key}`)))
  const groups = new Set(
    [...known].flatMap((name) => name.split('.').map((_, at, parts) => parts.slice(0, at).join('.'))),
  )
  const missing = code
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [...read(file).matchAll(/\bt\(\s*'([^']+)'/g)]
        .map((m) => m[1] as string)
        .filter((key) => !byContract.test(key))
        .filter((key) => {
          const names = key.includes(':') ? [key] : spacesOf(file).map((space) => `${space}:${key}`)
          return !names.some((name) => known.has(name) || groups.has(name))
        })
        .map((key) => `${file}: there is no text "${key}"`),
    )
  return { missing, unused }
}
