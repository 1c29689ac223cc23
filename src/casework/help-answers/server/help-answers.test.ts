import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { readPdfText } from '#test/pdf-text.ts'
import { makePerson, makeStage, refer, wholeCall } from '#test/referral-stage.ts'

const app = await startTestApp()
const { database } = app
const stage = await makeStage(app)
const { creator, recipient, senderAdmin, third } = stage.as

async function linkTo(contactId: string) {
  const way = { language: 'en', way: { channel: 'copy' } }
  const { url } = (await creator('POST', `/api/contact/${contactId}/recordLink`, way)).body
  const path = `/api/recordLink/open/${String(url).split('/p/')[1]}`
  const { session } = (await app.anonymous('POST', path, { birthDate: '1992-03-04' })).body
  return (what: string, more: object = {}) => app.anonymous('POST', `${path}/${what}`, { session, ...more })
}

/** A referral that the recipient closed, and the person's own way to answer. */
async function makeClosed(action = 'closeResolved', outcome = 'got help') {
  const contactId = (await makePerson(creator)).id as string
  const { id } = (await refer(stage, { contactId })).body as { id: string }
  const step = async (name: string, more: object = {}) => {
    const { version } = (await recipient('GET', `/api/referral/${id}`)).body
    const call = { ...wholeCall(name, version), ...more }
    expect((await recipient('POST', `/api/referral/${id}/transition`, call)).status).toBe(200)
  }
  await step('accept')
  if (action) await step(action, { outcome })
  const act = await linkTo(contactId)
  const answer = (chosen: string, comment: string | null = null) =>
    act('help', { referralId: id, answer: chosen, comment })
  const own = async () => (await act('read')).body.referrals[0].help
  const shown = async (call = creator) => (await call('GET', `/api/referral/${id}/helpAnswer`)).body
  const waits = async () =>
    (await creator('GET', '/api/referral/waiting')).body.items
      .filter((item: { id: string }) => item.id === id)
      .map((item: { waitsFor: string }) => item.waitsFor)
  return { contactId, id, step, act, answer, own, shown, waits }
}
const age = (id: string, what: 'closed_on' | 'answered_on', days: number) =>
  sql`update ${sql.table(what === 'closed_on' ? 'referral' : 'help_answer')} set ${sql.ref(what)} = now() - make_interval(days => ${days})
    where ${sql.ref(what === 'closed_on' ? 'id' : 'referral_id')} = ${id}::uuid`.execute(database)

it('REF-15 after the closing a person says whether they got help, beside what the recipient says, and can change it', async () => {
  const { answer, own, shown, id } = await makeClosed()
  expect(await own()).toEqual({ answer: null, comment: null, mayAnswer: true })
  expect((await answer('partly', 'Only for two nights.')).status).toBe(204)
  expect((await answer('partly', 'Only for two nights.')).status).toBe(204)
  expect(await own()).toEqual({ answer: 'partly', comment: 'Only for two nights.', mayAnswer: true })
  const item = { name: 'Noor A.', answer: 'partly', contradicts: false }
  expect(await shown()).toMatchObject({ items: [{ ...item, comment: 'Only for two nights.' }], deniedOn: null })
  expect(await shown(recipient)).toMatchObject({ items: [{ ...item, comment: null }], deniedOn: null })
  expect((await third('GET', `/api/referral/${id}/helpAnswer`)).status).toBe(404)
  expect((await answer('yes')).status).toBe(204)
  expect((await shown()).items).toMatchObject([{ answer: 'yes', comment: null }])
})

it('REF-15 it is asked only once it is closed, for ninety days, and the answer can be changed for fourteen', async () => {
  const open = await makeClosed('')
  expect([(await open.answer('yes')).body.code, (await open.own()).mayAnswer]).toEqual(['help-not-asked', false])
  const [late, fixed] = [await makeClosed(), await makeClosed()]
  await age(late.id, 'closed_on', 91)
  expect([(await late.answer('yes')).status, (await late.own()).mayAnswer]).toEqual([409, false])
  await fixed.answer('no')
  await age(fixed.id, 'answered_on', 15)
  expect([(await fixed.answer('yes')).status, (await fixed.own()).answer]).toEqual([409, 'no'])
  await age(fixed.id, 'answered_on', 13)
  expect((await fixed.answer('yes')).status).toBe(204)
})

