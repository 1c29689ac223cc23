import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '#platform/server/database.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { ServiceQuery } from '../service-search.ts'
import { findNearly } from './find-nearly.ts'

const { database, config } = await startTestApp()
const { id: organizationId } = await makeOrganization(database, { name: 'Quillwood' })

const offer = (...services: { name: string; description?: string }[]) =>
  database
    .insertInto('service')
    .values(services.map((service) => ({ organizationId, status: 'active', ...service })))
    .execute()

await offer(
  ...Array.from({ length: 24 }, (_, n) => ({ name: `Solicitor for matter ${n}` })),
  { name: 'Zebra papers' },
  { name: 'Legal advice at the library', description: 'A room.' },
  { name: 'Dental chair', description: 'Mornings.' },
  { name: 'Wayfarer van', description: 'A ride in the morning.' },
  { name: 'Porridge', description: 'Breakfast in the morning and at noon.' },
  { name: 'Transportation by boat on the lake, in the summer and in the fall' },
  { name: 'Ride' },
)

async function search(text: string) {
  const { found, relaxed, correctedText } = await findNearly(database, ServiceQuery.parse({ text }), config.timeZone)
  const services = await database.selectFrom('service').select(['id', 'name']).execute()
  const nameOf = new Map(services.map(({ id, name }) => [id, name]))
  return { names: found.map(({ serviceId }) => nameOf.get(serviceId)), relaxed, correctedText }
}

it('DIR-01 a word that most services contain need not be found next to another one', async () => {
  expect(await search('solicitor zebra')).toMatchObject({ names: ['Zebra papers'], relaxed: [] })
  expect((await search('solicitor')).names).toHaveLength(24)
})

it.each(['I need help with zebra', 'ayuda para la zebra'])(
  'DIR-01 words around what is looked for are left out: %s',
  async (text) => {
    expect(await search(text)).toMatchObject({ names: ['Zebra papers'], relaxed: [] })
  },
)

it('DIR-01 a word of the synonyms is recognized though it is misspelt and no service has it', async () => {
  expect(await search('dentista')).toMatchObject({ names: ['Dental chair'], correctedText: null })
  expect(await search('tothache')).toMatchObject({ names: ['Dental chair'], correctedText: 'toothache' })
})

it('DIR-01 the words themselves come before their synonyms, also where those rank higher', async () => {
  expect((await search('transportation')).names.slice(0, 2)).toEqual([
    'Transportation by boat on the lake, in the summer and in the fall',
    'Ride',
  ])
})

it('DIR-01 of the words of a phrase, those with synonyms count more', async () => {
  const { names, relaxed } = await search('ride noon mulberry')
  expect(relaxed).toEqual(['words'])
  expect(names.indexOf('Wayfarer van')).toBeLessThan(names.indexOf('Porridge'))
})

it('DIR-01 DIR-03 two that add the same new word at the same time do not wait for each other, and it is suggested once', async () => {
  const addService = async (transaction: Database) => {
    await sql`set local lock_timeout = '2s'`.execute(transaction)
    await transaction
      .insertInto('service')
      .values({ organizationId, status: 'active', name: 'Zeppelin class' })
      .execute()
    await sql`set constraints all immediate`.execute(transaction)
  }
  await database.transaction().execute(async (first) => {
    await addService(first)
    await database.transaction().execute(addService)
  })
  const { names, correctedText } = await search('zepelin')
  expect([names, correctedText]).toEqual([['Zeppelin class', 'Zeppelin class'], 'zeppelin'])
})
