import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const organization = await makeOrganization(product.database)
const make = (roles: ['organization-admin' | 'organization-staff']) =>
  makeAccount(product.database, { organizationId: organization.id, roles })
const admin = await product.signIn((await make(['organization-admin'])).email, PASSWORD)
const subjectsTo = async (email: string) => {
  await product.workJobs()
  return (await product.outbox(email)).map(({ subject }) => subject)
}
const count = <Item>(items: Item[], item: Item) => items.filter((one) => one === item).length

it('F-06 D-MAIL-1 limits sixty simultaneous reset links for one colleague to five, with an error', async () => {
  const { id, email } = await make(['organization-staff'])
  const send = () => admin('POST', `/api/portalAccount/${id}/resetLink`)
  const answers = [
    ...(await Promise.all(Array.from({ length: 50 }, send))),
    ...(await Promise.all(Array.from({ length: 10 }, send))),
  ]
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(5)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(55)
  expect(refused[0]?.body).toMatchObject({ code: 'too-many-messages', retryAfter: expect.any(Number) })
  const subjects = await subjectsTo(email)
  expect(count(subjects, 'Set your Hearthline password')).toBe(5)
  expect(count(subjects, 'You were sent a link to a new Hearthline password')).toBe(5)
  const other = await make(['organization-staff'])
  expect((await admin('POST', `/api/portalAccount/${other.id}/resetLink`)).status).toBeLessThan(300)
})

it('F-06 D-MAIL-1 limits the mails about twenty deactivations and reactivations to five each and a summary', async () => {
  const { id, email } = await make(['organization-staff'])
  for (let i = 0; i < 20; i++)
    for (const act of ['deactivate', 'reactivate'])
      expect((await admin('POST', `/api/portalAccount/${id}/${act}`)).status).toBeLessThan(300)
  const subjects = await subjectsTo(email)
  expect(count(subjects, 'Your Hearthline account was deactivated')).toBe(5)
  expect(count(subjects, 'Your Hearthline account is open again')).toBe(5)
  expect(count(subjects, 'Several changes of one kind to your Hearthline account')).toBe(2)
  expect(subjects).toHaveLength(12)
  const collapsed = (await product.outbox(email)).find(({ subject }) => subject.startsWith('Several'))
  expect(collapsed?.text).toMatch(/What happened to my account[\s\S]*\/auth\/notMe\//)
  // Mail about another kind of change is still sent.
  expect((await admin('POST', `/api/portalAccount/${id}/resetLink`)).status).toBeLessThan(300)
  expect(await subjectsTo(email)).toContain('You were sent a link to a new Hearthline password')
})

type Scope = 'recipient' | 'organization' | 'sender'
const keyOf = (kind: string, scope: Scope, value: string) =>
  createHash('sha256').update(`${kind}\n${scope}\n${value}`).digest('hex')
/** As if so many such messages had been sent today. */
const pretendSent = (key: string, sent: number) =>
  sql`insert into message_count (key, sent, ends_on) values (decode(${key}, 'hex'), ${sent}, now() + interval '1 hour')
    on conflict (key) do update set sent = excluded.sent`.execute(product.database)
const hoursLeft = async (key: string) => {
  const { rows } = await sql<{
    hours: number
  }>`select extract(epoch from ends_on - now())::float / 3600 as hours from message_count where key = decode(${key}, 'hex')`.execute(
    product.database,
  )
  return Math.round(rows[0]?.hours ?? 0)
}
const newEmail = () => `bound-${crypto.randomUUID().slice(0, 8)}@example.test`

/** A separate organization, so that nothing else counts. */
async function makeTeam() {
  const { id } = await makeOrganization(product.database)
  const { account, call } = await product.someone({ organizationId: id, roles: ['organization-admin'] })
  const person = await makeAccount(product.database, { organizationId: id })
  const invite = async (email = newEmail()) =>
    (
      await call('POST', '/api/portalAccount/', {
        ...{ email, firstName: 'Iris', lastName: 'Moon', roles: ['organization-staff'], language: 'en' },
      })
    ).status
  const move = async (email = newEmail()) => {
    const { body } = await call('GET', `/api/portalAccount/${person.id}`)
    return (await call('PUT', '/api/portalAccount/', { ...body, email })).status
  }
  return { id, account, person, invite, move }
}

it('F-06 D-MAIL-1 an address is invited five times a day, and an organization invites two hundred people', async () => {
  const [team, other] = [await makeTeam(), await makeTeam()]
  const [fifth, sixth] = [newEmail(), newEmail()]
  await pretendSent(keyOf('invitation', 'recipient', fifth), 4)
  await pretendSent(keyOf('invitation', 'recipient', sixth), 5)
  expect([await team.invite(fifth), await team.invite(sixth)]).toEqual([201, 429])
  const ofTeam = keyOf('invitation', 'organization', team.id)
  expect(await hoursLeft(ofTeam)).toBe(24)
  await pretendSent(ofTeam, 199)
  expect([await team.invite(), await team.invite(), await other.invite()]).toEqual([201, 429, 201])
  const fresh = newEmail()
  await other.invite(fresh)
  expect(await hoursLeft(keyOf('invitation', 'recipient', fresh))).toBe(24)
})

it('F-06 D-MAIL-1 a new address is asked ten times a day, its owner as often, and somebody asks fifty', async () => {
  const [team, other] = [await makeTeam(), await makeTeam()]
  const [tenth, eleventh] = [newEmail(), newEmail()]
  await pretendSent(keyOf('address-confirmation', 'recipient', tenth), 9)
  await pretendSent(keyOf('address-confirmation', 'recipient', eleventh), 10)
  expect([await team.move(tenth), await team.move(eleventh)]).toEqual([200, 429])
  const byAdmin = keyOf('address-confirmation', 'sender', team.account.id)
  expect(await hoursLeft(byAdmin)).toBe(24)
  await pretendSent(byAdmin, 49)
  expect([await team.move(), await team.move(), await other.move()]).toEqual([200, 429, 200])
  const ofOwner = keyOf('address-approval', 'recipient', other.person.email)
  expect(await hoursLeft(ofOwner)).toBe(24)
  await pretendSent(ofOwner, 9)
  expect([await other.move(), await other.move()]).toEqual([200, 429])
})
