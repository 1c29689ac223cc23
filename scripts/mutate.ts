import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findFeatureFolder } from './mutation/feature-folder.ts'
import { mutateFeature } from './mutation/mutate-feature.ts'
import { mutations } from './mutations.ts'

// Are the tests of screens worth something? Brings known defects back, one at a time, and looks whether a test fails.
//   npm run mutate                  all of scripts/mutations.ts
//   npm run mutate -- HD-04 MEM     those of these lines
//   npm run mutate -- texts landing each English text of a feature replaced by another one
//   npm run mutate -- legal server --sample 30    what StrykerJS changes in a feature's code, see docs/testing.md
const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

/** Runs tests while a file is changed. @returns whether one of them failed */
function isNoticed(file: string, changed: string, tests: string[], title?: string) {
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, changed)
  try {
    const args = ['run', ...tests, '--bail=1', ...(title ? ['-t', title] : [])]
    return spawnSync(`${root}node_modules/.bin/vitest`, args, { stdio: 'ignore' }).status !== 0
  } finally {
    writeFileSync(file, before)
  }
}
const say = (line: string) => process.stdout.write(`${line}\n`)

function bringBack(names: string[]) {
  const chosen = mutations.filter(({ line }) => names.length === 0 || names.some((name) => line.startsWith(name)))
  const survivors = chosen.filter(({ line, what, file, from, to, test, title }) => {
    const code = readFileSync(file, 'utf8')
    if (!code.includes(from)) {
      say(`${line} ${what}: ${file} has changed; adapt scripts/mutations.ts`)
      return true
    }
    const noticed = isNoticed(file, code.replace(from, to), [test], title)
    say(`${line} ${what}: ${noticed ? 'noticed' : 'SURVIVED'}`)
    return !noticed
  })
  say(`${chosen.length - survivors.length} of ${chosen.length} noticed`)
  return survivors.length === 0 && chosen.length > 0
}

const leaves = (texts: unknown): string[] =>
  typeof texts === 'string' ? [texts] : texts && typeof texts === 'object' ? Object.values(texts).flatMap(leaves) : []

/** A text that no test mentions is skipped: nothing would detect it. */
function replaceTexts(feature: string) {
  const file = `${findFeatureFolder(feature)}/texts/en.json`
  const code = readFileSync(file, 'utf8')
  const tests = globSync(['src/**/*.test.tsx', 'test/*.test.tsx', 'test/specification-words.ts']).map((name) => ({
    name: name.replace('specification-words.ts', 'specification-words.test.tsx'),
    code: readFileSync(name, 'utf8'),
  }))
  const texts = [...new Set(leaves(JSON.parse(code)))]
  const survivors = texts.filter((text) => {
    const saying = [...new Set(tests.filter((test) => test.code.includes(text)).map(({ name }) => name))]
    const changed = code.replaceAll(JSON.stringify(text), '"Another text"')
    const noticed = saying.length > 0 && isNoticed(file, changed, saying)
    if (!noticed) say(`SURVIVED: ${text}`)
    return !noticed
  })
  say(`${texts.length - survivors.length} of ${texts.length} texts of ${feature} noticed`)
  return survivors.length === 0
}

const [first = '', ...rest] = process.argv.slice(2)

function run() {
  if (first === 'texts') return rest.map(replaceTexts).every(Boolean)
  if (findFeatureFolder(first)) return mutateFeature([first, ...rest])
  return bringBack([first, ...rest].filter(Boolean))
}
process.exit((await run()) ? 0 : 1)
