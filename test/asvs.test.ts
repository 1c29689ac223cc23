import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const security = readFileSync('docs/security.md', 'utf8')
const tests = globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.{test,spec}.ts']).map((file) => readFileSync(file, 'utf8'))
const files = globSync('{docs,scripts,src,test}/**/*.{ts,tsx,mjs,md,json}')

/** The rows of the tables in a text, without their headers. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Requirement|\|)/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))

const asvs = rowsOf(readFileSync('docs/asvs.md', 'utf8'))
const found = rowsOf(security.split('## Weaknesses that were found')[1]?.split('\n## ')[0] ?? '')

it('judges each of the 253 requirements of ASVS 5.0, Level 2, once, with evidence', () => {
  expect(asvs).toHaveLength(253)
  expect(new Set(asvs.map(([number]) => number)).size).toBe(253)
  for (const [number, level, verdict, evidence] of asvs) {
    expect(level, number).toMatch(/^[12]$/)
    expect(['pass', 'exception', 'not applicable', 'operator'], number).toContain(verdict)
    expect(evidence?.trim(), number).toBeTruthy()
  }
})

it('says of each weakness how it is settled', () => {
  const expected = Array.from({ length: 24 }, (_, at) => `F-${String(at + 1).padStart(2, '0')}`)
  expect(found.map(([mark]) => mark)).toEqual(expected)
})

it('names only tests and files that exist', () => {
  const named = [...asvs, ...found].map((row) => row.join(' | '))
  const titles = named.flatMap((row) => [...row.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title))
  expect(titles.length).toBeGreaterThan(60)
  expect(titles.filter((title) => !tests.some((text) => text.includes(title)))).toEqual([])
  const paths = named.flatMap((row) => [...row.matchAll(/`([\w./-]+\.(?:tsx?|mjs|md))`/g)].map(([, path = '']) => path))
  expect(paths.filter((path) => !files.some((file) => file === path || file.endsWith(`/${path}`)))).toEqual([])
})

it('D-RUN-2 the inventory of keys names every file that uses SECRET_KEYS, and each key derived from them', () => {
  const inventory =
    readFileSync('docs/cryptography.md', 'utf8').split('## What is made from')[1]?.split('\n## ')[0] ?? ''
  const sources = globSync('src/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => /secretKeys\[0\]/.test(text))
  expect(sources.length).toBeGreaterThan(11)
  expect(sources.map(({ file }) => file.slice('src/'.length)).filter((file) => !inventory.includes(file))).toEqual([])
  const purposes = sources.flatMap(({ text }) =>
    [...text.matchAll(/'(hearthline [a-z ]+)'/g)].map(([, purpose]) => purpose),
  )
  expect(purposes.length).toBeGreaterThan(3)
  expect(purposes.filter((purpose) => !inventory.includes(`\`${purpose}\``))).toEqual([])
})
