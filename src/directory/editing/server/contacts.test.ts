import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findSuggestedContact } from '#directory/services/server/directory-public.ts'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { loadHsdsSchemas } from '#root/scripts/hsds/hsds-schemas.ts'
import { startTestApp } from '#test/app.ts'

const product = await startTestApp()
const { database } = product
const { call: ada } = await product.someone({ roles: ['platform-admin'], firstName: 'Ada' })
const { call: bea } = await product.someone({ roles: ['platform-admin'], firstName: 'Bea' })
const { call: reader } = await product.someone({ roles: ['data-manager'] })
const mistakesOf = loadHsdsSchemas()

const files = {
  'organizations.csv': 'id,name\no,Ferry House\n',
  'programs.csv': 'id,organization_id,name,description\np,o,Harbor Families,For families\n',
  'locations.csv': 'id,organization_id,name\nl,o,Ferry Hall\n',
  'addresses.csv':
    'id,location_id,address_1,city,state_province,postal_code,country,address_type\na,l,1 Elm St,Chicago,IL,60602,US,physical\n',
  'services.csv': 'id,organization_id,program_id,name\na,o,p,Ferry rides\nb,o,p,Ferry advice\n',
  'service_at_location.csv': 'id,service_id,location_id\nal,a,l\n',
  'contacts.csv':
    'id,organization_id,service_id,location_id,name,title,email\nco,o,,,Olga Reyes,Director,\ncs,o,a,,Sam Ortiz,Driver,sam.@ferry.example\ncl,,,l,Lea Kim,Porter,\n',
  'phones.csv': 'id,contact_id,service_id,number\n1,cs,,716-555-0100\n2,cs,a,716-555-0101\n3,cl,,716-555-0102\n',
}
function bring(changed: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  for (const [name, text] of Object.entries({ ...files, ...changed })) writeFileSync(join(folder, name), text)
  return importDirectory(database, { folder, sourceName: 'ferry' })
}
await bring()
const idIn = async (table: 'service' | 'organization' | 'location' | 'program', name: string) =>
  (await database.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id as string
const [rides, advice] = [await idIn('service', 'Ferry rides'), await idIn('service', 'Ferry advice')]
const [house, hall] = [await idIn('organization', 'Ferry House'), await idIn('location', 'Ferry Hall')]
const program = await idIn('program', 'Harbor Families')
const path = {
  service: `/api/service/${rides}`,
  organization: `/api/organization/${house}`,
  location: `/api/location/${hall}`,
}
type Kind = keyof typeof path
const editor = async (kind: Kind) => (await ada('GET', `${path[kind]}/editor`)).body
const save = (kind: Kind, version: number, changes: object, by = ada) =>
  by('PUT', kind === 'organization' ? `${path[kind]}/editor` : path[kind], { version, changes })
const shown = async (by = reader) => (await by('GET', path.service)).body
const published = async () => (await product.anonymous('GET', `/hsds/services/${rides}`)).body
const phone = (number: string) => ({ number, extension: null, type: 'voice', description: null })
const nobody = { name: null, title: null, department: null, email: null, phones: [] }
const intake = { ...nobody, department: 'Intake desk', phones: [phone('(716) 555-0142')] }
const namesOf = (contacts: { name: string | null; department: string | null }[]) =>
  contacts.map(({ name, department }) => name ?? department)

it('ORG-05 ORG-06 ORG-12 people to ask for are edited for a service, a place and an organization, shown and published', async () => {
  for (const [kind, name] of [
    ['service', 'Sam Ortiz'],
    ['location', 'Lea Kim'],
    ['organization', 'Olga Reyes'],
  ] as const) {
    const before = await editor(kind)
    expect([kind, namesOf(before.values.contacts)]).toEqual([kind, [name]])
    const [present] = before.values.contacts
    const contacts = [intake, { ...present, title: 'Coordinator' }]
    const preview = (await ada('POST', `${path[kind]}/preview`, { version: before.version, changes: { contacts } }))
      .body
    const saved = await save(kind, before.version, { contacts })
    expect([kind, saved.status, saved.body.version]).toEqual([kind, 200, before.version + 1])
    const now = await shown()
    const of = { service: now.contacts, location: now.places[0].contacts, organization: now.organization.contacts }
    expect(namesOf(of[kind]).sort()).toEqual(['Intake desk', name].sort())
    expect(of[kind]).toContainEqual({ ...present, title: 'Coordinator' })
    // That of an organization is its first service.
    if (kind === 'organization') expect(preview.detail.organization).toEqual(now.organization)
    else expect({ ...preview.detail, version: 0 }).toEqual({ ...now, version: 0 })
    const stale = await save(kind, before.version, { contacts: [] }, bea)
    expect([stale.status, stale.body.theirs.map((one: { field: string; by: string }) => [one.field, one.by])]).toEqual([
      409,
      [['contacts', 'Ada Tester']],
    ])
    const gone = await save(kind, saved.body.version, { contacts: [] })
    expect(gone.body.values.contacts).toEqual([])
    const restore = { version: gone.body.version }
    const restored = await ada('POST', `${path[kind]}/history/${saved.body.version}/restore`, restore)
    expect(restored.body.values.contacts).toEqual(saved.body.values.contacts)
  }
  const record = await published()
  expect(mistakesOf('service', record)).toEqual([])
  expect(namesOf(record.contacts).sort()).toEqual(['Intake desk', 'Sam Ortiz'])
  expect(record.contacts.flatMap((one: { phones: { number: string }[] }) => one.phones).length).toBe(3)
  const organization = (await product.anonymous('GET', `/hsds/organizations/${house}`)).body
  expect(mistakesOf('organization', organization)).toEqual([])
  expect(namesOf(organization.contacts).sort()).toEqual(['Intake desk', 'Olga Reyes'])
})

it('ORG-05 refuses somebody without a name, a role or a number, an incomplete number and a wrong address', async () => {
  const { version, values } = await editor('service')
  for (const [contact, at, message] of [
    [nobody, 'name', 'contact-empty'],
    [{ ...nobody, name: 'Al', phones: [phone('716')] }, 'phones.0.number', 'phone-format'],
    [{ ...nobody, email: 'al@' }, 'email', 'email-format'],
  ] as const) {
    const refused = await save('service', version, { contacts: [...values.contacts, contact] })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: `contacts.${values.contacts.length}.${at}`, message }],
    ])
  }
  expect((await editor('service')).version).toBe(version)
})

