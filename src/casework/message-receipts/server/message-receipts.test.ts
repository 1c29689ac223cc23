import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makePerson, makeStage, refer, wholeCall } from '#test/referral-stage.ts'

const app = await startTestApp()
const stage = await makeStage(app)
const { creator, senderAdmin, recipient, third } = stage.as
const colleague = (await app.someone({ organizationId: stage.recipient.id })).call

async function makeReferral() {
  const contactId = (await makePerson(creator)).id as string
  const { id, version } = (await refer(stage, { contactId })).body as { id: string; version: number }
  const at = `/api/referral/${id}`
  const write = async (call: Caller, text: string) =>
    (await call('POST', `${at}/message`, { text })).body as { id: string; sequence: number }
  const read = (call: Caller, lastSequence: number) => call('POST', `${at}/read`, { lastSequence })
  const messages = async (call = creator) => (await call('GET', `${at}/message`)).body.items
  const inList = async (call: Caller, direction: string) =>
    (await call('GET', `/api/referral/?direction=${direction}`)).body.items.find((one: { id: string }) => one.id === id)
  return { id, version, at, write, read, messages, inList }
}

it('REF-13 REF-04 a receipt says when the other organization first saw a message, and nobody of its people', async () => {
  const { id, write, read, messages } = await makeReferral()
  await write(creator, 'One')
  await write(creator, 'Two')
  await read(senderAdmin, 2)
  expect((await messages()).map((one: { seenOn: unknown }) => one.seenOn)).toEqual([null, null])
  await read(colleague, 1)
  await app.database
    .updateTable('messageReceipt')
    .set({ seenOn: sql<string>`seen_on - interval '1 hour'` })
    .where('referralId', '=', id)
    .execute()
  const [two, one] = await messages()
  expect([two.seenOn, Date.parse(one.seenOn) < Date.now() - 3_500_000]).toEqual([null, true])
  await read(recipient, 2)
  const after = await messages()
  expect(after[1].seenOn).toBe(one.seenOn)
  expect(Date.now() - Date.parse(after[0].seenOn)).toBeLessThan(60_000)
  expect(Object.keys(after[0]).filter((key) => /read|seen/i.test(key))).toEqual(['seenOn'])
  // Who writes has seen what stands above.
  await write(recipient, 'Three')
  await write(creator, 'Four')
  expect((await messages(recipient)).map((item: { seenOn: unknown }) => item.seenOn !== null)).toEqual([
    ...[false, true, true, true],
  ])
})

it('REF-13 a list counts what oneself and what nobody of the organization has read; steps never count', async () => {
  const { version, at, write, read, inList } = await makeReferral()
  await write(creator, 'One')
  await write(creator, 'Two')
  const counts = async (call: Caller) => {
    const { unreadCount, teamUnreadCount } = await inList(call, 'incoming')
    return [unreadCount, teamUnreadCount]
  }
  expect([await counts(recipient), await counts(colleague)]).toEqual([
    [2, 2],
    [2, 2],
  ])
  await read(colleague, 1)
  expect([await counts(recipient), await counts(colleague)]).toEqual([
    [2, 1],
    [1, 1],
  ])
  await recipient('POST', `${at}/transition`, wholeCall('accept', version))
  const own = await inList(creator, 'outgoing')
  expect([own.unreadCount, own.teamUnreadCount]).toEqual([0, 0])
})

it('REF-13 an author corrects a message for five minutes, which then says that it was edited', async () => {
  const { id, at, write, messages } = await makeReferral()
  const { id: messageId } = await write(creator, 'Come on Thursday')
  const edit = (call: Caller, text: unknown, of = messageId) => call('PUT', `${at}/message/${of}`, { text })
  const [fresh] = await messages()
  expect([fresh.editedOn, Date.parse(fresh.editableUntil) - Date.parse(fresh.createdOn)]).toEqual([null, 300_000])
  expect((await messages(recipient))[0].editableUntil).toBeNull()
  expect((await edit(creator, 'Come on Friday')).body).toMatchObject({ text: 'Come on Friday', sequence: 1 })
  expect((await messages(recipient))[0]).toMatchObject({ text: 'Come on Friday', editedOn: expect.any(String) })
  for (const call of [senderAdmin, recipient]) expect((await edit(call, 'No')).status).toBe(403)
  expect((await edit(third, 'No')).status).toBe(404)
  const other = await makeReferral()
  expect((await edit(creator, 'No', (await other.write(creator, 'x')).id)).status).toBe(404)
  for (const text of ['', '   ', 'x'.repeat(4001), 1])
    expect((await edit(creator, text)).body.errors).toEqual([expect.objectContaining({ path: 'text' })])
  await app.database
    .updateTable('referralMessage')
    .set({ createdOn: sql<string>`created_on - interval '5 minutes 1 second'` })
    .where('referralId', '=', id)
    .execute()
  expect((await edit(creator, 'Come on Monday')).body).toMatchObject({ status: 409, code: 'too-late-to-edit' })
  expect((await edit(creator, 'Come on Friday')).status).toBe(200)
  expect((await messages())[0].text).toBe('Come on Friday')
})

it('REF-13 a recall ends corrections: the recipient’s words stay as the sender read them', async () => {
  const { at, version, write } = await makeReferral()
  const { id } = await write(recipient, 'Yes')
  const { version: now = version } = (await creator('GET', at)).body
  await creator('POST', `${at}/transition`, wholeCall('recall', now))
  expect((await recipient('PUT', `${at}/message/${id}`, { text: 'No' })).status).toBe(403)
})
