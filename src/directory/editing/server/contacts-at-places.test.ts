import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { loadHsdsSchemas } from '#root/scripts/hsds/hsds-schemas.ts'
import { startTestApp } from '#test/app.ts'

const product = await startTestApp()
const { database } = product
const { call: ada } = await product.someone({ roles: ['platform-admin'], firstName: 'Ada' })
const { call: bea } = await product.someone({ roles: ['platform-admin'], firstName: 'Bea' })
const { call: reader } = await product.someone({ roles: ['data-manager'] })
const mistakesOf = loadHsdsSchemas()

/** A source with one service at two places; at the first, Sam drives and has a number. */
const files = {
  'organizations.csv': 'id,name\no,Ferry House\n',
  'locations.csv': 'id,organization_id,name\nl,o,Ferry Hall\nm,o,Ferry Annex\n',
  'services.csv': 'id,organization_id,name\na,o,Ferry rides\n',
  'service_at_location.csv': 'id,service_id,location_id\nal,a,l\nam,a,m\n',
  'contacts.csv':
    'id,organization_id,service_id,location_id,service_at_location_id,name,title\nc,o,a,,al,Sam Ortiz,Driver\n',
  'phones.csv': 'id,contact_id,number\n1,c,716-555-0100\n',
}
async function bring(sourceName: string, changed: Partial<typeof files> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  for (const [name, text] of Object.entries({ ...files, ...changed })) writeFileSync(join(folder, name), text)
  return importDirectory(database, { folder, sourceName })
}

const phone = (number: string) => ({ number, extension: null, type: 'voice', description: null })
const person = (name: string, more: object = {}) => ({
  ...{ name, title: null, department: null, email: null, phones: [] },
  ...more,
})
const sam = person('Sam Ortiz', { title: 'Driver', phones: [phone('716-555-0100')] })
const namesOf = (contacts: { name: string }[]) => contacts.map(({ name }) => name)

/** A service of a source of its own, with its places and calls. */
async function makeService(sourceName: string) {
  await bring(sourceName)
  const idIn = async (table: 'service' | 'location' | 'organization', name: string) =>
    String(
      (
        await database
          .selectFrom(table)
          .select('id')
          .where('name', '=', name)
          .where('sourceName', '=', sourceName)
          .executeTakeFirstOrThrow()
      ).id,
    )
  const [id, hall, annex] = [
    await idIn('service', 'Ferry rides'),
    await idIn('location', 'Ferry Hall'),
    await idIn('location', 'Ferry Annex'),
  ]
  const path = `/api/service/${id}`
  const editor = async () => (await ada('GET', `${path}/editor`)).body
  return {
    ...{ id, hall, annex, path, editor, organizationId: await idIn('organization', 'Ferry House') },
    at: async (place: string) => (await editor()).values.contactsAt[place],
    save: async (changes: object, { by = ada, version = undefined as number | undefined } = {}) =>
      by('PUT', path, { version: version ?? (await editor()).version, changes }),
    /** Whom the page of the service names at a place. */
    shownAt: async (place: string, by = reader) =>
      (await by('GET', path)).body.places.find((one: { id: string }) => one.id === place).contacts,
    history: async (by = ada) => (await by('GET', `${path}/history`)).body.items,
    mark: async (isConfidential: boolean) => {
      await database.updateTable('location').set({ isConfidential }).where('id', '=', hall).execute()
    },
  }
}

it('ORG-05 ORG-06 ORG-12 people to ask for of a service at one place are edited, previewed, shown, published and restored', async () => {
  const { id, hall, annex, path, editor, save, shownAt, history } = await makeService('north')
  const before = await editor()
  expect(before.values.contactsAt).toEqual({ [hall]: [sam], [annex]: [] })
  const desk = person('Rosa Rook', { email: 'rosa@ferry.example', phones: [phone('716-555-0142')] })
  const changes = { contactsAt: { [hall]: [{ ...sam, title: 'Dispatcher' }, desk] } }
  const preview = (await ada('POST', `${path}/preview`, { version: before.version, changes })).body
  const previewed = preview.detail.places.find((one: { id: string }) => one.id === hall).contacts
  expect(namesOf(await shownAt(hall))).toEqual(['Sam Ortiz'])
  const saved = await save(changes)
  expect([saved.status, saved.body.version]).toEqual([200, before.version + 1])
  expect(saved.body.values.contactsAt).toEqual({ [hall]: [desk, { ...sam, title: 'Dispatcher' }], [annex]: [] })
  expect(await shownAt(hall)).toEqual(previewed)
  expect(previewed).toContainEqual(desk)
  expect(await shownAt(annex)).toEqual([])
  // The one who stays keeps the identifier.
  const rows = await database
    .selectFrom('directoryContact')
    .select(['name', 'sourceKey'])
    .where(
      'serviceAtLocationId',
      'in',
      database.selectFrom('serviceAtLocation').select('id').where('serviceId', '=', id),
    )
    .orderBy('name')
    .execute()
  expect(rows).toEqual([
    { name: 'Rosa Rook', sourceKey: null },
    { name: 'Sam Ortiz', sourceKey: 'c' },
  ])
  const record = (await product.anonymous('GET', `/hsds/services/${id}`)).body
  expect(mistakesOf('service', record)).toEqual([])
  const published = record.service_at_locations.find((one: { location: { id: string } }) => one.location.id === hall)
  expect(namesOf(published.contacts).sort()).toEqual(['Rosa Rook', 'Sam Ortiz'])
  expect((await history())[0]).toMatchObject({ cause: 'edit', changedBy: 'Ada Tester', fields: [`contactsAt:${hall}`] })
  const { fields } = await editor()
  expect(fields).toContainEqual(expect.objectContaining({ field: `contactsAt:${hall}`, editedBy: 'Ada Tester' }))

  const gone = await save({ contactsAt: { [hall]: [] } })
  expect(gone.body.values.contactsAt[hall]).toEqual([])
  const restored = await ada('POST', `${path}/history/${saved.body.version}/restore`, { version: gone.body.version })
  expect(restored.body.values.contactsAt).toEqual(saved.body.values.contactsAt)
})

