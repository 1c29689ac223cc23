import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import type { ContactLine } from '../service-document.ts'
import { listContacts, replaceContacts } from './service-contacts.ts'

const { database } = await startTestApp()

const phone = (number: string) => ({ number, extension: null, type: 'voice' as const, description: null })
const person = (at: number, changed: Partial<ContactLine> = {}): ContactLine => ({
  ...{ name: `Person ${String(at).padStart(3, '0')}`, title: 'Porter', department: null, email: null },
  phones: [phone(`716-555-${1000 + at}`), phone(`716-556-${1000 + at}`)],
  ...changed,
})

/** Writes so many people, then changes, adds and removes some. @returns how many statements that took */
async function write(count: number) {
  const { id: organizationId } = await makeOrganization(database)
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted = database.withPlugin(counter)
  const all = Array.from({ length: count }, (_, at) => at)
  const idsOf = async () => {
    const rows = await database
      .selectFrom('directoryContact')
      .select(['id', 'name'])
      .where('organizationId', '=', organizationId)
      .execute()
    return new Map(rows.map(({ id, name }) => [name, id]))
  }
  await replaceContacts(
    counted,
    { organizationId },
    all.map((at) => person(at)),
  )
  const before = await idsOf()
  const wanted = all.map((at) => {
    if (at % 4 === 0) return person(at, { name: `Somebody ${String(at).padStart(3, '0')}` })
    if (at % 4 === 1) return person(at, { title: 'Director' })
    return at % 4 === 2
      ? person(at, { phones: [phone(`716-555-${1000 + at}`), phone(`716-557-${1000 + at}`)] })
      : person(at)
  })
  await replaceContacts(counted, { organizationId }, wanted)
  const byName = (a: ContactLine, b: ContactLine) => String(a.name).localeCompare(String(b.name))
  expect(await listContacts(database, { organizationId })).toEqual(wanted.toSorted(byName))
  const after = await idsOf()
  for (const at of all.filter((n) => n % 4 !== 0)) expect(after.get(person(at).name)).toBe(before.get(person(at).name))
  return statements
}

it('ORG-05 a hundred people to ask for are saved in as many statements as four', async () => {
  expect(await write(100)).toBe(await write(4))
})
