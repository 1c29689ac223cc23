import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { signInMethods } from '#root/src/features.server.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { settleChanges } from './settle-changes.ts'

const product = await startTestApp()
const { database } = product
const organization = await makeOrganization(database)
const adminAccount = await makeAccount(database, { organizationId: organization.id, roles: ['organization-admin'] })
const admin = await product.signIn(adminAccount.email, PASSWORD)
let made = 0
const newEmail = () => `new-address-${made++}@example.test`

const get = async (id: string) => (await admin('GET', `/api/portalAccount/${id}`)).body
const save = async (id: string, more: object, by: Caller = admin) =>
  by('PUT', '/api/portalAccount/', { ...(await get(id)), ...more })
const linkIn = async (to: string, path: string) => {
  await product.workJobs()
  const message = (await product.outbox(to)).find((m) => m.text.includes(path))
  return new RegExp(`${path}/([\\w-]+)`).exec(message?.text ?? '')?.[1] ?? ''
}
const confirmCode = (to: string) => linkIn(to, '/account/confirm')
const notMeCode = (to: string) => linkIn(to, '/auth/notMe')
const confirm = (code: string) => product.anonymous('POST', `/api/accountChange/${code}/confirm`)
/** The owner agrees by the link in the current mailbox. */
const agree = async (email: string) => confirm(await confirmCode(email))
const notMe = (code: string) => product.anonymous('POST', `/api/authentication/notMe/${code}`)
/** Sets a new password with the latest mailed link. */
const resetByMail = async (email: string) =>
  product.anonymous('POST', '/api/authentication/reset', {
    resetToken: await linkIn(email, '/auth/reset'),
    securityQuestionAnswer: 'Elm',
    password: 'violet kettle morning 47',
    captchaCode: await solveCaptcha(product.anonymous),
  })
const canSignIn = async (email: string) =>
  (await product.anonymous('POST', '/api/authentication/login', { email, password: PASSWORD })).status === 200
const make = (more: object = {}) => makeAccount(database, { organizationId: organization.id, ...more })

it('ORG-03 a new address counts only once it is confirmed from there; until then the old one signs in', async () => {
  const person = await make()
  const email = newEmail()
  const saved = await save(person.id, { email: email.toUpperCase(), firstName: 'Uma' })
  expect(saved.body).toMatchObject({ email: person.email, pendingEmail: email, firstName: 'Uma' })
  expect((await admin('GET', '/api/portalAccount/?state=change-pending')).body.items).toMatchObject([{ id: person.id }])
  expect([await canSignIn(person.email), await canSignIn(email)]).toEqual([true, false])
  const code = await confirmCode(email)
  expect((await product.anonymous('GET', `/api/accountChange/${code}`)).body).toMatchObject({
    kind: 'email',
    newValue: email,
    firstName: 'Uma',
  })
  // Reading the link changes nothing: mail programs do that, too.
  expect((await get(person.id)).email).toBe(person.email)
  expect((await agree(person.email)).body).toEqual({ isDone: false, countsOn: null })
  expect((await confirm(code)).body).toEqual({ isDone: true, countsOn: null })
  expect([await canSignIn(person.email), await canSignIn(email)]).toEqual([false, true])
  expect(await get(person.id)).toMatchObject({ email, pendingEmail: null })
  expect((await confirm(code)).body).toMatchObject({ code: 'gone', reason: 'used' })
  const links = (await admin('GET', `/api/portalAccount/${person.id}/link`)).body.items
  expect(links).toMatchObject([{ kind: 'email', state: 'used', to: email }])
})

it('ORG-03 of 20 simultaneous confirmations one works', async () => {
  const person = await make()
  const email = newEmail()
  await save(person.id, { email })
  const code = await confirmCode(email)
  await agree(person.email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(code)))
  expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 410)])
})

it('ORG-03 a change is withdrawn, replaced by another one, and runs out', async () => {
  const person = await make()
  const [one, two, three] = [newEmail(), newEmail(), newEmail()]
  await save(person.id, { email: one })
  await save(person.id, { email: two })
  expect((await confirm(await confirmCode(one))).body.reason).toBe('replaced')
  const [link] = (await admin('GET', `/api/portalAccount/${person.id}/link`)).body.items
  expect(link).toMatchObject({ to: two, state: 'pending', mayWithdraw: true })
  expect((await admin('DELETE', `/api/portalAccount/${person.id}/link/${link.id}`)).status).toBe(204)
  expect((await get(person.id)).pendingEmail).toBeNull()
  expect((await confirm(await confirmCode(two))).body.reason).toBe('withdrawn')
  await save(person.id, { email: three })
  await database
    .updateTable('accountChange')
    .set({ expiresOn: '2020-01-01T00:00:00Z' })
    .where('newValue', '=', three)
    .execute()
  expect((await confirm(await confirmCode(three))).body.reason).toBe('expired')
  expect((await get(person.id)).pendingEmail).toBeNull()
  expect((await confirm('no-such-code')).body.reason).toBe('unknown')
})