it('ORG-05 two people edit whom to ask for at two places at once; at one place, the second sees both', async () => {
  const { hall, annex, editor, save } = await makeService('east')
  const { version } = await editor()
  const [rosa, ben] = [person('Rosa Rook'), person('Ben Birch')]
  expect((await save({ contactsAt: { [hall]: [rosa] } }, { version })).status).toBe(200)
  expect((await save({ contactsAt: { [annex]: [ben] } }, { by: bea, version })).status).toBe(200)
  const stale = await save({ contactsAt: { [hall]: [ben] } }, { by: bea, version })
  expect([stale.status, stale.body.theirs]).toMatchObject([
    409,
    [{ field: `contactsAt:${hall}`, before: [sam], after: [rosa], by: 'Ada Tester' }],
  ])
  expect((await editor()).values.contactsAt).toEqual({ [hall]: [rosa], [annex]: [ben] })
})

it('ORG-05 refuses wrong people at a place at their field, and people at a place that the service does not have', async () => {
  const { hall, annex, organizationId, editor, save } = await makeService('south')
  const { version } = await editor()
  for (const [contact, at, message] of [
    [{ ...person(''), name: null }, 'name', 'contact-empty'],
    [person('Al', { phones: [phone('716')] }), 'phones.0.number', 'phone-format'],
    [person('Al', { email: 'al@' }), 'email', 'email-format'],
  ] as const) {
    const refused = await save({ contactsAt: { [hall]: [sam, contact] } })
    expect([refused.status, refused.body.errors]).toEqual([400, [{ path: `contactsAt.${hall}.1.${at}`, message }]])
  }
  const foreign = await save({ contactsAt: { [organizationId]: [sam] } })
  expect([foreign.status, foreign.body.errors]).toEqual([400, [{ path: 'contactsAt', message: 'invalid' }]])
  expect((await editor()).version).toBe(version)
  // A place that somebody else took away meanwhile is a conflict, and nothing is lost.
  await save({ locationIds: [annex] }, { by: bea })
  const refused = await save({ contactsAt: { [hall]: [person('Al')] } }, { version })
  expect([refused.status, refused.body.theirs?.[0].field]).toEqual([409, 'locationIds'])
  const again = await save({ contactsAt: { [hall]: [person('Al')] }, locationIds: [hall, annex].sort() })
  expect([again.status, namesOf(again.body.values.contactsAt[hall])]).toEqual([200, ['Al']])
})

it('ORG-05 ORG-12 people at a place that was taken from a service come back with it', async () => {
  const { hall, annex, path, editor, save } = await makeService('west')
  const before = await save({ contactsAt: { [hall]: [person('Rosa Rook'), sam] } })
  const taken = await save({ locationIds: [annex] })
  expect(taken.body.values.contactsAt).toEqual({ [annex]: [] })
  const restored = await ada('POST', `${path}/history/${before.body.version}/restore`, { version: taken.body.version })
  expect(restored.body.values.contactsAt).toEqual(before.body.values.contactsAt)
  // As it was before the first edit, also once the place is gone again.
  await save({ locationIds: [annex] })
  const { version } = await editor()
  const first = await ada('POST', `${path}/history/${before.body.version - 1}/restore`, { version })
  expect(first.body.values.contactsAt).toEqual({ [hall]: [sam], [annex]: [] })
})

