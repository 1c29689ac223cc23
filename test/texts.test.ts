import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Texts = { [key: string]: string | string[] | Texts }
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Texts
const areas = globSync('src/**/texts/*en.json').sort()

/** All keys with their texts, `a.b.c`; plural endings count as one key. */
function flatten(texts: Texts, at = ''): Map<string, string> {
  const all = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    if (at === '' && key === 'fields') continue
    if (typeof value === 'object' && !Array.isArray(value))
      for (const [k, v] of flatten(value, `${at}${key}.`)) all.set(k, v)
    else all.set(`${at}${key}`.replace(/_(one|other|many|zero)$/, ''), String(value))
  }
  return all
}
const placeholders = (text: string) => [...text.matchAll(/{{(\w+)/g)].map((m) => m[1]).sort()

it.each(areas)('%s has the same texts in Spanish, with the same blanks to fill', (file) => {
  const english = flatten(read(file))
  const spanish = flatten(read(file.replace(/en\.json$/, 'es.json')))
  expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [key, text] of english) {
    expect(spanish.get(key)?.trim(), key).toBeTruthy()
    if (key !== 'count') expect(placeholders(spanish.get(key) ?? ''), key).toEqual(placeholders(text))
  }
})

it('every label that a screen draws from a contract has its Spanish', () => {
  const missing: string[] = []
  for (const file of globSync('src/{identity,directory,casework,onboarding,help-desk,site}/*/web/*.tsx')) {
    const code = readFileSync(file, 'utf8')
    if (!/<Field\b/.test(code)) continue
    const area = /\btexts: '([a-z-]+)'/.exec(code)?.[1] ?? (file.split('/')[2] as string)
    const spanish = globSync(`src/{identity,directory,casework,onboarding,help-desk,site}/${area}/texts/es.json`)[0]
    if (!spanish || !read(spanish).fields) missing.push(`${area}: texts/es.json has no "fields"`)
  }
  expect([...new Set(missing)]).toEqual([])
})

it('no screen speaks outside the texts', () => {
  const spoken = globSync('src/**/*.tsx')
    .filter((f) => !f.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)+)[.!?]?\s*</g)].map(
        (m) => `${file}: ${m[1]}`,
      ),
    )
  expect(spoken).toEqual([])
})
