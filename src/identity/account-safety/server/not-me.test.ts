import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { notifyOwner } from '#identity/accounts/server/accounts-public.ts'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { database, config } = product
const THIEF = 'thief kettle morning 47'
const NEW = 'violet kettle morning 47'
const path = (code: string) => `/api/authentication/notMe/${code}`
const look = (code: string) => product.anonymous('GET', path(code))
const report = (code: string) => product.anonymous('POST', path(code))
const signsIn = (email: string, password = PASSWORD) =>
  product.anonymous('POST', '/api/authentication/login', { email, password })

async function mailed(to: string, kind: string) {
  await product.workJobs()
  for (const mail of await product.outbox(to)) {
    const [, code] = new RegExp(`/auth/${kind}/(\\S+)`).exec(mail.text) ?? []
    if (code) return { ...mail, code }
  }
  throw new Error(`no ${kind} link came to ${to}`)
}
const told = async (id: string, email: string) => {
  await notifyOwner(database, config, id, 'phoneChanged')
  return (await mailed(email, 'notMe')).code
}
const reset = async (resetToken: string, password = NEW) =>
  product.anonymous('POST', '/api/authentication/reset', {
    resetToken,
    securityQuestionAnswer: 'Elm',
    password,
    captchaCode: await solveCaptcha(product.anonymous),
  })

it("the 'this was not me' link does nothing when it is only looked at, and works once", async () => {
  const { id, email } = await makeAccount(database)
  const me = await product.signIn(email, PASSWORD)
  const code = await told(id, email)
  for (let at = 0; at < 3; at++)
    expect(await look(code)).toMatchObject({ status: 200, body: { kind: 'phoneChanged', state: 'open' } })
  expect((await me('GET', '/api/portalAccount/current')).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(code)))
  expect(answers.map((a) => a.status).toSorted()).toEqual([200, 410, 410, 410, 410])
  const done = answers.find((a) => a.status === 200)?.body
  expect(done).toEqual({ sessionsEnded: 1, waysRemoved: 0, sentTo: 'p•••••@example.test' })
  expect((await me('GET', '/api/portalAccount/current')).status).toBe(401)
  expect((await look(code)).body.state).toBe('used')
  for (const unknown of ['made-up', 'x'.repeat(100)]) {
    expect((await look(unknown)).status).toBe(410)
    expect((await report(unknown)).status).toBe(410)
  }
})

it("the other admins hear of a 'this was not me' about what an admin did, and not about what the owner did", async () => {
  const organization = await makeOrganization(database)
  const { id: organizationId } = organization
  const boss = await makeAccount(database, { roles: ['organization-admin'], organizationId })
  const hears = async (kind: Parameters<typeof notifyOwner>[3]) => {
    const { id, email } = await makeAccount(database, { organizationId })
    await notifyOwner(database, config, id, kind)
    const { code } = await mailed(email, 'notMe')
    const before = (await product.outbox(boss.email)).length
    expect((await report(code)).status).toBe(200)
    await product.workJobs()
    return (await product.outbox(boss.email)).length > before
  }
  const ofAdmins = [
    'emailAsked',
    'emailChanged',
    'emailWaiting',
    'factorResetAsked',
    'phoneAsked',
    'phoneChanged',
  ] as const
  const more = ['rolesChanged', 'organizationChanged', 'deactivated', 'reactivated', 'resetLinkSent'] as const
  for (const kind of [...ofAdmins, ...more]) expect([kind, await hears(kind)]).toEqual([kind, true])
  expect(await hears('passwordChanged')).toBe(false)
})

it("a 'this was not me' link ends after seven days", async () => {
  const { id, email } = await makeAccount(database)
  const code = await told(id, email)
  await sql`update not_me_link set expires_on = now() - interval '1 second' where account_id = ${id}`.execute(database)
  expect((await look(code)).body.state).toBe('expired')
  expect((await report(code)).status).toBe(410)
  expect((await signsIn(email)).status).toBe(200)
})

it('after a report nobody signs in or changes anything until the mailed reset is done', async () => {
  const organization = await makeOrganization(database)
  const { id, email } = await makeAccount(database, { organizationId: organization.id })
  const boss = await makeAccount(database, { roles: ['organization-admin'], organizationId: organization.id })
  const byBoss = await product.signIn(boss.email, PASSWORD)
  // Links that an attacker may already have.
  await product.anonymous('POST', '/api/authentication/forgot', {
    email,
    captchaCode: await solveCaptcha(product.anonymous),
  })
  const oldCode = (await mailed(email, 'reset')).code
  await byBoss('POST', `/api/portalAccount/${id}/resetLink`)
  const oldLink = (await mailed(email, 'adminReset')).code
  const thief = await product.signIn(email, PASSWORD)

  expect((await report(await told(id, email))).status).toBe(200)
  expect(await signsIn(email)).toMatchObject({ status: 403, body: { code: 'account-frozen' } })
  expect((await signsIn(email, 'wrong')).status).toBe(401)
  const change = { password: THIEF, currentPassword: PASSWORD }
  expect((await thief('PUT', '/api/myAccountPortalAccount/', change)).status).toBe(401)
  expect((await reset(oldCode, THIEF)).status).toBe(410)
  const linked = { resetToken: oldLink, password: THIEF, securityQuestionAnswer: 'Elm' }
  expect((await product.anonymous('POST', '/api/authentication/jwtReset', linked)).status).toBe(400)

  const { code, subject } = await mailed(email, 'reset')
  expect(subject).toBe('Choose a new password to get back into Hearthline')
  expect((await reset(code)).status).toBe(204)
  expect((await signsIn(email, NEW)).status).toBe(200)
  const kinds = await database.selectFrom('accountEvent').select('kind').where('accountId', '=', id).execute()
  expect(kinds.map((k) => k.kind)).toContain('reported-not-me')
})

