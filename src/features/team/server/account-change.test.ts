import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

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
const stopCode = (to: string) => linkIn(to, '/account/notMe')
const confirm = (code: string) => product.anonymous('POST', `/api/accountChange/${code}/confirm`)
const stop = (code: string) => product.anonymous('POST', `/api/accountChange/${code}/stop`)
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
  // Looking at the link changes nothing: mail programs do that, too.
  expect((await get(person.id)).email).toBe(person.email)
  expect((await confirm(code)).status).toBe(204)
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
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(code)))
  expect(answers.map((a) => a.status).sort()).toEqual([204, ...Array.from({ length: 19 }, () => 410)])
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

it('ORG-03 “this was not me” stops a change that waits, and the asker hears of it', async () => {
  const person = await make({ firstName: 'Iris', lastName: 'Moon' })
  const email = newEmail()
  await save(person.id, { email })
  expect(await stop(await stopCode(person.email))).toMatchObject({ status: 200, body: { wasUndone: false } })
  expect((await get(person.id)).pendingEmail).toBeNull()
  expect((await confirm(await confirmCode(email))).status).toBe(410)
  await product.workJobs()
  expect((await product.outbox(adminAccount.email))[0]?.subject).toBe('Iris Moon stopped a change of their account')
})

it('ORG-03 “this was not me” takes a confirmed address back, with everything that the new one could have opened', async () => {
  const person = await make()
  const email = newEmail()
  await save(person.id, { email })
  await confirm(await confirmCode(email))
  const intruder = await product.signIn(email, PASSWORD)
  await product.workJobs()
  const [told] = await product.outbox(person.email)
  expect(told?.subject).toBe('Your address for Hearthline was changed')
  const code = /notMe\/([\w-]+)/.exec(told?.text ?? '')?.[1] ?? ''
  const answers = await Promise.all([stop(code), stop(code)])
  expect(answers.map((a) => a.body)).toEqual([
    { kind: 'email', wasUndone: true },
    { kind: 'email', wasUndone: true },
  ])
  expect((await get(person.id)).email).toBe(person.email)
  expect((await intruder('GET', '/api/portalAccount/current')).status).toBe(401)
  expect([await canSignIn(email), await canSignIn(person.email)]).toEqual([false, false])
  await product.workJobs()
  expect((await product.outbox(person.email))[0]?.text).toMatch(/\/auth\/reset\//)
})

it('ORG-03 links that were mailed to the old address to set a password end when the new one counts', async () => {
  const person = await make()
  const email = newEmail()
  await admin('POST', `/api/portalAccount/${person.id}/resetLink`)
  const reset = await linkIn(person.email, '/auth/adminReset')
  await save(person.id, { email })
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

  // An account that comes to be in between wins.
  const email = newEmail()
  await save(person.id, { email })
  const code = await confirmCode(email)
  await makeAccount(database, { email })
  expect((await confirm(code)).status).toBe(406)
  expect((await get(person.id)).email).toBe(person.email)
})

it('ORG-03 a new phone number is confirmed by the link that is texted to it; none at all needs no word', async () => {
  const person = await make()
  const phoneNumber = '(716) 555-0123'
  expect((await save(person.id, { phoneNumber })).body).toMatchObject({
    phoneNumber: null,
    pendingPhoneNumber: phoneNumber,
  })
  await product.workJobs()
  expect((await product.outbox(phoneNumber))[0]?.channel).toBe('sms')
  expect((await confirm(await confirmCode(phoneNumber))).status).toBe(204)
  expect(await get(person.id)).toMatchObject({ phoneNumber, pendingPhoneNumber: null })
  await save(person.id, { phoneNumber: '(716) 555-0124' })
  await confirm(await confirmCode('(716) 555-0124'))
  expect((await get(person.id)).phoneNumber).toBe('(716) 555-0124')
  expect(await stop(await stopCode(person.email))).toMatchObject({ body: { kind: 'phone', wasUndone: true } })
  expect((await get(person.id)).phoneNumber).toBe(phoneNumber)
  expect((await save(person.id, { phoneNumber: null })).body.phoneNumber).toBeNull()
})

it('ORG-03 asks for at most ten changes of one account a day', async () => {
  const person = await make()
  for (let n = 0; n < 10; n++) expect((await save(person.id, { email: newEmail() })).status).toBe(200)
  expect((await save(person.id, { email: newEmail() })).status).toBe(429)
})
