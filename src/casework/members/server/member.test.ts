import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { hashCode, newCode } from '#identity/accounts/server/accounts-public.ts'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const organization = await makeOrganization(database)
const worker = await makeAccount(database, { organizationId: organization.id, roles: ['organization-admin'] })
const me = await product.signIn(worker.email, PASSWORD)
let made = 0

async function invite() {
  const email = `member-${made++}@example.test`
  const contact = await database
    .insertInto('contact')
    .values({ firstName: 'Iris', lastName: 'Moon', email, organizationId: organization.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await me('POST', `/api/contact/${contact.id}/invitation`)).status).toBe(204)
  await product.workJobs()
  const code = /contactId=([\w-]+)/.exec((await product.outbox(email))[0]?.text ?? '')?.[1] ?? ''
  return { email, code, contactId: contact.id }
}
const invitationOf = async (language: string | null) => {
  const email = `member-${made++}@example.test`
  const contact = await database
    .insertInto('contact')
    .values({ firstName: 'Iris', lastName: 'Moon', email, organizationId: organization.id, language })
    .returning('id')
    .executeTakeFirstOrThrow()
  await me('POST', `/api/contact/${contact.id}/invitation`)
  await product.workJobs()
  return (await product.outbox(email))[0]?.html ?? ''
}
const register = async (contactId: string, more: object = {}) =>
  product.anonymous('POST', '/api/communityMemberRegistration/register/', {
    contactId,
    password: 'violet kettle morning 47',
    confirmPassword: 'violet kettle morning 47',
    securityQuestion: 'parents-met',
    securityQuestionAnswer: 'Olean',
    acceptedTermsAndConditions: true,
    captchaCode: await solveCaptcha(product.anonymous),
    ...more,
  })
const open = (code: string) => product.anonymous('GET', `/api/contact/${code}/registration`)

it('MEM-02 takes name and address from the invitation, whatever the body says', async () => {
  const { email, code, contactId } = await invite()
  expect((await open(code)).body).toEqual({ firstName: 'Iris', lastName: 'Moon', email })
  expect(await accessLogOf(database, contactId)).toMatchObject([{ way: 'invitation' }])
  // What is wrong is said at its field, and uses nothing up.
  const wrong = async (more: object) => {
    const { status, body } = await register(code, more)
    return [status, body.code, body.errors?.[0]?.path]
  }
  expect(await wrong({ confirmPassword: 'violet kettle morning 48' })).toEqual([
    ...[400, 'invalid-request', 'confirmPassword'],
  ])
  expect((await register(code, { password: email, confirmPassword: email })).body.errors).toEqual([
    { path: 'password', message: 'password-personal' },
  ])
  expect(await wrong({ captchaCode: 'made up' })).toEqual([400, 'captcha-failed', 'captchaCode'])
  expect(await wrong({ acceptedTermsAndConditions: false })).toEqual([
    ...[400, 'invalid-request', 'acceptedTermsAndConditions'],
  ])
  expect((await open('made-up')).body.reason).toBe('unknown')
  expect((await register(code, { email: 'other@example.test', firstName: 'Mallory' })).status).toBe(204)
  const member = await product.signIn(email, 'violet kettle morning 47')
  expect((await member('GET', '/api/portalAccount/current')).body).toMatchObject({
    email,
    firstName: 'Iris',
    portalAccountRoles: [{ roleId: 'community-member' }],
  })
  const account = await database.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  expect(account).toMatchObject({
    ...{ acceptedTermsAndConditions: true, language: 'en', securityQuestion: 'parents-met' },
    ...{ emailConfirmedOn: expect.any(String), approvedOn: expect.any(String) },
  })
  expect((await auditsOf(database, account.id)).map(({ action, actorId }) => [action, actorId])).toContainEqual([
    ...['member-registered', account.id],
  ])
})

it('MEM-02 INT-13 an invitation is in Spanish for whoever speaks it, however that was recorded', async () => {
  const spoken = { es: 'es', 'es-MX': 'es', spa: 'es', Español: 'es', Estonian: 'en', est: 'en', en: 'en' }
  for (const [recorded, language] of Object.entries(spoken))
    expect([recorded, await invitationOf(recorded)]).toEqual([recorded, expect.stringContaining(`lang="${language}"`)])
  expect(await invitationOf(null)).toContain('lang="en"')
})

