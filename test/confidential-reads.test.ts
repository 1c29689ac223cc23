import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findReads } from './find-reads.ts'

const folder = 'src/directory/services/server'
/** Why a statement may read the tables themselves: it answers no reader. */
const allowed: Record<string, string> = {
  [`${folder}/shown-place.ts`]: 'It is what others read.',
  [`${folder}/find-around.ts`]: 'It reads only the point that searches use.',
  [`${folder}/hsds-filters.ts`]: 'It reads only the point that searches use.',
  [`${folder}/directory-address.ts`]: 'It reads only whether a place was edited, and whose it is.',
  [`${folder}/service-contacts.ts`]: 'It reads only whether a place is confidential.',
  [`${folder}/service-document-queries.ts`]: 'It locks a place, to mark it.',
  [`${folder}/place-document.ts`]:
    'It is what the organization of a place edits; its editor hides confidential places from others.',
  [`${folder}/removed-places.ts`]:
    'It lists removed places for their organization, and hides confidential ones from others.',
  [`${folder}/merged-places.ts`]: 'It moves points between two places that everybody may read, and answers none.',
  [`${folder}/read-new-areas.ts`]: 'It reads only the states of addresses.',
}
const told = ['address', 'location']
/** A point of a location itself; `shown_latitude` and `shown_longitude` are for searching. */
const pointOf = /\b[lp]\.(?:zip_|doubted_)?(?:latitude|longitude)\b/

it('ORG-10 no statement reads where a place is except through what hides it', () => {
  const readers = globSync('src/**/server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith(`${folder}/import/`))
    .filter((file) => findReads(readFileSync(file, 'utf8')).some((table) => told.includes(table)))
  expect(readers.sort()).toEqual(Object.keys(allowed).sort())
  for (const file of ['find-around', 'hsds-filters'])
    expect(readFileSync(`${folder}/${file}.ts`, 'utf8')).not.toMatch(pointOf)
})
