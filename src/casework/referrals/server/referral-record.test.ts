import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeAccount } from '#test/factories.ts'
import { makePerson, makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp()
  stage = await makeStage(app)
})

type Party = keyof Stage['as']
const read = async (id: string, party: Party = 'creator') => (await stage.as[party]('GET', `/api/referral/${id}`)).body
const rowOf = (id: string) =>
  app.database.selectFrom('referral').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** Makes one step and returns the response. */
const step = async (party: Party, id: string, action: string, more: Record<string, unknown> = {}) => {
  const { version } = await rowOf(id)
  return stage.as[party]('POST', `/api/referral/${id}/transition`, { action, version, ...more })
}
/** A draft to the stage's recipient, with the given differences. */
const draft = async (given: Record<string, unknown> = {}) => (await refer(stage, { send: false, ...given })).body
/** The rest of a draft as its page sends it. */
const whole = (given: Record<string, unknown> = {}) => ({
  contactId: stage.contactId,
  recipientOrganizationId: stage.recipient.id,
  need: 'homelessness',
  version: 1,
  ...given,
})
const eventsOf = async (id: string) =>
  app.database.selectFrom('event').select(['type', 'audience']).where('subjectId', '=', id).orderBy('id').execute()

describe('what each step leaves', () => {
  it('REF-02 REF-03 writes each step into the history and the audit, with who, from where to where, and why', async () => {
    const { creator, recipient } = stage.accounts
    const made = await draft()
    await stage.as.creator('PUT', `/api/referral/${made.id}`, whole())
    await step('creator', made.id, 'send')
    await step('recipient', made.id, 'view')
    const message = await stage.as.recipient('POST', `/api/referral/${made.id}/message`, { text: 'Is Friday final?' })
    await step('recipient', made.id, 'accept', { note: 'Gladly' })
    await step('recipient', made.id, 'start')
    await step('recipient', made.id, 'hold', { reason: 'Waits for papers', reviewOn: '2099-01-01' })
    await step('recipient', made.id, 'resume')
    await step('recipient', made.id, 'closeResolved', { outcome: 'got help', note: 'A room was found' })

    const consent = await app.database
      .selectFrom('consent')
      .select('id')
      .where('contactId', '=', stage.contactId)
      .execute()
    const audit = (actorId: string, action: string, detail = {}) => ({
      ...{ actorId, action: `referral.${action}`, subjectType: 'referral', detail },
    })
    expect(await auditsOf(app.database, made.id)).toEqual([
      audit(creator.id, 'draft'),
      audit(creator.id, 'changeDraft'),
      audit(creator.id, 'send', {
        consentId: consent[0]?.id,
        isConsentOverridden: false,
        recipientOrganizationId: stage.recipient.id,
      }),
      audit(recipient.id, 'view', { from: 'Sent', to: 'In Review' }),
      audit(recipient.id, 'message', { messageId: message.body.id }),
      audit(recipient.id, 'accept', { from: 'In Review', to: 'Accepted' }),
      audit(recipient.id, 'start', { from: 'Accepted', to: 'In Progress' }),
      audit(recipient.id, 'hold', { from: 'In Progress', to: 'On Hold' }),
      audit(recipient.id, 'resume', { from: 'On Hold', to: 'In Progress' }),
      audit(recipient.id, 'closeResolved', { from: 'In Progress', to: 'Closed: Resolved' }),
    ])
    const steps = await app.database
      .selectFrom('referralEvent')
      .select([
        'action',
        'fromStatus',
        'toStatus',
        'actorId',
        'organizationId',
        'reason',
        'outcome',
        'note',
        'reviewOn',
      ])
      .where('referralId', '=', made.id)
      .orderBy('createdOn')
      .execute()
    const nothing = { reason: null, outcome: null, note: null, reviewOn: null }
    const bySender = { ...nothing, actorId: creator.id, organizationId: stage.sender.id }
    const byRecipient = { ...nothing, actorId: recipient.id, organizationId: stage.recipient.id }
    const path = ['Draft', 'Sent', 'In Review', 'Accepted', 'In Progress', 'On Hold', 'In Progress', 'Closed: Resolved']
    const from = (index: number) => ({ fromStatus: path[index - 1] ?? null, toStatus: path[index] })
    expect(steps).toEqual([
      { ...bySender, action: 'draft', ...from(0) },
      { ...bySender, action: 'send', ...from(1) },
      { ...byRecipient, action: 'view', ...from(2) },
      { ...byRecipient, action: 'accept', ...from(3), note: 'Gladly' },
      { ...byRecipient, action: 'start', ...from(4) },
      { ...byRecipient, action: 'hold', ...from(5), reason: 'Waits for papers', reviewOn: '2099-01-01' },
      { ...byRecipient, action: 'resume', ...from(6) },
      { ...byRecipient, action: 'closeResolved', ...from(7), outcome: 'got help', note: 'A room was found' },
    ])
  })

  it('REF-02 sets the times and the parts of each step, and takes back what a later one ends', async () => {
    const { id } = (await refer(stage)).body
    const sent = await rowOf(id)
    expect(sent).toMatchObject({
      status: 'Sent',
      firstViewedOn: null,
      respondedOn: null,
      startedOn: null,
      reason: null,
    })
    expect([sent.sentOn, sent.clockOn, sent.responseDueOn].every(Boolean)).toBe(true)
    await step('recipient', id, 'accept')
    const accepted = await rowOf(id)
    expect(accepted).toMatchObject({
      assigneeId: stage.accounts.recipient.id,
      clockOn: null,
      statusChangedBy: stage.accounts.recipient.id,
    })
    expect(accepted.firstViewedOn).toBe(accepted.respondedOn)
    await step('recipient', id, 'hold', { reason: 'Waits for papers', reviewOn: '2099-01-01' })
    expect(await rowOf(id)).toMatchObject({ reason: 'Waits for papers', reviewOn: '2099-01-01', startedOn: null })
    await step('recipient', id, 'resume')
    const resumed = await rowOf(id)
    expect(resumed).toMatchObject({ reason: null, reviewOn: null, respondedOn: accepted.respondedOn })
    expect(resumed.startedOn).toBe(resumed.statusChangedOn)
    await step('recipient', id, 'hold', { reason: 'Again', reviewOn: '2099-01-01' })
    await step('recipient', id, 'resume')
    expect((await rowOf(id)).startedOn).toBe(resumed.startedOn)
    await step('recipient', id, 'closeUnresolved', { reason: 'moved' })
    const closed = await rowOf(id)
    expect(closed).toMatchObject({ reason: 'moved', outcome: null, reviewOn: null })
    expect(closed.closedOn).toBe(closed.statusChangedOn)
  })

  it('REF-02 keeps the first view when it is answered, and the reason of a decline and of a recall', async () => {
    const { id } = (await refer(stage)).body
    await step('recipient', id, 'view')
    const viewed = await rowOf(id)
    expect([viewed.firstViewedOn !== null, viewed.respondedOn, viewed.assigneeId]).toEqual([true, null, null])
    await step('recipient', id, 'decline', { reason: 'no capacity' })
    const declined = await rowOf(id)
    expect(declined).toMatchObject({ reason: 'no capacity', firstViewedOn: viewed.firstViewedOn })
    expect(declined.respondedOn).toBe(declined.statusChangedOn)
    const other = (await refer(stage)).body
    await step('creator', other.id, 'recall', { reason: 'Moved away' })
    expect(await rowOf(other.id)).toMatchObject({ reason: 'Moved away', respondedOn: null, firstViewedOn: null })
    const wrong = (await refer(stage)).body
    await step('senderAdmin', wrong.id, 'markError', { reason: 'Wrong person' })
    expect(await rowOf(wrong.id)).toMatchObject({ reason: 'Wrong person', respondedOn: null })
  })

  it('REF-02 takes the day of the first contact, if it has come, and a colleague of the recipient', async () => {
    const colleague = await makeAccount(app.database, { organizationId: stage.recipient.id })
    const { id } = (await refer(stage)).body
    const stranger = await step('recipient', id, 'accept', { assigneeId: stage.accounts.creator.id })
    expect([stranger.status, stranger.body.errors]).toEqual([400, [{ path: 'assigneeId', message: 'unknown-person' }]])
    await step('recipient', id, 'view', { assigneeId: colleague.id })
    expect((await rowOf(id)).assigneeId).toBe(colleague.id)
    await step('recipient', id, 'accept', { assigneeId: colleague.id })
    expect((await rowOf(id)).assigneeId).toBe(colleague.id)
    const early = await step('recipient', id, 'start', { firstContactOn: '2099-01-01T00:00:00.000Z' })
    expect([early.status, early.body.errors]).toEqual([400, [{ path: 'firstContactOn', message: 'date-in-future' }]])
    const sentOn = '2026-01-01T09:00:00.000Z'
    await app.database.updateTable('referral').set({ sentOn }).where('id', '=', id).execute()
    const before = Date.now()
    await step('recipient', id, 'start', { firstContactOn: '2026-01-02T10:00:00.000Z' })
    const started = await read(id)
    expect(started.firstContactOn).toBe('2026-01-02T10:00:00.000Z')
    expect(Date.parse(started.startedOn)).toBeGreaterThanOrEqual(before)
  })

  it('REF-02 says which part of a step is missing', async () => {
    const { id } = (await refer(stage)).body
    const errorsOf = async (party: Party, action: string, more: Record<string, unknown> = {}) => {
      const { status, body } = await step(party, id, action, more)
      return [status, ...(body.errors ?? []).map((e: { path: string; message: string }) => `${e.path} ${e.message}`)]
    }
    expect(await errorsOf('recipient', 'decline')).toEqual([400, 'reason reason-required'])
    expect(await errorsOf('recipient', 'decline', { reason: 'Because' })).toEqual([400, 'reason reason-required'])
    expect(await errorsOf('creator', 'recall')).toEqual([400, 'reason reason-required'])
    expect(await errorsOf('recipient', 'forward')).toEqual([400, 'recipientOrganizationId organization-required'])
    await step('recipient', id, 'accept')
    const late = { reason: 'Waits', reviewOn: '2020-01-01' }
    expect(await errorsOf('recipient', 'hold', late)).toEqual([400, 'reviewOn review-date-required'])
    expect(await errorsOf('recipient', 'hold', {})).toEqual([
      400,
      'reason reason-required',
      'reviewOn review-date-required',
    ])
    expect(await errorsOf('recipient', 'closeResolved')).toEqual([400, 'outcome outcome-required'])
    expect(await errorsOf('recipient', 'closeResolved', { outcome: 'luck' })).toEqual([400, 'outcome outcome-required'])
    expect(await errorsOf('creator', 'closeUnresolved', { reason: 'so' })).toEqual([400, 'reason reason-required'])
    expect((await rowOf(id)).status).toBe('Accepted')
  })

  it('REF-04 COM-01 tells the tabs of both organizations of each step, and of a draft the sender alone', async () => {
    const made = await draft()
    const [own, other] = [`organization:${stage.sender.id}`, `organization:${stage.recipient.id}`]
    const told = async () => (await eventsOf(made.id)).map(({ type, audience }) => [type, [...audience].sort()])
    await stage.as.creator('PUT', `/api/referral/${made.id}`, whole())
    const before = await told()
    expect(before.length).toBeGreaterThan(0)
    for (const [type, audience] of before) expect([type, audience]).toEqual(['referral', [own]])
    await step('creator', made.id, 'send')
    await step('recipient', made.id, 'view')
    const after = (await told()).slice(before.length)
    expect(after.length).toBeGreaterThanOrEqual(2)
    for (const [, audience] of after) expect(audience).toEqual([own, other].sort())
  })
})

