import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { type Caller, startTestApp, type TestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { impersonate } from '#test/impersonate.ts'

let app: TestApp
let staff: Caller
let admin: Caller
let recipient: Caller
let recipientId: string
let staffAccount: Awaited<ReturnType<typeof makeAccount>>

beforeAll(async () => {
  app = await startTestApp()
  const [own, other] = [await makeOrganization(app.database), await makeOrganization(app.database, { name: '=Harbor' })]
  recipientId = other.id
  staffAccount = await makeAccount(app.database, { organizationId: own.id, firstName: 'Sam', lastName: 'Ortiz' })
  staff = await app.signIn(staffAccount.email, PASSWORD)
  admin = (await app.someone({ organizationId: own.id, roles: ['organization-admin'] })).call
  recipient = (await app.someone({ organizationId: other.id, roles: ['organization-admin'] })).call
})

async function makePerson() {
  const { body } = await staff('POST', '/api/contact/', {
    firstName: 'Noor',
    lastName: 'Abadi',
    birthDate: '1992-03-04',
    email: `noor-${crypto.randomUUID()}@example.test`,
  })
  await staff('POST', `/api/contact/${body.id}/consent`, {
    scope: 'network',
    howGiven: 'written',
    givenOn: '2026-10-01',
  })
  return body.id as string
}
const refer = async (contactId: string) =>
  (await staff('POST', '/api/referral/', { contactId, recipientOrganizationId: recipientId, need: 'homelessness' }))
    .body
const waysOf = async (contactId: string) => (await accessLogOf(app.database, contactId)).map((entry) => entry.way)

it('F-11 D-SEE-2 records conflict responses about people and referrals despite the rollback', async () => {
  const id = await makePerson()
  const before = (await waysOf(id)).length
  const conflict = await staff('PUT', `/api/contact/${id}`, { version: 0 })
  expect([conflict.status, conflict.body.current.birthDate]).toEqual([409, '1992-03-04'])
  expect((await waysOf(id)).slice(before)).toEqual(['record'])
  const referral = await refer(id)
  const sent = (await waysOf(id)).length
  const late = await recipient('POST', `/api/referral/${referral.id}/transition`, { action: 'accept', version: -1 })
  expect([late.status, late.body.current.person.lastName]).toEqual([409, 'Abadi'])
  expect((await waysOf(id)).slice(sent)).toEqual(['referral'])
})

it('F-11 D-SEE-2 records a list as one entry with everybody on it, also lists of referrals, and messages', async () => {
  const [one, two] = [await makePerson(), await makePerson()]
  await staff('GET', '/api/contact/?limit=200')
  const [first] = (await accessLogOf(app.database, one)).slice(-1)
  expect(first).toMatchObject({ way: 'list', accountId: staffAccount.id })
  expect(first?.contactIds).toEqual(expect.arrayContaining([one, two]))
  const referral = await refer(one)
  await recipient('GET', '/api/referral/')
  await recipient('GET', '/api/referral/waiting')
  await recipient('POST', `/api/referral/${referral.id}/message`, { text: 'We have a bed.' })
  await staff('GET', `/api/referral/${referral.id}/message`)
  expect((await waysOf(one)).slice(-5)).toEqual(['sent', 'referral', 'referral-list', 'referral-list', 'message'])
})

it('F-11 D-SEE-2 names both while somebody impersonates an account', async () => {
  const id = await makePerson()
  const developer = await makeAccount(app.database, { roles: ['developer'], firstName: 'Dev', lastName: 'Okafor' })
  const acting = await impersonate(app, developer.email, staffAccount.id)
  await acting('GET', `/api/contact/${id}`)
  const entry = (await accessLogOf(app.database, id)).at(-1)
  expect(entry).toMatchObject({ way: 'record', accountId: staffAccount.id, impersonatorId: developer.id })
  const log = (await admin('GET', `/api/contact/${id}/accessLog`)).body
  expect(log.items[0]).toMatchObject({ name: 'Sam Ortiz', impersonatorName: 'Dev Okafor', way: 'record' })
})

it('F-11 D-SEE-2 nobody changes, deletes or empties the access log, and it outlives the record', async () => {
  const id = await makePerson()
  for (const statement of [
    sql`update access_log set account_id = null`,
    sql`delete from access_log`,
    sql`truncate access_log`,
  ])
    await expect(statement.execute(app.database)).rejects.toThrow(/never changed/)
  await sql`delete from contact where id = ${id}::uuid`.execute(app.database)
  expect(await waysOf(id)).toEqual(['record', 'record'])
})

it("F-11 D-SEE-2 shows the log to the organization's admins and platform admins, by pages, lists on request", async () => {
  const id = await makePerson()
  await staff('GET', `/api/contact/${id}`)
  await staff('GET', '/api/contact/?limit=200')
  const path = `/api/contact/${id}/accessLog`
  expect((await admin('GET', path)).body.items.map((e: { way: string }) => e.way)).toEqual(Array(3).fill('record'))
  const first = (await admin('GET', `${path}?lists=true&limit=2`)).body
  expect(first.items.map((e: { way: string }) => e.way)).toEqual(['list', 'record'])
  const second = (await admin('GET', `${path}?lists=true&limit=2&cursor=${first.nextCursor}`)).body
  expect([second.items.length, second.nextCursor]).toEqual([2, null])
  const platform = (await app.someone({ roles: ['platform-admin'] })).call
  expect((await platform('GET', path)).body.items).toHaveLength(3)
  const network = (await platform('GET', '/api/admin/accessLog?limit=1')).body.items[0]
  expect(network).toMatchObject({ way: 'record', peopleCount: 1, people: [{ id, shortName: 'Noor A.' }] })
  expect(JSON.stringify(network)).not.toContain('Abadi')
  expect([(await staff('GET', path)).status, (await recipient('GET', path)).status]).toEqual([403, 404])
})

it('F-11 D-SEE-2 exports the accounting of disclosures: date, organization, what, purpose; no cell is a formula', async () => {
  const id = await makePerson()
  const referral = await refer(id)
  await recipient('GET', `/api/referral/${referral.id}`)
  const { body, headers } = await admin('GET', `/api/contact/${id}/accessLog/export`)
  expect(headers['content-type']).toContain('text/csv')
  const linesOf = (csv: unknown) =>
    String(csv)
      .trim()
      .split('\r\n')
      .map((line) => line.replace(/^\d{4}-[^,]*Z/, '<time>').replace(/Organization [\da-f]{8}/, '<own>'))
  const shared = '"What the referral shares: name, birth date, contact details, need and notes"'
  const opened = '<time>,<own>,Sam Ortiz,,no,The whole record with phone numbers and consents,Opened the record'
  expect(linesOf(body)).toEqual([
    'Date and time (UTC),Organization,Person,Impersonated by,Disclosure to another organization,What they received,Purpose',
    `<time>,"'=Harbor",Dana Tester,,yes,${shared},Referral: Shelter`,
    `<time>,<own>,Sam Ortiz,,no,${shared},Referral: Shelter`,
    `<time>,"'=Harbor",Sam Ortiz,,yes,${shared},Referral: Shelter`,
    opened,
    opened,
  ])
  const spanish = linesOf((await admin('GET', `/api/contact/${id}/accessLog/export?language=es`)).body)
  expect([spanish[0], spanish[1], spanish.at(-1)]).toEqual([
    'Fecha y hora (UTC),Organización,Persona,Suplantada por,Divulgación a otra organización,Qué recibió,Fin',
    `<time>,"'=Harbor",Dana Tester,,sí,"Lo que comparte la remisión: nombre, fecha de nacimiento, datos de contacto, necesidad y notas",Remisión: Refugio`,
    '<time>,<own>,Sam Ortiz,,no,El registro completo con teléfonos y consentimientos,Abrió el registro',
  ])
})

it('F-11 D-SEE-2 shows a community member who saw their own record, and nobody else’s', async () => {
  const [id, other] = [await makePerson(), await makePerson()]
  const member = await app.someone({ roles: ['community-member'] })
  await sql`insert into contact_invitation (code_hash, contact_id, account_id, expires_on, used_on)
    values (${crypto.randomUUID()}, ${id}::uuid, ${member.account.id}::uuid, now(), now())`.execute(app.database)
  expect((await member.call('GET', '/api/myRecord')).body.items).toEqual([
    { contactId: id, organizationName: expect.stringContaining('Organization') },
  ])
  expect((await member.call('GET', `/api/contact/${id}/accessLog`)).body.items).toHaveLength(2)
  expect((await member.call('GET', `/api/contact/${id}/accessLog/export`)).status).toBe(200)
  expect((await member.call('GET', `/api/contact/${other}/accessLog`)).status).toBe(404)
})
