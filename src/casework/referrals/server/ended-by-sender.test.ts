import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'
import { makeStage, refer } from '#test/referral-stage.ts'

const app = await startTestApp()
const { database } = app
const stage = await makeStage(app)
const { creator, recipient, senderAdmin } = stage.as
const olga = await makeAccount(database, { organizationId: stage.recipient.id })
const asOlga = await app.signIn(olga.email, PASSWORD)

async function step(call: Caller, id: string, action: string, given: object = {}) {
  const { version } = (await call('GET', `/api/referral/${id}`)).body
  const answer = await call('POST', `/api/referral/${id}/transition`, {
    ...{ action, version, reason: 'moved', outcome: 'got help' },
    ...given,
  })
  expect(answer.status).toBe(200)
}
/** What these people were told of a referral since it was sent. */
async function toldOf(id: string, ...people: { email: string }[]) {
  const rows = await database
    .selectFrom('message')
    .select(['recipient', 'subject', 'text'])
    .where('text', 'like', `%${id}%`)
    .where('subject', 'not in', ['A referral waits for you at Hearthline', 'Your referral is on its way'])
    .orderBy('sequence')
    .execute()
  for (const { text } of rows) expect(text).not.toMatch(/Noor|moved/)
  return people.map(({ email }) => rows.filter((row) => row.recipient === email).map(({ subject }) => subject))
}

it('REF-06 0436 the sender who closes a referral tells its assignee, and tells them that this was undone', async () => {
  const { id } = (await refer(stage)).body
  await step(asOlga, id, 'accept')
  await step(creator, id, 'closeUnresolved')
  await step(creator, id, 'undo')
  expect(await toldOf(id, olga, stage.accounts.recipient, stage.accounts.third)).toEqual([
    ['A referral was closed by its sender', 'A step of a referral was undone'],
    [],
    [],
  ])
  expect(await toldOf(id, stage.accounts.creator)).toEqual([['Your referral was accepted']])
  // The assignee has left.
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', olga.id)
    .execute()
  await step(senderAdmin, id, 'closeUnresolved')
  expect(await toldOf(id, stage.accounts.recipient, stage.accounts.creator)).toEqual([
    ['A referral was closed by its sender'],
    ['Your referral was accepted', 'Your referral was closed: unresolved'],
  ])
  await database.updateTable('account').set({ deactivatedOn: null }).where('id', '=', olga.id).execute()
})

it('REF-06 0436 a recall tells the people of the recipient, or those who look after it; a discarded draft tells nobody', async () => {
  const { id } = (await refer(stage)).body
  await step(recipient, id, 'view')
  await step(creator, id, 'recall')
  const { id: directed } = (await refer(stage, { directedToId: olga.id })).body
  await step(creator, directed, 'recall')
  const { id: draft } = (await refer(stage, { send: false })).body
  await step(creator, draft, 'recall')
  const told = (one: string) => toldOf(one, olga, stage.accounts.recipient)
  expect([await told(id), await told(directed), await told(draft)]).toEqual([
    [['A referral was recalled'], ['A referral was recalled']],
    [['A referral was recalled'], []],
    [[], []],
  ])
})

it('REF-06 0436 what somebody ends within their own organization tells whoever looks after it, once', async () => {
  const mia = await makeAccount(database, { organizationId: stage.sender.id })
  const asMia = await app.signIn(mia.email, PASSWORD)
  const own = { recipientOrganizationId: stage.sender.id }
  const { id } = (await refer(stage, own)).body
  await step(asMia, id, 'accept')
  await step(senderAdmin, id, 'closeUnresolved')
  const { id: closed } = (await refer(stage, own)).body
  await step(asMia, closed, 'accept')
  await step(asMia, closed, 'closeUnresolved')
  const told = (one: string) => toldOf(one, mia, stage.accounts.creator, stage.accounts.senderAdmin)
  const creatorTold = ['Your referral was accepted', 'Your referral was closed: unresolved']
  expect(await told(id)).toEqual([['A referral was closed by its sender'], creatorTold, []])
  expect(await told(closed)).toEqual([[], creatorTold, []])
})