it('REF-15 a person answers only about their own referrals, and nothing without their session', async () => {
  const [one, other] = [await makeClosed(), await makeClosed()]
  expect((await one.act('help', { referralId: other.id, answer: 'no', comment: null })).status).toBe(404)
  expect((await one.act('help', { referralId: randomUUID(), answer: 'no', comment: null })).status).toBe(404)
  expect((await one.act('help', { referralId: one.id, answer: 'maybe', comment: null })).status).toBe(400)
  const locked = await one.act('help', { referralId: one.id, answer: 'no', comment: null, session: 'guessed' })
  expect([locked.status, locked.body.code]).toEqual([409, 'record-link-locked'])
  const member = await app.someone({ roles: ['community-member'] })
  const call = { referralId: one.id, answer: 'yes', comment: null }
  expect((await member.call('POST', `/api/ownRecord/${one.contactId}/help`, call)).status).toBe(404)
  expect((await creator('POST', `/api/ownRecord/${one.contactId}/help`, call)).status).toBe(403)
  await sql`insert into contact_invitation (code_hash, contact_id, account_id, expires_on, used_on)
    values (${randomUUID()}, ${one.contactId}::uuid, ${member.account.id}::uuid, now(), now())`.execute(database)
  expect((await member.call('POST', `/api/ownRecord/${one.contactId}/help`, call)).status).toBe(204)
  expect([(await one.own()).answer, (await other.own()).answer]).toEqual(['yes', null])
})

it('REF-15 where the person contradicts the recipient, the sender is notified once, and it waits until they looked into it', async () => {
  const { id, answer, shown, waits } = await makeClosed()
  await Promise.all([answer('no', 'Nobody called.'), answer('no', 'Nobody called.')])
  await answer('waiting')
  expect(await waits()).toEqual(['answer'])
  expect(await shown()).toMatchObject({ items: [{ contradicts: true }], deniedOn: expect.any(String) })
  expect((await shown(recipient)).deniedOn).toBeNull()
  const mails = await database
    .selectFrom('message')
    .select(['subject', 'text'])
    .where('recipient', '=', stage.accounts.creator.email)
    .where('text', 'like', `%${id}%`)
    .where('subject', '=', 'A person says that no help has come')
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).not.toMatch(/Noor|Nobody called|homeless|Shelter/)
  const settle = (call: typeof creator) => call('POST', `/api/referral/${id}/helpAnswer/settle`)
  expect([(await settle(recipient)).status, (await settle(third)).status]).toEqual([403, 404])
  for (const _ of [1, 2]) expect((await settle(creator)).body.deniedOn).toBeNull()
  expect(await waits()).toEqual([])
})

it('REF-15 it no longer waits once the person takes it back, and is no contradiction where nobody said that they helped', async () => {
  const one = await makeClosed()
  await one.answer('no')
  expect(await one.waits()).toEqual(['answer'])
  await one.answer('yes')
  expect(await one.waits()).toEqual([])
  for (const [action, outcome] of [
    ['closeUnresolved', ''],
    ['closeResolved', 'referred elsewhere'],
  ]) {
    const other = await makeClosed(action, outcome)
    await other.answer('no')
    expect(await other.waits()).not.toContain('answer')
    expect((await other.shown()).items).toMatchObject([{ answer: 'no', contradicts: false }])
  }
})

