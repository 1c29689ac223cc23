import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { findTraces } from '#test/find-traces.ts'
import { readPdfText } from '#test/pdf-text.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { safeAt, safeRules } from '#test/safe-contact.ts'

const app = await startTestApp()
const stage = await makeStage(app)
const { creator, senderAdmin, recipient, third } = stage.as
const NUMBER = '+17165550142'
const addPerson = async (): Promise<string> => (await makePerson(creator)).id
const save = (id: string, given: Parameters<typeof safeRules>[0] = {}, call = creator) =>
  call('PUT', `/api/contact/${id}/safeContact`, safeRules(given))

it('INT-15 staff record how a person may be contacted, and of two who save at once one is told', async () => {
  const id = await addPerson()
  expect((await creator('GET', `/api/contact/${id}`)).body.safeContact).toBeNull()
  const given = {
    ...{ phones: [{ ...safeAt('(716) 555-0142'), mayText: false }], email: 'noor@example.test', mayEmail: true },
    ...{ hours: [{ days: [2, 1, 2], from: '09:00', to: '12:00' }], hoursNote: 'Never at lunch', isDiscreet: true },
    ...{ avoid: 'the shelter', askFor: 'Sister Ann', preferredWay: 'call' as const },
  }
  const saved = await Promise.all([save(id, given), save(id, given)])
  expect(saved.map(({ status }) => status).sort()).toEqual([200, 409])
  const stale = saved.find(({ status }) => status === 409)?.body
  expect([stale.code, stale.current.safeContact.version]).toEqual(['stale-version', 1])
  const { safeContact } = (await creator('GET', `/api/contact/${id}`)).body
  expect(safeContact).toMatchObject({
    ...given,
    phones: [{ ...safeAt(NUMBER), mayText: false }],
    hours: [{ days: [1, 2], from: '09:00', to: '12:00' }],
    version: 1,
  })
  expect((await save(id, { ...given, version: 1, doNotContact: true })).body.safeContact).toMatchObject({
    ...{ doNotContact: true, version: 2 },
  })
  expect((await auditsOf(app.database, id)).map(({ action }) => action)).toContain('contact.safeContact')
})

it('INT-15 refuses what cannot be, at its field, and others than the keepers of the record', async () => {
  const id = await addPerson()
  const errorsOf = async (given: Parameters<typeof save>[1]) => (await save(id, given)).body.errors
  expect(await errorsOf({ hours: [{ days: [], from: '09:00', to: '12:00' }] })).toMatchObject([
    { path: 'hours.0.days', message: 'a-day-needed' },
  ])
  expect(await errorsOf({ hours: [{ days: [1], from: '12:00', to: '09:00' }] })).toMatchObject([
    { path: 'hours.0.to', message: 'ends-before-start' },
  ])
  expect(await errorsOf({ phones: [safeAt(NUMBER), safeAt('(716) 555-0142')] })).toMatchObject([{ path: 'phones' }])
  expect(await errorsOf({ timeZone: 'Mars/Olympus' })).toMatchObject([{ path: 'timeZone' }])
  for (const call of [recipient, third]) expect((await save(id, {}, call)).status).toBe(404)
})

it('INT-15 the recipient of a referral sees the rules as they are now, for as long as they see the person', async () => {
  const id = await addPerson()
  const referral = (await refer(stage, { contactId: id })).body
  const seen = async (call = recipient) => (await call('GET', `/api/referral/${referral.id}`)).body.safeContact
  expect(await seen()).toBeNull()
  await save(id, { doNotContact: true, avoid: 'the shelter' })
  for (const call of [recipient, creator]) expect(await seen(call)).toMatchObject({ doNotContact: true })
  const [consent] = (await creator('GET', `/api/contact/${id}`)).body.consents
  await creator('POST', `/api/contact/${id}/consent/${consent.id}/withdraw`, { recall: false })
  expect(await seen()).toBeNull()
  expect(await seen(creator)).toMatchObject({ avoid: 'the shelter' })
})

it('INT-15 a referral says nothing of numbers and addresses that were not shared', async () => {
  const { id } = await makePerson(creator, { email: 'noor@example.test' })
  const referral = (await refer(stage, { contactId: id })).body
  const { phoneNumber } = (await recipient('GET', `/api/referral/${referral.id}`)).body.person
  const seen = async () => (await recipient('GET', `/api/referral/${referral.id}`)).body.safeContact
  const rules = { phones: [safeAt(phoneNumber), safeAt('+17165550177')], mayEmail: true }
  await save(id, { ...rules, email: 'noor@example.test' })
  expect(await seen()).toMatchObject({ phones: [safeAt(phoneNumber)], email: 'noor@example.test', mayEmail: true })
  await save(id, { ...rules, email: 'new@example.test', version: 1 })
  expect(await seen()).toMatchObject({ phones: [safeAt(phoneNumber)], email: null, mayEmail: false })
})

it('INT-15 the list of people says whose number must not be called', async () => {
  const id = await addPerson()
  const refusalOf = async () =>
    (await creator('POST', '/api/contact/search', { search: 'Abadi', limit: 100 })).body.items.find(
      (item: { id: string }) => item.id === id,
    ).callRefusal
  expect(await refusalOf()).toBeNull()
  await save(id, { phones: [{ ...safeAt(NUMBER), mayCall: false }] })
  expect(await refusalOf()).toBe('unsafe')
})

it('INT-15 INT-17 the copy has the rules in both forms, and an erasure takes them away', async () => {
  const id = await addPerson()
  await save(id, { phones: [safeAt(NUMBER)], avoid: 'Quetzalwort', hours: [{ days: [1], from: '09:00', to: '12:00' }] })
  const path = `/api/contact/${id}/export`
  expect((await senderAdmin('GET', path)).body.safeContact).toMatchObject({ avoid: 'Quetzalwort' })
  const { bytes } = await senderAdmin('GET', `${path}?format=pdf&language=es`)
  const text = readPdfText(bytes).join('')
  for (const words of ['Cómoselepuedecontactar', 'Nomencionar', 'Quetzalwort', '9:00a.m.–12:00p.m.'])
    expect(text).toContain(words)
  expect((await senderAdmin('POST', `/api/contact/${id}/erase`, { name: 'Noor Abadi' })).status).toBe(204)
  expect(await findTraces(app.database, ['Quetzalwort'])).toEqual([])
})
