import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'

const product = await startTestApp()
const { database } = product
const { add } = directoryOf(product)
const { call: dana } = await product.someone({ roles: ['data-manager'] })

async function bring(sourceName: string, name: string) {
  const files = {
    'organizations.csv': 'id,name\no,Ferry House\n',
    'locations.csv': `id,organization_id,name\nl,o,Hall of ${sourceName}\n`,
    'addresses.csv': 'id,location_id,address_1,city,state_province,postal_code\na,l,12 Main Street,Buffalo,NY,14201\n',
    'services.csv': 'id,organization_id,name,status\na,o,Ferry rides,active\n',
    'service_at_location.csv': 'id,service_id,location_id\nal,a,l\n',
    'phones.csv': 'id,service_id,number\np,a,716-555-0100\n',
    'contacts.csv': `id,service_at_location_id,name\nc,al,${name}\n`,
  }
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  await importDirectory(database, { folder, sourceName, removesMuch: true })
  await product.workJobs()
}
const idOf = async (table: 'service' | 'location', sourceName: string) =>
  String(
    (await database.selectFrom(table).select('id').where('sourceName', '=', sourceName).executeTakeFirstOrThrow()).id,
  )
const editor = async (id: string) => (await dana('GET', `/api/service/${id}/editor`)).body

it('DIR-11 ORG-05 with a place come the people there; at a place that both have, they are added, and given back', async () => {
  await bring('county', 'Cora County')
  await bring('town', 'Tim Town')
  const [stays, gone] = [await idOf('service', 'county'), await idOf('service', 'town')]
  const [hall, house] = [await idOf('location', 'county'), await idOf('location', 'town')]
  const alsoAtHall = await add('serviceAtLocation', { serviceId: gone, locationId: hall })
  await add('directoryContact', { serviceAtLocationId: alsoAtHall, name: 'Tess Town' })
  const peopleAt = async () =>
    Object.fromEntries(
      Object.entries((await editor(stays)).values.contactsAt as Record<string, { name: string }[]>).map(
        ([place, people]) => [place, people.map(({ name }) => name)],
      ),
    )
  const pair = await database
    .selectFrom('duplicatePair')
    .select('id')
    .where('kind', '=', 'service')
    .executeTakeFirstOrThrow()
  const compared = (await dana('GET', `/api/duplicate/${pair.id}`)).body
  expect(compared.fields).toEqual(expect.arrayContaining([`contactsAt:${hall}`, `contactsAt:${house}`, 'locationIds']))
  const versions = { [stays]: (await editor(stays)).version, [gone]: (await editor(gone)).version }
  const take = ['locationIds', `contactsAt:${hall}`, `contactsAt:${house}`]
  const merged = await dana('POST', `/api/duplicate/${pair.id}/merge`, { stays, versions, take })
  expect(merged.status).toBe(204)
  expect(await peopleAt()).toEqual({ [hall]: ['Cora County', 'Tess Town'], [house]: ['Tim Town'] })
  await bring('town', 'Tom Town')
  expect(await peopleAt()).toEqual({ [hall]: ['Cora County', 'Tess Town'], [house]: ['Tom Town'] })
  expect((await dana('POST', `/api/duplicate/${pair.id}/separation`, {})).status).toBe(204)
  expect(await peopleAt()).toEqual({ [hall]: ['Cora County'] })
})
