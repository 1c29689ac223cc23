import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { blankMessages } from './message-life.ts'
import { type MessageReport, reportMessages, reportsTask } from './message-report.ts'

const app = await startTestApp()
const { database } = app
const task = 'test-reports'

const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
const report = (messageIds: string[], how: Partial<MessageReport> = {}) =>
  database.transaction().execute((transaction) =>
    reportMessages(
      transaction,
      messageIds.map((messageId) => ({
        task,
        messageId,
        state: how.state ?? 'handed-over',
        failure: how.failure ?? null,
      })),
    ),
  )
const jobs = async () =>
  (
    await sql<{ key: string; seconds: number }>`
      select key, extract(epoch from run_at - now())::float as seconds from graphile_worker._private_jobs
      where key like 'message-reports:%' order by run_at`.execute(database)
  ).rows
const waiting = async () =>
  (await database.selectFrom('messageReport').select('messageId').orderBy('id').execute()).map((row) => row.messageId)
/** The task, and the groups of messages that it was told of. @param refused the messages of which nothing can be kept */
function listener(refused: readonly string[] = []) {
  const groups: MessageReport[][] = []
  const run = reportsTask(database, task, async (_, reports) => {
    if (reports.some(({ messageId }) => refused.includes(messageId))) throw new Error('this one cannot be kept')
    groups.push([...reports])
  })
  return { groups, run: (payload: object = {}) => Promise.resolve(run(payload, {} as never)) }
}

beforeEach(async () => {
  await database.deleteFrom('messageReport').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(database)
})

it('0428 what became of messages within a second is one job, which is told of all of them', async () => {
  const messages = ids(40)
  await Promise.all(messages.map((id) => report([id])))
  const added = await jobs()
  // A few more if the clock passes a second meanwhile.
  expect(added.length).toBeGreaterThan(0)
  expect(added.length).toBeLessThan(5)
  for (const { seconds } of added) expect(seconds).toBeGreaterThan(0)
  const { groups, run } = listener()
  await run()
  expect(groups).toHaveLength(1)
  expect(groups[0]?.map(({ messageId }) => messageId).sort()).toEqual([...messages].sort())
  expect(await waiting()).toEqual([])
  await run()
  expect(groups).toHaveLength(1)
})

it('0428 a report says what, why and when; nothing is kept if nobody wants to know, or if the act fails', async () => {
  const [left, failed] = ids(2) as [string, string]
  await report([left], { state: 'left-out' })
  await report([failed], { state: 'failed', failure: 'invalid-address' })
  await database.transaction().execute(async (transaction) => {
    await reportMessages(transaction, [{ task: null, messageId: crypto.randomUUID(), state: 'failed' }])
  })
  const broken = database.transaction().execute(async (transaction) => {
    await reportMessages(transaction, [{ task, messageId: crypto.randomUUID(), state: 'failed' }])
    throw new Error('not after all')
  })
  await expect(broken).rejects.toThrow('not after all')
  const { groups, run } = listener()
  await run()
  const now = { on: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }
  expect(groups).toEqual([
    expect.arrayContaining([
      { messageId: left, state: 'left-out', failure: null, ...now },
      { messageId: failed, state: 'failed', failure: 'invalid-address', ...now },
    ]),
  ])
  expect(groups[0]).toHaveLength(2)
})

it('0428 a report that cannot be kept holds back no other, and is told again', async () => {
  const [first, bad, last] = ids(3) as [string, string, string]
  await report([first, bad, last])
  const strict = listener([bad])
  await expect(strict.run()).rejects.toThrow('this one cannot be kept')
  expect(strict.groups.flat().map(({ messageId }) => messageId)).toEqual([first, last])
  expect(await waiting()).toEqual([bad])
  const lenient = listener()
  await lenient.run()
  expect(lenient.groups.flat().map(({ messageId }) => messageId)).toEqual([bad])
})

it('0428 two processes at once tell each report once, also more than fit into one group', async () => {
  await report(ids(1200))
  const { groups, run } = listener()
  await Promise.all([run(), run()])
  const told = groups.flat().map(({ messageId }) => messageId)
  expect(told).toHaveLength(1200)
  expect(new Set(told).size).toBe(1200)
  expect(Math.max(...groups.map(({ length }) => length))).toBeLessThanOrEqual(500)
})

it('0428 a report whose job went by is found within minutes, and forgotten after a month', async () => {
  const [late, old] = ids(2) as [string, string]
  await report([late, old])
  await sql`delete from graphile_worker._private_jobs`.execute(database)
  await database
    .updateTable('messageReport')
    .set({ reportedOn: new Date(Date.now() - 60_000).toISOString() })
    .execute()
  await database
    .updateTable('messageReport')
    .set({ reportedOn: new Date(Date.now() - 31 * 86_400_000).toISOString() })
    .where('messageId', '=', old)
    .execute()
  await blankMessages({ database, config: { evaluation: false } })({}, {} as never)
  expect(await waiting()).toEqual([late])
  expect((await jobs()).map(({ key }) => key)).toEqual([`message-reports:${task}`])
})

it('0428 a job that an earlier version of the portal added is told of its message', async () => {
  const [messageId] = ids(1) as [string]
  const { groups, run } = listener()
  const given = { messageId, state: 'handed-over', failure: null, on: new Date().toISOString() }
  await run(given)
  expect(groups).toEqual([[given]])
})