it('ORG-05 DIR-03 an import leaves edited people, also removed ones and their numbers, and brings what nobody edited', async () => {
  const { version, values } = await editor('service')
  const contacts = values.contacts.filter(({ name }: { name: string | null }) => name === null)
  const saved = await save('service', version, { contacts })
  expect(saved.body.values.contacts).toHaveLength(1)
  // A number that is also one of the service stays there.
  expect(saved.body.values.phones).toMatchObject([{ number: '716-555-0101' }])
  const place = await editor('location')
  const more = 'cx,,b,,Xenia Fox,Lawyer,\n'
  const report = await bring({
    'contacts.csv': `${files['contacts.csv'].replace('Sam Ortiz', 'Sam Other').replace('Lea Kim', 'Lea Other')}${more}`,
    'phones.csv': `${files['phones.csv']}4,cx,,716-555-0104\n`,
    'languages.csv': 'id,phone_id,name\nl1,1,Spanish\nl4,4,Polish\n',
  })
  expect([report.badCount, report.warningCount]).toEqual([0, 0])
  expect((await editor('service')).values.contacts).toEqual(saved.body.values.contacts)
  expect((await editor('location')).values.contacts).toEqual(place.values.contacts)
  const other = (await ada('GET', `/api/service/${advice}/editor`)).body
  expect(other.values.contacts).toMatchObject([{ name: 'Xenia Fox', phones: [{ number: '716-555-0104' }] }])
  // What an import changed of them is a conflict, and in the history.
  await bring({
    'contacts.csv': `${files['contacts.csv']}${more}`,
    'phones.csv': `${files['phones.csv']}4,cx,,716-555-0109\n`,
  })
  const stale = await ada('PUT', `/api/service/${advice}`, { version: other.version, changes: { contacts: [] } })
  expect([stale.status, stale.body.theirs?.[0].field]).toEqual([409, 'contacts'])
  const { items } = (await ada('GET', `/api/service/${advice}/history`)).body
  expect(items[0]).toMatchObject({ cause: 'import', fields: ['contacts'] })
  await bring()
  expect((await ada('GET', `/api/service/${advice}/editor`)).body.values.contacts).toEqual([])
})

