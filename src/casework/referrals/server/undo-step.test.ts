import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { lockReferral } from './referral-queries.ts'
import { findUndo, tidyUndo } from './undo-step.ts'

const app = await startTestApp()
const stage = await makeStage(app)
const north = await makeOrganization(app.database, { name: 'North' })
const northAdmin = await makeAccount(app.database, { organizationId: north.id, roles: ['organization-admin'] })
const olga = await app.signIn(northAdmin.email, PASSWORD)
const colleague = await makeAccount(app.database, { organizationId: stage.recipient.id })
const asColleague = await app.signIn(colleague.email, PASSWORD)

const rowOf = (id: string) =>
  app.database.selectFrom('referral').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** Everything that undoing restores. */
async function stateOf(id: string) {
  const { version, ...row } = await rowOf(id)
  const request = await app.database
    .selectFrom('referralRequest')
    .select('status')
    .where('id', '=', row.requestId)
    .executeTakeFirstOrThrow()
  return { ...row, request: request.status }
}
async function step(call: Caller, id: string, action: string, given: object = {}) {
  const { version } = await rowOf(id)
  const reason = action === 'decline' || action === 'closeUnresolved' ? 'no capacity' : 'A reason.'
  return call('POST', `/api/referral/${id}/transition`, {
    ...{ action, version, reason, outcome: 'got help', reviewOn: '2099-01-01' },
    ...given,
  })
}
const undo = (call: Caller, id: string) => step(call, id, 'undo')
const sent = async (given: object = {}) => (await refer(stage, { ...given })).body.id as string
const subjects = async (email: string, id: string) =>
  (
    await app.database
      .selectFrom('message')
      .select('subject')
      .where('recipient', '=', email)
      .where('text', 'like', `%${id}%`)
      .orderBy('sequence')
      .execute()
  ).map(({ subject }) => subject)
const { recipient, creator, senderAdmin } = stage.as

it('REF-17 each mistaken step is undone by its author: state, times, assignee and request are as before', async () => {
  const walks: [string, string[]][] = [
    ['accept', []],
    ['decline', []],
    ['start', ['accept']],
    ['hold', ['accept', 'start']],
    ['resume', ['accept', 'start', 'hold']],
    ['closeResolved', ['accept', 'start']],
    ['closeUnresolved', ['accept']],
  ]
  for (const [action, earlier] of walks) {
    const id = await sent()
    for (const each of earlier) await step(recipient, id, each)
    const before = await stateOf(id)
    const taken = await step(recipient, id, action)
    expect([action, taken.status, taken.body.undo?.action]).toEqual([action, 200, action])
    expect(taken.body.actions).toContain('undo')
    expect((await creator('GET', `/api/referral/${id}`)).body.undo).toBeNull()
    const undone = await undo(recipient, id)
    expect([action, undone.status, undone.body.undo]).toEqual([action, 200, null])
    expect(await stateOf(id)).toEqual(before)
    const { steps } = (await creator('GET', `/api/referral/${id}`)).body
    expect(steps.at(-1)).toMatchObject({ action: 'undo', toStatus: before.status, actorName: 'Lee Tester' })
    expect((await subjects(stage.accounts.creator.email, id)).at(-1)).toBe('A step of your referral was undone')
    const twice = await undo(recipient, id)
    expect([action, twice.status]).toEqual([action, 409])
  }
})

it('REF-17 a referral that was read before a step never offers to undo it: with its version that would be refused', async () => {
  const id = await sent()
  const read = () => app.database.transaction().execute((transaction) => lockReferral(transaction, id))
  const before = await read()
  expect((await step(recipient, id, 'accept')).status).toBe(200)
  const after = await read()
  if (!before || !after) throw new Error('the referral is gone')
  const { id: accountId } = stage.accounts.recipient
  expect(await findUndo(app.database, before, accountId)).toBeNull()
  expect(await findUndo(app.database, after, accountId)).toMatchObject({ action: 'accept' })
})

it('REF-17 the sender can undo their own closing, and the other side is told', async () => {
  const id = await sent()
  await step(recipient, id, 'accept')
  await step(creator, id, 'closeUnresolved')
  expect((await undo(recipient, id)).body.code).toBe('undo-acted')
  expect((await undo(creator, id)).body.status).toBe('Accepted')
  expect((await subjects(stage.accounts.recipient.email, id)).at(-1)).toBe('A step of a referral was undone')
})

