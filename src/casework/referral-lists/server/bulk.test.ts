import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { workAllJobs } from '#test/message-delivery.ts'
import { makeStage, refer, type Stage } from '#test/referral-stage.ts'

const app = await startTestApp()
const { database } = app
type Call = Stage['as']['creator']
type Target = { id: string; version: number }

const rowOf = (id: string) => database.selectFrom('referral').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const sent = async (stage: Stage, given: Record<string, unknown> = {}): Promise<Target> => {
  const { id, version } = (await refer(stage, given)).body
  return { id, version }
}
const bulk = (call: Call, action: string, referrals: Target[], given: Record<string, unknown> = {}) =>
  call('POST', '/api/referral/bulk', { bulkId: randomUUID(), action, referrals, ...given })
const outcomes = (answer: Awaited<ReturnType<Call>>) =>
  (answer.body.results as { outcome: string }[]).map(({ outcome }) => outcome)
const stepsOf = (id: string, action: string) =>
  database
    .selectFrom('referralEvent')
    .select(['action', 'reason', 'note', 'actorId'])
    .where('referralId', '=', id)
    .where('action', '=', action)
    .execute()
const mailsAbout = async (id: string, subject: string) =>
  (await database.selectFrom('message').select(['subject', 'text']).execute()).filter(
    (mail) => mail.subject?.includes(subject) && mail.text?.includes(id),
  )

it('REF-12 each referral goes by its own rules, and one that cannot be changed does not stop the others', async () => {
  const stage = await makeStage(app)
  const other = await makeStage(app)
  const [open, stale, ended, foreign, ours] = [
    await sent(stage),
    await sent(stage),
    await sent(stage),
    await sent(other),
    await sent(stage),
  ]
  await bulk(stage.as.creator, 'recall', [ended], { reason: 'Sent by mistake.' })
  const given = [
    open,
    { ...stale, version: 999 },
    { ...ended, version: ended.version + 1 },
    foreign,
    { id: randomUUID(), version: 1 },
    ours,
  ]
  const answer = await bulk(stage.as.recipient, 'accept', given)
  expect(answer.body.results.map(({ id }: Target) => id)).toEqual(given.map(({ id }) => id))
  expect(outcomes(answer)).toEqual(['done', 'changed', 'not-possible', 'not-found', 'not-found', 'done'])
  const me = stage.accounts.recipient.id
  expect(await rowOf(open.id)).toMatchObject({ status: 'Accepted', assigneeId: me, version: open.version + 1 })
  expect((await rowOf(stale.id)).status).toBe('Sent')
  expect(await mailsAbout(open.id, 'Your referral was accepted')).toHaveLength(1)
  // The sender may not accept what it sent.
  expect(outcomes(await bulk(stage.as.creator, 'accept', [stale]))).toEqual(['not-allowed'])
})

it('REF-12 REF-08 says that another organization was first', async () => {
  const stage = await makeStage(app)
  const other = await makeStage(app)
  const here = await sent(stage, { alsoTo: [{ recipientOrganizationId: other.recipient.id }] })
  const there = await database
    .selectFrom('referral')
    .select(['id', 'version'])
    .where('recipientOrganizationId', '=', other.recipient.id)
    .executeTakeFirstOrThrow()
  expect(outcomes(await bulk(other.as.recipient, 'accept', [there]))).toEqual(['done'])
  expect(outcomes(await bulk(stage.as.recipient, 'accept', [here]))).toEqual(['taken'])
})

it('REF-12 one reason and one note end many, and without a reason nothing happens', async () => {
  const stage = await makeStage(app)
  const [one, two] = [await sent(stage), await sent(stage)]
  const missing = await bulk(stage.as.recipient, 'decline', [one, two])
  expect([missing.status, missing.body.errors]).toEqual([400, [{ path: 'reason', message: 'reason-required' }]])
  expect((await rowOf(one.id)).status).toBe('Sent')
  const given = { reason: 'no capacity', note: 'Again in May.' }
  expect(outcomes(await bulk(stage.as.recipient, 'decline', [one, two], given))).toEqual(['done', 'done'])
  for (const { id } of [one, two]) {
    expect(await rowOf(id)).toMatchObject({ status: 'Declined', reason: 'no capacity' })
    expect(await stepsOf(id, 'decline')).toMatchObject([{ reason: 'no capacity', note: 'Again in May.' }])
  }
  const accepted = await sent(stage)
  await bulk(stage.as.recipient, 'accept', [accepted])
  const target = { ...accepted, version: accepted.version + 1 }
  expect((await bulk(stage.as.recipient, 'closeResolved', [target])).body.errors).toEqual([
    { path: 'outcome', message: 'outcome-required' },
  ])
  expect(outcomes(await bulk(stage.as.recipient, 'closeResolved', [target], { outcome: 'got help' }))).toEqual(['done'])
  expect(await rowOf(accepted.id)).toMatchObject({ status: 'Closed: Resolved', outcome: 'got help' })
})

