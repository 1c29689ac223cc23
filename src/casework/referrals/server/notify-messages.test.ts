import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { standardPreference } from '#identity/preferences/user-preference.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount } from '#test/factories.ts'
import { workAllJobs } from '#test/message-delivery.ts'
import { makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'
import { planMessageNotices } from './notify-messages.ts'
import { erasePersonReferrals } from './person-referrals.ts'
import { readReferral } from './referral-messages.ts'

const app = await startTestApp()

/** An accepted referral, with no pending mail about it. */
async function accepted(given: Record<string, unknown> = {}) {
  const stage = await makeStage(app)
  const { id, version } = (await refer(stage, given)).body
  const moved = await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('accept', version))
  expect(moved.status).toBe(200)
  await forget()
  return { stage, id: id as string, version: moved.body.version as number }
}
const forget = async () => {
  await workAllJobs(app)
  await app.database.deleteFrom('message').execute()
}
const write = async (call: Stage['as']['creator'], id: string, text = 'Zebras on Thursday?') =>
  expect((await call('POST', `/api/referral/${id}/message`, { text })).status).toBe(201)
const notices = async () => {
  await workAllJobs(app)
  const left = (await app.outbox()).map(({ to, subject, text, html }) => ({ to, subject, text, html }))
  await app.database.deleteFrom('message').execute()
  return left
}
const namesOf = (given: { to: string }[]) => given.map(({ to }) => to).sort()

it('REF-06 D-MAIL-1 mails a message to who has the referral, with a link and none of its words', async () => {
  const { stage, id } = await accepted()
  await write(stage.as.creator, id)
  const [mail, ...more] = await notices()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: stage.accounts.recipient.email, subject: 'A new message on a referral' })
  expect(mail?.text).toContain(`${stage.sender.name} wrote a message on a referral`)
  expect(mail?.text).toContain(`/referrals/${id}#conversation-heading`)
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/Zebra|Noor|Abadi|Hous/)
  await write(stage.as.recipient, id)
  expect(namesOf(await notices())).toEqual([stage.accounts.creator.email])
})

it('REF-06 collects what follows within a few minutes, counts what is unread, and says it once', async () => {
  const { stage, id } = await accepted()
  for (const text of ['One', 'Two', 'Three']) await write(stage.as.creator, id, text)
  await stage.as.recipient('POST', `/api/referral/${id}/read`, { lastSequence: 1 })
  await app.workJobs()
  expect(await app.outbox()).toEqual([])
  const mails = await notices()
  expect(mails).toMatchObject([{ to: stage.accounts.recipient.email, subject: '2 new messages on a referral' }])
  await planMessageNotices(app.database, id)
  expect(await notices()).toEqual([])
})

it('REF-06 does not put off the notice by writing on', async () => {
  const { stage, id } = await accepted()
  const due = async () =>
    (
      await sql<{
        runAt: string
      }>`select run_at from graphile_worker._private_jobs where key = ${`referral-messages:${id}`}`.execute(
        app.database,
      )
    ).rows
  await write(stage.as.creator, id)
  const first = await due()
  await write(stage.as.creator, id)
  expect(first).toHaveLength(1)
  expect(await due()).toEqual(first)
})

it('REF-06 mails nobody who has read it already', async () => {
  const { stage, id } = await accepted()
  await write(stage.as.creator, id)
  await stage.as.recipient('POST', `/api/referral/${id}/read`, { lastSequence: 1 })
  expect(await notices()).toEqual([])
})

it('REF-06 mails all caseworkers while nobody has the referral, and colleagues who wrote on it', async () => {
  const stage = await makeStage(app)
  const colleague = await makeAccount(app.database, { organizationId: stage.recipient.id })
  const writer = await app.someone({ organizationId: stage.sender.id })
  const { id } = (await refer(stage)).body
  await forget()
  await write(writer.call, id)
  expect(namesOf(await notices())).toEqual([stage.accounts.recipient.email, colleague.email].sort())
  await write(stage.as.recipient, id)
  expect(namesOf(await notices())).toEqual([stage.accounts.creator.email, writer.account.email].sort())
})

it('REF-06 D-SEE-1 says nothing to a recipient who may no longer read it', async () => {
  const { stage, id, version } = await accepted()
  await write(stage.as.creator, id)
  const ended = await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('closeResolved', version))
  expect(ended.status).toBe(200)
  await app.database
    .updateTable('referral')
    .set({ statusChangedOn: new Date(Date.now() - 31 * 86_400_000).toISOString() })
    .where('id', '=', id)
    .execute()
  const mails = await notices()
  expect(mails.map(({ subject }) => subject)).not.toContain('A new message on a referral')
})

