import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { howOften } from '#test/how-often.ts'
import { findAlike } from './find-alike.ts'
import { nameDistance, wordDistance } from './spelling-distance.ts'

const app = await startTestApp()

interface Person {
  id: string
  name: string
}

/** @returns the people whom the organization recorded under these names, each of a first and a last one */
async function recordAll(names: [string, string][]): Promise<{ organizationId: string; people: Person[] }> {
  const { id: organizationId } = await makeOrganization(app.database)
  const { rows: people } = await sql<Person>`
    insert into contact (organization_id, first_name, last_name)
    select ${organizationId}::uuid, first_name, last_name
    from unnest(${names.map(([first]) => first)}::text[], ${names.map(([, last]) => last)}::text[]) given(first_name, last_name)
    returning id, plain_text(first_name || ' ' || last_name) as name`.execute(app.database)
  return { organizationId, people }
}

/** The same, by comparing every person. */
function byComparingAll(people: Person[], typed: string[]) {
  const begins = (one: string, other: string) => one.slice(0, 2) === other.slice(0, 2)
  return people
    .filter(({ name }) => {
      const words = name.split(/[\s-]+/).slice(0, 6)
      return typed.some((each) =>
        words.some((word) => each.length > 1 && begins(word, each) && wordDistance(each, word) !== undefined),
      )
    })
    .flatMap((person) => {
      const distance = nameDistance(typed, person.name)
      return distance === undefined ? [] : [{ ...person, distance }]
    })
    .sort((one, other) => one.distance - other.distance || one.name.localeCompare(other.name))
}

const word = fc
  .tuple(
    fc.constantFrom('ma', 'mé', 'ro', 'sa'),
    fc.string({ unit: fc.constantFrom('r', 'i', 'a', 'n'), maxLength: 6 }),
  )
  .map((parts) => parts.join(''))
const name = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom(' ', '-', ' - '))
  .map(([words, between]) => words.join(between))

it('INT-01 finds the same people by a misspelt name as comparing it with everybody', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(name, name), { minLength: 40, maxLength: 120 }),
      fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 20 }),
      async (names, searches) => {
        const { organizationId, people } = await recordAll(names)
        for (const search of searches) {
          const typed = search.map((each) => each.replaceAll('é', 'e'))
          const expected = typed.some(({ length }) => length > 3) ? byComparingAll(people, typed).slice(0, 50) : []
          const found = await findAlike(app.database, organizationId, search, 100)
          const nameOf = (id: string) => people.find((person) => person.id === id)?.name
          expect(found.map(nameOf), search.join(' ')).toEqual(expected.map((person) => person.name))
        }
      },
    ),
    { numRuns: howOften(5, 100) },
  )
})

it('INT-01 finds by a misspelt name also among many thousands of names that begin alike', async () => {
  const many = Array.from({ length: 6_000 }, (_, at): [string, string] => ['Ana', `Marwood${at % 200}`])
  const { organizationId, people } = await recordAll([...many, ['Zoe', 'Marchetti']])
  const marchetti = people.filter(({ name: one }) => one === 'zoe marchetti').map(({ id }) => id)
  expect(await findAlike(app.database, organizationId, ['Marchteti'], 20)).toEqual(marchetti)
  expect(await findAlike(app.database, organizationId, ['Zeo', 'Marchteti'], 20)).toEqual([])
  expect(await findAlike(app.database, organizationId, ['Marchteti', 'Zoe'], 20)).toEqual(marchetti)
})

it('INT-01 shows at most 50 of those who have a name that is alike, the closest first', async () => {
  const { organizationId, people } = await recordAll([
    ...Array.from({ length: 300 }, (): [string, string] => ['Luis', 'Garcia']),
    ...Array.from({ length: 10 }, (): [string, string] => ['Luis', 'Garciia']),
  ])
  const found = await findAlike(app.database, organizationId, ['Garciiaa'], 100)
  const names = found.map((id) => people.find((person) => person.id === id)?.name)
  expect(names).toEqual([...Array(10).fill('luis garciia'), ...Array(40).fill('luis garcia')])
})