describe('no other try', () => {
  it('REF-05 settles what was declined, once, by its sender alone', async () => {
    const { id } = (await refer(stage)).body
    const settle = async (party: Party) => {
      const { status, body } = await stage.as[party]('POST', `/api/referral/${id}/settle`)
      return [status, body.code]
    }
    expect(await settle('creator')).toEqual([409, 'illegal-transition'])
    await step('recipient', id, 'decline', { reason: 'no capacity' })
    const { version } = await rowOf(id)
    expect([await settle('third'), await settle('recipient')]).toEqual([
      [404, 'not-found'],
      [403, 'forbidden'],
    ])
    const events = (await eventsOf(id)).length
    expect([await settle('creator'), await settle('creator')]).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    expect((await rowOf(id)).version).toBe(version)
    expect((await eventsOf(id)).length).toBe(events + 1)
    const { id: actorId } = stage.accounts.creator
    expect((await auditsOf(app.database, id)).filter(({ action }) => action === 'referral.settle')).toEqual([
      { actorId, action: 'referral.settle', subjectType: 'referral', detail: {} },
    ])
    const settled = await app.database
      .selectFrom('referralEvent')
      .select(['fromStatus', 'toStatus', 'actorId', 'organizationId'])
      .where('referralId', '=', id)
      .where('action', '=', 'settle')
      .execute()
    expect(settled).toEqual([
      { fromStatus: 'Declined', toStatus: 'Declined', actorId, organizationId: stage.sender.id },
    ])
  })
})