it('ORG-10 nobody else reads who works at a confidential place', async () => {
  const names = async () => [
    (await shown()).places[0].contacts,
    (await published()).service_at_locations[0].location.contacts,
  ]
  expect((await names()).map((contacts) => contacts.length)).toEqual([2, 2])
  const { version } = await editor('location')
  await ada('PUT', `${path.location}/confidentiality`, { version, isConfidential: true })
  expect(await names()).toEqual([[], []])
  const feed = String((await product.anonymous('GET', '/hsds/organizations?format=ndjson&full=true')).body)
  expect(feed).not.toContain('Lea Kim')
  const { call: own } = await product.someone({ organizationId: house })
  await database.updateTable('organization').set({ standing: 'verified' }).where('id', '=', house).execute()
  expect(namesOf((await shown(own)).places[0].contacts)).toContain('Lea Kim')
})

it('ORG-10 whoever names a service and a confidential place is shown, published and suggested to nobody else, and not edited', async () => {
  const columns = 'id,organization_id,service_id,location_id,service_at_location_id,name,email'
  const night = {
    'locations.csv': `${files['locations.csv']}m,o,Night House\n`,
    'services.csv': `${files['services.csv']}d,o,,Ferry nights\n`,
    'service_at_location.csv': `${files['service_at_location.csv']}dm,d,m\n`,
  }
  await bring(night)
  const [nights, nightHouse] = [await idIn('service', 'Ferry nights'), await idIn('location', 'Night House')]
  await database.updateTable('location').set({ isConfidential: true }).where('id', '=', nightHouse).execute()
  const report = await bring({
    ...night,
    'contacts.csv': `${columns}\nn1,,d,,,Open Olson,z@ferry.example\nn2,,d,,dm,Hidden Hall,a@ferry.example
n3,,d,m,,Hidden Hill,b@ferry.example\nn4,o,,m,,Hidden Holm,c@ferry.example\nn5,o,,,dm,Hidden Hurst,d@ferry.example\n`,
    'phones.csv': 'id,contact_id,number\n1,n2,716-555-0177\n2,n3,716-555-0178\n',
  })
  expect([report.badCount, report.warningCount]).toEqual([0, 0])
  const page = async (by = reader) => (await by('GET', `/api/service/${nights}`)).body
  const edited = async () => (await ada('GET', `/api/service/${nights}/editor`)).body
  const feeds = ['services?full', 'organizations?full_service', 'service_at_locations?full'].map(
    async (list) => (await product.anonymous('GET', `/hsds/${list}=true&format=ndjson`)).body,
  )
  const said = [await page(), await edited(), ...(await Promise.all(feeds))].map((one) => JSON.stringify(one))
  for (const text of said) expect(text).not.toMatch(/Hidden|555-017[78]/)
  expect(said.filter((text) => text.includes('Open Olson'))).toHaveLength(5)
  expect(await findSuggestedContact(database, house)).toMatchObject({ email: 'z@ferry.example' })
  const { call: own } = await product.someone({ organizationId: house })
  expect(namesOf((await page(own)).places[0].contacts)).toEqual([
    'Hidden Hall',
    'Hidden Hill',
    'Hidden Holm',
    'Hidden Hurst',
  ])
  const { version } = await edited()
  const saved = await ada('PUT', `/api/service/${nights}`, { version, changes: { contacts: [] } })
  expect([saved.status, saved.body.values.contacts]).toEqual([200, []])
  const numbers = await sql<{ name: string; number: string | null }>`
    select c.name, p.number from directory_contact c left join phone p on p.contact_id = c.id where c.name like 'Hidden%' order by 1`.execute(
    database,
  )
  expect(numbers.rows.map(({ number }) => number)).toEqual(['716-555-0177', '716-555-0178', null, null])
  expect(JSON.stringify((await ada('GET', `/api/service/${nights}/history`)).body)).not.toContain('Hidden')
})

