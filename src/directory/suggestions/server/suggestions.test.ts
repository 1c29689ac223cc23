import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeFoodBank } from '#test/food-bank.ts'
import { suggestCorrection } from './suggestions-public.ts'

const product = await startTestApp()
const { database, config } = product
const { organizationId, admin, serviceNamed } = await makeFoodBank(product)
const { account: mariaAccount, call: maria } = await admin('Maria')
const { call: nora } = await admin('Nora')
const { account: rosa, call: rosasCalls } = await product.someone({ firstName: 'Rosa', lastName: 'Diaz' })
const { call: platform } = await product.someone({ roles: ['platform-admin'] })
const { call: manager } = await product.someone({ roles: ['data-manager'] })
const pantry = await serviceNamed('Weekly Food Pantry')

/** A service of the organization that nothing else changes. */
async function addService(name: string, changes: Record<string, unknown> = {}) {
  const { id, version } = (await maria('POST', '/api/service/', { name, applicationProcess: 'Call first' })).body
  if (Object.keys(changes).length) await maria('PUT', `/api/service/${id}`, { version, changes })
  return id as string
}
const editor = async (id: string, kind = 'service') => (await maria('GET', `/api/${kind}/${id}/editor`)).body
const suggest = (id: string, suggestion: object, by: Caller = rosasCalls) =>
  by('POST', `/api/service/${id}/suggestion`, suggestion)
const decide = (id: string, decision: object, by: Caller = maria) =>
  by('POST', `/api/suggestion/${id}/decision`, decision)
const waiting = async (by: Caller, service: string) =>
  (await by('GET', '/api/suggestion/?limit=200')).body.items.filter(
    ({ serviceId }: { serviceId: string }) => serviceId === service,
  )
const mails = async (to: string, about: string) => {
  await product.workJobs()
  return (await product.outbox(to)).filter(({ subject }) => subject?.includes(about))
}
const number = (text: string) => ({ number: text, extension: null, type: 'voice', description: null })

it('DIR-08 a suggestion waits for the admins of the organization, who are asked by e-mail, and changes nothing yet', async () => {
  const id = await addService('Soup kitchen')
  const { status, body } = await suggest(id, { topic: 'application', text: 'Come on Monday', note: 'I called' })
  expect(status).toBe(201)
  expect(await waiting(maria, id)).toMatchObject([
    {
      ...{ id: body.id, serviceName: 'Soup kitchen', organizationName: 'Eastside Food Bank', topic: 'application' },
      ...{ kind: 'service', listingId: id, placeName: null, note: 'I called', suggestedBy: 'Rosa Diaz', state: 'open' },
      before: { applicationProcess: 'Call first' },
      after: { applicationProcess: 'Come on Monday' },
    },
  ])
  expect((await editor(id)).values.applicationProcess).toBe('Call first')
  const [mail] = await mails(mariaAccount.email, 'Soup kitchen')
  expect(mail?.subject).toBe('Somebody suggests a correction of “Soup kitchen”')
  expect(mail?.text).toContain('/organization/corrections')
  // It has an owner: it is not for the staff of the platform, unless they ask for this organization.
  expect(await waiting(platform, id)).toEqual([])
  const asked = (await platform('GET', `/api/suggestion/?organizationId=${organizationId}`)).body.items
  expect(asked.map((one: { id: string }) => one.id)).toContain(body.id)
  const other = randomUUID()
  expect((await maria('GET', `/api/suggestion/?organizationId=${other}`)).body.items).toEqual([])
  expect((await maria('GET', `/api/suggestion/count?organizationId=${other}`)).body).toEqual({ count: 0 })
  const own = (await maria('GET', `/api/suggestion/?organizationId=${organizationId}`)).body.items
  expect(own.map((one: { id: string }) => one.id)).toContain(body.id)
  const { count } = (await maria('GET', '/api/suggestion/count')).body
  expect(count).toBe((await maria('GET', '/api/suggestion/')).body.items.length)
})