it('REF-12 the same call again does nothing twice, also at the same time, and its ID belongs to one account and act', async () => {
  const stage = await makeStage(app)
  const [one, two] = [await sent(stage), await sent(stage)]
  const call = { bulkId: randomUUID(), action: 'accept', referrals: [one, two] }
  const send = (as: Call, given: object = {}) => as('POST', '/api/referral/bulk', { ...call, ...given })
  const answers = await Promise.all([send(stage.as.recipient), send(stage.as.recipient)])
  for (const answer of [...answers, await send(stage.as.recipient)]) expect(outcomes(answer)).toEqual(['done', 'done'])
  expect(await stepsOf(one.id, 'accept')).toHaveLength(1)
  expect(await mailsAbout(two.id, 'Your referral was accepted')).toHaveLength(1)
  expect((await send(stage.as.creator)).status).toBe(404)
  expect((await send(stage.as.recipient, { action: 'view' })).status).toBe(409)
  expect((await send(stage.as.recipient, { bulkId: randomUUID(), referrals: [one, one] })).status).toBe(400)
})

it('REF-12 what was viewed already stays as it is', async () => {
  const stage = await makeStage(app)
  const [one, two] = [await sent(stage), await sent(stage)]
  expect(outcomes(await bulk(stage.as.recipient, 'view', [one]))).toEqual(['done'])
  expect(outcomes(await bulk(stage.as.recipient, 'view', [one, two]))).toEqual(['unchanged', 'done'])
  expect((await rowOf(two.id)).status).toBe('In Review')
  expect(await stepsOf(one.id, 'view')).toHaveLength(1)
})

it('REF-12 a recipient assigns referrals to a colleague, and takes it back', async () => {
  const stage = await makeStage(app)
  const colleague = await makeAccount(database, { organizationId: stage.recipient.id, firstName: 'Ana' })
  const [one, two] = [await sent(stage), await sent(stage)]
  const given = { assigneeId: colleague.id }
  for (const [wrong, message] of [
    [{}, 'assignee-required'],
    [{ assigneeId: stage.accounts.creator.id }, 'unknown-person'],
  ] as const)
    expect((await bulk(stage.as.recipient, 'assign', [one], wrong)).body.errors).toEqual([
      { path: 'assigneeId', message },
    ])
  for (const assigneeId of [stage.accounts.creator.id, null])
    expect(outcomes(await bulk(stage.as.creator, 'assign', [one], { assigneeId }))).toEqual(['not-allowed'])
  const made = await bulk(stage.as.recipient, 'assign', [one, two], given)
  expect([outcomes(made), made.body.canUndo]).toEqual([['done', 'done'], true])
  expect(await rowOf(one.id)).toMatchObject({ status: 'Sent', assigneeId: colleague.id, version: one.version + 1 })
  // Somebody goes on with the second one: only the first is taken back.
  await bulk(stage.as.recipient, 'accept', [{ ...two, version: two.version + 1 }], given)
  const undo = (call: Call) => call('POST', `/api/referral/bulk/${made.body.bulkId}/undo`)
  const taken = await undo(stage.as.recipient)
  expect(new Map(taken.body.results.map((each: { id: string; outcome: string }) => [each.id, each.outcome]))).toEqual(
    new Map([
      [one.id, 'undone'],
      [two.id, 'changed'],
    ]),
  )
  expect((await rowOf(one.id)).assigneeId).toBeNull()
  expect((await rowOf(two.id)).assigneeId).toBe(colleague.id)
  expect(outcomes(await undo(stage.as.recipient)).toSorted()).toEqual(['changed', 'undone'])
  expect((await undo(await app.signIn(colleague.email, PASSWORD))).status).toBe(404)
  const view = await bulk(stage.as.recipient, 'view', [{ ...one, version: one.version + 2 }])
  expect([outcomes(view), view.body.canUndo]).toEqual([['done'], false])
  expect((await stage.as.recipient('POST', `/api/referral/bulk/${view.body.bulkId}/undo`)).status).toBe(409)
})

