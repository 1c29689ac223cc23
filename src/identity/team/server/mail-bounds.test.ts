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
