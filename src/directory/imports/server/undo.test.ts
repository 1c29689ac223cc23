import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { importDirectory } from '#directory/services/server/directory-public.ts'
import { entityNames } from '#directory/services/server/import/entities.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { startImport } from '#test/imports.ts'
import { importFromCommand } from './run-import.ts'

const app = await startTestApp()
const { database } = app
const dana = await app.someone({ roles: ['data-manager'] })
const path = '/api/import/'

const files = {
  'organizations.csv': 'id,name,website\no1,Ferry House,https://ferry.test\no2,Dock Kitchen,\n',
  'locations.csv': 'id,organization_id,name,latitude,longitude\nl1,o1,Ferry Hall,42.88,-78.87\n',
  'addresses.csv': 'id,location_id,address_1,city,state_province,postal_code\na1,l1,1 Quay,Buffalo,NY,14201\n',
  'taxonomy_terms.csv': 'id,name\nt1,Boats\n',
  'services.csv': 'id,organization_id,name,url\ns1,o1,Ferry rides,\ns2,o2,Dock meals,https://dock.test\n',
  'service_at_location.csv': 'id,service_id,location_id\nsl1,s1,l1\n',
  'phones.csv': 'id,service_id,number\np1,s1,716-555-0100\np2,s2,716-555-0101\n',
  'schedules.csv': 'id,service_at_location_id,freq,byday,opens_at,closes_at\nh1,sl1,WEEKLY,MO,09:00,12:00\n',
  'attributes.csv': 'id,service_id,taxonomy_term_id\nat1,s1,t1\n',
}
const changed = {
  ...files,
  'organizations.csv': 'id,name,website\no1,Ferry Home,https://ferry.test\no2,Dock Kitchen,\no3,Pier House,\n',
  'locations.csv':
    'id,organization_id,name,latitude,longitude\nl1,o1,Ferry Hall,42.9,-78.8\nl2,o3,Pier Hall,42.88,-78.87\n',
  'addresses.csv': 'id,location_id,address_1,city,state_province,postal_code\na2,l2,2 Quay,Buffalo,NY,14202\n',
  'taxonomy_terms.csv': 'id,name\nt1,Boats\nt2,Piers\n',
  'services.csv': 'id,organization_id,name,url\ns1,o1,Ferry trips,\ns2,o2,Dock meals,\ns3,o3,Pier walks,\n',
  'service_at_location.csv': 'id,service_id,location_id\nsl3,s3,l2\nsl2,s2,l1\n',
  'phones.csv': 'id,service_id,number\np1,s1,716-555-0199\np3,s3,716-555-0103\np4,s1,716-555-0104\n',
  'schedules.csv': 'id,service_at_location_id,freq,byday,opens_at,closes_at\nh3,sl3,WEEKLY,TU,09:00,12:00\n',
  'attributes.csv': 'id,service_id,taxonomy_term_id\nat3,s3,t2\n',
}
const bring = async (sourceName: string, given: Record<string, string>) => {
  const all = Object.entries(given).map(([name, text]) => ({ name, text }))
  const id = await startImport(dana.call, sourceName, all)
  await dana.call('POST', `${path}${id}/check`)
  await app.workJobs()
  await dana.call('POST', `${path}${id}/apply`, { removesMuch: true })
  await app.workJobs()
  return id
}
const read = async (id: string) => (await dana.call('GET', `${path}${id}`)).body
const undo = async (id: string) => {
  expect((await dana.call('POST', `${path}${id}/undo`)).body.state).toBe('undoing')
  await app.workJobs()
  return read(id)
}
/** Everything that a source brought, without versions and times. */
const contentOf = async (sourceName: string) => {
  const tables: Record<string, unknown[]> = {}
  for (const table of [...entityNames, 'taxonomy', 'taxonomy_term']) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - 'version' - 'changed_on' as row from ${sql.table(table)} t
      where source_name = ${sourceName} order by id`.execute(database)
    tables[table] = rows.map(({ row }) => row)
  }
  return tables
}
const serviceOf = async (sourceName: string, sourceKey: string) =>
  (
    await database
      .selectFrom('service')
      .select('id')
      .where('sourceName', '=', sourceName)
      .where('sourceKey', '=', sourceKey)
      .executeTakeFirst()
  )?.id

it('DIR-10 a whole import is undone: what it added, changed and removed is as before, the search too', async () => {
  const first = await bring('ferry', files)
  const before = await contentOf('ferry')
  const second = await bring('ferry', changed)
  expect(await contentOf('ferry')).not.toEqual(before)
  expect((await read(first)).canUndo).toBe(false)
  expect((await dana.call('POST', `${path}${first}/undo`)).status).toBe(409)
  expect((await read(second)).canUndo).toBe(true)
  const undone = await undo(second)
  expect(undone).toMatchObject({ state: 'undone', canUndo: false, undoReport: { kept: 0 } })
  expect(await contentOf('ferry')).toEqual(before)
  const found = async (text: string) => (await dana.call('GET', `/api/service/?text=${text}`)).body.items.length
  expect([await found('rides'), await found('trips'), await found('walks')]).toEqual([1, 0, 0])
  // The history of a listing says what happened.
  const history = (await dana.call('GET', `/api/service/${await serviceOf('ferry', 's1')}/history`)).body.items
  expect(history.at(0).fields).toContain('name')
  const causes = new Set(history.map(({ cause }: { cause: string }) => cause))
  expect(causes).toEqual(new Set(['undo', 'import']))
  expect(history.at(0).cause).toBe('undo')
  // Then the one before, which takes everything with it.
  expect((await undo(first)).state).toBe('undone')
  expect(Object.values(await contentOf('ferry')).flat()).toEqual([])
})

it('DIR-10 ORG-12 what undoing gives back to organizations and places is in their history, people and programs too, and new ones leave none', async () => {
  const quay = {
    'organizations.csv': 'id,name\no1,Quay House\no2,Quay Kitchen\n',
    'programs.csv': 'id,organization_id,name\npr1,o1,Quay Families\n',
    'locations.csv': 'id,organization_id,name\nl1,o1,Quay Hall\n',
    'addresses.csv': 'id,location_id,address_1,city\na1,l1,1 Quay,Buffalo\n',
    'contacts.csv': 'id,organization_id,location_id,name\nc1,o1,,Olga Reyes\nc2,o2,,Omar Diaz\nc3,,l1,Lea Kim\n',
    'phones.csv':
      'id,organization_id,location_id,contact_id,number\np1,o1,,,716-555-0100\np2,,l1,,716-555-0101\np3,,,c1,716-555-0102\n',
  }
  await bring('pier', quay)
  const find = async (kind: 'organization' | 'location', sourceKey: string) => {
    const query = database.selectFrom(kind).select('id').where('sourceName', '=', 'pier')
    return String((await query.where('sourceKey', '=', sourceKey).executeTakeFirstOrThrow()).id)
  }
  const [house, kitchen] = [await find('organization', 'o1'), await find('organization', 'o2')]
  const hall = await find('location', 'l1')
  const editorOf = async (kind: string, id: string) => (await dana.call('GET', `/api/${kind}/${id}/editor`)).body
  const before = { house: await editorOf('organization', house), hall: await editorOf('location', hall) }
  const run = await bring('pier', {
    'organizations.csv': `${quay['organizations.csv']}o3,Quay School\n`,
    'programs.csv': 'id,organization_id,name\npr1,o1,Quay Youth\npr2,o1,Quay Elders\npr3,o3,Quay Learners\n',
    'locations.csv': 'id,organization_id,name\nl1,o1,Quay Center\nl3,o3,Quay Classroom\n',
    'addresses.csv': 'id,location_id,address_1,city\na1,l1,2 Quay,Buffalo\na3,l3,3 Quay,Buffalo\n',
    'contacts.csv':
      'id,organization_id,location_id,name\nc1,o1,,Olga Stone\nc2,o2,,Omar Stone\nc4,,l1,Leo Kim\nc5,o3,,Ola Stone\n',
    'phones.csv':
      'id,organization_id,location_id,contact_id,number\np1,o1,,,716-555-0190\np4,,l3,,716-555-0104\np5,o3,,,716-555-0105\n',
  })
  const [school, room] = [await find('organization', 'o3'), await find('location', 'l3')]
  const after = { house: await editorOf('organization', house), hall: await editorOf('location', hall) }
  const ofKitchen = await editorOf('organization', kitchen)
  expect(ofKitchen.values.contacts).toMatchObject([{ name: 'Omar Stone' }])
  const contacts = [{ ...ofKitchen.values.contacts[0], title: 'Cook' }]
  const save = { version: ofKitchen.version, changes: { contacts } }
  expect((await dana.call('PUT', `/api/organization/${kitchen}/editor`, save)).status).toBe(200)
  await undo(run)

  for (const [kind, id, was, became] of [
    ['organization', house, before.house, after.house],
    ['location', hall, before.hall, after.hall],
  ] as const) {
    expect((await editorOf(kind, id)).values).toEqual(was.values)
    const { items } = (await dana.call('GET', `/api/${kind}/${id}/history`)).body
    for (const [cause, [from, to]] of [
      ['import', [was, became]],
      ['undo', [became, was]],
    ] as const) {
      const changes = items.filter((change: { cause: string }) => change.cause === cause)
      const all = Object.assign({}, ...changes.map((change: { before: object }) => change.before))
      const fields = {
        organization: ['phones', 'contacts', 'programs'],
        location: ['name', 'address1', 'phones', 'contacts'],
      }
      expect([kind, cause, Object.keys(all).sort()]).toEqual([kind, cause, fields[kind].toSorted()])
      for (const field of fields[kind]) {
        const [newest, oldest] = [0, -1].map((at) =>
          changes.filter((change: { fields: string[] }) => change.fields.includes(field)).at(at),
        )
        expect([field, oldest.before[field]]).toEqual([field, from.values[field]])
        expect([field, newest.after[field]]).toEqual([field, to.values[field]])
      }
    }
  }
  expect((await editorOf('organization', kitchen)).values.contacts).toEqual(contacts)
  const left = await database
    .selectFrom('listingChange')
    .select('kind')
    .where('listingId', 'in', [school, room])
    .execute()
  expect([await contentOf('pier').then((all) => all.organization?.length), left]).toEqual([2, []])
})

it('DIR-10 undoing an import removes its taxonomies, unless a category that stays belongs to one', async () => {
  const id = await bring('taxonomies', {
    'taxonomies.csv': 'id,name\nx1,Boat kinds\nx2,Sail kinds\n',
    'taxonomy_terms.csv': 'id,name,taxonomy_id\nt1,Canoes,x1\nt2,Lugsails,x2\n',
    'organizations.csv': 'id,name\no1,Boat House\n',
  })
  const terms = await database.selectFrom('taxonomyTerm').select('id').where('name', '=', 'Lugsails').execute()
  await database
    .insertInto('taxonomyTerm')
    .values({ name: 'Dipping lugsails', parentId: terms[0]?.id as string })
    .execute()
  expect((await undo(id)).undoReport).toMatchObject({ kept: 2 })
  const { contents } = (await app.anonymous('GET', '/hsds/taxonomies?per_page=200')).body
  const names = contents.map(({ name }: { name: string }) => name)
  expect([names.includes('Boat kinds'), names.includes('Sail kinds')]).toEqual([false, true])
})

it('DIR-10 ORG-05 undoing leaves what people edited since, and new listings that are in use', async () => {
  await bring('edited', files)
  const run = await bring('edited', changed)
  const [rides, walks] = [await serviceOf('edited', 's1'), await serviceOf('edited', 's3')]
  const { version } = (await dana.call('GET', `/api/service/${rides}/editor`)).body
  const phones = [{ number: '(716) 555-0142', extension: null, type: 'voice', description: null }]
  expect((await dana.call('PUT', `/api/service/${rides}`, { version, changes: { phones } })).status).toBe(200)
  const meals = await serviceOf('edited', 's2')
  const ofMeals = { version: (await dana.call('GET', `/api/service/${meals}/editor`)).body.version }
  const website = { ...ofMeals, changes: { url: 'https://meals.test' } }
  expect((await dana.call('PUT', `/api/service/${meals}`, website)).status).toBe(200)
  const { id: organizationId } = await makeOrganization(database)
  const maria = await app.someone({ roles: ['organization-staff'], organizationId })
  expect((await maria.call('POST', '/api/serviceList/entry', { serviceId: walks })).status).toBeLessThan(300)
  const undone = await undo(run)
  expect(undone.undoReport.kept).toBeGreaterThan(0)
  const now = (await dana.call('GET', `/api/service/${rides}/editor`)).body.values
  expect([now.name, now.phones]).toEqual(['Ferry rides', phones])
  expect((await dana.call('GET', `/api/service/${meals}/editor`)).body.values.url).toBe('https://meals.test')
  // The new service is on a list: it stays whole, with its organization, place, phone, hours and category.
  const detail = (await dana.call('GET', `/api/service/${walks}`)).body
  expect(detail).toMatchObject({ name: 'Pier walks', organization: { name: 'Pier House' } })
  expect((await dana.call('GET', `/api/service/${walks}/editor`)).body.values.phones).toMatchObject([
    { number: '716-555-0103' },
  ])
  const left = await contentOf('edited')
  expect([left.location?.length, left.schedule?.length, left.attribute?.length]).toEqual([2, 2, 2])
})

it('DIR-10 DIR-11 undoing leaves whole what was merged since, and a new place that another service uses', async () => {
  await bring('shore', { ...files, 'services.csv': files['services.csv'].replaceAll('Ferry rides', 'Shore visits') })
  const run = await bring('quay', changed)
  const [stays, gone] = [await serviceOf('shore', 's1'), await serviceOf('quay', 's1')]
  const ofQuay = await serviceOf('quay', 's2')
  const versions = Object.fromEntries(
    await Promise.all(
      [stays, gone].map(
        async (id) => [id, (await dana.call('GET', `/api/service/${id}/editor`)).body.version] as const,
      ),
    ),
  )
  const [firstId = '', secondId = ''] = [String(stays), String(gone)].sort()
  const pair = await database
    .insertInto('duplicatePair')
    .values({ kind: 'service', firstId, secondId, score: 9 })
    .onConflict((c) => c.columns(['kind', 'firstId', 'secondId']).doUpdateSet({ score: 9 }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const merged = await dana.call('POST', `/api/duplicate/${pair.id}/merge`, { stays, versions, take: ['name'] })
  expect(merged.status).toBe(204)
  // A service that was added here is given at a new place.
  const { id: pier, organizationId } = await database
    .selectFrom('location')
    .select(['id', 'organizationId'])
    .where('sourceName', '=', 'quay')
    .where('sourceKey', '=', 'l2')
    .executeTakeFirstOrThrow()
  const talks = { name: 'Pier talks', organizationId, locationIds: [pier] }
  expect((await dana.call('POST', '/api/service/', talks)).status).toBe(201)
  await undo(run)
  const left = await contentOf('quay')
  expect(left.service).toMatchObject([{ sourceKey: 's1' }])
  expect(left.phone).toHaveLength(2)
  expect(left.location).toMatchObject([{ sourceKey: 'l2' }])
  expect(left.address).toMatchObject([{ sourceKey: 'a2' }])
  expect((await dana.call('GET', `/api/service/${gone}`)).body).toMatchObject({ id: stays, name: 'Ferry trips' })
  // Nobody is asked about a listing that is gone.
  const asked = await database.selectFrom('duplicatePair').select(['firstId', 'secondId']).execute()
  expect(asked.flatMap(({ firstId, secondId }) => [firstId, secondId])).not.toContain(ofQuay)
  expect((await dana.call('POST', `/api/duplicate/${pair.id}/separation`, {})).status).toBe(204)
  expect((await dana.call('GET', `/api/service/${stays}`)).body.name).toBe('Shore visits')
  expect((await dana.call('GET', `/api/service/${gone}`)).body.id).toBe(gone)
})

it('DIR-10 an import from the command line is in the history, and is undone there', async () => {
  const folderOf = (texts: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'hearthline-command-'))
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
    return folder
  }
  const stop = { at: '' }
  const command = (texts: Record<string, string>) =>
    importFromCommand(database, {
      ...{ folder: folderOf(texts), sourceName: 'mixed', removesMuch: false },
      ...{ onRemark: () => undefined, onListing: () => undefined },
      onProgress: ({ file }) => {
        if (file === stop.at) throw new Error('stopped')
      },
    })
  const first = await bring('mixed', files)
  const before = await contentOf('mixed')
  const report = await command(changed)
  const newest = async () => (await dana.call('GET', path)).body.items[0]
  const { id, ...entry } = await newest()
  expect(entry).toMatchObject({ sourceName: 'mixed', state: 'applied', isFromCommand: true, startedBy: null })
  expect(entry.counts).toMatchObject({ inserted: report.inserted, updated: report.updated, removed: report.removed })
  expect((await dana.call('GET', `${path}${id}/listing?act=added`)).body.items.length).toBeGreaterThan(0)
  expect([(await read(first)).canUndo, (await read(id)).canUndo]).toEqual([false, true])
  await undo(id)
  expect(await contentOf('mixed')).toEqual(before)
  expect((await read(first)).canUndo).toBe(true)
  // One that is stopped says so, and the next one continues it: both are undone at once.
  const phones = Array.from({ length: 1500 }, (_, at) => `p${at},s1,716-555-${1000 + at}`)
  const many = { ...changed, 'phones.csv': ['id,service_id,number', ...phones, ''].join('\n') }
  stop.at = 'phones.csv'
  await expect(command(many)).rejects.toThrow('stopped')
  const stopped = await newest()
  expect(stopped).toMatchObject({ state: 'failed', failure: 'command-stopped' })
  stop.at = ''
  await command(many)
  expect(await newest()).toMatchObject({ id: stopped.id, state: 'applied', failure: null })
  await undo(stopped.id)
  expect(await contentOf('mixed')).toEqual(before)
})

it('DIR-10 a killed import from the command line is said to be stopped, one that runs is left alone', async () => {
  const { id } = await database
    .insertInto('importRun')
    .values({ sourceName: 'killed', isFromCommand: true, state: 'applying', touchedOn: '2026-01-01T00:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtextextended(${`import run ${id}`}, 0))`.execute(connection)
    await app.runTask('tidy')
    await app.workJobs()
    expect((await read(id)).state).toBe('applying')
    expect(
      (await dana.call('POST', `${path}address`, { sourceName: 'killed', address: 'https://a.test' })).status,
    ).toBe(409)
    await sql`select pg_advisory_unlock(hashtextextended(${`import run ${id}`}, 0))`.execute(connection)
  })
  await app.runTask('tidy')
  expect(await read(id)).toMatchObject({ state: 'failed', failure: 'command-stopped' })
})