it('REF-15 F-22 INT-17 the copy of a person has their answers, and an erasure takes them away', async () => {
  const { id, contactId, answer, act } = await makeClosed()
  await answer('yes', 'Thank you')
  expect((await senderAdmin('GET', `/api/contact/${contactId}/timeline`)).body.answers).toMatchObject([
    { referralId: id, answer: 'yes' },
  ])
  const { helpAnswers } = (await senderAdmin('GET', `/api/contact/${contactId}/export`)).body
  expect(helpAnswers).toMatchObject([{ referralId: id, answer: 'yes', comment: 'Thank you' }])
  const [erased] = await Promise.all([
    senderAdmin('POST', `/api/contact/${contactId}/erase`, { name: 'Noor Abadi' }),
    answer('partly'),
  ])
  expect(erased.status).toBe(204)
  expect((await act('help', { referralId: id, answer: 'no', comment: null })).status).toBe(404)
  expect(await database.selectFrom('helpAnswer').select('answer').where('referralId', '=', id).execute()).toEqual([])
})

it('F-22 INT-17 REF-15 a second record of the person leaves no answer and no notice, and the copy has both', async () => {
  const { contactId, id, answer, waits } = await makeClosed()
  const twice = (await makePerson(creator, { firstName: 'Nour' })).id as string
  await database
    .insertInto('referralPerson')
    .values({ referralId: id, contactId: twice, snapshot: null } as never)
    .execute()
  expect((await answer('yes', 'Thank you')).status).toBe(204)
  const second = { referralId: id, answer: 'no', comment: 'Nobody called.' }
  expect((await (await linkTo(twice))('help', second)).status).toBe(204)
  expect(await waits()).toEqual(['answer'])
  for (const of of [contactId, twice])
    await sql`insert into person_notice (referral_id, request_id, event_id, contact_id, kind, state, reason)
      select ${id}::uuid, request_id, event.id, ${of}::uuid, 'closed', 'not-told', 'not-asked' from referral
      join referral_event event on event.referral_id = referral.id where referral.id = ${id}::uuid limit 1`.execute(
      database,
    )
  const { rows: pairs } = await sql<{ id: string }>`
    insert into person_pair (organization_id, first_id, second_id, level, score)
    values (${stage.sender.id}::uuid, least(${contactId}::uuid, ${twice}::uuid),
      greatest(${contactId}::uuid, ${twice}::uuid), 'likely', 20) returning id`.execute(database)
  const versions = Object.fromEntries(
    await Promise.all(
      [contactId, twice].map(async (of) => [of, (await creator('GET', `/api/contact/${of}`)).body.version]),
    ),
  )
  const merged = { stays: contactId, versions, take: [] }
  expect((await creator('POST', `/api/personPair/${pairs[0]?.id}/merge`, merged)).status).toBe(200)
  const path = `/api/contact/${contactId}`
  const { helpAnswers, notices, formerRecords } = (await senderAdmin('GET', `${path}/export`)).body
  expect([helpAnswers, formerRecords[0].helpAnswers]).toMatchObject([[{ comment: 'Thank you' }], [second]])
  expect([notices, formerRecords[0].notices]).toMatchObject([[{ kind: 'closed' }], [{ kind: 'closed' }]])
  const readable = readPdfText((await senderAdmin('GET', `${path}/export?format=pdf`)).bytes).join('')
  for (const words of ['Thankyou', 'Nobodycalled.']) expect(readable).toContain(words)
  expect((await senderAdmin('POST', `${path}/erase`, { name: 'Noor Abadi' })).status).toBe(204)
  for (const table of ['helpAnswer', 'personNotice'] as const)
    expect(await database.selectFrom(table).select('contactId').where('referralId', '=', id).execute()).toEqual([])
  expect(await waits()).toEqual([])
})