it('MEM-05 takes an invitation once, not after it was withdrawn, and none by the bare contact', async () => {
  const used = await invite()
  expect((await register(used.code)).status).toBe(204)
  expect([(await register(used.code)).status, (await open(used.code)).status]).toEqual([410, 410])
  expect((await me('POST', `/api/contact/${used.contactId}/invitation`)).status).toBe(406)
  const withdrawn = await invite()
  expect((await me('DELETE', `/api/contact/${withdrawn.contactId}/invitation`)).status).toBe(204)
  expect([(await register(withdrawn.code)).status, (await open(withdrawn.contactId)).status]).toEqual([410, 410])
  const late = await invite()
  await database.updateTable('contactInvitation').set({ expiresOn: '2020-01-01T00:00:00Z' }).execute()
  expect((await open(late.code)).status).toBe(410)
})

it('MEM-02 MEM-05 ends an invitation when the address to which it was mailed changes', async () => {
  const { code, contactId } = await invite()
  const record = (await me('GET', `/api/contact/${contactId}`)).body
  const changed = await me('PUT', `/api/contact/${contactId}`, {
    email: 'victim@example.test',
    version: record.version,
  })
  expect(changed.status).toBe(200)
  const refused = { status: 410, body: { reason: 'withdrawn' } }
  expect(await open(code)).toMatchObject(refused)
  expect(await register(code)).toMatchObject(refused)
  expect((await me('GET', `/api/contact/${contactId}/invitation`)).body.items[0].state).toBe('withdrawn')
})

it('MEM-05 lets an invitation work for fourteen days, and keeps in the audit who sent it and who withdrew it', async () => {
  const { contactId } = await invite()
  const { createdOn, expiresOn } = await database
    .selectFrom('contactInvitation')
    .select(['createdOn', 'expiresOn'])
    .where('contactId', '=', contactId)
    .executeTakeFirstOrThrow()
  expect(Math.round((Date.parse(expiresOn) - Date.parse(createdOn)) / 86_400_000)).toBe(14)
  await me('DELETE', `/api/contact/${contactId}/invitation`)
  const audits = await auditsOf(database, contactId)
  expect(audits.map(({ action, actorId, subjectType }) => [action, actorId, subjectType])).toEqual([
    ['member-invited', worker.id, 'contact'],
    ['member-invitation-withdrawn', worker.id, 'contact'],
  ])
})

it('MEM-05 keeps an invitation when something else of the person changes', async () => {
  const { code, contactId, email } = await invite()
  const { version } = (await me('GET', `/api/contact/${contactId}`)).body
  expect((await me('PUT', `/api/contact/${contactId}`, { firstName: 'Ines', email, version })).status).toBe(200)
  expect((await open(code)).body).toMatchObject({ firstName: 'Ines', email })
})

it('MEM-05 mails one person no more than five invitations a day', async () => {
  const { contactId } = await invite()
  const send = async () => (await me('POST', `/api/contact/${contactId}/invitation`)).status
  expect([await send(), await send(), await send(), await send(), await send()]).toEqual([204, 204, 204, 204, 429])
})

it('MEM-05 counts the invitations of an organization that are sent at the same moment', async () => {
  const other = await makeOrganization(database)
  const { email } = await makeAccount(database, { organizationId: other.id })
  const staff = await product.signIn(email, PASSWORD)
  const values = [1, 2, 3, 4, 5].map((n) => ({
    firstName: 'Iris',
    lastName: 'Moon',
    email: `${n}-${email}`,
    organizationId: other.id,
  }))
  const people = await database.insertInto('contact').values(values).returning('id').execute()
  await sql`insert into contact_invitation (code_hash, contact_id, invited_by, expires_on)
    select 'at-once-' || n, ${people[0]?.id}::uuid, ${worker.id}::uuid, now() from generate_series(1, 199) n`.execute(
    database,
  )
  const sent = await Promise.all(people.slice(1).map(({ id }) => staff('POST', `/api/contact/${id}/invitation`)))
  expect(sent.map(({ status }) => status).sort()).toEqual([204, 429, 429, 429])
})

it('MEM-05 mails no more than two hundred invitations a day for one organization, and counts no other’s', async () => {
  const other = await makeOrganization(database)
  const { email } = await makeAccount(database, { organizationId: other.id })
  const staff = await product.signIn(email, PASSWORD)
  const people = await database
    .insertInto('contact')
    .values(
      [1, 2, 3].map((n) => ({ firstName: 'Iris', lastName: 'Moon', email: `${n}-${email}`, organizationId: other.id })),
    )
    .returning('id')
    .execute()
  const [sent, next, last] = people.map(({ id }) => id)
  await sql`insert into contact_invitation (code_hash, contact_id, invited_by, expires_on)
    select 'made-up-' || n, ${sent}::uuid, ${worker.id}::uuid, now() from generate_series(1, 199) n`.execute(database)
  const send = async (id = '') => (await staff('POST', `/api/contact/${id}/invitation`)).status
  expect([await send(next), await send(last)]).toEqual([204, 429])
  await invite()
})