it('DIR-08 ORG-11 ORG-12 accepting saves the value as an edit of the admin, confirmed, in the history, and tells who suggested it', async () => {
  const id = await addService('Bread line', { phones: [number('716-555-0111'), number('716-555-0112')] })
  const week = {
    days: Array(7).fill({ state: 'open', spans: [{ opensAt: '10:00', closesAt: '12:00' }] }),
    rules: [],
  }
  const after: [object, string, unknown][] = [
    [{ topic: 'eligibility', text: 'Everyone' }, 'eligibilityDescription', 'Everyone'],
    [{ topic: 'hours', hours: { key: 'service', week } }, 'hours', { service: week }],
    [
      { topic: 'phone', phone: { number: '716-555-0112', becomes: '716-555-0113' } },
      'phones',
      [number('716-555-0111'), number('716-555-0113')],
    ],
    [{ topic: 'phone', phone: { number: '716-555-0111', becomes: null } }, 'phones', [number('716-555-0113')]],
    [
      { topic: 'phone', phone: { number: null, becomes: '716-555-0114' } },
      'phones',
      [number('716-555-0113'), number('716-555-0114')],
    ],
    [{ topic: 'closed' }, 'status', 'defunct'],
  ]
  for (const [suggestion, field, value] of after) {
    const { body } = await suggest(id, suggestion)
    const accepted = await decide(body.id, { action: 'accept' })
    expect([accepted.status, accepted.body.state, accepted.body.decidedBy]).toEqual([200, 'accepted', 'Maria Tester'])
    expect((await editor(id)).values[field]).toEqual(value)
  }
  const { fields, isListed } = await editor(id)
  expect(isListed).toBe(false)
  expect(fields).toContainEqual(
    expect.objectContaining({
      ...{ field: 'eligibilityDescription', editedBy: 'Maria Tester', verifiedHow: 'own-organization' },
    }),
  )
  const [change] = (await maria('GET', `/api/service/${id}/history`)).body.items
  expect(change).toMatchObject({ cause: 'edit', before: { status: 'active' }, after: { status: 'defunct' } })
  const told = await mails(rosa.email, 'Bread line')
  expect(told).toHaveLength(after.length)
  expect(told[0]?.subject).toBe('Your correction of “Bread line” is in the directory')
})

it('DIR-08 an address and a telephone number are corrected at the place or the organization to which they belong', async () => {
  const detail = (await rosasCalls('GET', `/api/service/${pantry}`)).body
  const place = detail.places.find(({ name }: { name: string }) => name === 'North Pantry')
  const address = { address1: '7 Oak Ave', address2: null, city: 'Buffalo', stateProvince: 'NY', postalCode: '14203' }
  const moved = await suggest(pantry, { topic: 'address', address: { locationId: place.id, ...address } })
  expect(await waiting(maria, pantry)).toMatchObject([
    { kind: 'location', listingId: place.id, placeName: 'North Pantry' },
  ])
  expect((await decide(moved.body.id, { action: 'accept' })).status).toBe(200)
  expect((await editor(place.id, 'location')).values).toMatchObject(address)

  const { version } = await editor(organizationId, 'organization')
  await maria('PUT', `/api/organization/${organizationId}/editor`, {
    version,
    changes: { phones: [number('716-555-0150')] },
  })
  const called = await suggest(pantry, { topic: 'phone', phone: { number: '716-555-0150', becomes: '716-555-0151' } })
  expect(await waiting(maria, pantry)).toMatchObject([{ kind: 'organization', listingId: organizationId }])
  expect((await decide(called.body.id, { action: 'accept' })).status).toBe(200)
  expect((await editor(organizationId, 'organization')).values.phones).toEqual([number('716-555-0151')])
})

it('DIR-08 a wrong telephone number is removed if the right one stands in the list already', async () => {
  const id = await addService('Soup line', { phones: [number('716-555-0160'), number('716-555-0161')] })
  const { body } = await suggest(id, { topic: 'phone', phone: { number: '716-555-0160', becomes: '716-555-0161' } })
  expect((await decide(body.id, { action: 'accept' })).status).toBe(200)
  expect((await editor(id)).values.phones).toEqual([number('716-555-0161')])
})

