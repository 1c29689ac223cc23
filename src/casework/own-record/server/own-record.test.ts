import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { impersonate } from '#test/impersonate.ts'
import { makeStage, refer, wholeCall } from '#test/referral-stage.ts'

const app = await startTestApp()

/** A community member whose record stands at the stage's sender, with two referrals: unanswered and accepted. */
async function makeMember() {
  const stage = await makeStage(app)
  const member = await app.someone({ roles: ['community-member'], firstName: 'Noor', lastName: 'Quillfeather' })
  await sql`insert into contact_invitation (code_hash, contact_id, account_id, expires_on, used_on)
    values (${crypto.randomUUID()}, ${stage.contactId}::uuid, ${member.account.id}::uuid, now(), now())`.execute(
    app.database,
  )
  const waiting = (await refer(stage)).body.id as string
  const accepted = (await refer(stage, { need: 'food-insecurity' })).body
  const transition = `/api/referral/${accepted.id}/transition`
  await stage.as.recipient('POST', transition, wholeCall('accept', accepted.version))
  await stage.as.creator('PUT', `/api/contact/${stage.contactId}`, { note: 'Internal: be careful', version: 1 })
  const [record] = (await member.call('GET', '/api/ownRecord')).body.items
  const path = `/api/ownRecord/${stage.contactId}`
  return { stage, member, waiting, accepted: accepted.id as string, record, path }
}
const mailsTo = (email: string, subject: string) =>
  app.database
    .selectFrom('message')
    .select(['subject', 'text'])
    .where('recipient', '=', email)
    .where('subject', '=', subject)
    .execute()

it('INT-13 a member sees what is on record, their referrals and consents, and no word that staff wrote', async () => {
  const { stage, member, record, waiting, accepted } = await makeMember()
  await stage.as.recipient('POST', `/api/referral/${accepted}/message`, { text: 'Between us' })
  await refer(stage, { send: false })
  const before = (await accessLogOf(app.database, stage.contactId)).length
  const answer = await member.call('GET', '/api/ownRecord')
  expect(answer.body.items).toHaveLength(1)
  expect(record).toMatchObject({
    organizationName: stage.sender.name,
    person: { firstName: 'Noor', lastName: 'Abadi', birthDate: '1992-03-04', email: 'noor@example.test' },
    phones: [{ phoneNumber: '+17165550142' }],
    consents: [{ scope: 'network', withdrawnOn: null }],
    corrections: [],
  })
  const referrals = answer.body.items[0].referrals as { id: string; status: string; organizationName: string }[]
  expect(referrals.map(({ id, status }) => [id, status])).toEqual([
    [accepted, 'Accepted'],
    [waiting, 'Sent'],
  ])
  expect(referrals[0]?.organizationName).toBe(stage.recipient.name)
  expect(JSON.stringify(answer.body)).not.toMatch(/Internal|Between us|Friday|no capacity/)
  expect(await accessLogOf(app.database, stage.contactId)).toHaveLength(before)
  const developer = await app.someone({ roles: ['developer'] })
  const acting = await impersonate(app, developer.account.email, member.account.id)
  await acting('GET', '/api/ownRecord')
  expect((await accessLogOf(app.database, stage.contactId)).at(-1)).toMatchObject({
    ...{ way: 'record', accountId: member.account.id, impersonatorId: developer.account.id },
  })
})

