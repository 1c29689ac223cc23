import { expect, it } from 'vitest'
import type { RoleKey } from '#platform/schema/roles.ts'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const organization = await makeOrganization(database, { name: 'Riverbank Pantry' })
const { account: adminAccount, call: admin } = await product.someone({
  organizationId: organization.id,
  roles: ['organization-admin'],
  firstName: 'Ana',
  lastName: 'Ruiz',
})
const actorId = adminAccount.id
const base = '/api/portalAccount/'
const make = (more: object = {}) => makeAccount(database, { organizationId: organization.id, ...more })
const act = async (id: string, word: string) => {
  const { status, body } = await admin('POST', `${base}${id}/${word}`, undefined, { 'user-agent': 'Firefox' })
  return [status, body.code]
}
const save = async (id: string, more: object) =>
  admin('PUT', base, { ...(await admin('GET', `${base}${id}`)).body, ...more })

/** The account's history as its owner sees it, oldest first. */
const history = async (accountId: string) =>
  (
    await database
      .selectFrom('accountEvent')
      .select(['kind', 'detail', 'ip', 'userAgent'])
      .where('accountId', '=', accountId)
      .where('actorId', '=', actorId)
      .orderBy('id')
      .execute()
  ).map(({ kind, detail, ip, userAgent }) => [kind, detail, ip, userAgent])
const audits = async (id: string) => (await auditsOf(database, id)).filter((entry) => entry.actorId === actorId)
const audit = (action: string, detail = {}, subjectType = 'account') => ({ actorId, action, subjectType, detail })
const eventsOf = async (id: string) =>
  (
    await database
      .selectFrom('event')
      .select('audience')
      .where('type', '=', 'portalAccount')
      .where('subjectId', '=', id)
      .execute()
  ).map(({ audience }) => audience)
const mailTo = async (email: string) => {
  await product.workJobs()
  return product.outbox(email)
}
const giveFactor = (accountId: string) =>
  database
    .insertInto('authenticator')
    .values({
      accountId,
      ...{ authenticatorType: 'oob', oobChannel: 'sms', phoneNumber: '+17165550190', sealedSecret: null },
      ...{ createdOn: '2026-01-01T00:00:00Z', active: true },
    } as never)
    .execute()

it('ORG-03 shutting an account out and letting it in is told, audited and kept in its history, once each', async () => {
  const person = await make()
  for (const word of ['deactivate', 'deactivate', 'reactivate', 'reactivate'])
    expect(await act(person.id, word)).toEqual([200, undefined])
  expect(await audits(person.id)).toEqual([audit('account-deactivated'), audit('account-reactivated')])
  expect(await history(person.id)).toEqual([
    ['deactivated', {}, '127.0.0.1', 'Firefox'],
    ['reactivated', {}, '127.0.0.1', 'Firefox'],
  ])
  expect(await eventsOf(person.id)).toEqual(Array(2).fill(['role:platform-admin', `organization:${organization.id}`]))
  const [letIn, shutOut] = await mailTo(person.email)
  for (const mail of [letIn, shutOut]) expect(mail?.text).toContain('Ana Ruiz')
  expect([letIn?.subject, shutOut?.subject].every((subject) => subject && subject.length > 10)).toBe(true)
  expect(letIn?.subject).not.toBe(shutOut?.subject)
})

it('ORG-03 deactivating an account cancels its pending changes and removal of factors', async () => {
  const person = await make()
  await giveFactor(person.id)
  await save(person.id, { email: 'fresh-address@example.test', phoneNumber: '(716) 555-0177' })
  expect(await act(person.id, 'factorReset')).toEqual([204, undefined])
  await act(person.id, 'deactivate')
  const changes = await database
    .selectFrom('accountChange')
    .select(['kind', 'withdrawnBy', 'withdrawnOn'])
    .where('accountId', '=', person.id)
    .orderBy('kind')
    .execute()
  expect(changes.map(({ kind, withdrawnBy, withdrawnOn }) => [kind, withdrawnBy, withdrawnOn !== null])).toEqual([
    ['email', actorId, true],
    ['factors', actorId, true],
    ['phone', actorId, true],
  ])
})

