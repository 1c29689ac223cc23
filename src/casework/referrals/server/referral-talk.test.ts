import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makePerson, makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp()
})
const fresh = async () => {
  stage = await makeStage(app)
  return (await refer(stage)).body as { id: string; version: number }
}
const write = (call: Stage['as']['creator'], id: string, text: string) =>
  call('POST', `/api/referral/${id}/message`, { text })

describe('messages', () => {
  it('REF-04 carries messages between the two organizations, newest first, page by page', async () => {
    const { id } = await fresh()
    for (const n of [1, 2, 3]) await write(n % 2 ? stage.as.creator : stage.as.recipient, id, `Message ${n}`)
    const first = (await stage.as.recipient('GET', `/api/referral/${id}/message?limit=2`)).body
    const second = (await stage.as.recipient('GET', `/api/referral/${id}/message?limit=2&cursor=${first.nextCursor}`))
      .body
    expect([...first.items, ...second.items].map((m: { text: string; isMine: boolean }) => [m.text, m.isMine])).toEqual(
      [
        ['Message 3', false],
        ['Message 2', true],
        ['Message 1', false],
      ],
    )
    expect(first.items[0]).toMatchObject({ authorName: 'Maria Tester', organization: { name: stage.sender.name } })
  })

  it('REF-04 counts what each reader has not read', async () => {
    const { id } = await fresh()
    await write(stage.as.creator, id, 'One')
    await write(stage.as.creator, id, 'Two')
    const unread = async (call = stage.as.recipient) => (await call('GET', `/api/referral/${id}`)).body.unreadCount
    expect([await unread(), await unread(stage.as.creator), await unread(stage.as.senderAdmin)]).toEqual([2, 0, 2])
    await stage.as.recipient('POST', `/api/referral/${id}/read`, { lastSequence: 1 })
    expect(await unread()).toBe(1)
    await stage.as.recipient('POST', `/api/referral/${id}/read`, { lastSequence: 999 })
    await stage.as.recipient('POST', `/api/referral/${id}/read`, { lastSequence: 0 })
    expect(await unread()).toBe(0)
    await write(stage.as.senderAdmin, id, 'Three')
    expect(await unread()).toBe(1)
    expect((await stage.as.recipient('GET', '/api/referral/?direction=incoming')).body.items[0].unreadCount).toBe(1)
  })

  it('REF-04 numbers messages without gap or double when many write at once', async () => {
    const { id } = await fresh()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => write(i % 2 ? stage.as.creator : stage.as.recipient, id, `M${i}`)),
    )
    expect(answers.map((a) => a.body.sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    )
  })

  it('REF-04 tells both organizations live, by what changed alone', async () => {
    const { id, version } = await fresh()
    await write(stage.as.creator, id, 'Noor calls')
    await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('accept', version))
    const events = await app.database
      .selectFrom('event')
      .select(['type', 'subjectId', 'audience'])
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute()
    expect(events.map((e) => e.type)).toEqual(['referral', 'referral', 'referral'])
    for (const event of events)
      expect(event.audience).toEqual([`organization:${stage.sender.id}`, `organization:${stage.recipient.id}`])
  })

  it('REF-04 lets nobody write on a draft', async () => {
    await fresh()
    const draft = (await refer(stage, { send: false })).body
    expect((await write(stage.as.creator, draft.id, 'hello')).status).toBe(403)
    expect((await write(stage.as.recipient, draft.id, 'hello')).status).toBe(404)
  })
})

describe('lists', () => {
  it('REF-05 pages, filters and searches what came and what went, and shortens names', async () => {
    await fresh()
    const ana = await makePerson(stage.as.creator, { firstName: 'Añá', lastName: 'Reyes' })
    const ids: string[] = []
    for (let i = 0; i < 4; i++)
      ids.push(
        (await refer(stage, { contactId: ana.id, need: 'food-insecurity', urgency: i ? 'routine' : 'asap' })).body.id,
      )
    const list = async (query: string, call = stage.as.creator) => (await call('GET', `/api/referral/?${query}`)).body
    const seen: string[] = []
    for (
      let page = await list('direction=outgoing&limit=2');
      ;
      page = await list(`direction=outgoing&limit=2&cursor=${page.nextCursor}`)
    ) {
      seen.push(...page.items.map((r: { id: string }) => r.id))
      if (!page.nextCursor) break
    }
    expect(seen).toHaveLength(5)
    expect(seen.slice(0, 4)).toEqual([...ids].reverse())
    expect((await list('direction=outgoing&sort=oldest')).items.map((r: { id: string }) => r.id)).toEqual(
      [...seen].reverse(),
    )
    const search = async (words: object, call = stage.as.creator) =>
      (await call('POST', '/api/referral/search', words)).body
    expect((await search({ direction: 'outgoing', search: 'ana' })).items).toHaveLength(4)
    expect((await search({ direction: 'incoming', search: 'ana rey' }, stage.as.recipient)).items[0]).toMatchObject({
      personName: 'Añá R.',
      direction: 'incoming',
    })
    expect(
      (await list('direction=outgoing&need=food-insecurity&urgency=asap')).items.map((r: { id: string }) => r.id),
    ).toEqual([ids[0]])
    expect((await list('direction=outgoing&status=Sent&status=Accepted')).items).toHaveLength(5)
    expect((await list('direction=outgoing&status=Accepted')).items).toEqual([])
    expect((await list(`direction=outgoing&contactId=${ana.id}`)).items).toHaveLength(4)
    expect((await list('direction=incoming')).items).toEqual([])
  })
})

describe('what waits', () => {
  it('REF-05 shows what waits for me: to answer oldest first, unread messages, and on hold whose day has come', async () => {
    const first = await fresh()
    const second = (await refer(stage)).body
    const held = (await refer(stage)).body
    const accepted = (await refer(stage)).body
    const move = async (id: string, action: string, version: number) =>
      (await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall(action, version))).body
    const heldNow = await move(held.id, 'accept', held.version)
    await move(held.id, 'hold', heldNow.version)
    await move(accepted.id, 'accept', accepted.version)
    const waiting = async () => (await stage.as.recipient('GET', '/api/referral/waiting')).body
    expect((await waiting()).items.map((r: { id: string }) => r.id)).toEqual([first.id, second.id])
    await app.database.updateTable('referral').set({ reviewOn: '2026-01-01' }).where('id', '=', held.id).execute()
    await write(stage.as.creator, accepted.id, 'Is Thursday fine?')
    const all = await waiting()
    expect(all.items.map((r: { id: string; waitsFor: string }) => [r.id, r.waitsFor])).toEqual([
      [first.id, 'respond'],
      [second.id, 'respond'],
      [accepted.id, 'message'],
      [held.id, 'review'],
    ])
    expect(all.count).toBe(4)
    expect(all.items[2].lastMessage).toEqual({ organizationName: stage.sender.name, text: 'Is Thursday fine?' })
  })

  it('REF-05 shows what I sent with what is new first, until I looked', async () => {
    const { id, version } = await fresh()
    await refer(stage)
    await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('accept', version))
    const sent = async () =>
      (await stage.as.creator('GET', '/api/referral/waiting')).body.sent.map((r: { id: string; isNews: boolean }) => [
        r.id === id,
        r.isNews,
      ])
    expect(await sent()).toEqual([
      [true, true],
      [false, false],
    ])
    await stage.as.creator('POST', `/api/referral/${id}/read`, { lastSequence: 0 })
    expect(await sent()).toContainEqual([true, false])
  })
})