it('INT-13 nobody else reads or changes it through these calls: other members, staff, visitors', async () => {
  const { stage, record, path } = await makeMember()
  const stranger = (await makeMember()).member.call
  const call = { id: crypto.randomUUID(), text: 'My name is wrong' }
  const consent = `${path}/consent/${record.consents[0].id}`
  expect((await stranger('GET', '/api/ownRecord')).body.items[0].contactId).not.toBe(stage.contactId)
  for (const [who, status] of [
    [stranger, 404],
    [stage.as.creator, 403],
    [stage.as.senderAdmin, 403],
    [app.anonymous, 401],
  ] as const)
    for (const [method, address, body] of [
      ['GET', `${consent}/use`, undefined],
      ['POST', `${consent}/withdraw`, undefined],
      ['POST', `${path}/correction`, call],
    ] as const)
      expect((await who(method, address, body)).status).toBe(status)
  expect((await stage.as.recipient('GET', `/api/contact/${stage.contactId}/correction`)).status).toBe(404)
  expect((await stranger('GET', `/api/contact/${stage.contactId}/correction`)).status).toBe(403)
  const [row] = (await stage.as.creator('GET', `/api/contact/${stage.contactId}`)).body.consents
  expect(row.withdrawnOn).toBeNull()
  expect((await stage.as.creator('GET', `/api/contact/${stage.contactId}/correction`)).body.items).toEqual([])
})

it('INT-13 whom to call is said by the numbers of the organization: up to three, with extensions, no fax', async () => {
  const { stage, member, accepted } = await makeMember()
  const phone = (number: string, type: 'voice' | 'fax', extension: string | null = null) => ({
    ...{ organizationId: stage.recipient.id, number, type, extension },
  })
  const list = (...phones: ReturnType<typeof phone>[]) => app.database.insertInto('phone').values(phones).execute()
  const whereToGo = async () => {
    const { referrals } = (await member.call('GET', '/api/ownRecord')).body.items[0]
    return referrals.find(({ id }: { id: string }) => id === accepted).where
  }
  await list(phone('(716) 555-0101', 'fax'), phone('(716) 555-0102', 'voice', '7'))
  expect(await whereToGo()).toEqual({
    phones: [{ shown: '(716) 555-0102 ext. 7', href: 'tel:7165550102;ext=7' }],
    ...{ place: null, hours: null },
  })
  await list(...['(716) 555-0103', '(716) 555-0104', '(716) 555-0105'].map((number) => phone(number, 'voice')))
  expect((await whereToGo()).phones).toHaveLength(3)
})

it('INT-13 who sees details is said for each of several consents, and for none of another record', async () => {
  const { stage, member, path, record } = await makeMember()
  const other = await makeMember()
  const given = { scope: 'network', howGiven: 'verbal', givenOn: '2026-01-01' }
  expect((await stage.as.creator('POST', `/api/contact/${stage.contactId}/consent`, given)).status).toBe(201)
  const { consents } = (await member.call('GET', '/api/ownRecord')).body.items[0]
  expect(consents).toHaveLength(2)
  const counts = new Map<string, number>()
  for (const { id } of consents) {
    const uses = await member.call('GET', `${path}/consent/${id}/use`)
    expect(uses.status).toBe(200)
    counts.set(id, uses.body.items.length)
  }
  expect(counts.get(record.consents[0].id)).toBe(2)
  const [foreign] = other.record.consents
  expect((await member.call('GET', `${path}/consent/${foreign.id}/use`)).status).toBe(404)
})