it('ORG-03 ending the sessions of an account says how many, and of none says and keeps nothing', async () => {
  const { account: person, call } = await product.someone({ organizationId: organization.id })
  const end = () => admin('POST', `${base}${person.id}/endSessions`, undefined, { 'user-agent': 'Firefox' })
  expect((await end()).body).toEqual({ ended: 1 })
  expect((await call('GET', '/api/portalAccount/current')).status).toBe(401)
  expect((await end()).body).toEqual({ ended: 0 })
  expect(await audits(person.id)).toEqual([audit('sessions-ended', { count: 1 })])
  expect(await history(person.id)).toEqual([['sessions-ended', { count: 1 }, '127.0.0.1', 'Firefox']])
  const mails = await mailTo(person.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Ana Ruiz')
})

it('FRC-01 ordering a new password is kept once, and not for who has none or is shut out', async () => {
  const [person, passwordless, shutOut] = [await make(), await make(), await make()]
  await database.updateTable('account').set({ passwordHash: null }).where('id', '=', passwordless.id).execute()
  await act(shutOut.id, 'deactivate')
  const before = (await audits(shutOut.id)).length
  for (const { id } of [person, person, passwordless, shutOut])
    expect(await act(id, 'forceReset')).toEqual([204, undefined])
  expect(await audits(person.id)).toEqual([audit('password-reset-ordered')])
  expect(await history(person.id)).toEqual([['password-reset-ordered', {}, '127.0.0.1', 'Firefox']])
  expect([await audits(passwordless.id), (await audits(shutOut.id)).length]).toEqual([[], before])
  const rows = await database
    .selectFrom('account')
    .select('forcePasswordReset')
    .where('id', 'in', [passwordless.id, shutOut.id])
    .execute()
  expect(rows.map((row) => row.forcePasswordReset)).toEqual([false, false])
  const mails = await mailTo(person.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Ana Ruiz')
})

it('F-15 asking to remove second factors is audited, asked anew replaces it, and needs factors', async () => {
  const [person, without] = [await make(), await make()]
  await giveFactor(person.id)
  expect(await act(without.id, 'factorReset')).toEqual([409, 'conflict'])
  for (const _ of [1, 2]) await act(person.id, 'factorReset')
  expect(await audits(person.id)).toEqual(Array(2).fill(audit('factor-reset-asked')))
  const links = (await admin('GET', `${base}${person.id}/link`)).body.items
  expect(links.map((link: { state: string; kind: string }) => [link.kind, link.state])).toEqual([
    ['factors', 'pending'],
    ['factors', expect.stringMatching(/replaced|withdrawn/)],
  ])
  expect(await eventsOf(person.id)).toHaveLength(2)
})

it('ORG-03 nobody shuts out, signs out or resets themselves, nor somebody of another organization', async () => {
  const stranger = await makeAccount(database, { organizationId: (await makeOrganization(database)).id })
  for (const word of ['deactivate', 'reactivate', 'endSessions', 'forceReset', 'factorReset']) {
    expect([word, ...(await act(actorId, word))]).toEqual([word, 403, 'forbidden'])
    expect([word, ...(await act(stranger.id, word))]).toEqual([word, 404, 'not-found'])
    expect([word, ...(await act(crypto.randomUUID(), word))]).toEqual([word, 404, 'not-found'])
  }
  expect((await admin('GET', `${base}${stranger.id}/link`)).body.code).toBe('not-found')
})

it('ORG-03 lists the links that were sent for an account, the newest first, and takes back those that wait', async () => {
  const person = await make()
  await save(person.id, { phoneNumber: '(716) 555-0177' })
  await save(person.id, { email: 'link-address@example.test' })
  const list = async () => (await admin('GET', `${base}${person.id}/link`)).body
  const { items, nextCursor } = await list()
  expect(nextCursor).toBeNull()
  expect(items).toMatchObject([
    { kind: 'email', to: 'link-address@example.test', sentByName: 'Ana Ruiz', state: 'pending', mayWithdraw: true },
    { kind: 'phone', to: '+17165550177', sentByName: 'Ana Ruiz', state: 'pending', mayWithdraw: true },
  ])
  const withdraw = async (linkId: string) => {
    const { status, body } = await admin('DELETE', `${base}${person.id}/link/${linkId}`)
    return [status, body.code]
  }
  expect(await withdraw(items[0].id)).toEqual([204, undefined])
  expect(await withdraw(crypto.randomUUID())).toEqual([404, 'not-found'])
  expect((await list()).items).toMatchObject([
    { kind: 'email', state: 'withdrawn', mayWithdraw: false },
    { kind: 'phone', state: 'pending' },
  ])
  const withdrawn = (await audits(person.id)).filter(({ action }) => action === 'link-withdrawn')
  expect(withdrawn).toEqual([audit('link-withdrawn', { kind: 'email' })])
  await database
    .updateTable('accountChange')
    .set({ usedOn: new Date().toISOString() })
    .where('id', '=', items[1].id)
    .execute()
  expect(await withdraw(items[1].id)).toEqual([410, 'gone'])
})

it('ORG-03 saving an account is audited with what changed, and a new role ends the sessions of its owner', async () => {
  const { account: person, call } = await product.someone({ organizationId: organization.id })
  const roles = (...roleIds: RoleKey[]) => ({ portalAccountRoles: roleIds.map((roleId) => ({ roleId })) })
  const saved = await save(person.id, { title: 'Driver', language: 'es', ...roles('organization-admin') })
  expect(saved.body).toMatchObject({ title: 'Driver', language: 'es', version: 2 })
  expect((await call('GET', '/api/portalAccount/current')).status).toBe(401)
  expect(await audits(person.id)).toEqual([
    audit('roles-changed', { added: ['organization-admin'], lost: ['organization-staff'] }),
    audit('account-saved'),
  ])
  expect((await history(person.id)).map(([kind, detail]) => [kind, detail])).toEqual([
    ['roles-changed', { gained: ['organization-admin'], lost: ['organization-staff'] }],
  ])
  const [mail] = await mailTo(person.email)
  expect(mail?.text).toContain('Your roles are now: organization admin.')
  expect((await save(person.id, { title: '' })).body.title).toBeNull()
  const none = await save(person.id, { portalAccountRoles: [] })
  expect([none.status, none.body.errors]).toEqual([400, [{ path: 'portalAccountRoles', message: 'role-needed' }]])
  const more = await save(person.id, roles('organization-admin', 'support-agent'))
  expect(more.body.code).toBe('forbidden')
})

it('ORG-03 a number is taken away at once, and the owner is told', async () => {
  const person = await make()
  const contact = { contactId: person.contactId, kind: 'mobile' } as const
  await database
    .insertInto('contactPhone')
    .values({ ...contact, phoneNumber: '+17165550100', isPrimary: true })
    .execute()
  await database
    .insertInto('contactPhone')
    .values({ ...contact, phoneNumber: '+17165550101', isPrimary: false })
    .execute()
  await save(person.id, { phoneNumber: null })
  const left = await database
    .selectFrom('contactPhone')
    .select('phoneNumber')
    .where('contactId', '=', person.contactId)
    .execute()
  expect(left).toEqual([{ phoneNumber: '+17165550101' }])
  expect((await history(person.id)).map(([kind]) => kind)).toEqual(['phone-changed'])
  expect((await mailTo(person.email))[0]?.subject).toBe('Your Hearthline phone number was changed')
})

it('D-AUTH-2 ORG-03 a new number that waits for its owner is in their activity', async () => {
  const person = await make()
  expect((await save(person.id, { phoneNumber: '+17165550155' })).status).toBe(200)
  expect((await history(person.id)).map(([kind]) => kind)).toEqual(['phone-change-asked'])
})

it('ORG-03 asks for no more than ten changes of an account a day', async () => {
  const person = await make()
  for (let n = 0; n < 10; n++) expect((await save(person.id, { email: `change-${n}@example.test` })).status).toBe(200)
  expect((await save(person.id, { email: 'change-10@example.test' })).body.code).toBe('too-many-requests')
  const asked = (await audits(person.id)).filter(({ action }) => action === 'email-change-asked')
  expect(asked).toHaveLength(10)
  const open = await database
    .selectFrom('accountChange')
    .select(['newValue', 'oldValue', 'askedBy'])
    .where('accountId', '=', person.id)
    .where('withdrawnOn', 'is', null)
    .execute()
  expect(open).toEqual([{ newValue: 'change-9@example.test', oldValue: person.email, askedBy: actorId }])
})