it('DIR-10 an import that broke off continues, and says the same as one that did not', async () => {
  const services = Array.from({ length: 20 }, (_, at) => `s${at},o1,Help ${at},${at ? '' : 'no site'}`)
  const phones = Array.from({ length: 2200 }, (_, at) => `p${at},s${at % 20},716-555-${1000 + at}`)
  const many = {
    ...files,
    'services.csv': ['id,organization_id,name,url', ...services, ''].join('\n'),
    'phones.csv': ['id,service_id,number', ...phones, ''].join('\n'),
  }
  const whole = await read(await bring('whole', many))
  const all = Object.entries(many).map(([name, text]) => ({ name, text }))
  const id = await startImport(dana.call, 'broken', all)
  await dana.call('POST', `${path}${id}/check`)
  await app.workJobs()
  await dana.call('POST', `${path}${id}/apply`, {})
  // What a killed process leaves: the batches that it committed.
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-broken-'))
  for (const { name, text } of all) writeFileSync(join(folder, name), text)
  const stop = new AbortController()
  const broken = importDirectory(app.servingDatabase, {
    ...{ folder, sourceName: 'broken', runId: id, signal: stop.signal },
    onProgress: ({ file, read: rows }) => file === 'phones.csv' && rows === 1000 && stop.abort(),
  })
  await expect(broken).rejects.toThrow(/abort/)
  const written = await database.selectFrom('phone').select('id').where('sourceName', '=', 'broken').execute()
  expect(written.length).toBeGreaterThan(0)
  expect(written.length).toBeLessThan(2200)
  await app.workJobs()
  const continued = await read(id)
  expect(continued.report).toEqual(whole.report)
  const remarks = async (run: string) => (await dana.call('GET', `${path}${run}/remark`)).body.items
  expect(await remarks(id)).toEqual(await remarks(whole.id))
  // Its new services have no version besides the first.
  const versions = await database
    .selectFrom('service')
    .select((e) => e.fn.max('version').as('most'))
    .where('sourceName', '=', 'broken')
    .executeTakeFirst()
  expect(versions?.most).toBe(1)
  await undo(id)
  expect(Object.values(await contentOf('broken')).flat()).toEqual([])
})