it('the mailed reset comes even after a thief asked for more resets than an hour allows', async () => {
  const { id, email } = await makeAccount(database)
  for (let at = 0; at < 6; at++)
    await product.anonymous('POST', '/api/authentication/forgot', {
      email,
      captchaCode: await solveCaptcha(product.anonymous),
    })
  await report(await told(id, email))
  expect((await mailed(email, 'reset')).subject).toMatch(/^Choose a new password/)
})

it('a thief who changed the e-mail address gets no reset link, and the reset brings the former address back', async () => {
  const { id, email } = await makeAccount(database)
  const taken = `thief-${email}`
  await notifyOwner(database, config, id, 'emailChanged', { formerEmail: email, newEmail: taken })
  await database.updateTable('account').set({ email: taken }).where('id', '=', id).execute()
  // The attacker receives the mail about this later change and responds first.
  await notifyOwner(database, config, id, 'passwordChanged')
  expect((await report((await mailed(taken, 'notMe')).code)).status).toBe(200)
  expect((await report((await mailed(email, 'notMe')).code)).status).toBe(200)
  await product.workJobs()
  const before = (await product.outbox(taken)).length
  for (const typed of [taken, email])
    await product.anonymous('POST', '/api/authentication/forgot', {
      email: typed,
      captchaCode: await solveCaptcha(product.anonymous),
    })
  await product.workJobs()
  expect(await product.outbox(taken)).toHaveLength(before)
  expect((await reset((await mailed(email, 'reset')).code)).status).toBe(204)
  expect((await signsIn(email, NEW)).status).toBe(200)
  expect((await signsIn(taken, NEW)).status).toBe(401)
})

const codesMailed = async (to: string) => {
  await product.workJobs()
  const codes = (await product.outbox(to)).map((mail) => /\/auth\/notMe\/(\S+)/.exec(mail.text)?.[1])
  return codes.filter((code) => code !== undefined)
}
const freezeOf = (id: string) =>
  database.selectFrom('accountFreeze').select('recoveryEmail').where('accountId', '=', id).executeTakeFirst()

it('RST-04 what a thief was mailed since the change of address freezes nothing after the owner reported it', async () => {
  const { id, email } = await makeAccount(database)
  const taken = `thief-${email}`
  await notifyOwner(database, config, id, 'emailChanged', { formerEmail: email, newEmail: taken })
  await database.updateTable('account').set({ email: taken }).where('id', '=', id).execute()
  await notifyOwner(database, config, id, 'passwordChanged')
  expect((await report((await mailed(email, 'notMe')).code)).status).toBe(200)
  const [early = ''] = await codesMailed(taken)
  expect((await report(early)).status).toBe(410)
  // Mailed while the account was frozen.
  await notifyOwner(database, config, id, 'resetOrdered')
  expect(await codesMailed(taken)).toHaveLength(2)
  expect((await reset((await mailed(email, 'reset')).code)).status).toBe(204)
  for (const code of await codesMailed(taken)) expect((await report(code)).status).toBe(410)
  expect(await freezeOf(id)).toBeUndefined()
  expect((await signsIn(email, NEW)).status).toBe(200)
})

it('RST-04 an earlier link of the owner still wins after a thief reported a later one and set a password', async () => {
  const { id, email } = await makeAccount(database)
  const taken = `thief-${email}`
  await notifyOwner(database, config, id, 'emailChanged', { formerEmail: email, newEmail: taken })
  await database.updateTable('account').set({ email: taken }).where('id', '=', id).execute()
  await notifyOwner(database, config, id, 'passwordChanged')
  expect((await report((await mailed(taken, 'notMe')).code)).status).toBe(200)
  expect((await reset((await mailed(taken, 'reset')).code, THIEF)).status).toBe(204)
  expect((await report((await mailed(email, 'notMe')).code)).status).toBe(200)
  expect(await freezeOf(id)).toEqual({ recoveryEmail: email })
})

it('second factors and recovery codes made since what was told are taken away, older ones stay', async () => {
  const { id, email } = await makeAccount(database)
  const add = (phone: string, ago: string) =>
    sql`insert into authenticator (account_id, authenticator_type, oob_channel, phone_number, active, created_on)
      values (${id}, 'oob', 'sms', ${phone}, ${phone === '+17165550100'}, now() - ${ago}::interval)`.execute(database)
  await add('+17165550100', '2 days')
  await sql`insert into recovery_code (account_id, code_hash, created_on) values (${id}, 'old', now() - interval '2 days')`.execute(
    database,
  )
  const code = await told(id, email)
  await add('+17165550199', '0 seconds')
  await sql`insert into recovery_code (account_id, code_hash) values (${id}, 'new')`.execute(database)
  expect((await report(code)).body.waysRemoved).toBe(1)
  const { rows } = await sql<{
    phoneNumber: string
  }>`select phone_number from authenticator where account_id = ${id}`.execute(database)
  expect(rows).toEqual([{ phoneNumber: '+17165550100' }])
  const codes = await sql<{ codeHash: string }>`select code_hash from recovery_code where account_id = ${id}`.execute(
    database,
  )
  expect(codes.rows).toEqual([{ codeHash: 'old' }])
})