it('REF-12 D-MAIL-1 REF-17 whoever is given many referrals gets one notice with their list, and none of what was undone', async () => {
  const stage = await makeStage(app)
  const colleague = await makeAccount(database, { organizationId: stage.recipient.id })
  const given = { assigneeId: colleague.id }
  const assignedMails = async () => {
    await workAllJobs(app)
    return (await app.outbox(colleague.email)).filter(({ subject }) => subject?.includes('assigned to you'))
  }
  const targets = [await sent(stage), await sent(stage), await sent(stage), await sent(stage)]
  const [one, two, three, four] = targets as [Target, Target, Target, Target]
  const undone = await bulk(stage.as.recipient, 'assign', targets, given)
  const undo = () => stage.as.recipient('POST', `/api/referral/bulk/${undone.body.bulkId}/undo`)
  expect(outcomes(await undo())).toEqual(['undone', 'undone', 'undone', 'undone'])
  expect(await assignedMails()).toEqual([])

  for (const target of targets) target.version += 2
  const call = { bulkId: randomUUID(), action: 'assign', referrals: [one, two, three], ...given }
  // Repeated while it runs and after it was told, it is still one.
  for (const _ of [1, 2]) expect((await stage.as.recipient('POST', '/api/referral/bulk', call)).status).toBe(200)
  const [mail, ...more] = await assignedMails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: '3 referrals were assigned to you at Hearthline' })
  expect(mail?.text).toContain('/referrals?assigned=me')
  expect(mail?.text).not.toMatch(/Noor|Shelter|Eastside/)
  await stage.as.recipient('POST', '/api/referral/bulk', call)
  expect(await assignedMails()).toHaveLength(1)

  // One alone is told as itself, also beside one that the colleague had before, and after accepting for them.
  for (const target of [one, two, three]) target.version += 1
  await bulk(stage.as.recipient, 'accept', [one, four], given)
  const told = (await assignedMails()).at(0)
  expect(told).toMatchObject({ subject: 'A referral was assigned to you at Hearthline' })
  expect(told?.text).toContain(`/referrals/${four.id}`)
  expect(await assignedMails()).toHaveLength(2)
})

it('REF-12 D-MAIL-1 a call that is repeated for other referrals and somebody else notifies both', async () => {
  const stage = await makeStage(app)
  const [ana, ben] = await Promise.all([1, 2].map(() => makeAccount(database, { organizationId: stage.recipient.id })))
  const bulkId = randomUUID()
  const given: [string, Target][] = []
  for (const { id, email } of [ana, ben] as { id: string; email: string }[]) {
    const target = await sent(stage)
    const call = { bulkId, action: 'assign', referrals: [target], assigneeId: id }
    expect((await stage.as.recipient('POST', '/api/referral/bulk', call)).status).toBe(200)
    given.push([email, target])
  }
  await workAllJobs(app)
  for (const [email, { id }] of given) {
    const mails = (await app.outbox(email)).filter(({ subject }) => subject?.includes('assigned to you'))
    expect(mails).toMatchObject([{ text: expect.stringContaining(`/referrals/${id}`) }])
  }
})

