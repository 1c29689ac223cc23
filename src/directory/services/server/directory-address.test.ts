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
