import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { recordAccountEvent, tidyAccountEvents } from './account-event.ts'
import { notifyOwner } from './security-mail.ts'

const product = await startTestApp()
const { database, config } = product
const NEW = 'violet kettle morning 47'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const eventsOf = (accountId: string) =>
  database
    .selectFrom('accountEvent')
    .select(['kind', 'actorId', 'detail', 'ip', 'userAgent'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()
const kindsOf = async (accountId: string) => (await eventsOf(accountId)).map((e) => e.kind)
const login = (email: string, password: string) =>
  product.anonymous('POST', '/api/auth/login/fallback', { email, password }, { 'user-agent': IPHONE })
const newestMail = async (email: string) => {
  await product.workJobs()
  return (await product.outbox(email))[0]
}

it('a sign-in stands in the history with its method, device and address', async () => {
  const { id, email } = await makeAccount(database)
  expect((await login(email, PASSWORD)).status).toBe(200)
  expect(await eventsOf(id)).toEqual([
    { kind: 'signed-in', actorId: id, detail: { method: 'password' }, ip: '127.0.0.1', userAgent: IPHONE },
  ])
})

it('SEC-01 a changed password stands in the account’s history and is told to its owner, with a way to object', async () => {
  const { id, email } = await makeAccount(database, { language: 'es', firstName: 'Inés <b>' })
  const me = await product.signIn(email, PASSWORD)
  const body = { password: NEW, currentPassword: PASSWORD }
  expect((await me('PUT', '/api/myAccountPortalAccount/', body, { 'user-agent': IPHONE })).status).toBe(200)
  expect(await eventsOf(id)).toContainEqual({
    kind: 'password-changed',
    actorId: id,
    detail: { way: 'change' },
    ip: '127.0.0.1',
    userAgent: IPHONE,
  })
  const mail = await newestMail(email)
  expect(mail?.subject).toBe('Se cambió su contraseña de Hearthline')
  expect(mail?.text).toContain('Desde: Safari en iOS, la computadora del portal')
  expect(mail?.text).toMatch(/No fui yo:\nhttps?:\/\/\S+\/auth\/notMe\/[\w-]{43}\n/)
  expect(mail?.html).toContain('Inés &lt;b&gt;')
  const code = /notMe\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const kept = await database.selectFrom('notMeLink').selectAll().where('accountId', '=', id).execute()
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(code)
  expect(Date.parse(kept[0]?.expiresOn ?? '') - Date.parse(kept[0]?.createdOn ?? '')).toBe(7 * 86_400_000)
})

it('LAND-10 failed sign-ins stand in the history of a known account, and the answer to an unknown one is the same', async () => {
  const { id, email } = await makeAccount(database)
  const known = await login(` ${email.toUpperCase()} `, 'wrong')
  const unknown = await login('nobody-at-all@example.test', 'wrong')
  const { instance: _one, ...answer } = unknown.body
  const { instance: _other, ...expected } = known.body
  expect([unknown.status, answer]).toEqual([known.status, expected])
  // Nothing is looked up before the response: both cases create the same job.
  expect(await eventsOf(id)).toEqual([])
  const { rows } = await sql<{ count: number }>`select count(*) as count from graphile_worker.jobs
    where task_identifier = 'record-failed-sign-in'`.execute(database)
  expect(Number(rows[0]?.count)).toBe(2)
  for (let at = 0; at < 4; at++) await login(email, 'wrong')
  await product.workJobs()
  const events = await eventsOf(id)
  expect(events.map((e) => e.kind)).toEqual([...Array.from({ length: 4 }, () => 'sign-in-failed'), 'sign-in-locked'])
  expect(events[0]).toMatchObject({ actorId: null, ip: '127.0.0.1', userAgent: IPHONE })
})

it('a guesser does not fill the history: forty failures a day are kept', async () => {
  const { id, email } = await makeAccount(database)
  const failure = { accountId: id, actorId: null, kind: 'sign-in-failed' as const }
  for (let at = 0; at < 40; at++) await recordAccountEvent(database, failure)
  await login(email, 'wrong')
  await product.workJobs()
  expect(await kindsOf(id)).toHaveLength(40)
})

it('RST-02 links asked for, sent and used stand in the history with who did it', async () => {
  const organization = await makeOrganization(database)
  const { id, email } = await makeAccount(database, { organizationId: organization.id })
  const boss = await makeAccount(database, { roles: ['organization-admin'], organizationId: organization.id })
  const captchaCode = await solveCaptcha(product.anonymous)
  await product.anonymous('POST', '/api/authentication/forgot', { email, captchaCode })
  await product.workJobs()
  const byBoss = await product.signIn(boss.email, PASSWORD)
  expect((await byBoss('POST', `/api/portalAccount/${id}/resetLink`)).status).toBe(204)
  await product.workJobs()
  const token = (await product.outbox(email)).map((m) => /adminReset\/(\S+)/.exec(m.text)?.[1]).find(Boolean)
  const reset = { resetToken: token, password: NEW, securityQuestionAnswer: 'Elm' }
  expect((await product.anonymous('POST', '/api/authentication/jwtReset', reset)).status).toBe(204)
  expect((await eventsOf(id)).map((e) => [e.kind, e.actorId])).toEqual([
    ['reset-link-asked', null],
    ['reset-link-sent', boss.id],
    ['reset-link-used', id],
    ['password-reset', id],
  ])
  expect((await newestMail(email))?.subject).toBe('Your Hearthline password was reset')
})

it('SUP-03 a developer’s own change of roles and organization is recorded and told, and no change is not', async () => {
  const [a, b] = [await makeOrganization(database), await makeOrganization(database)]
  const { id, email } = await makeAccount(database, { roles: ['developer'], organizationId: a.id })
  const me = await product.signIn(email, PASSWORD)
  const line = (roleId: string, isDeleted = false) => ({ roleId, portalAccountId: id, isDeleted })
  const roles = (lines: object[]) => me('PUT', '/api/admin/utilities/updatePortalAccountRoles', lines)
  const move = (to: string) => me('POST', `/api/admin/utilities/changeOrganization?newOrgId=${to}`)
  expect([(await roles([line('developer')])).status, (await move(a.id)).status]).toEqual([200, 204])
  expect(await kindsOf(id)).toEqual(['signed-in'])
  await roles([line('developer'), line('support-agent'), line('community-member', true)])
  await move(b.id)
  expect((await eventsOf(id)).slice(1).map((e) => [e.kind, e.detail])).toEqual([
    ['roles-changed', { gained: ['support-agent'], lost: [] }],
    ['organization-changed', {}],
  ])
  await product.workJobs()
  expect((await product.outbox(email)).map((m) => m.subject).toSorted()).toEqual([
    'Your Hearthline organization was changed',
    'Your Hearthline roles were changed',
  ])
})

it('an event keeps no secret, whatever is handed to it', async () => {
  const { id } = await makeAccount(database)
  const detail = { method: 'otp', password: 'hunter2', code: '123456' } as { method: string }
  await recordAccountEvent(database, { accountId: id, actorId: id, kind: 'factor-added', detail })
  expect((await eventsOf(id))[0]?.detail).toEqual({ method: 'otp' })
  await recordAccountEvent(database, { accountId: id, actorId: id, kind: 'factor-added', detail: { method: '123456' } })
  expect((await eventsOf(id))[1]?.detail).toEqual({})
})

it('events go after 90 days, and links a month after their time', async () => {
  const { id } = await makeAccount(database)
  await recordAccountEvent(database, { accountId: id, actorId: null, kind: 'sign-in-failed' })
  await recordAccountEvent(database, { accountId: id, actorId: null, kind: 'signed-in' })
  await notifyOwner(database, config, id, 'phoneChanged')
  await notifyOwner(database, config, id, 'phoneChanged')
  await sql`update account_event set created_on = now() - interval '91 days' where account_id = ${id} and kind = 'sign-in-failed'`.execute(
    database,
  )
  await sql`update not_me_link set expires_on = now() - interval '31 days' where code_hash =
    (select code_hash from not_me_link where account_id = ${id} limit 1)`.execute(database)
  await tidyAccountEvents({ database })({}, {} as never)
  expect(await kindsOf(id)).toEqual(['signed-in'])
  expect(await database.selectFrom('notMeLink').select('kind').where('accountId', '=', id).execute()).toHaveLength(1)
})

it('word of a changed e-mail address goes to the address before', async () => {
  const { id, email } = await makeAccount(database)
  await notifyOwner(database, config, id, 'emailChanged', { formerEmail: 'before@example.test', newEmail: email })
  expect((await newestMail('before@example.test'))?.text).toContain(`From now on ${email} is the e-mail address`)
  expect(await product.outbox(email)).toEqual([])
})