it('MEM-05 a call that is repeated because its answer was lost invites once, and its ID names no other invitation', async () => {
  const { contactId, email } = await invite()
  const path = `/api/contact/${contactId}/invitation`
  const id = randomUUID()
  const send = async (to = path) => (await me('POST', to, { id })).status
  expect(await Promise.all([send(), send()])).toEqual([204, 204])
  expect(await send()).toBe(204)
  await product.workJobs()
  expect(await product.outbox(email)).toHaveLength(2)
  expect(await send(`/api/contact/${(await invite()).contactId}/invitation`)).toBe(409)
  await me('DELETE', path)
  expect(await send()).toBe(409)
  expect((await me('POST', path, { id: randomUUID() })).status).toBe(204)
})

it('MEM-04 answers 406 to an address that has an account by now', async () => {
  const { email, code } = await invite()
  await makeAccount(database, { email })
  expect((await register(code)).status).toBe(406)
})

it('MEM-05 invites and registers nobody again who has an account, also under another address', async () => {
  const { code, contactId } = await invite()
  expect((await register(code)).status).toBe(204)
  const other = `member-${made++}@example.test`
  await database.updateTable('contact').set({ email: other }).where('id', '=', contactId).execute()
  const again = await me('POST', `/api/contact/${contactId}/invitation`)
  expect(again).toMatchObject({ status: 406, body: { code: 'email-in-use' } })
  const open = { contactId, invitedBy: worker.id, expiresOn: new Date(Date.now() + 60_000).toISOString() }
  const sentBefore = newCode()
  await database
    .insertInto('contactInvitation')
    .values({ ...open, codeHash: hashCode(sentBefore) })
    .execute()
  expect(await register(sentBefore)).toMatchObject({ status: 406, body: { code: 'email-in-use' } })
})

it('MEM-05 lists each invitation with what became of it, to the workers of its organization alone', async () => {
  const { contactId, code, email } = await invite()
  const path = `/api/contact/${contactId}/invitation`
  const states = async () => (await me('GET', path)).body.items.map((link: { state: string }) => link.state)
  expect((await me('GET', path)).body.items).toMatchObject([
    { state: 'pending', sentByName: 'Dana Tester', usedOn: null },
  ])
  expect((await me('POST', path)).status).toBe(204)
  expect(await states()).toEqual(['pending', 'replaced'])
  expect((await open(code)).body.reason).toBe('replaced')
  expect((await me('DELETE', path)).status).toBe(204)
  expect(await states()).toEqual(['withdrawn', 'replaced'])
  await Promise.all([me('POST', path), me('POST', path)])
  expect((await states()).filter((state: string) => state === 'pending')).toHaveLength(1)
  await database
    .updateTable('contactInvitation')
    .set({ expiresOn: '2020-01-01T00:00:00Z' })
    .where('contactId', '=', contactId)
    .execute()
  expect((await states())[0]).toBe('expired')
  await me('POST', path)
  await product.workJobs()
  const latest = /contactId=([\w-]+)/.exec((await product.outbox(email))[0]?.text ?? '')?.[1] ?? ''
  expect((await register(latest)).status).toBe(204)
  expect((await states())[0]).toBe('used')
  expect((await open(latest)).body.reason).toBe('used')
  const stranger = await makeAccount(database, { organizationId: (await makeOrganization(database)).id })
  const theirs = await product.signIn(stranger.email, PASSWORD)
  for (const method of ['GET', 'POST', 'DELETE'] as const) expect((await theirs(method, path)).status, method).toBe(404)
  await database.updateTable('contact').set({ email: null }).where('id', '=', contactId).execute()
  expect(await me('POST', path)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'email', message: 'needed' }] },
  })
})

it('MEM-05 of 20 simultaneous registrations with one invitation one works', async () => {
  const { code } = await invite()
  const answers = await Promise.all(Array.from({ length: 20 }, () => register(code)))
  expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1)
  expect(answers.every((answer) => [204, 406, 410].includes(answer.status))).toBe(true)
})
