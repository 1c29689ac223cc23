import { beforeAll, describe, expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'
import {
  findTransition,
  type Party,
  type ReferralAction,
  type ReferralStatus,
  referralActions,
  referralStatuses,
} from '../referral-machine.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp()
  stage = await makeStage(app)
})

const who: Record<keyof Stage['as'], Party[]> = {
  creator: ['sender'],
  senderAdmin: ['sender', 'senderAdmin'],
  recipient: ['recipient'],
  third: [],
}
/** Sets a referral's state directly, to test each state separately. */
async function referralIn(status: ReferralStatus) {
  const { id } = (await refer(stage)).body
  await app.database.updateTable('referral').set({ status }).where('id', '=', id).execute()
  return id as string
}
const stateOf = async (id: string) =>
  await app.database.selectFrom('referral').select(['status', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
const step = (
  call: Stage['as']['creator'],
  id: string,
  action: string,
  version: number,
  more: Record<string, unknown> = {},
) => call('POST', `/api/referral/${id}/transition`, { ...wholeCall(action, version), ...more })

/** Nobody asked to reopen the referrals of this test, and nobody took the step that led to their state. */
const isMissingHere = (need: string) => ['reopenAsked', 'ownLastStep', 'ownSending'].includes(need)

describe('every action × actor × state', () => {
  const isHidden = (status: ReferralStatus, actor: keyof Stage['as']) =>
    actor === 'third' ||
    (status === 'Draft' && actor === 'recipient') ||
    (status === 'Entered In Error' && actor !== 'senderAdmin')

  for (const status of referralStatuses)
    it(`REF-02 in ${status} lets each actor do what the table says and nothing else`, async () => {
      const next = await makeOrganization(app.database)
      await makeAccount(app.database, { organizationId: next.id })
      let id = await referralIn(status)
      for (const actor of Object.keys(who) as (keyof Stage['as'])[])
        for (const action of referralActions) {
          const before = await stateOf(id)
          const answer = await step(stage.as[actor], id, action, before.version, { recipientOrganizationId: next.id })
          const expected = findTransition(action as ReferralAction, status, who[actor])
          const code = isHidden(status, actor)
            ? 404
            : expected === 'forbidden'
              ? 403
              : expected === 'illegal' || (typeof expected === 'object' && expected.needs.some(isMissingHere))
                ? 409
                : 200
          expect([status, actor, action, answer.status]).toEqual([status, actor, action, code])
          const after = await stateOf(id)
          if (typeof expected === 'object' && code === 200) {
            expect(after.status).toBe(expected.to ?? status)
            id = await referralIn(status)
          } else expect(after).toEqual(before)
        }
    })
})

describe('making a referral', () => {
  it('REF-01 makes a referral of a person, a need, an organization, a person it is directed to, a note and an urgency', async () => {
    const made = await refer(stage, {
      urgency: 'urgent',
      neededBy: '2099-01-01',
      directedToId: stage.accounts.recipient.id,
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      status: 'Sent',
      direction: 'outgoing',
      need: 'homelessness',
      urgency: 'urgent',
      neededBy: '2099-01-01',
      note: 'Must leave on Friday.',
      personName: 'Noor A.',
      directedTo: { id: stage.accounts.recipient.id },
      referringOrganization: { name: stage.sender.name },
      referredToOrganization: { name: stage.recipient.name },
    })
    const seen = await stage.as.recipient('GET', `/api/referral/${made.body.id}`)
    expect(seen.body).toMatchObject({
      direction: 'incoming',
      contactId: null,
      person: { firstName: 'Noor', lastName: 'Abadi', phoneNumber: '+17165550142' },
    })
  })

  it('REF-01 takes the organization from the service', async () => {
    const service = await app.database
      .insertInto('service')
      .values({ organizationId: stage.recipient.id, name: 'Family shelter' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const made = await refer(stage, { serviceId: service.id, recipientOrganizationId: undefined })
    expect(made.body).toMatchObject({
      service: { name: 'Family shelter' },
      referredToOrganization: { id: stage.recipient.id },
    })
    const wrong = await refer(stage, { serviceId: service.id, recipientOrganizationId: stage.third.id })
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'serviceId'])
  })

  it("REF-01 is internal inside one's own organization, and asks for no consent there", async () => {
    const person = await makePerson(stage.as.creator, {}, null)
    const made = await refer(stage, { contactId: person.id, recipientOrganizationId: stage.sender.id })
    expect([made.status, made.body.direction, made.body.status]).toEqual([201, 'internal', 'Sent'])
    expect((await step(stage.as.senderAdmin, made.body.id, 'accept', made.body.version)).body.status).toBe('Accepted')
  })

  it('REF-01 keeps a draft for the sender until it is sent', async () => {
    const draft = await refer(stage, { send: false })
    expect(draft.body).toMatchObject({ status: 'Draft', sentOn: null })
    expect((await stage.as.recipient('GET', `/api/referral/${draft.body.id}`)).status).toBe(404)
    expect(
      (await stage.as.recipient('GET', '/api/referral/?direction=incoming')).body.items.map(
        (r: { id: string }) => r.id,
      ),
    ).not.toContain(draft.body.id)
    const sent = await step(stage.as.creator, draft.body.id, 'send', draft.body.version)
    expect(sent.body.status).toBe('Sent')
    expect((await stage.as.recipient('GET', `/api/referral/${draft.body.id}`)).status).toBe(200)
  })

  it('REF-01 refuses a person of another organization, an unknown recipient, and one that takes no referrals', async () => {
    const foreign = await makePerson(stage.as.third)
    const closed = await makeOrganization(app.database, { takesReferrals: false })
    await makeAccount(app.database, { organizationId: closed.id })
    const at = async (given: Record<string, unknown>) => {
      const answer = await refer(stage, given)
      return [answer.status, answer.body.errors?.[0]?.path]
    }
    expect(await at({ contactId: foreign.id })).toEqual([400, 'contactId'])
    expect(await at({ recipientOrganizationId: crypto.randomUUID() })).toEqual([400, 'recipientOrganizationId'])
    expect(await at({ recipientOrganizationId: closed.id })).toEqual([400, 'recipientOrganizationId'])
    expect(await at({ directedToId: stage.accounts.third.id })).toEqual([400, 'directedToId'])
    expect(await at({ need: 'money' })).toEqual([400, 'need'])
  })
})

describe('consent', () => {
  it('REF-07 checks consent before anything leaves: recipient, need, dates and withdrawal', async () => {
    const person = await makePerson(stage.as.creator, {}, null)
    const give = async (consent: Record<string, unknown>) =>
      (
        await stage.as.creator('POST', `/api/contact/${person.id}/consent`, {
          howGiven: 'written',
          givenOn: '2026-01-01',
          ...consent,
        })
      ).body.consents[0].id
    const gap = async () => {
      const answer = await refer(stage, { contactId: person.id })
      return answer.status === 422 ? answer.body.gap : answer.status
    }
    expect(await gap()).toBe('none-recorded')
    await give({ scope: 'network', expiresOn: '2026-01-31' })
    expect(await gap()).toBe('not-in-force')
    await give({ scope: 'organizations', recipientIds: [stage.third.id] })
    expect(await gap()).toBe('recipient')
    await give({ scope: 'organizations', recipientIds: [stage.recipient.id], needs: ['food-insecurity'] })
    expect(await gap()).toBe('need')
    const good = await give({ scope: 'organizations', recipientIds: [stage.recipient.id], needs: ['homelessness'] })
    expect(await gap()).toBe(201)
    await stage.as.creator('POST', `/api/contact/${person.id}/consent/${good}/withdraw`)
    expect(await gap()).toBe('need')
    expect(
      await app.database.selectFrom('referralRequest').selectAll().where('contactId', '=', person.id).execute(),
    ).toHaveLength(1)
  })

  it('REF-07 lets a sender override a missing consent with a reason, on record, and never a recipient', async () => {
    const person = await makePerson(stage.as.creator, {}, null)
    const override = { consentOverrideReason: 'other', consentOverrideText: 'Her life is in danger tonight' }
    const made = await refer(stage, { contactId: person.id, ...override })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject(override)
    const audit = await app.database
      .selectFrom('auditRecord')
      .selectAll()
      .where('subjectId', '=', made.body.id)
      .where('action', '=', 'referral.send')
      .executeTakeFirstOrThrow()
    expect(audit.detail).toMatchObject({ isConsentOverridden: true })
    const next = await makeOrganization(app.database)
    await makeAccount(app.database, { organizationId: next.id })
    const forwarded = await step(stage.as.recipient, made.body.id, 'forward', made.body.version, {
      recipientOrganizationId: next.id,
      consentOverrideReason: 'emergency',
    })
    expect([forwarded.status, forwarded.body.code, forwarded.body.gap]).toEqual([422, 'consent-missing', undefined])
    expect((await stateOf(made.body.id)).status).toBe('Sent')
  })

  it('REF-07 asks for an outcome to close, and for a reason of the list to decline', async () => {
    const id = await referralIn('In Progress')
    const at = async (action: string, more: Record<string, unknown>, state: ReferralStatus) => {
      await app.database.updateTable('referral').set({ status: state }).where('id', '=', id).execute()
      const answer = await step(stage.as.recipient, id, action, (await stateOf(id)).version, more)
      return [answer.status, answer.body.errors?.[0]?.path]
    }
    expect(await at('closeResolved', { outcome: null }, 'In Progress')).toEqual([400, 'outcome'])
    expect(await at('closeResolved', { outcome: 'who knows' }, 'In Progress')).toEqual([400, 'outcome'])
    expect(await at('closeUnresolved', { reason: 'bored' }, 'In Progress')).toEqual([400, 'reason'])
    expect(await at('decline', { reason: '' }, 'Sent')).toEqual([400, 'reason'])
    expect(await at('hold', { reviewOn: '2020-01-01' }, 'Accepted')).toEqual([400, 'reviewOn'])
    const closed = await step(stage.as.recipient, id, 'closeResolved', (await stateOf(id)).version, {
      outcome: 'enrolled',
    })
    expect(closed.body).toMatchObject({ status: 'Closed: Resolved', outcome: 'enrolled' })
    expect(closed.body.closedOn).not.toBeNull()
  })
})

describe('nobody else', () => {
  it('REF-02 answers a third organization 404 on every call, and shows it nothing in its lists', async () => {
    const { id, version } = (await refer(stage)).body
    const calls: [string, string, unknown?][] = [
      ['GET', `/api/referral/${id}`],
      ['POST', `/api/referral/${id}/transition`, wholeCall('accept', version)],
      ['GET', `/api/referral/${id}/message`],
      ['POST', `/api/referral/${id}/message`, { text: 'hello' }],
      ['POST', `/api/referral/${id}/read`, { lastSequence: 1 }],
    ]
    for (const [method, url, body] of calls)
      expect([url, (await stage.as.third(method, url, body)).status]).toEqual([url, 404])
    for (const direction of ['incoming', 'outgoing'])
      expect((await stage.as.third('GET', `/api/referral/?direction=${direction}`)).body.items).toEqual([])
    expect((await stage.as.third('GET', '/api/referral/waiting')).body).toMatchObject({ items: [], sent: [] })
    for (const [method, url, body] of calls)
      expect([url, (await app.anonymous(method, url, body)).status]).toEqual([url, 401])
  })

  it('REF-02 hides from the recipient, once recalled, everything about the person', async () => {
    const person = await makePerson(stage.as.creator, { firstName: 'Zoraida', lastName: 'Quintero' })
    const { id, version } = (await refer(stage, { contactId: person.id, note: 'Zoraida must leave' })).body
    await stage.as.creator('POST', `/api/referral/${id}/message`, { text: 'Zoraida calls at ten' })
    expect(JSON.stringify((await stage.as.recipient('GET', `/api/referral/${id}`)).body)).toContain('Zoraida')
    expect((await step(stage.as.creator, id, 'recall', version, { reason: 'Zoraida found a place' })).body.status).toBe(
      'Recalled',
    )
    const answers = [
      await stage.as.recipient('GET', `/api/referral/${id}`),
      await stage.as.recipient('GET', '/api/referral/?direction=incoming&limit=200'),
      await stage.as.recipient('GET', '/api/referral/waiting'),
      await stage.as.recipient('POST', '/api/referral/search', { search: 'zoraida' }),
      await step(stage.as.recipient, id, 'reopen', version),
    ]
    expect(answers[0]?.body).toMatchObject({ status: 'Recalled', person: null, personName: null, note: null })
    expect(answers[1]?.body.items.map((r: { id: string }) => r.id)).toContain(id)
    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toMatch(/Zoraida|Quintero/)
    expect((await stage.as.recipient('GET', `/api/referral/${id}/message`)).status).toBe(404)
  })

  it('REF-02 answers a stale version with 409 and the referral as this caller may see it, and no column more', async () => {
    const { id, version } = (await refer(stage)).body
    await step(stage.as.recipient, id, 'decline', version)
    const stale = await step(stage.as.recipient, id, 'accept', version)
    expect([stale.status, stale.body.code, stale.body.current.status]).toEqual([409, 'stale-version', 'Declined'])
    expect(Object.keys(stale.body.current)).not.toContain('searchText')
    expect(Object.keys(stale.body.current)).not.toContain('snapshot')
  })

  it('REF-02 hides what was entered in error and keeps it, with its history', async () => {
    const { id, version } = (await refer(stage)).body
    expect((await step(stage.as.senderAdmin, id, 'markError', version)).status).toBe(200)
    expect((await stage.as.creator('GET', `/api/referral/${id}`)).status).toBe(404)
    expect((await stage.as.recipient('GET', `/api/referral/${id}`)).status).toBe(404)
    const kept = await stage.as.senderAdmin('GET', `/api/referral/${id}`)
    expect(kept.body.steps.map((s: { action: string }) => s.action)).toEqual(['draft', 'send', 'markError'])
    await expect(app.database.deleteFrom('referralEvent').where('referralId', '=', id).execute()).rejects.toThrow(
      /never changed/,
    )
  })

  it("INT-03 records the recipient's look at a person through the referral", async () => {
    const person = await makePerson(stage.as.creator)
    const { id } = (await refer(stage, { contactId: person.id })).body
    await stage.as.recipient('GET', `/api/referral/${id}`)
    const entries = (await accessLogOf(app.database, person.id)).filter(
      (entry) => entry.way === 'referral' && entry.organizationId === stage.recipient.id,
    )
    expect(entries.map((entry) => entry.referralId)).toEqual([id])
    expect((await stage.as.recipient('GET', `/api/contact/${person.id}`)).status).toBe(404)
  })
})

describe('races', () => {
  it('REF-02 lets one of twenty simultaneous accepts through, with one step, one audit record and one notice', async () => {
    const { id, version } = (await refer(stage)).body
    const answers = await Promise.all(Array.from({ length: 20 }, () => step(stage.as.recipient, id, 'accept', version)))
    expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(
      await app.database
        .selectFrom('referralEvent')
        .selectAll()
        .where('referralId', '=', id)
        .where('action', '=', 'accept')
        .execute(),
    ).toHaveLength(1)
    expect(
      await app.database
        .selectFrom('auditRecord')
        .selectAll()
        .where('subjectId', '=', id)
        .where('action', '=', 'referral.accept')
        .execute(),
    ).toHaveLength(1)
    const told = await app.database
      .selectFrom('message')
      .select('subject')
      .where('recipient', '=', stage.accounts.creator.email)
      .where('subject', 'like', '%accepted%')
      .where('text', 'like', `%${id}%`)
      .execute()
    expect(told).toHaveLength(1)
  })

  it('REF-02 reopens once, also when both sides try at the same time', async () => {
    const id = await referralIn('Declined')
    const { version } = await stateOf(id)
    const callers = [stage.as.creator, stage.as.recipient, stage.as.creator, stage.as.recipient]
    const answers = await Promise.all(callers.map((call) => step(call, id, 'reopen', version)))
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
    // If the recipient came first, it was a request; the sender then reopens in response.
    const made = () => app.database.selectFrom('referral').selectAll().where('parentId', '=', id).execute()
    if ((await made()).length === 0)
      expect((await step(stage.as.creator, id, 'reopen', (await stateOf(id)).version)).status).toBe(200)
    expect(await made()).toHaveLength(1)
    expect((await step(stage.as.creator, id, 'reopen', (await stateOf(id)).version)).body.code).toBe(
      'illegal-transition',
    )
  })
})

describe('children', () => {
  it('REF-02 forwards as a child that the sender watches too', async () => {
    const next = await makeOrganization(app.database, { name: 'Northside Shelter' })
    const account = await makeAccount(app.database, { organizationId: next.id })
    const call = await app.signIn(account.email, PASSWORD)
    const { id, version } = (await refer(stage)).body
    const forwarded = await step(stage.as.recipient, id, 'forward', version, { recipientOrganizationId: next.id })
    expect(forwarded.body).toMatchObject({
      status: 'Forwarded',
      children: [{ status: 'Sent', organizationName: 'Northside Shelter' }],
    })
    const childId = forwarded.body.children[0].id
    expect((await call('GET', `/api/referral/${childId}`)).body).toMatchObject({
      direction: 'incoming',
      person: { firstName: 'Noor' },
    })
    expect((await stage.as.creator('GET', `/api/referral/${childId}`)).body).toMatchObject({
      direction: 'outgoing',
      parentId: id,
    })
    expect((await call('GET', `/api/referral/${id}`)).status).toBe(404)
    expect((await stage.as.recipient('GET', `/api/referral/${childId}`)).status).toBe(404)
  })

  it('REF-02 reopens within 30 days as a child, with the history kept, and not later', async () => {
    const id = await referralIn('Closed: Unresolved')
    const reopened = await step(stage.as.creator, id, 'reopen', (await stateOf(id)).version)
    expect(reopened.body).toMatchObject({
      status: 'Closed: Unresolved',
      children: [{ relation: 'reopen', status: 'Sent' }],
    })
    const old = await referralIn('Declined')
    await app.database
      .updateTable('referral')
      .set({ statusChangedOn: new Date(Date.now() - 31 * 86_400_000).toISOString() })
      .where('id', '=', old)
      .execute()
    const late = await step(stage.as.creator, old, 'reopen', (await stateOf(old)).version)
    expect([late.status, late.body.code]).toEqual([409, 'illegal-transition'])
    expect((await stage.as.creator('GET', `/api/referral/${old}`)).body.actions).not.toContain('reopen')
  })
})

it('HTTP-05 answers hostile input about referrals with a 4xx, never a 500', async () => {
  const { id, version } = (await refer(stage)).body
  const path = `/api/referral/${id}`
  const hostile: [string, string, unknown?][] = [
    ['GET', '/api/referral/?direction=sideways'],
    ['POST', '/api/referral/search', { direction: 'sideways' }],
    ['POST', '/api/referral/search', { search: ['a'] }],
    ['GET', '/api/referral/?status=Lost'],
    ['GET', `/api/referral/?cursor=${Buffer.from('[1,2]').toString('base64url')}`],
    ['GET', '/api/referral/not-a-uuid'],
    ['GET', `/api/referral/${'x'.repeat(99)}`],
    ['POST', '/api/referral/', []],
    ['POST', '/api/referral/', { contactId: stage.contactId, need: ['homelessness'] }],
    ['POST', '/api/referral/', { contactId: stage.contactId, need: 'homelessness' }],
    ['POST', `${path}/transition`, { action: 'explode', version }],
    ['POST', `${path}/transition`, { action: 'accept' }],
    ['POST', `${path}/transition`, { action: 'accept', version: '1; drop table referral' }],
    ['POST', `${path}/transition`, { action: 'accept', version, assigneeId: stage.accounts.third.id }],
    ['POST', `${path}/message`, { text: '   ' }],
    ['POST', `${path}/message`, { text: 'x'.repeat(4001) }],
    ['GET', `${path}/message?cursor=${Buffer.from('[99999999999]').toString('base64url')}`],
  ]
  for (const [method, url, body] of hostile) {
    const { status } = await (method === 'GET' || url === '/api/referral/' ? stage.as.creator : stage.as.recipient)(
      method,
      url,
      body,
    )
    expect([url, body, status >= 400 && status < 500]).toEqual([url, body, true])
  }
  expect((await stage.as.creator('POST', '/api/referral/search', { search: '\0%_\\' })).status).toBe(200)
})
