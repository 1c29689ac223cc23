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
