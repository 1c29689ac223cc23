import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Texts = { [key: string]: string | string[] | Texts }

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const plural = /_(zero|one|two|few|many|other)$/

/** All keys of a text file; a list or a plural counts as one. */
function keysOf(texts: Texts, at = ''): string[] {
  const keys = Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? keysOf(value, `${at}${key}.`)
      : [`${at}${key}`.replace(plural, '')],
  )
  return [...new Set(keys)]
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The text keys in a file: literal ones, and patterns of those built from parts. */
function wordsOf(code: string) {
  const written = new Set([...code.matchAll(/(['"`])([A-Za-z0-9_:.-]+)\1/g)].map((m) => m[2] as string))
  const shapes = [...code.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)]
    .map((m) => (m[1] as string).split(/\$\{[^}]*\}+/))
    .filter((parts) => parts.some((part) => /[a-z]\.|\.[a-z]|:[a-z]|^[a-z]{4,}$/i.test(part)))
    .map((parts) => new RegExp(`^${parts.map(literally).join('.+')}$`))
  return { written, shapes }
}

/** Keys that forms and fields derive from a contract. */
const byContract = /^(fields|choices|message|errors)\b/

const spaceOf = (file: string) => (file.includes('/platform/') ? 'platform' : (file.split('/')[2] as string))

/** The namespaces that a screen reads: its own, the shared one, and those that it names. */
const spacesOf = (file: string) => [
  spaceOf(file),
  'platform',
  ...[...read(file).matchAll(/useTranslation\(([^)]*)\)/g)].flatMap((m) => (m[1] ?? '').match(/[a-z-]+/gi) ?? []),
]

/** Missing texts that code uses, and texts that no code uses; each as a sentence. */
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
        // A list or a group is read as a whole, by its parent's key.
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
