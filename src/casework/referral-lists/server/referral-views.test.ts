import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeStage } from '#test/referral-stage.ts'

const app = await startTestApp()
const { as } = await makeStage(app)
const path = '/api/referral/view/'
const saved = { name: 'Late shelter', sharedWith: 'nobody', filters: { direction: 'incoming', need: 'homelessness' } }
const save = (call: Caller, given: object = {}) => call('POST', path, { ...saved, ...given })
const names = async (call: Caller) => (await call('GET', path)).body.items.map(({ name }: { name: string }) => name)

it('REF-12 a view of referrals is one’s own or the organization’s, and is not one of the help desk', async () => {
  const mine = (await save(as.creator)).body
  expect(mine).toMatchObject({
    ...{ name: 'Late shelter', isMine: true, mayRemove: true },
    filters: { direction: 'incoming', need: ['homelessness'], sort: 'newest' },
  })
  const shared = (await save(as.creator, { name: 'For all', sharedWith: 'organization' })).body
  expect(await names(as.creator)).toEqual(['For all', 'Late shelter'])
  expect(await names(as.senderAdmin)).toEqual(['For all'])
  expect(await names(as.recipient)).toEqual([])
  expect((await as.creator('GET', '/api/supportPortal/supportRequestView/')).body.items).toEqual([])
  const change = (call: Caller, id: string) => call('PUT', `${path}${id}`, { ...saved, name: 'Changed' })
  expect((await change(as.recipient, shared.id)).status).toBe(404)
  expect((await change(as.senderAdmin, shared.id)).status).toBe(403)
  expect((await change(as.senderAdmin, mine.id)).status).toBe(404)
  const asTicketView = { ...saved, filters: {} }
  expect((await as.creator('PUT', `/api/supportPortal/supportRequestView/${mine.id}`, asTicketView)).status).toBe(404)
  expect((await change(as.creator, mine.id)).body.name).toBe('Changed')
  expect((await as.senderAdmin('DELETE', `${path}${shared.id}`)).status).toBe(204)
  expect((await as.recipient('DELETE', `${path}${mine.id}`)).status).toBe(404)
  expect(await names(as.creator)).toEqual(['Changed'])
})

it('REF-12 D-MAIL-1 a view keeps neither the words of a search nor a person, and refuses what the list does not know', async () => {
  const filters = { direction: 'outgoing', search: 'Noor Abadi', contactId: crypto.randomUUID() }
  const { body } = await save(as.creator, { name: 'No names', filters })
  expect(body.filters).toEqual({ direction: 'outgoing', sort: 'newest' })
  const urgent = await save(as.creator, { name: 'Urgent', filters: { direction: 'incoming', urgency: ['asap'] } })
  expect(urgent.body.filters).toEqual({ direction: 'incoming', urgency: ['asap'], sort: 'newest' })
  expect((await save(as.creator, { name: 'Wrong', filters: { status: ['Lost'] } })).status).toBe(400)
  expect((await save(as.creator, { name: 'NO names' })).body.errors).toEqual([
    { path: 'name', message: 'view-name-taken' },
  ])
  expect((await save(as.creator, { name: 'Agents', sharedWith: 'agents' })).body.errors).toEqual([
    { path: 'sharedWith', message: 'agents-only' },
  ])
  expect((await app.anonymous('GET', path)).status).toBe(401)
})