it('ORG-03 “this was not me” to a change that waits stops it, and the admins hear of it', async () => {
  const person = await make({ firstName: 'Iris', lastName: 'Moon' })
  const email = newEmail()
  await save(person.id, { email })
  const code = await notMeCode(person.email)
  expect((await product.outbox(person.email)).map(({ subject }) => subject)).toContain(
    'Your Hearthline e-mail address is about to change',
  )
  expect((await notMe(code)).status).toBe(200)
  expect((await get(person.id)).pendingEmail).toBeNull()
  expect((await confirm(await confirmCode(email))).status).toBe(410)
  expect((await product.outbox(adminAccount.email))[0]?.subject).toBe(
    'Iris Moon did not want a change of their account',
  )
  expect(await canSignIn(person.email)).toBe(false)
})

it('ORG-03 “this was not me” takes a confirmed address back, with everything that the new one could have opened', async () => {
  const person = await make()
  const email = newEmail()
  await save(person.id, { email })
  await agree(person.email)
  await confirm(await confirmCode(email))
  const intruder = await product.signIn(email, PASSWORD)
  await product.workJobs()
  const told = (await product.outbox(person.email)).find((m) => m.subject.includes('was changed'))
  expect(told?.subject).toBe('Your Hearthline e-mail address was changed')
  const code = /notMe\/([\w-]+)/.exec(told?.text ?? '')?.[1] ?? ''
  const answers = await Promise.all([notMe(code), notMe(code)])
  expect(answers.map((a) => a.status).sort()).toEqual([200, 410])
  expect((await intruder('GET', '/api/portalAccount/current')).status).toBe(401)
  expect([await canSignIn(email), await canSignIn(person.email)]).toEqual([false, false])
  await product.workJobs()
  expect((await resetByMail(person.email)).status).toBe(204)
  expect((await get(person.id)).email).toBe(person.email)
  const contact = await database
    .selectFrom('contact')
    .select('email')
    .where('id', '=', person.contactId)
    .executeTakeFirstOrThrow()
  expect(contact.email).toBe(person.email)
})