it('DIR-08 ORG-05 accepting an address with a ZIP code that does not exist is refused at the field', async () => {
  const detail = (await rosasCalls('GET', `/api/service/${pantry}`)).body
  const place = detail.places.find(({ name }: { name: string }) => name === 'North Pantry')
  const address = { address1: '9 Oak Ave', address2: null, city: 'Buffalo', stateProvince: 'NY', postalCode: '00000' }
  const { body } = await suggest(pantry, { topic: 'address', address: { locationId: place.id, ...address } })
  const refused = await decide(body.id, { action: 'accept' })
  expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'postalCode', message: 'zip-unknown' }]])
  expect((await editor(place.id, 'location')).values.postalCode).not.toBe('00000')
  expect((await decide(body.id, { action: 'reject', reason: 'No such ZIP code' })).status).toBe(200)
})

it('DIR-08 of two who accept at once one does, and one of accepting and rejecting counts', async () => {
  const id = await addService('Milk round')
  for (const [first, second] of [
    [{ action: 'accept' }, { action: 'accept' }],
    [{ action: 'accept' }, { action: 'reject', reason: 'No' }],
  ]) {
    const { body } = await suggest(id, { topic: 'eligibility', text: `Families ${JSON.stringify(second)}` })
    const { version } = await editor(id)
    const answers = await Promise.all([
      decide(body.id, first as object, maria),
      decide(body.id, second as object, nora),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    const done = answers.find(({ status }) => status === 200)
    expect(refused?.body).toMatchObject({ code: 'suggestion-decided', current: { state: done?.body.state } })
    expect((await editor(id)).version).toBe(version + (done?.body.state === 'accepted' ? 1 : 0))
    const told = await mails(rosa.email, 'Milk round')
    expect(told).toHaveLength(1)
    await database.deleteFrom('message').execute()
  }
})

it('DIR-08 a listing that changed meanwhile is not overwritten: both values come back, and the suggestion stays open', async () => {
  const id = await addService('Tea room', { phones: [number('716-555-0160')] })
  const { body } = await suggest(id, { topic: 'application', text: 'Write to us' })
  const { version } = await editor(id)
  const save = async (changes: object) =>
    nora('PUT', `/api/service/${id}`, { version: (await editor(id)).version, changes })
  await save({ applicationProcess: 'Ask at the door' })
  const refused = await decide(body.id, { action: 'accept' })
  expect([refused.status, refused.body.code]).toEqual([409, 'stale-version'])
  expect(refused.body.theirs).toMatchObject([
    { field: 'applicationProcess', before: 'Call first', after: 'Ask at the door', by: 'Nora Tester' },
  ])
  expect(refused.body.current).toMatchObject({
    version: version + 1,
    values: { applicationProcess: 'Ask at the door' },
  })
  expect((await decide(body.id, { action: 'accept', version })).status).toBe(409)
  expect((await editor(id)).values.applicationProcess).toBe('Ask at the door')
  expect(await waiting(maria, id)).toHaveLength(1)
  // Now the person has seen both.
  expect((await decide(body.id, { action: 'accept', version: version + 1 })).status).toBe(200)
  expect((await editor(id)).values.applicationProcess).toBe('Write to us')

  // What others changed elsewhere in the listing is no conflict.
  const other = await suggest(id, { topic: 'eligibility', text: 'Adults' })
  await save({ waitTime: 'A day' })
  expect((await decide(other.body.id, { action: 'accept' })).status).toBe(200)
  expect((await editor(id)).values).toMatchObject({ waitTime: 'A day', eligibilityDescription: 'Adults' })

  const called = await suggest(id, { topic: 'phone', phone: { number: '716-555-0160', becomes: '716-555-0161' } })
  await save({ phones: [] })
  expect((await decide(called.body.id, { action: 'accept' })).body.code).toBe('suggested-number-gone')
  expect((await editor(id)).values.phones).toEqual([])
})

it('DIR-08 rejecting needs a reason, which reaches who suggested it; words are marked as done', async () => {
  const id = await addService('Ice house')
  const first = (await suggest(id, { topic: 'closed' })).body
  const refused = await decide(first.id, { action: 'reject', reason: '  ' })
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'reason'])
  expect((await decide(first.id, { action: 'reject', reason: 'We are open again.' })).body).toMatchObject({
    state: 'rejected',
    reason: 'We are open again.',
  })
  const [mail] = await mails(rosa.email, 'Ice house')
  expect(mail?.subject).toBe('Your correction of “Ice house” was not accepted')
  expect(mail?.text).toContain('The reason: We are open again.')
  expect((await editor(id)).values.status).toBe('active')

  const second = (await suggest(id, { topic: 'other', text: 'The sign is missing' })).body
  expect(await waiting(maria, id)).toMatchObject([
    { kind: null, before: null, after: null, proposed: 'The sign is missing' },
  ])
  expect((await decide(second.id, { action: 'accept' })).body.code).toBe('suggestion-in-words')
  expect((await decide(second.id, { action: 'edited' })).body.state).toBe('edited')
  expect((await mails(rosa.email, 'Ice house')).map(({ subject }) => subject)).toContain('“Ice house” was corrected')
})

