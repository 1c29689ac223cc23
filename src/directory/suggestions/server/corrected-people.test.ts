import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const { add, makePlace } = directoryOf(product)
const { id: organizationId } = await makeOrganization(database, { name: 'Quilt Hall' })
const { account: mariaAccount, call: maria } = await product.someone({
  organizationId,
  firstName: 'Maria',
  roles: ['organization-admin'],
})
const { account: rosaAccount, call: rosa } = await product.someone({ firstName: 'Rosa', lastName: 'Diaz' })
const { call: ownStaff } = await product.someone({ organizationId })
const { call: manager } = await product.someone({ roles: ['data-manager'] })

const phone = (number: string) => ({ number, extension: null, type: 'voice', description: null })
const person = (name: string, more: object = {}) => ({
  ...{ name, title: null, department: null, email: null, phones: [] },
  ...more,
})
const address = { address1: '1 Elm St', city: 'Buffalo', stateProvince: 'NY', postalCode: '14203' }

/** A service with somebody to ask for: its own, at its place, of the place and of the organization. */
async function makeService(name: string) {
  const id = await add('service', { organizationId, name })
  const place = await makePlace(id, { organizationId, name: `Annex of ${name}` }, address)
  const { id: at } = await database
    .selectFrom('serviceAtLocation')
    .select('id')
    .where('serviceId', '=', id)
    .executeTakeFirstOrThrow()
  const people = {
    own: person(`Olga of ${name}`, { title: 'Nurse' }),
    here: person(`Hal of ${name}`),
    ofPlace: person(`Pia of ${name}`),
    ofHouse: person(`Hugo of ${name}`),
  }
  const write = ({ name: called, title }: { name: string; title?: string | null }, owner: object) =>
    add('directoryContact', { ...owner, name: called, title: title ?? null })
  const contactId = await write(people.own, { serviceId: id })
  await add('phone', { contactId, number: '716-555-0100' })
  await write(people.here, { serviceAtLocationId: at })
  await write(people.ofPlace, { locationId: place })
  await write(people.ofHouse, { organizationId })
  return { id, place, ...people, own: { ...people.own, phones: [phone('716-555-0100')] } }
}
const suggest = (id: string, contact: object | null, by: Caller = rosa) =>
  by('POST', `/api/service/${id}/suggestion`, { topic: 'contact', contact })
const decide = (id: string, decision: object, by: Caller = maria) =>
  by('POST', `/api/suggestion/${id}/decision`, decision)
const waiting = async (by: Caller, service: string, query = '') =>
  (await by('GET', `/api/suggestion/?limit=200${query}`)).body.items.filter(
    ({ serviceId }: { serviceId: string }) => serviceId === service,
  )
const editor = async (kind: string, id: string) => (await maria('GET', `/api/${kind}/${id}/editor`)).body
const correctable = async (id: string, by: Caller = rosa) =>
  (await by('GET', `/api/service/${id}/suggestion`)).body.contacts

it('DIR-08 ORG-05 somebody to ask for is corrected, added or left out in the listing that names them', async () => {
  const { id, place, own, here, ofPlace, ofHouse } = await makeService('Tea')
  const placeName = 'Annex of Tea'
  expect(await correctable(id)).toEqual([
    { placeName: null, contact: own },
    { placeName, contact: here },
    { placeName, contact: ofPlace },
    { placeName: null, contact: ofHouse },
  ])
  const right = { ...own, title: 'Head nurse', phones: [phone('716-555-0142')] }
  const corrected = await suggest(id, { was: own, becomes: right })
  expect(corrected.status).toBe(201)
  expect(await waiting(maria, id)).toMatchObject([
    { topic: 'contact', kind: 'service', listingId: id, before: { contacts: [own] }, after: { contacts: [right] } },
  ])
  await product.workJobs()
  const [mail] = (await product.outbox(mariaAccount.email)).filter(({ subject }) => subject?.includes('Tea'))
  expect(mail?.text).toContain('It is about whom to ask for.')
  expect((await editor('service', id)).values.contacts).toEqual([own])
  expect((await decide(corrected.body.id, { action: 'accept' })).body.state).toBe('accepted')
  expect((await editor('service', id)).values.contacts).toEqual([right])
  const [change] = (await maria('GET', `/api/service/${id}/history`)).body.items
  expect(change).toMatchObject({ cause: 'edit', changedBy: 'Maria Tester', fields: ['contacts'] })
  await product.workJobs()
  expect((await product.outbox(rosaAccount.email)).map(({ subject }) => subject)).toContain(
    'Your correction of “Tea” is in the directory',
  )

  const missing = await suggest(id, { was: null, becomes: person('Nell') })
  expect((await decide(missing.body.id, { action: 'accept' })).status).toBe(200)
  expect((await editor('service', id)).values.contacts).toEqual([person('Nell'), right])
  const atPlace = await suggest(id, { was: here, becomes: { ...here, email: 'hal@quilt.example' } })
  expect((await waiting(maria, id))[0]).toMatchObject({ kind: 'service', placeName: 'Annex of Tea' })
  expect((await decide(atPlace.body.id, { action: 'accept' })).status).toBe(200)
  expect((await editor('service', id)).values.contactsAt[place]).toEqual([{ ...here, email: 'hal@quilt.example' }])
  const ofIt = await suggest(id, { was: ofPlace, becomes: null })
  expect((await waiting(maria, id))[0]).toMatchObject({ kind: 'location', listingId: place, after: { contacts: [] } })
  expect((await decide(ofIt.body.id, { action: 'accept' })).status).toBe(200)
  expect((await editor('location', place)).values.contacts).toEqual([])
  const atHouse = await suggest(id, { was: ofHouse, becomes: { ...ofHouse, title: 'Director' } })
  expect((await decide(atHouse.body.id, { action: 'accept' })).status).toBe(200)
  expect((await editor('organization', organizationId)).values.contacts).toContainEqual({
    ...ofHouse,
    title: 'Director',
  })
})