it('ORG-03 tells who was shut out, given other roles or sent a link, each time with a way to object', async () => {
  const person = await make()
  await save(person.id, { portalAccountRoles: [{ roleId: 'organization-admin' }] })
  await admin('POST', `/api/portalAccount/${person.id}/resetLink`)
  await admin('POST', `/api/portalAccount/${person.id}/deactivate`)
  await product.workJobs()
  const told = (await product.outbox(person.email)).filter((m) => m.text.includes('/auth/notMe/'))
  expect(told.map((m) => m.subject).sort()).toEqual([
    'You were sent a link to a new Hearthline password',
    'Your Hearthline account was deactivated',
    'Your Hearthline roles were changed',
  ])
  expect(told.find((m) => m.subject.includes('roles'))?.text).toContain('Your roles are now: organization admin.')

  // While the account is deactivated, the reset link waits until it is reactivated.
  const out = told.find((m) => m.subject.includes('deactivated'))
  expect(await notMe(/notMe\/([\w-]+)/.exec(out?.text ?? '')?.[1] ?? '')).toMatchObject({
    status: 200,
    body: { sentTo: null },
  })
  const secured = async () => {
    await product.workJobs()
    return (await product.outbox(person.email)).filter((m) => /auth\/(reset|adminReset)\//.test(m.text)).length
  }
  expect(await secured()).toBe(1)
  await admin('POST', `/api/portalAccount/${person.id}/reactivate`)
  expect(await canSignIn(person.email)).toBe(false)
  expect(await secured()).toBe(2)
})

it('ORG-03 links that were mailed to the old address to set a password end when the new one counts', async () => {
  const person = await make()
  const email = newEmail()
  await admin('POST', `/api/portalAccount/${person.id}/resetLink`)
  const reset = await linkIn(person.email, '/auth/adminReset')
  await save(person.id, { email })
  await agree(person.email)
  await confirm(await confirmCode(email))
  expect((await product.anonymous('GET', `/api/authentication/jwtReset/getAccount/${reset}`)).body.reason).toBe(
    'replaced',
  )
})

it('ORG-03 tells nobody but its owner that an address is taken', async () => {
  const [person, other] = [await make(), await makeAccount(database)]
  expect((await save(person.id, { email: other.email })).body.pendingEmail).toBe(other.email)
  await product.workJobs()
  const [told] = await product.outbox(other.email)
  expect(told?.subject).toBe('Your address was asked for at Hearthline')
  expect(told?.text).not.toContain('/account/confirm')

  // An account created in the meantime takes precedence.
  const email = newEmail()
  await save(person.id, { email })
  const code = await confirmCode(email)
  await agree(person.email)
  await makeAccount(database, { email })
  expect((await confirm(code)).status).toBe(406)
  expect((await get(person.id)).email).toBe(person.email)
})

it('ORG-03 a new phone number is confirmed by the link that is texted to it; none at all needs no word', async () => {
  const person = await make()
  const phoneNumber = '+17165550123'
  // D-PHO-1: however the number is written, the text is sent to the full number.
  expect((await save(person.id, { phoneNumber: '(716) 555-0123' })).body).toMatchObject({
    phoneNumber: null,
    pendingPhoneNumber: phoneNumber,
  })
  await product.workJobs()
  expect((await product.outbox(phoneNumber))[0]?.channel).toBe('sms')
  expect((await confirm(await confirmCode(phoneNumber))).status).toBe(200)
  expect(await get(person.id)).toMatchObject({ phoneNumber, pendingPhoneNumber: null })
  await save(person.id, { phoneNumber: '(716) 555-0124' })
  await confirm(await confirmCode('+17165550124'))
  expect((await get(person.id)).phoneNumber).toBe('+17165550124')
  expect((await notMe(await notMeCode(person.email))).status).toBe(200)
  expect((await get(person.id)).phoneNumber).toBe(phoneNumber)
  expect((await save(person.id, { phoneNumber: null })).body.phoneNumber).toBeNull()
})

it('ORG-03 asks for at most ten changes of one account a day', async () => {
  const person = await make()
  for (let n = 0; n < 10; n++) expect((await save(person.id, { email: newEmail() })).status).toBe(200)
  expect((await save(person.id, { email: newEmail() })).status).toBe(429)
})

it('F-15 ORG-03 an administrator alone moves no account to another mailbox: its owner agrees, by mail or signed in', async () => {
  const person = await make()
  const email = newEmail()
  await save(person.id, { email })
  const code = await confirmCode(email)
  const alone = await confirm(code)
  expect(alone.body).toMatchObject({ isDone: false, countsOn: expect.any(String) })
  expect((await admin('POST', `/api/accountChange/${code}/confirm`)).body.isDone).toBe(false)
  expect((await get(person.id)).email).toBe(person.email)
  expect((await agree(person.email)).body).toEqual({ isDone: true, countsOn: null })
  expect((await get(person.id)).email).toBe(email)

  const other = await make()
  const session = await product.signIn(other.email, PASSWORD)
  const next = newEmail()
  await save(other.id, { email: next })
  expect((await session('POST', `/api/accountChange/${await confirmCode(next)}/confirm`)).body.isDone).toBe(true)
})

it('F-15 ORG-03 after seven days of silence, with notices on the way, the new mailbox is enough', async () => {
  const person = await make()
  const email = newEmail()
  await save(person.id, { email })
  await confirm(await confirmCode(email))
  const notices = async () => {
    await Promise.all([
      settleChanges({ ...product, signInMethods })({}, {} as never),
      settleChanges({ ...product, signInMethods })({}, {} as never),
    ])
    await product.workJobs()
    return (await product.outbox(person.email)).filter(({ text }) => text.includes('it was confirmed from there'))
      .length
  }
  const age = (days: number) =>
    sql`update account_change set created_on = now() - make_interval(days => ${days}) where account_id = ${person.id}`.execute(
      database,
    )
  expect(await notices()).toBe(0)
  await age(3)
  expect([await notices(), await notices()]).toEqual([1, 1])
  await age(6)
  expect(await notices()).toBe(2)
  expect((await get(person.id)).email).toBe(person.email)
  await age(7)
  await notices()
  expect(await get(person.id)).toMatchObject({ email, pendingEmail: null })

  // An objection stops the change permanently.
  const objecting = await make()
  const refused = newEmail()
  await save(objecting.id, { email: refused })
  await confirm(await confirmCode(refused))
  await notMe(await notMeCode(objecting.email))
  await sql`update account_change set created_on = now() - interval '8 days' where account_id = ${objecting.id}`.execute(
    database,
  )
  await settleChanges({ ...product, signInMethods })({}, {} as never)
  expect((await get(objecting.id)).email).toBe(objecting.email)
})
