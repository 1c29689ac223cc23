import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { importDemoDirectory, isDirectoryAddress } from './directory-public.ts'

it('F-01 D-REG-1 knows the addresses that an import gave, whatever people of the portal type over them', async () => {
  const { database } = await startTestApp()
  await importDemoDirectory(database)
  const { id } = await database
    .selectFrom('organization')
    .select('id')
    .where('name', '=', 'Cedar Legal Aid Center')
    .executeTakeFirstOrThrow()
  const typed = { email: 'mal@evil.example', website: 'https://evil.example' }
  await database.updateTable('organization').set(typed).where('id', '=', id).execute()
  const knows = (email: string) => isDirectoryAddress(database, id, email)
  expect(await knows('intake@cedar-legal.example.org')).toBe(true)
  expect(await knows('theo@cedar-legal.example.org')).toBe(true)
  // All of the demo's organizations share example.org, so only the website's own host counts.
  expect(await knows('mal@example.org')).toBe(false)
  expect(await knows('office@harbor-housing.example.org')).toBe(false)
  expect(await knows('mal@evil.example')).toBe(false)
})

it('F-01 D-REG-1 ORG-05 an address that people wrote into an imported contact proves nothing', async () => {
  const app = await startTestApp()
  const { database } = app
  await importDemoDirectory(database)
  const { id } = await database
    .selectFrom('organization')
    .select('id')
    .where('name', '=', 'Cedar Legal Aid Center')
    .executeTakeFirstOrThrow()
  const contact = {
    organizationId: id,
    name: 'Theo Ray',
    email: 'theo@law.example',
    sourceName: 'demo',
    sourceKey: 'theo',
  }
  await database.insertInto('directoryContact').values(contact).execute()
  expect(await isDirectoryAddress(database, id, 'theo@law.example')).toBe(true)

  const { call: manager } = await app.someone({ roles: ['platform-admin'] })
  const path = `/api/organization/${id}/editor`
  const { version, values } = (await manager('GET', path)).body
  const contacts = values.contacts.map((one: { email: string | null }) => ({
    ...one,
    email: one.email && 'mal@evil.example',
  }))
  expect((await manager('PUT', path, { version, changes: { contacts } })).status).toBe(200)
  const { rows } = await sql<{ email: string; sourceName: string }>`
    select email, source_name from directory_contact where source_key = 'theo'`.execute(database)
  expect(rows).toEqual([{ email: 'mal@evil.example', sourceName: 'demo' }])
  expect(await isDirectoryAddress(database, id, 'mal@evil.example')).toBe(false)
})
