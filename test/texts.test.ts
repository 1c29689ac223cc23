import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filedFieldNames, SupportRequestRow } from '#help-desk/tickets/support-request.ts'

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

/** The English labels that contracts give to a property, by its name; two contracts may give it two. */
function titlesOfFields() {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const rows = files.flatMap((file) => ['', ...readFileSync(file, 'utf8').split('\n')])
  const titles = new Map<string, Set<string>>()
  let named = ''
  for (const row of rows) {
    named = /^(?: +|(?:export )?const )(\w+)(?:: | = )/.exec(row)?.[1] ?? named
    const title = /\btitle: '([^']+)'/.exec(row)?.[1]
    if (title) titles.set(named, (titles.get(named) ?? new Set()).add(title))
  }
  // A property may have a field that is defined elsewhere, under a name of its own.
  for (const [, property = '', field = ''] of rows.map((row) => /^ +(\w+): ([A-Z]\w+)/.exec(row) ?? []))
    if (titles.has(field))
      titles.set(property, new Set([...(titles.get(property) ?? []), ...(titles.get(field) ?? [])]))
  return titles
}

/** Fields that `titlesOfFields` cannot follow; their labels are not checked here. */
const labelsNotFollowed = new Map([
  // A function of the contract gives the title.
  ['src/help-desk/canned-answers/web/answer-dialog.tsx', ['titleEn', 'textEn', 'titleEs', 'textEs']],
  // All fields that a ticket is filed with; the next test follows them.
  ['src/help-desk/tickets/web/new-request-dialog.tsx', ['{name}']],
  // The screen's own test compares them in Spanish.
  ['src/directory/editing/web/place-editor-page.tsx', ['{name}']],
  // The field is chosen at run time.
  ['src/identity/single-sign-on/web/confirm-link-page.tsx', ['{name}']],
  ['src/identity/authenticators/web/factor-confirm.tsx', ['{name}']],
  ['src/identity/accounts/web/admin-reset-page.tsx', ['{name}']],
])

it('every label that a screen draws from a contract has its Spanish', () => {
  const titles = titlesOfFields()
  const missing: string[] = []
  for (const file of globSync('src/{identity,directory,casework,onboarding,help-desk,site}/*/web/**/*.tsx')) {
    const code = readFileSync(file, 'utf8')
    const area = /\btexts: '([a-z-]+)'/.exec(code)?.[1] ?? (file.split('/')[2] as string)
    const texts = globSync(`src/{identity,directory,casework,onboarding,help-desk,site}/${area}/texts/es.json`)[0]
    const spanish = (texts && (read(texts).fields as Texts | undefined)) || {}
    for (const [field] of code.matchAll(/<Field\s[\s\S]*?\/>/g)) {
      const name = /\bname="?(\w+|{\w+})/.exec(field)?.[1]
      if (labelsNotFollowed.get(file)?.includes(name ?? '')) continue
      const known = [...(titles.get(name ?? '') ?? [])]
      const isTranslated = known.length > 0 && known.some((title) => title in spanish)
      if (isTranslated || field.includes('label=')) continue
      missing.push(`${file}: ${area}/texts/es.json has none of ${name}: ${known.join(', ')}`)
    }
  }
  expect(missing).toEqual([])
})

it('every field that a ticket is filed with has its Spanish', () => {
  const { fields } = read('src/help-desk/tickets/texts/es.json')
  for (const name of filedFieldNames) {
    const title = SupportRequestRow.shape[name].meta()?.title
    expect(title, name).toBeTruthy()
    expect(fields, name).toHaveProperty([title as string])
  }
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