it('DIR-10 an import that failed in the middle is undone, before the one that was applied', async () => {
  const first = await bring('failed', files)
  const before = await contentOf('failed')
  const all = Object.entries(changed).map(([name, text]) => ({ name, text }))
  const id = await startImport(dana.call, 'failed', all)
  await dana.call('POST', `${path}${id}/check`)
  await app.workJobs()
  await dana.call('POST', `${path}${id}/apply`, {})
  // What a process leaves that broke off five times.
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-failed-'))
  for (const { name, text } of all)
    if (/^(organizations|taxonomy_terms|services)/.test(name)) writeFileSync(join(folder, name), text)
  await importDirectory(app.servingDatabase, { folder, sourceName: 'failed', runId: id })
  await database.updateTable('importRun').set({ tries: 5 }).where('id', '=', id).execute()
  await app.workJobs()
  expect(await read(id)).toMatchObject({ state: 'failed', failure: 'broken-off', canUndo: true })
  expect((await read(first)).canUndo).toBe(false)
  expect(await contentOf('failed')).not.toEqual(before)
  expect(await undo(id)).toMatchObject({ state: 'undone', failure: null, canUndo: false, undoReport: { kept: 0 } })
  expect(await contentOf('failed')).toEqual(before)
  expect((await read(first)).canUndo).toBe(true)
  // One that failed before it changed anything stands in nobody's way.
  await database
    .insertInto('importRun')
    .values({ sourceName: 'failed', state: 'failed', endedOn: new Date().toISOString() })
    .execute()
  expect((await read(first)).canUndo).toBe(true)
})