describe('messages', () => {
  it('REF-04 writes of a message who, when and for whom, and takes none about an erased person', async () => {
    const person = await makePerson(stage.as.creator, { firstName: 'Iris' })
    const { id } = (await refer(stage, { contactId: person.id })).body
    const write = (party: Party) => stage.as[party]('POST', `/api/referral/${id}/message`, { text: 'Is Friday final?' })
    const written = await write('recipient')
    expect(written.body).toMatchObject({
      sequence: 1,
      text: 'Is Friday final?',
      isMine: true,
      organization: { id: stage.recipient.id, name: stage.recipient.name },
      authorName: 'Lee Tester',
    })
    const list = async (party: Party) => (await stage.as[party]('GET', `/api/referral/${id}/message`)).body
    expect(await list('recipient')).toEqual({ items: [written.body], nextCursor: null })
    expect(await list('creator')).toEqual({
      items: [{ ...written.body, isMine: false, editableUntil: null }],
      nextCursor: null,
    })
    expect((await list('third')).code).toBe('not-found')
    const { messageCount, lastMessageOn } = await rowOf(id)
    expect([messageCount, lastMessageOn !== null]).toEqual([1, true])
    await app.database.updateTable('contact').set({ organizationId: null }).where('id', '=', person.id).execute()
    expect((await write('recipient')).body.code).toBe('forbidden')
    expect((await write('third')).body.code).toBe('not-found')
  })
})

it('REF-02 changes nothing for whoever read an older version', async () => {
  const { id, version } = (await refer(stage)).body
  await step('recipient', id, 'accept')
  const late = await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('closeResolved', version))
  expect([late.status, late.body.code, late.body.current.status]).toEqual([409, 'stale-version', 'Accepted'])
})