it('ORG-05 ORG-12 programs are added, renamed, removed and restored; their services show, publish and are found by them', async () => {
  /** A search for one word that none has lists nearly like ones, so its rows are read. */
  const found = async (word: string) =>
    (
      await database
        .selectFrom('serviceSearch')
        .select('serviceId')
        .where(sql<boolean>`document @@ plainto_tsquery('directory', ${word})`)
        .execute()
    ).map(({ serviceId }) => serviceId)
  const before = await editor('organization')
  expect(before.values.programs).toEqual([
    { id: program, name: 'Harbor Families', alternateName: null, description: 'For families' },
  ])
  const added = { id: crypto.randomUUID(), name: 'Quayside Youth', alternateName: 'QY', description: null }
  const renamed = { ...before.values.programs[0], name: 'Lighthouse Families' }
  const saved = await save('organization', before.version, { programs: [renamed, added] })
  expect(saved.body.values.programs).toEqual([renamed, added])
  expect(await shown()).toMatchObject({ programName: 'Lighthouse Families', programDescription: 'For families' })
  expect((await found('lighthouse')).sort()).toEqual([rides, advice].sort())

  const service = await editor('service')
  expect([service.values.programId, service.ownPrograms.map((one: { name: string }) => one.name)]).toEqual([
    program,
    ['Lighthouse Families', 'Quayside Youth'],
  ])
  const moved = await save('service', service.version, { programId: added.id })
  expect([moved.status, (await shown()).programName]).toEqual([200, 'Quayside Youth'])
  const stranger = await database
    .insertInto('organization')
    .values({ name: 'Stranger' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const foreign = await database
    .insertInto('program')
    .values({ organizationId: stranger.id as string, name: 'Foreign' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refused = await save('service', moved.body.version, { programId: foreign.id })
  expect(refused.body.errors).toEqual([{ path: 'programId', message: 'invalid' }])
  const taken = await save('organization', saved.body.version, { programs: [{ ...added, id: foreign.id }] })
  expect(taken.body.errors).toEqual([{ path: 'programs', message: 'invalid' }])

  // A source goes on naming the removed program, and brings a new one: neither comes back, and no service is lost.
  const removed = await save('organization', saved.body.version, { programs: [] })
  expect(removed.body.values.programs).toEqual([])
  const report = await bring({
    'programs.csv': `${files['programs.csv']}n,o,New here,\n`,
    'services.csv': `${files['services.csv']}c,o,n,Ferry songs\ne,,n,Ferry poems\n`,
  })
  expect([report.badCount, report.warningCount]).toEqual([0, 0])
  // One that names only the program belongs to its organization all the same.
  for (const name of ['Ferry songs', 'Ferry poems'])
    expect((await ada('GET', `/api/service/${await idIn('service', name)}`)).body).toMatchObject({
      programName: null,
      organization: { id: house },
    })
  expect((await editor('organization')).values.programs).toEqual([])
  expect([(await shown()).programName, (await editor('service')).values.programId]).toEqual([null, null])
  const record = await published()
  expect([record.program ?? null, record.program_id ?? null, mistakesOf('service', record)]).toEqual([null, null, []])
  expect(await found('lighthouse')).toEqual([])

  const { version } = await editor('organization')
  const restored = await ada('POST', `${path.organization}/history/${saved.body.version}/restore`, { version })
  expect(restored.body.values.programs).toEqual([renamed, added])
  expect([(await shown()).programName, (await published()).program.name]).toEqual(['Quayside Youth', 'Quayside Youth'])
  expect(await found('lighthouse')).toEqual([advice])
})