it('DIR-08 what is incomplete, already so, or no telephone number is refused at its field', async () => {
  const id = await addService('Nut shop')
  const { hours } = (await rosasCalls('GET', `/api/service/${id}/suggestion`)).body
  for (const [suggestion, path] of [
    [{ topic: 'other' }, 'text'],
    [{ topic: 'eligibility' }, 'text'],
    [{ topic: 'hours' }, 'week'],
    [{ topic: 'phone' }, 'becomes'],
    [{ topic: 'phone', phone: { number: null, becomes: null } }, 'becomes'],
    [{ topic: 'phone', phone: { number: null, becomes: 'soon' } }, 'becomes'],
    [{ topic: 'address' }, 'address1'],
    [{ topic: 'application', text: 'Call first' }, 'text'],
    [{ topic: 'hours', hours: { key: 'service', week: hours[0].week } }, 'week'],
    [{ topic: 'hours', hours: { key: organizationId, week: hours[0].week } }, 'week'],
    [{ topic: 'price' }, 'topic'],
  ] as const) {
    const refused = await suggest(id, suggestion)
    expect([suggestion, refused.status, refused.body.errors?.[0]?.path]).toEqual([suggestion, 400, path])
  }
  expect(await waiting(maria, id)).toEqual([])
})

it('DIR-08 suggestions for an organization that nobody manages here wait for the data managers', async () => {
  const { id: unmanaged } = await makeOrganization(database)
  const { id } = await database
    .insertInto('service')
    .values({ organizationId: unmanaged, name: 'Lonely shelf' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { body } = await suggest(String(id), { topic: 'eligibility', text: 'Everyone' })
  expect(await waiting(maria, String(id))).toEqual([])
  for (const staff of [platform, manager]) expect(await waiting(staff, String(id))).toMatchObject([{ id: body.id }])
  expect((await decide(body.id, { action: 'accept' })).status).toBe(404)
  expect((await decide(body.id, { action: 'accept' }, manager)).body.state).toBe('accepted')
  const shown = (await manager('GET', `/api/service/${id}/editor`)).body
  expect(shown.fields).toMatchObject([{ field: 'eligibilityDescription', verifiedHow: 'data-manager' }])
})

it('DIR-08 somebody without an account suggests, too: the address is kept until the decision, and no longer', async () => {
  const id = await addService('Jam jars')
  const reader = { organizationIds: [], serviceIds: [] }
  const somebody = {
    actor: null,
    source: 'shared-list' as const,
    email: 'reader@example.test',
    language: 'es' as const,
    reader,
  }
  const suggestion = {
    ...{ text: null, note: null, hours: null, phone: null, contact: null, address: null },
    topic: 'closed' as const,
  }
  const given = await suggestCorrection({ database, config }, id, somebody, suggestion)
  expect(await waiting(maria, id)).toMatchObject([{ id: given.id, suggestedBy: null }])
  await decide(given.id, { action: 'reject', reason: 'Seguimos aquí' })
  const [mail] = await mails('reader@example.test', 'Jam jars')
  expect(mail?.subject).toBe('No se aceptó su corrección de «Jam jars»')
  expect(mail?.text).not.toContain('/directory/service/')
  const row = await database.selectFrom('listingSuggestion').selectAll().where('id', '=', given.id).executeTakeFirst()
  expect(row).toMatchObject({ suggesterEmail: null, state: 'rejected' })
  // An unlisted service is not there for them.
  const { version } = await editor(id)
  await maria('PUT', `/api/service/${id}`, { version, changes: { status: 'inactive' } })
  await expect(suggestCorrection({ database, config }, id, somebody, suggestion)).rejects.toMatchObject({
    code: 'not-found',
  })
})

it('DIR-08 ORG-10 the address of a confidential place is neither corrected nor shown in a suggestion', async () => {
  await importDemoDirectory(database)
  const { locationId, serviceId, ownerId } = await database
    .selectFrom('serviceAtLocation')
    .innerJoin('location', 'location.id', 'serviceAtLocation.locationId')
    .select(['locationId', 'serviceId', 'location.organizationId as ownerId'])
    .where('location.isConfidential', '=', true)
    .executeTakeFirstOrThrow()
  const address = { address1: '1 Elm St', address2: null, city: 'Buffalo', stateProvince: 'NY', postalCode: '14203' }
  const { body } = await suggest(String(serviceId), {
    topic: 'address',
    text: 'It moved',
    address: { locationId, ...address },
  })
  const [kept] = await waiting(platform, String(serviceId))
  expect(kept).toMatchObject({
    id: body.id,
    kind: null,
    before: null,
    after: null,
    placeName: null,
    proposed: 'It moved',
  })
  // Also if its own staff, who know the address, say it: whoever decides may not know it.
  const { call: ownStaff } = await product.someone({ organizationId: ownerId })
  const moved = { topic: 'address', text: 'We moved', address: { locationId, ...address } }
  const own = await suggest(String(serviceId), moved, ownStaff)
  const stored = await database.selectFrom('listingSuggestion').selectAll().where('id', '=', own.body.id).execute()
  expect(stored).toMatchObject([{ kind: null, before: null, after: null, placeName: null, proposed: 'We moved' }])
  const { hours } = (await rosasCalls('GET', `/api/service/${serviceId}/suggestion`)).body
  expect(hours).toContainEqual(expect.objectContaining({ key: locationId, placeName: null }))
})

it('DIR-08 one account suggests forty corrections a day at most, also at the same moment', async () => {
  const id = await addService('Rice bowl')
  const { account, call } = await product.someone()
  await database
    .insertInto('listingSuggestion')
    .values(
      Array.from({ length: 39 }, () => ({
        ...{ serviceId: id, organizationId, topic: 'other' as const, proposed: 'Again', suggestedBy: account.id },
        ...{ kind: null, listingId: null, version: null, before: null, after: null, placeName: null, note: null },
        suggesterEmail: null,
      })),
    )
    .execute()
  const sent = await Promise.all([1, 2, 3, 4].map(() => suggest(id, { topic: 'closed' }, call)))
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 429, 429, 429])
  expect((await suggest(id, { topic: 'closed' }, call)).status).toBe(429)
})

it('DIR-08 a suggestion is deleted a year after the decision, and never before one', async () => {
  const id = await addService('Oat mill')
  const ids: string[] = []
  for (const text of ['Long decided', 'Lately decided', 'Never decided'])
    ids.push((await suggest(id, { topic: 'other', text })).body.id)
  const [long, lately, never] = ids as [string, string, string]
  for (const one of [long, lately]) await decide(one, { action: 'edited' })
  await sql`update listing_suggestion set suggested_on = now() - interval '800 days',
    decided_on = now() - case when id = ${long}::uuid then interval '367 days' when id = ${lately}::uuid then interval '360 days' end
    where service_id = ${id}`.execute(database)
  await product.runTask('tidy')
  const kept = await database.selectFrom('listingSuggestion').select('id').where('serviceId', '=', id).execute()
  expect(kept.map((row) => row.id).sort()).toEqual([lately, never].sort())
})
