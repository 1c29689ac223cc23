import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, it } from 'vitest'

const modules = resolve('node_modules/@mantine')
const read = (file: string) => readFileSync(file, 'utf8')

/** Maps each export of a Mantine package to the file that contains it. */
function exportsOf(name: string) {
  const folder = `${modules}/${name}/esm`
  const files = new Map<string, string>()
  for (const [, names = '', path = ''] of read(`${folder}/index.mjs`).matchAll(/\{([^}]*)\} from "(\.[^"]+)"/g))
    for (const one of names.split(',')) files.set(one.trim().split(' as ').pop() as string, resolve(folder, path))
  return files
}
const files = { core: exportsOf('core'), dates: exportsOf('dates') }

/** The files of the Mantine components that a module imports. */
const takenBy = (code: string) =>
  [...code.matchAll(/import \{([^}]*)\} from ["']@mantine\/(core|dates)["']/g)].flatMap(([, names = '', name]) =>
    names
      .split(',')
      .map((one) => files[name as keyof typeof files].get(one.trim()))
      .filter((file) => file !== undefined),
  )

/** The names of all stylesheets needed by these files and their imports. */
function stylesheetsOf(first: string[]) {
  const seen = new Set<string>()
  const needed = new Set<string>()
  for (let rest = first; rest.length > 0; ) {
    const file = rest.pop() as string
    if (seen.has(file)) continue
    seen.add(file)
    const name = /(\w+)\.module\.mjs$/.exec(file)?.[1]
    if (name && existsSync(`${modules}/core/styles/${name}.css`)) needed.add(name)
    const code = read(file)
    const own = [...code.matchAll(/from "(\.[^"]+)"/g)].map(([, path = '']) => resolve(dirname(file), path))
    rest = [...rest, ...own, ...takenBy(code)]
  }
  return needed
}

it('0003 brings the styles of every component of the library that a screen uses, and of no other', () => {
  const screens = globSync('src/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
  const needed = stylesheetsOf(screens.flatMap((file) => takenBy(read(file))))
  const brought = [...read('src/ui/components.css').matchAll(/styles\/([A-Z]\w+)\.css/g)].map(([, name]) => name)
  expect(needed.size).toBeGreaterThan(20)
  expect(brought.toSorted()).toEqual([...needed].toSorted())
})

it('0003 brings them in the order of the library', () => {
  const all = read(`${modules}/core/styles.css`)
  const places = [...read('src/ui/components.css').matchAll(/styles\/([\w-]+)\.css/g)].map(([, name]) =>
    all.indexOf(read(`${modules}/core/styles/${name}.css`).trim()),
  )
  expect(places[0]).toBe(0)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