it('REF-12 REF-17 accepting, declining and closing many is undone where nobody has acted on it', async () => {
  const stage = await makeStage(app)
  const north = await makeOrganization(database, { name: 'North' })
  await makeAccount(database, { organizationId: north.id })
  for (const [action, before, given] of [
    ['accept', 'Sent', {}],
    ['decline', 'Sent', { reason: 'no capacity' }],
    ['closeResolved', 'Accepted', { outcome: 'got help' }],
    ['closeUnresolved', 'Accepted', { reason: 'no capacity' }],
  ] as const) {
    const targets = [await sent(stage), await sent(stage), await sent(stage)]
    if (before === 'Accepted') {
      await bulk(stage.as.recipient, 'accept', targets)
      for (const target of targets) target.version += 1
    }
    const [one, answered, late] = targets as [Target, Target, Target]
    const made = await bulk(stage.as.recipient, action, targets, given)
    expect([action, outcomes(made), made.body.canUndo]).toEqual([action, ['done', 'done', 'done'], true])
    if (action === 'decline') {
      const { requestId } = await rowOf(answered.id)
      expect((await refer(stage, { requestId, recipientOrganizationId: north.id })).status).toBe(201)
    } else {
      const written = await stage.as.creator('POST', `/api/referral/${answered.id}/message`, { text: 'Thank you.' })
      expect(written.status).toBe(201)
    }
    await database
      .updateTable('referralUndo')
      .set({ expiresOn: '2026-01-01T00:00:00Z' })
      .where('referralId', '=', late.id)
      .execute()
    const undo = (call: Call) => call('POST', `/api/referral/bulk/${made.body.bulkId}/undo`)
    for (const call of [stage.as.creator, stage.as.third]) expect((await undo(call)).status).toBe(404)
    const expected = new Map([
      [one.id, 'undone'],
      [answered.id, 'changed'],
      [late.id, 'not-possible'],
    ])
    for (const answer of await Promise.all([undo(stage.as.recipient), undo(stage.as.recipient)]))
      expect(
        new Map(answer.body.results.map((each: { id: string; outcome: string }) => [each.id, each.outcome])),
      ).toEqual(expected)
    expect((await rowOf(one.id)).status).toBe(before)
    for (const { id } of [answered, late]) expect((await rowOf(id)).status).not.toBe(before)
    expect(await stepsOf(one.id, 'undo')).toMatchObject([{ actorId: stage.accounts.recipient.id }])
  }
})

it('REF-12 a sender reminds a recipient once a day, by preference', async () => {
  const stage = await makeStage(app)
  const [one, answered] = [await sent(stage), await sent(stage)]
  await bulk(stage.as.recipient, 'accept', [answered])
  const targets = [one, { ...answered, version: answered.version + 1 }]
  expect(outcomes(await bulk(stage.as.creator, 'remind', targets))).toEqual(['done', 'not-possible'])
  expect(outcomes(await bulk(stage.as.senderAdmin, 'remind', [one]))).toEqual(['reminded'])
  expect(outcomes(await bulk(stage.as.recipient, 'remind', [one]))).toEqual(['not-allowed'])
  expect(await stepsOf(one.id, 'remind')).toMatchObject([{ actorId: stage.accounts.creator.id }])
  const mails = await mailsAbout(one.id, `${stage.sender.name} asks for your answer`)
  expect(mails).toHaveLength(1)
  // Another one, a day later, and to somebody who wants no such mail.
  const tomorrow = await sent(stage)
  await database
    .insertInto('referralEvent')
    .values({
      ...{ referralId: tomorrow.id, action: 'remind', fromStatus: 'Sent', toStatus: 'Sent' },
      createdOn: new Date(Date.now() - 25 * 3_600_000).toISOString(),
    })
    .execute()
  await stage.as.recipient('PUT', '/api/userPreference/', {
    ...(await stage.as.recipient('GET', '/api/userPreference/')).body,
    emailForIncomingReferral: 'None',
  })
  expect(outcomes(await bulk(stage.as.creator, 'remind', [tomorrow]))).toEqual(['done'])
  expect(await mailsAbout(tomorrow.id, 'asks for your answer')).toEqual([])
})

it('REF-12 all that match the filters are selected, with their versions', async () => {
  const stage = await makeStage(app)
  const [food, shelter] = [await sent(stage, { need: 'food-insecurity' }), await sent(stage)]
  const select = async (call: Call, given: object) => (await call('POST', '/api/referral/selection', given)).body
  const all = { referrals: [shelter, food], hasMore: false }
  expect(await select(stage.as.creator, { direction: 'outgoing' })).toEqual(all)
  expect(await select(stage.as.recipient, { direction: 'incoming' })).toEqual(all)
  expect(await select(stage.as.recipient, { need: 'food-insecurity' })).toEqual({ referrals: [food], hasMore: false })
  expect(await select(stage.as.third, {})).toEqual({ referrals: [], hasMore: false })
})

it('REF-12 marking as viewed can be repeated while the first call is still at work', async () => {
  const stage = await makeStage(app)
  const referrals = await Promise.all(Array.from({ length: 4 }, () => sent(stage)))
  const call = { bulkId: randomUUID(), action: 'view', referrals }
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => stage.as.recipient('POST', '/api/referral/bulk', call)),
  )
  for (const answer of answers)
    expect([answer.status, outcomes(answer)]).toEqual([200, ['done', 'done', 'done', 'done']])
})
