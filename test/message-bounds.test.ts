import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { MessageKind } from '#platform/server/message-kind.ts'
import { type NewMessage, sendMessage } from '#platform/server/messages.ts'
import { startTestApp } from './app.ts'
import { plainMessage } from './message-delivery.ts'

const product = await startTestApp()
const { database } = product
const bound = (most: number) => ({ most, seconds: 3600 })
const send = (message: Pick<NewMessage, 'kind' | 'to'> & Partial<NewMessage>) =>
  database
    .transaction()
    .execute((t) => sendMessage(t, { ...plainMessage, channel: 'email', text: 'Hello', key: randomUUID(), ...message }))
const sendMany = (count: number, message: (i: number) => Parameters<typeof send>[0]) =>
  Promise.allSettled(Array.from({ length: count }, (_, i) => send(message(i))))
const refusing = (bounds: MessageKind['bounds']): MessageKind => ({ name: randomUUID(), overBound: 'refuse', bounds })
const textsTo = async (to: string) => (await product.outbox(to)).map(({ text }) => text)

it('F-06 D-MAIL-1 of 50 messages at once exactly as many get through as the bound allows, whoever counts them', async () => {
  for (const overBound of ['refuse', 'leave-out', 'collapse'] as const) {
    const to = `${overBound}@example.test`
    const kind = { name: `race-${overBound}`, overBound, bounds: { recipient: bound(7) } }
    const settled = await sendMany(50, () => ({ kind, to, collapsed: { text: 'There is more' } }))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(overBound === 'refuse' ? 7 : 50)
    await Promise.all([product.workJobs(), product.workJobs(), product.workJobs()])
    const texts = await textsTo(to)
    expect(texts.filter((text) => text === 'Hello')).toHaveLength(7)
    expect(texts.filter((text) => text === 'There is more')).toHaveLength(overBound === 'collapse' ? 1 : 0)
  }
})

it('F-06 D-MAIL-1 counts by recipient, by sender and by organization, each apart', async () => {
  const kind = refusing({ recipient: bound(2), sender: bound(4), organization: bound(6) })
  const organizationId = randomUUID()
  const [ann, ben] = [randomUUID(), randomUUID()]
  const by = (accountId: string, to: string) =>
    send({ kind, to, about: { accountId, organizationId } }).then(
      () => 'sent',
      ({ code, extra }) => `${code} ${extra.retryAfter > 3500 && extra.retryAfter <= 3600}`,
    )
  const refused = 'too-many-messages true'
  const outcomes: string[] = []
  for (const to of ['a@x.test', ' A@X.test', 'a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'])
    outcomes.push(await by(ann, to))
  expect(outcomes).toEqual(['sent', 'sent', refused, 'sent', 'sent', refused])
  expect(await Promise.all(['e@x.test', 'f@x.test', 'g@x.test'].map((to) => by(ben, to)))).toHaveLength(3)
  expect(await by(ben, 'h@x.test')).toBe(refused)
})

it('F-06 D-MAIL-1 a bound holds for its time, then counts anew', async () => {
  const message = { kind: refusing({ recipient: bound(1) }), to: 'later@example.test' }
  await send(message)
  await expect(send(message)).rejects.toMatchObject({ code: 'too-many-messages' })
  await database.updateTable('messageCount').set({ endsOn: new Date().toISOString() }).execute()
  await send(message)
  await expect(send(message)).rejects.toMatchObject({ code: 'too-many-messages' })
})

it('F-06 D-MAIL-1 a repeated event is neither sent nor counted twice, and a refused act leaves nothing', async () => {
  const kind = refusing({ recipient: bound(2) })
  const to = 'again@example.test'
  const settled = await sendMany(20, () => ({ kind, to, key: 'the same event' }))
  expect(settled.every(({ status }) => status === 'fulfilled')).toBe(true)
  await send({ kind, to, text: 'Second' })
  await expect(send({ kind, to, text: 'Third' })).rejects.toMatchObject({ code: 'too-many-messages' })
  await product.workJobs()
  expect(await textsTo(to)).toEqual(['Second', 'Hello'])
  expect(await database.selectFrom('message').select('id').where('recipient', '=', to).execute()).toHaveLength(2)
})
