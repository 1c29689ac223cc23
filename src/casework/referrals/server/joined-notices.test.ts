import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eraseMessages } from '#platform/server/message-life.ts'
import { startTestApp } from '#test/app.ts'
import { workAllJobs } from '#test/message-delivery.ts'
import { makeStage, refer, wholeCall } from '#test/referral-stage.ts'

const app = await startTestApp({ NOTICE_JOIN_MINUTES: '10' })
const mailsTo = async (email: string) => (await app.outbox(email)).map(({ subject, text }) => ({ subject, text }))
/** As after ten minutes. */
const passTime = async () => {
  await sql`update message_count set ends_on = now() - interval '1 second'`.execute(app.database)
  await workAllJobs(app)
}

it('D-MAIL-1 REF-06 mails the first notice at once, and joins those of the next minutes into one mail', async () => {
  const stage = await makeStage(app)
  const { email } = stage.accounts.recipient
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push((await refer(stage)).body.id)
  await app.workJobs()
  expect(await mailsTo(email)).toHaveLength(1)
  await passTime()
  const [joined, first, ...more] = await mailsTo(email)
  expect(more).toEqual([])
  expect(joined?.subject).toMatch(/^3 notices from /)
  for (const id of ids) expect(`${first?.text}${joined?.text}`.split(`/referrals/${id}`)).toHaveLength(2)
  expect(joined?.text).toContain(`${stage.sender.name} sent your organization a referral`)
  // The joined mail begins the next ten minutes.
  ids.push((await refer(stage)).body.id)
  await app.workJobs()
  expect(await mailsTo(email)).toHaveLength(2)
  await passTime()
  const alone = (await mailsTo(email))[0]
  expect(alone?.subject).toMatch(/^A referral waits for you/)
  expect(alone?.text).toContain(`/referrals/${ids[4]}`)
  await passTime()
  expect(await mailsTo(email)).toHaveLength(3)
  const left = await sql`select 1 from message where recipient = ${email} and delivered_on is null`.execute(
    app.database,
  )
  expect(left.rows).toEqual([])
})

it('D-MAIL-1 REF-06 holds back no urgent referral, and shows of each that was joined that it was handed over', async () => {
  const stage = await makeStage(app)
  const { email } = stage.accounts.recipient
  for (const urgency of ['routine', 'asap', 'routine']) await refer(stage, { urgency })
  const last = (await refer(stage)).body
  await app.workJobs()
  expect(await mailsTo(email)).toHaveLength(2)
  const delivery = async () =>
    (await stage.as.creator('GET', `/api/referral/${last.id}/delivery`)).body.notices.map(
      ({ waiting, handedOver }: { waiting: number; handedOver: number }) => [waiting, handedOver],
    )
  expect(await delivery()).toEqual([[1, 0]])
  await passTime()
  expect(await mailsTo(email)).toHaveLength(3)
  expect(await delivery()).toEqual([[0, 1]])
})

it('D-MAIL-1 joins notices in the language of their reader, and sends nothing of what was blanked meanwhile', async () => {
  const stage = await makeStage(app)
  const { creator } = stage.accounts
  await app.database.updateTable('account').set({ language: 'es' }).where('id', '=', creator.id).execute()
  const made = [await refer(stage), await refer(stage), await refer(stage)].map(({ body }) => body)
  for (const { id, version } of made)
    await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('accept', version))
  await app.workJobs()
  await eraseMessages(
    app.database,
    sql`id in (select id from message where recipient = ${creator.email} and delivered_on is null order by sequence limit 1)`,
  )
  await passTime()
  const [joined] = await mailsTo(creator.email)
  expect(joined?.subject).toMatch(/^4 avisos de /)
  expect(joined?.text.split('/referrals/')).toHaveLength(5)
})