it('REF-15 the sender records what a person said by phone, with who recorded it, and not over their own answer', async () => {
  const { id, contactId, answer, own, shown, waits } = await makeClosed()
  const record = (call: typeof creator, given: object = {}) =>
    call('POST', `/api/referral/${id}/helpAnswer`, {
      contactId,
      answer: 'no',
      comment: 'Said so on the phone.',
      ...given,
    })
  expect((await shown()).people).toEqual([{ contactId, name: 'Noor A.', answer: null, comment: null }])
  expect([(await record(recipient)).status, (await record(third)).status]).toEqual([403, 404])
  expect((await record(creator, { contactId: (await makePerson(creator)).id })).status).toBe(404)
  const recorded = { answer: 'no', comment: 'Said so on the phone.', recordedByName: expect.stringMatching(/^Maria/) }
  const people = [{ contactId, answer: 'no', comment: 'Said so on the phone.' }]
  for (const _ of [1, 2]) expect((await record(creator)).body).toMatchObject({ items: [recorded], people })
  expect(await shown(recipient)).toMatchObject({
    items: [{ answer: 'no', comment: null, recordedByName: null }],
    people: [],
  })
  expect(await waits()).toEqual(['answer'])
  const audit = await database.selectFrom('auditRecord').select('detail').where('subjectId', '=', contactId).execute()
  expect(audit.filter(({ detail }) => JSON.stringify(detail).includes('isRecorded'))).toHaveLength(1)
  expect(await own()).toMatchObject({ answer: 'no', mayAnswer: true })
  expect((await answer('yes')).status).toBe(204)
  expect(await shown()).toMatchObject({ items: [{ answer: 'yes', recordedByName: null }], people: [] })
  expect((await record(creator)).body.code).toBe('help-not-asked')
})

it('REF-15 what staff recorded takes no time from the person, whose own answer starts the days to change it', async () => {
  const { id, contactId, answer, own } = await makeClosed()
  const said = { contactId, answer: 'no', comment: null }
  expect((await creator('POST', `/api/referral/${id}/helpAnswer`, said)).status).toBe(200)
  await age(id, 'answered_on', 15)
  expect((await creator('POST', `/api/referral/${id}/helpAnswer`, { ...said, answer: 'yes' })).status).toBe(409)
  expect((await own()).mayAnswer).toBe(true)
  expect((await answer('partly')).status).toBe(204)
  expect((await own()).mayAnswer).toBe(true)
  expect((await answer('yes')).status).toBe(204)
  const late = await makeClosed()
  await creator('POST', `/api/referral/${late.id}/helpAnswer`, { ...said, contactId: late.contactId })
  await age(late.id, 'closed_on', 91)
  expect([(await late.own()).mayAnswer, (await late.answer('yes')).status]).toEqual([false, 409])
})

it('REF-15 what staff recorded cannot become the own answer of the person: its recorder is not removed', async () => {
  const { rows } = await sql<{ refuses: boolean }>`select confdeltype in ('a', 'r') as refuses from pg_constraint
    where conrelid = 'help_answer'::regclass and conname = 'help_answer_recorded_by_fkey'`.execute(database)
  expect(rows).toEqual([{ refuses: true }])
})

it('REF-15 INT-14 the recipient sees answers by the name that was shared, of those whose details it still sees', async () => {
  const { contactId: ana, id, answer, shown } = await makeClosed()
  const leo = (await makePerson(creator, { firstName: 'Leo', lastName: 'Abadi' })).id as string
  await database
    .insertInto('referralPerson')
    .values({ referralId: id, contactId: leo, snapshot: sql`'{"firstName":"Leo","lastName":"Abadi"}'::jsonb` } as never)
    .execute()
  const given = { referralId: id, answer: 'yes', comment: null }
  expect([(await answer('yes')).status, (await (await linkTo(leo))('help', given)).status]).toEqual([204, 204])
  await sql`update contact set first_name = 'Nora' where id = ${ana}::uuid`.execute(database)
  const names = async (call = recipient) => (await shown(call)).items.map(({ name }: { name: string }) => name).sort()
  expect(await names()).toEqual(['Leo A.', 'Noor A.'])
  expect(await names(creator)).toEqual(['Leo A.', 'Nora A.'])
  await sql`update referral_person set details_ended_on = now() where referral_id = ${id}::uuid`.execute(database)
  expect(await names()).toEqual(['Noor A.'])
})