it('INT-13 D-MAIL-1 withdrawing ends access at once and notifies both sides once, without names, also twice at once', async () => {
  const { stage, member, record, path, waiting, accepted } = await makeMember()
  const consent = `${path}/consent/${record.consents[0].id}`
  const uses = (await member.call('GET', `${consent}/use`)).body.items as { id: string; stage: string }[]
  expect(uses.map(({ id, stage: at }) => [id, at])).toEqual([
    [accepted, 'open'],
    [waiting, 'unanswered'],
  ])
  const answers = await Promise.all([1, 2, 3].map(() => member.call('POST', `${consent}/withdraw`)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  const seen = (await stage.as.recipient('GET', `/api/referral/${accepted}`)).body
  expect(seen).toMatchObject({ visibility: 'name', personName: 'Noor A.', person: null })
  // The history does not name the account either.
  expect(JSON.stringify(seen)).not.toMatch(/Abadi|Quillfeather/)
  expect((await stage.as.recipient('GET', `/api/referral/${waiting}`)).body).toMatchObject({
    ...{ visibility: 'nameless', status: 'Recalled' },
  })
  const told = await mailsTo(stage.accounts.senderAdmin.email, 'A person withdrew a consent')
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain(`/people/${stage.contactId}`)
  const ended = await mailsTo(stage.accounts.recipient.email, 'Access to the details of a referral has ended')
  // The one that waits is recalled, which is told instead (decision 0436).
  const recalled = await mailsTo(stage.accounts.recipient.email, 'A referral was recalled')
  expect([ended.length, recalled.length]).toEqual([1, 1])
  expect(JSON.stringify([told, ended, recalled])).not.toMatch(/Noor|Abadi|Quillfeather|Shelter|Food/)
  const audits = (await auditsOf(app.database, stage.contactId)).filter(({ action }) => action === 'consent.withdraw')
  expect(audits).toMatchObject([{ actorId: member.account.id }])
  expect((await member.call('GET', `${consent}/use`)).body.items).toEqual([])
})

it('INT-13 D-MAIL-1 a correction is asked for once, shown to the organization, and marked as done', async () => {
  const { stage, member, path } = await makeMember()
  const call = { id: crypto.randomUUID(), text: 'My street is Maple Street' }
  const answers = await Promise.all([1, 2, 3].map(() => member.call('POST', `${path}/correction`, call)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await member.call('POST', `${path}/correction`, { ...call, text: ' ' })).status).toBe(400)
  const mails = await mailsTo(stage.accounts.senderAdmin.email, 'A person asks for a correction')
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).not.toMatch(/Noor|Abadi|Maple/)
  const staffPath = `/api/contact/${stage.contactId}/correction`
  expect((await stage.as.creator('GET', staffPath)).body.items).toMatchObject([{ text: call.text, doneOn: null }])
  const done = `${staffPath}/${call.id}/done`
  expect((await stage.as.recipient('POST', done)).status).toBe(404)
  expect((await stage.as.creator('POST', `${staffPath}/${crypto.randomUUID()}/done`)).status).toBe(404)
  const both = await Promise.all([stage.as.creator('POST', done), stage.as.senderAdmin('POST', done)])
  expect(both.map(({ status }) => status)).toEqual([204, 204])
  const audits = (await auditsOf(app.database, stage.contactId)).map(({ action }) => action)
  expect(audits.filter((action) => action.startsWith('correction.'))).toEqual(['correction.ask', 'correction.done'])
  const [record] = (await member.call('GET', '/api/ownRecord')).body.items
  expect(record.corrections).toMatchObject([{ id: call.id, doneOn: expect.any(String) }])
  const copy = (await member.call('GET', `/api/contact/${stage.contactId}/export`)).body
  expect(copy.corrections).toMatchObject([{ text: call.text }])
  for (let n = 0; n < 10; n++)
    await member.call('POST', `${path}/correction`, { id: crypto.randomUUID(), text: `Wrong ${n}` })
  const more = await member.call('POST', `${path}/correction`, { id: crypto.randomUUID(), text: 'One more' })
  expect(more.status).toBe(429)
})

it('INT-13 F-22 an erased record leaves nothing for the member, and no request', async () => {
  const { stage, member, record, path } = await makeMember()
  const correction = { id: crypto.randomUUID(), text: 'My name is wrong' }
  await member.call('POST', `${path}/correction`, correction)
  await member.call('POST', `${path}/consent/${record.consents[0].id}/withdraw`)
  const [open] = (await member.call('GET', '/api/ownRecord')).body.items[0].referrals
  const { version } = (await stage.as.recipient('GET', `/api/referral/${open.id}`)).body
  await stage.as.recipient('POST', `/api/referral/${open.id}/transition`, wholeCall('closeUnresolved', version))
  const erased = await stage.as.senderAdmin('POST', `/api/contact/${stage.contactId}/erase`, { name: 'Noor Abadi' })
  expect(erased.status).toBe(204)
  expect((await member.call('GET', '/api/ownRecord')).body.items).toEqual([])
  expect((await member.call('POST', `${path}/correction`, correction)).status).toBe(404)
  const left = await app.database.selectFrom('correctionRequest').select('id').where('id', '=', correction.id).execute()
  expect(left).toEqual([])
})