it('DIR-08 a correction of somebody who is incomplete, already so, or not named is refused at its field', async () => {
  const { id, own } = await makeService('Milk')
  for (const [contact, path, message] of [
    [null, 'contact.name', 'suggestion-missing'],
    [{ was: null, becomes: null }, 'contact.name', 'suggestion-missing'],
    [{ was: own, becomes: own }, 'contact.name', 'suggestion-same'],
    [{ was: person('Nobody'), becomes: null }, 'contact.name', 'suggested-contact-gone'],
    [{ was: own, becomes: { ...person(''), name: null } }, 'contact.name', 'contact-empty'],
    [{ was: own, becomes: { ...own, email: 'olga@' } }, 'contact.email', 'email-format'],
    [{ was: own, becomes: { ...own, phones: [phone('716')] } }, 'contact.phones.0.number', 'phone-format'],
  ] as const) {
    const refused = await suggest(id, contact)
    expect([refused.status, refused.body.errors]).toEqual([400, [{ path, message }]])
  }
  expect(await waiting(maria, id)).toEqual([])
})

it('DIR-08 somebody whom the listing names differently by now is not overwritten, and the correction stays open', async () => {
  const { id, own } = await makeService('Bread')
  const { body } = await suggest(id, { was: own, becomes: { ...own, title: 'Doctor' } })
  const { version } = await editor('service', id)
  const changes = { contacts: [{ ...own, title: 'Retired' }] }
  await maria('PUT', `/api/service/${id}`, { version, changes })
  const refused = await decide(body.id, { action: 'accept' })
  expect([refused.status, refused.body.code]).toEqual([409, 'suggested-contact-gone'])
  expect((await editor('service', id)).values.contacts).toMatchObject([{ title: 'Retired' }])
  expect(await waiting(maria, id)).toHaveLength(1)
  // Somebody else there changed: whoever decides sees both.
  const other = await makeService('Rolls')
  const second = await suggest(other.id, { was: other.own, becomes: null })
  const more = { contacts: [other.own, person('Nell')] }
  await maria('PUT', `/api/service/${other.id}`, {
    version: (await editor('service', other.id)).version,
    changes: more,
  })
  const stale = await decide(second.body.id, { action: 'accept' })
  expect([stale.status, stale.body.code]).toEqual([409, 'stale-version'])
  const { version: now } = stale.body.current
  expect((await decide(second.body.id, { action: 'accept', version: now })).status).toBe(200)
  expect((await editor('service', other.id)).values.contacts).toEqual([person('Nell')])
})

it('DIR-08 ORG-10 nobody at a confidential place is corrected, and a correction from before is not read by others', async () => {
  const { id, place, here, ofPlace, own } = await makeService('Nights')
  for (const was of [here, ofPlace]) expect((await suggest(id, { was, becomes: null })).status).toBe(201)
  const hours = (await editor('service', id)).values.hours[place]
  const week = { ...hours, days: hours.days.map(() => ({ state: 'closed', spans: [] })) }
  await rosa('POST', `/api/service/${id}/suggestion`, { topic: 'hours', hours: { key: place, week } })
  await suggest(id, { was: own, becomes: null })
  await database.updateTable('location').set({ isConfidential: true }).where('id', '=', place).execute()
  for (const by of [rosa, ownStaff]) {
    const named = JSON.stringify(await correctable(id, by))
    expect(named).toContain('Olga of Nights')
    expect(named).not.toMatch(/Hal of|Pia of|Annex/)
    expect((await suggest(id, { was: here, becomes: null }, by)).status).toBe(400)
  }
  const seen = await waiting(manager, id, `&organizationId=${organizationId}`)
  expect(seen.map(({ topic, before }: { topic: string; before: unknown }) => [topic, before !== null])).toEqual([
    ['contact', false],
    ['contact', false],
    ['hours', true],
    ['contact', true],
  ])
  expect(JSON.stringify(seen)).not.toMatch(/Hal of|Pia of|Annex/)
  const decided = await decide(seen[0].id, { action: 'reject', reason: 'Not here' }, manager)
  expect([decided.status, JSON.stringify(decided.body).includes('Hal of')]).toEqual([200, false])
  const again = await decide(seen[0].id, { action: 'edited' }, manager)
  expect([again.body.code, JSON.stringify(again.body).includes('Hal of')]).toEqual(['suggestion-decided', false])
  const accepted = await decide(seen[1].id, { action: 'accept' }, manager)
  expect([accepted.status, JSON.stringify(accepted.body).includes('Pia of')]).toEqual([404, false])
  expect(JSON.stringify(await waiting(maria, id))).toContain('Pia of Nights')
})
