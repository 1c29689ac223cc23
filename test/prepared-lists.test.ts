import { expect, it } from 'vitest'
import { ReferralSearch, referralLists } from '#casework/referrals/referral-call.ts'
import { listReferrals } from '#casework/referrals/server/referral-list-queries.ts'
import { getWaiting } from '#casework/referrals/server/waiting-queries.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { PREPARED } from '#platform/server/driver/prepared-statement.ts'
import { recordingDatabase } from '../scripts/bench/floor-statements.ts'

const actorOf = (id: string): Actor & { organizationId: string } => ({
  ...{ accountId: id, organizationId: id, contactId: id, roles: ['organization-staff'], sessionId: id },
  ...{ forcePasswordReset: false, stage: 'whole', impersonatorId: null, authenticatedOn: new Date(0).toISOString() },
})
const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const cursorOf = (group: string) =>
  Buffer.from(JSON.stringify([group, '2026-01-02T03:04:05.678Z', one])).toString('base64url')

/** The statements that this reads with, for two callers. */
async function textsOf(run: (database: Database, actor: Actor & { organizationId: string }) => Promise<unknown>) {
  const texts: string[] = []
  for (const id of [one, other]) {
    const { database, sent } = recordingDatabase(async () => ({ command: 'SELECT', rowCount: 0, rows: [] }))
    await run(database, actorOf(id))
    texts.push(...sent.map(({ text }) => text))
  }
  return texts
}
const list = (asked: object) =>
  textsOf((database, actor) => listReferrals(database, actor, ReferralSearch.parse({ limit: 50, ...asked })))

it('0429 Home and lists of referrals as they open are prepared, with few texts, whoever asks', async () => {
  const newest = [{}, { cursor: cursorOf('0') }]
  const late = [...newest, { cursor: cursorOf('1') }].map((page) => ({ ...page, sort: 'late' }))
  const plain = [undefined, ...referralLists].flatMap((each) =>
    [
      ...newest.map((page) => ({ ...page, direction: 'outgoing' })),
      ...[...newest, ...late].map((page) => ({ ...page, direction: 'incoming' })),
    ].map((asked) => ({ ...asked, list: each })),
  )
  const texts = await textsOf(getWaiting)
  for (const asked of plain) texts.push(...(await list(asked)))
  expect(texts.filter((text) => !text.endsWith(PREPARED))).toEqual([])
  expect(new Set(texts).size).toBe(2 + plain.length)
})

it('0429 lists that are filtered, searched or sorted otherwise are planned for their values', async () => {
  const filters = [
    ...[
      { status: ['Sent'] },
      { need: ['food-insecurity'] },
      { urgency: ['routine'] },
      { assigned: 'me' },
      { contactId: one },
    ],
    ...[{ search: 'smith' }, { ids: [one] }, { sort: 'oldest' }, { sort: 'late' }],
  ]
  for (const asked of filters)
    for (const text of await list({ direction: 'outgoing', ...asked })) expect(text.endsWith(PREPARED)).toBe(false)
})