it('REF-06 keeps to the preference, internal and external told apart', async () => {
  for (const [level, got] of [
    ['All', [true, true]],
    ['Internal', [true, false]],
    ['External', [false, true]],
    ['None', [false, false]],
  ] as const) {
    const { stage, id } = await accepted()
    const colleague = await app.someone({ organizationId: stage.sender.id })
    const { id: inside } = (await refer(stage, { recipientOrganizationId: stage.sender.id })).body
    await forget()
    const chosen = { emailForMessageOnReferral: level, textForMessageOnReferral: 'None' }
    expect((await stage.as.creator('PUT', '/api/userPreference/message', chosen)).body).toEqual(chosen)
    const mailed: boolean[] = []
    for (const [call, referral] of [
      [colleague.call, inside],
      [stage.as.recipient, id],
    ] as const) {
      await write(call, referral)
      mailed.push(namesOf(await notices()).includes(stage.accounts.creator.email))
    }
    expect([level, mailed]).toEqual([level, got])
  }
})

it('REF-06 asks no more than the referral’s own notice of caseworkers while nobody has it', async () => {
  const stage = await makeStage(app)
  const colleague = await app.someone({ organizationId: stage.recipient.id })
  const chosen = { ...standardPreference, emailForIncomingReferral: 'Internal' }
  expect((await colleague.call('PUT', '/api/userPreference/', chosen)).status).toBe(200)
  const { id } = (await refer(stage)).body
  await forget()
  await write(stage.as.creator, id)
  expect(namesOf(await notices())).toEqual([stage.accounts.recipient.email])
})

it('REF-06 D-SEE-1 says nothing to somebody who does no casework there any more', async () => {
  const { stage, id } = await accepted()
  const admin = await app.someone({ organizationId: stage.sender.id, roles: ['organization-admin'] })
  const writer = await app.someone({ organizationId: stage.sender.id })
  await write(writer.call, id)
  await forget()
  await app.database
    .deleteFrom('accountRole')
    .where('accountId', 'in', [writer.account.id, stage.accounts.creator.id])
    .execute()
  await write(stage.as.recipient, id)
  const told = namesOf(await notices())
  expect(told).toContain(admin.account.email)
  expect(told).not.toContain(writer.account.email)
  expect(told).not.toContain(stage.accounts.creator.email)
})

it('REF-06 takes nothing for read that somebody saw who impersonates the reader', async () => {
  const { stage, id } = await accepted()
  await write(stage.as.creator, id)
  const { id: accountId, organizationId } = stage.accounts.recipient
  const reader = { accountId, organizationId, roles: ['organization-staff'] }
  await readReferral(app.database, { ...reader, impersonatorId: stage.accounts.creator.id } as never, id, 1)
  expect(await notices()).toHaveLength(1)
})

it('F-22 blanks the notices of messages when the person is erased', async () => {
  const { stage, id } = await accepted()
  await write(stage.as.creator, id)
  await workAllJobs(app)
  expect(await app.outbox()).toHaveLength(1)
  const { contactId } = await app.database
    .selectFrom('referral')
    .innerJoin('referralRequest', 'referralRequest.id', 'referral.requestId')
    .select('referralRequest.contactId')
    .where('referral.id', '=', id)
    .executeTakeFirstOrThrow()
  await app.database.transaction().execute(async (transaction) => {
    // The history allows blanking only for a person on this list.
    await sql`insert into erasure (contact_id, organization_id, cause) values (${contactId}, ${stage.sender.id}, 'retention')`.execute(
      transaction,
    )
    await erasePersonReferrals(transaction, contactId as string)
  })
  const { rows } = await sql<{ text: string | null }>`select text from message
    where message_key like ${`referral-event:${id}:messages:%`}`.execute(app.database)
  expect(rows.map(({ text }) => text ?? '')).toEqual([''])
})

it('PREF-07 who had switched off all e-mail about referrals gets none about messages', async () => {
  const none = Object.fromEntries(
    Object.keys(standardPreference).map((name) => [name, 'None']),
  ) as typeof standardPreference
  const [silent, some] = [await app.someone(), await app.someone()]
  await silent.call('PUT', '/api/userPreference/', none)
  await some.call('PUT', '/api/userPreference/', { ...none, emailForDirectReferral: 'All' })
  await sql.raw(readFileSync('migrations/0265_message_notices_of_the_silent.sql', 'utf8')).execute(app.database)
  const levelOf = async ({ call }: typeof silent) =>
    (await call('GET', '/api/userPreference/message')).body.emailForMessageOnReferral
  expect([await levelOf(silent), await levelOf(some)]).toEqual(['None', 'All'])
})