it('ORG-05 DIR-03 an import leaves edited people at a place, also removed ones and their numbers, and brings what nobody edited', async () => {
  const { hall, annex, path, editor, save, at, history } = await makeService('lake')
  const others = `${files['contacts.csv'].replace('Sam Ortiz', 'Sam Other')}d,,,,am,Dana Dale,Porter\n`
  const numbers = `${files['phones.csv']}2,d,716-555-0102\n`
  // Nobody edited anything yet: the source says it, with history, and an editor who saw it before is not overwritten.
  const seen = await editor()
  await bring('lake', { 'contacts.csv': files['contacts.csv'].replace('Driver', 'Captain') })
  expect(await at(hall)).toEqual([{ ...sam, title: 'Captain' }])
  expect((await history())[0]).toMatchObject({ cause: 'import', fields: [`contactsAt:${hall}`] })
  const stale = await save({ contactsAt: { [hall]: [] } }, { version: seen.version })
  expect([stale.status, stale.body.theirs?.[0].field]).toEqual([409, `contactsAt:${hall}`])
  await bring('lake', { 'phones.csv': files['phones.csv'].replace('0100', '0109') })
  expect((await at(hall))[0].phones).toEqual([phone('716-555-0109')])
  expect((await history())[0]).toMatchObject({ cause: 'import', fields: [`contactsAt:${hall}`] })

  const saved = await save({ contactsAt: { [hall]: [person('Rosa Rook')] } })
  const report = await bring('lake', { 'contacts.csv': others, 'phones.csv': numbers })
  expect([report.badCount, report.warningCount]).toEqual([0, 0])
  expect(await at(hall)).toEqual([person('Rosa Rook')])
  expect(await at(annex)).toMatchObject([{ name: 'Dana Dale', phones: [{ number: '716-555-0102' }] }])
  await bring('lake', {
    'contacts.csv': `${files['contacts.csv'].split('\n')[0]}\n`,
    'phones.csv': 'id,contact_id,number\n',
  })
  expect(await at(hall)).toEqual([person('Rosa Rook')])
  expect(await at(annex)).toEqual([])
  // What stays of the source although it says it no longer.
  const kept = await ada('POST', `${path}/history/${saved.body.version - 1}/restore`, {
    version: (await editor()).version,
  })
  await bring('lake', {
    'contacts.csv': `${files['contacts.csv'].split('\n')[0]}\n`,
    'phones.csv': 'id,contact_id,number\n',
  })
  expect(await at(hall)).toEqual(kept.body.values.contactsAt[hall])
  expect(namesOf(await at(hall))).toEqual(['Sam Ortiz'])
})

it('ORG-10 who works for a service at a confidential place is not edited, and nobody else reads it in the history', async () => {
  const { hall, annex, path, organizationId, editor, save, shownAt, history, mark } = await makeService('hill')
  const seen = await editor()
  const edited = await save({ contactsAt: { [hall]: [person('Hidden Hill')] } })
  await mark(true)
  const { call: own } = await product.someone({ organizationId, roles: ['organization-admin'] })
  await database.updateTable('organization').set({ standing: 'verified' }).where('id', '=', organizationId).execute()
  const answers = [
    await ada('GET', `${path}/editor`),
    await ada('GET', `${path}/history`),
    await ada('GET', path),
    await save({ name: 'Ferry trips', contactsAt: { [hall]: [] } }, { version: seen.version }),
    await ada('POST', `${path}/preview`, { version: seen.version, changes: { contactsAt: { [hall]: [] } } }),
    await save({ contactsAt: { [hall]: [person('Al')] } }),
    await ada('POST', `${path}/history/${seen.version}/restore`, { version: edited.body.version }),
    await ada('GET', `${path}/history`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400, 400, 200, 200])
  expect(JSON.stringify(answers)).not.toMatch(/Hidden|Sam Ortiz/)
  expect(Object.keys((await editor()).values.contactsAt)).toEqual([annex])
  // Its own organization reads of them, and does not edit them either.
  expect(namesOf(await shownAt(hall, own))).toEqual(['Hidden Hill'])
  expect((await history(own))[0]).toMatchObject({ after: { [`contactsAt:${hall}`]: [{ name: 'Hidden Hill' }] } })
  const { version } = (await own('GET', `${path}/editor`)).body
  expect((await save({ contactsAt: { [hall]: [] } }, { by: own, version })).status).toBe(400)
  // Nor once the place is removed, and belongs to nobody.
  const { version: placeVersion } = (await own('GET', `/api/location/${hall}/editor`)).body
  const removal = (isRemoved: boolean, given: number) =>
    own('PUT', `/api/location/${hall}/removal`, { version: given, isRemoved })
  expect((await removal(true, placeVersion)).status).toBe(204)
  expect(JSON.stringify(await ada('GET', `${path}/history`))).not.toMatch(/Hidden|Sam Ortiz/)
  expect((await removal(false, placeVersion + 1)).status).toBe(204)
  await mark(false)
  expect(namesOf((await editor()).values.contactsAt[hall])).toEqual(['Hidden Hill'])
})