it('REF-17 only the author undoes, for ten minutes, and while nobody has acted on it', async () => {
  const refused = async (id: string, code: string, call = recipient) => {
    const before = await stateOf(id)
    const answer = await undo(call, id)
    expect([answer.status, answer.body.code]).toEqual([409, code])
    expect(await stateOf(id)).toEqual(before)
  }
  const others = await sent()
  await step(recipient, others, 'accept')
  await refused(others, 'undo-acted', asColleague)
  expect((await asColleague('GET', `/api/referral/${others}`)).body.undo).toBeNull()
  expect((await undo(stage.as.third, others)).status).toBe(404)

  const late = await sent()
  await step(recipient, late, 'accept')
  await sql`update referral_undo set expires_on = now() - interval '1 second' where referral_id = ${late}::uuid`.execute(
    app.database,
  )
  expect((await recipient('GET', `/api/referral/${late}`)).body).toMatchObject({ undo: null })
  await refused(late, 'undo-over')
  await tidyUndo(app.database)
  await refused(late, 'undo-acted')

  const contacted = await sent()
  await step(recipient, contacted, 'accept')
  await step(recipient, contacted, 'start')
  await recipient('POST', `/api/referral/${contacted}/firstContact`, {
    ...{ firstContactOn: new Date().toISOString(), firstContactBy: 'phone' },
  })
  await refused(contacted, 'undo-acted')

  const answered = await sent()
  await step(recipient, answered, 'accept')
  await recipient('POST', `/api/referral/${answered}/message`, { text: 'We call her today.' })
  // What the other side reads counts as nothing, what it writes does.
  await creator('POST', `/api/referral/${answered}/read`, { lastSequence: 1 })
  expect((await recipient('GET', `/api/referral/${answered}`)).body.undo).toMatchObject({ action: 'accept' })
  await creator('POST', `/api/referral/${answered}/message`, { text: 'Thank you.' })
  await refused(answered, 'undo-acted')

  const tried = (await refer(stage)).body
  await step(recipient, tried.id, 'decline')
  await refer(stage, { requestId: tried.requestId, recipientOrganizationId: north.id })
  await refused(tried.id, 'undo-acted')
})

it('REF-17 undoing a decline shows nothing that a consent does not cover any more', async () => {
  const { id: contactId } = await makePerson(creator)
  const id = await sent({ contactId })
  await step(recipient, id, 'decline')
  const [consent] = (await creator('GET', `/api/contact/${contactId}`)).body.consents
  const withdrawn = await creator('POST', `/api/contact/${contactId}/consent/${consent.id}/withdraw`, {})
  expect(withdrawn.status).toBe(200)
  expect((await undo(recipient, id)).body.code).toBe('undo-consent')
  expect((await recipient('GET', `/api/referral/${id}`)).body).toMatchObject({ status: 'Declined', person: null })
})

it('REF-17 REF-08 undoing an acceptance restores what it recalled, unless somebody has acted on that', async () => {
  const sendToBoth = async () => {
    const made = await refer(stage, { alsoTo: [{ recipientOrganizationId: north.id }] })
    const [other] = (await creator('GET', `/api/referral/${made.body.id}`)).body.siblings
    return { id: made.body.id as string, other: other.id as string }
  }
  const first = await sendToBoth()
  await step(olga, first.other, 'view')
  const before = [await stateOf(first.id), await stateOf(first.other)]
  await step(recipient, first.id, 'accept')
  expect((await olga('GET', `/api/referral/${first.other}`)).body).toMatchObject({ isTaken: true, person: null })
  expect((await undo(recipient, first.id)).status).toBe(200)
  expect([await stateOf(first.id), await stateOf(first.other)]).toEqual(before)
  const open = (await olga('GET', `/api/referral/${first.other}`)).body
  expect(open).toMatchObject({ isTaken: false, status: 'In Review', person: { firstName: 'Noor' } })
  expect(open.steps.at(-1)).toMatchObject({ action: 'restore', actorName: null })
  expect((await subjects(northAdmin.email, first.other)).at(-1)).toBe('A referral waits for you again')
  expect((await step(olga, first.other, 'accept')).body.status).toBe('Accepted')

  const second = await sendToBoth()
  await step(recipient, second.id, 'accept')
  await step(senderAdmin, second.other, 'markError')
  const answer = await undo(recipient, second.id)
  expect([answer.status, answer.body.code]).toEqual([409, 'undo-acted'])
  expect((await rowOf(second.id)).status).toBe('Accepted')
})

it('REF-17 of undoing and going on at once one happens', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await sent()
    await step(recipient, id, 'accept')
    const answers = await Promise.all([undo(recipient, id), step(recipient, id, 'start'), undo(recipient, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  }
})
