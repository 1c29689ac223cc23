import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'

const closed = await startTestApp({ HSDS_PUBLIC: 'false' })
const open = await startTestApp()
const nameless = await startTestApp({ HSDS_CONTACTS: 'false' })

it('HSDS-02 switched off, nothing is published', async () => {
  for (const path of ['/hsds/', '/hsds/services', '/hsds/organizations?format=ndjson'])
    expect((await closed.anonymous('GET', path)).status).toBe(404)
})

it('HSDS-02 without contacts, people to ask for are left out with their numbers, and nothing else', async () => {
  for (const { database } of [open, nameless]) {
    await importDemoDirectory(database)
    const { id, organizationId } = await database
      .selectFrom('service')
      .select(['id', 'organizationId'])
      .where('sourceKey', '=', 'dental')
      .executeTakeFirstOrThrow()
    await database
      .updateTable('service')
      .set({ assurerEmail: 'assurer@person.example.org' })
      .where('id', '=', id)
      .execute()
    const [paula] = await database
      .insertInto('directoryContact')
      .values([
        { serviceId: id, name: 'Paula Person', email: 'paula@person.example.org', title: 'Receptionist' },
        { organizationId, name: 'Petra Person', email: 'petra@person.example.org', title: 'Director' },
      ])
      .returning('id')
      .execute()
    const contactId = paula?.id ?? null
    await database
      .insertInto('phone')
      .values([
        { contactId, number: '716-555-0188' },
        { contactId, serviceId: id, number: '716-555-0189' },
      ])
      .execute()
  }
  const all = async ({ anonymous }: typeof open) => {
    const paths = ['/hsds/services?full=true&per_page=200', '/hsds/organizations?full_service=true&format=ndjson']
    const pages = await Promise.all(paths.map((path) => anonymous('GET', path)))
    const lines = await anonymous('GET', '/hsds/services?full=true&format=ndjson')
    return pages.map(({ body }) => JSON.stringify(body)).join('') + lines.body
  }
  expect(await all(open)).toMatch(/Paula Person.*555-0188.*Petra Person/s)
  const without = await all(nameless)
  expect(without).not.toMatch(/Person|person\.example|Receptionist|Director|555-0188|contact/)
  // A number that is also one of the service stays.
  expect(without).toMatch(/Dental Care/)
  expect(without).toMatch(/555-0189/)
})
