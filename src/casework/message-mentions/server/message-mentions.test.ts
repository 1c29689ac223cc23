import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { workAllJobs } from '#test/message-delivery.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'

const app = await startTestApp()
const stage = await makeStage(app)
const { creator, recipient, third } = stage.as
const inside = await app.someone({ organizationId: stage.sender.id, firstName: 'Ines', lastName: 'Quist' })
await app.someone({ organizationId: stage.recipient.id, firstName: 'Silas', lastName: 'Quist' })

async function makeReferral() {
  const contactId = (await makePerson(creator)).id as string
  const { id } = (await refer(stage, { contactId })).body
  const at = `/api/referral/${id}`
  const write = async (call: Caller, text: string) => (await call('POST', `${at}/message`, { text })).body
  const offered = async (call: Caller) =>
    (await call('GET', `${at}/mentionable`)).body.items.map(({ name }: { name: string }) => name)
  /** Sends the mails of messages now. @returns those to this address about this referral */
  const mailsTo = async ({ email }: { email: string }) => {
    await workAllJobs(app)
    return (await app.outbox(email)).filter(({ text }) => text?.includes(id))
  }
  return { id, at, write, offered, mailsTo }
}

it('REF-13 offers one’s own organization, and of the other side those who are on the referral', async () => {
  const { write, offered } = await makeReferral()
  expect(await offered(creator)).toEqual(expect.arrayContaining(['Ines Quist']))
  expect((await offered(creator)).join()).not.toMatch(/Silas|Lee/)
  expect(await offered(recipient)).toEqual(expect.arrayContaining(['Silas Quist', 'Maria Tester']))
  expect((await offered(recipient)).join()).not.toMatch(/Ines|Lee/)
  await write(recipient, 'Yes')
  expect(await offered(creator)).toContain('Lee Tester')
  const { at } = await makeReferral()
  expect((await third('GET', `${at}/mentionable`)).status).toBe(404)
})

it('REF-13 a message mentions those whose name stands after an @, and nobody who was not offered', async () => {
  const { at, write } = await makeReferral()
  const { mentions } = await write(creator, '@Ines Quist and @Silas Quist and Maria Tester')
  expect(mentions).toEqual([{ name: 'Ines Quist', isMe: false }])
  const [seen] = (await inside.call('GET', `${at}/message`)).body.items
  expect(seen.mentions).toEqual([{ name: 'Ines Quist', isMe: true }])
})

it('REF-13 D-MAIL-1 who is mentioned gets a notice by preference, which names neither person nor need', async () => {
  const { write, mailsTo } = await makeReferral()
  await workAllJobs(app)
  await write(creator, '@Ines Quist, can you call Noor Abadi about the shelter?')
  const [mail, ...more] = await mailsTo(inside.account)
  expect([more, mail?.subject]).toEqual([[], 'A new message on a referral'])
  expect(mail?.text).toContain(`${stage.sender.name} wrote a message on a referral`)
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/Noor|Abadi|shelter|homeless/i)

  const none = { emailForMessageOnReferral: 'None', textForMessageOnReferral: 'None' }
  expect((await inside.call('PUT', '/api/userPreference/message', none)).status).toBe(200)
  const next = await makeReferral()
  await next.write(creator, '@Ines Quist, and this one?')
  expect(await next.mailsTo(inside.account)).toEqual([])
})
