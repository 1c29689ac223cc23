import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { makePerson, makeStage, nameInConsent, refer, type Stage } from '#test/referral-stage.ts'

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
describe('where a referral goes', () => {
  const errorOf = async (given: Record<string, unknown>) => {
    const { status, body } = await refer(stage, given)
    return [status, ...(body.errors ?? []).map((e: { path: string; message: string }) => `${e.path} ${e.message}`)]
  }
  const serviceOf = async (organizationId: string) =>
    (
      await app.database
        .insertInto('service')
        .values({ organizationId, name: 'Family shelter' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id

  it('REF-01 says which part of a new referral is wrong', async () => {
    const unknown = crypto.randomUUID()
    const foreign = (await makePerson(stage.as.third)).id
    const refused = await makeOrganization(app.database, { standing: 'refused' })
    const closed = await makeOrganization(app.database, { takesReferrals: false })
    await makeAccount(app.database, { organizationId: closed.id })
    const listed = await makeOrganization(app.database, { standing: 'listed' })
    const takesNone = [400, 'recipientOrganizationId organization-takes-no-referrals']
    expect(await errorOf({ serviceId: unknown })).toEqual([400, 'serviceId unknown-service'])
    expect(await errorOf({ serviceId: await serviceOf(stage.third.id) })).toEqual([
      ...[400, 'serviceId service-of-other-organization'],
    ])
    expect(await errorOf({ recipientOrganizationId: null })).toEqual([
      ...[400, 'recipientOrganizationId organization-required'],
    ])
    expect(await errorOf({ recipientOrganizationId: unknown })).toEqual([
      ...[400, 'recipientOrganizationId unknown-organization'],
    ])
    expect(await errorOf({ contactId: foreign })).toEqual([400, 'contactId unknown-person'])
    expect(await errorOf({ directedToId: stage.accounts.creator.id })).toEqual([400, 'directedToId unknown-person'])
    expect(await errorOf({ requestId: unknown })).toEqual([400, 'requestId unknown-request'])
    expect(await errorOf({ recipientOrganizationId: refused.id })).toEqual([
      ...[400, 'recipientOrganizationId unknown-organization'],
    ])
    expect(await errorOf({ recipientOrganizationId: closed.id })).toEqual(takesNone)
    expect(await errorOf({ recipientOrganizationId: listed.id })).toEqual([
      ...[400, 'directReferralContact contact-required'],
    ])
    expect(await errorOf({ consentOverrideReason: 'other', consentOverrideText: 'short' })).toEqual([
      ...[400, expect.stringMatching(/^consentOverrideText /)],
    ])
  })

  it("REF-01 takes another try only for one's own request about the same person", async () => {
    const first = (await refer(stage)).body
    const other = await makePerson(stage.as.creator, { firstName: 'Iris' })
    expect(await errorOf({ requestId: first.requestId, contactId: other.id })).toEqual([
      400,
      'requestId unknown-request',
    ])
    await step('recipient', first.id, 'decline', { reason: 'no capacity' })
    const again = await refer(stage, { requestId: first.requestId, note: 'Now with papers', send: false })
    expect([again.status, again.body.requestId, again.body.note]).toEqual([201, first.requestId, first.note])
    const notes = await app.database
      .selectFrom('referralEvent')
      .select('note')
      .where('referralId', '=', again.body.id)
      .execute()
    expect(notes).toEqual([{ note: 'Now with papers' }])
  })

  it('REF-02 forwards neither back to the sender nor to oneself, and without consent to nobody', async () => {
    const person = await makePerson(stage.as.creator, { firstName: 'Iris' }, null)
    await nameInConsent(stage, stage.recipient.id, person.id)
    const { id } = (await refer(stage, { contactId: person.id })).body
    const errorsOf = async (recipientOrganizationId: string) => {
      const { body } = await step('recipient', id, 'forward', { recipientOrganizationId })
      return [body.code, body.errors ?? []]
    }
    const elsewhere = [{ path: 'recipientOrganizationId', message: 'forward-elsewhere' }]
    expect(await errorsOf(stage.sender.id)).toEqual(['invalid-request', elsewhere])
    expect(await errorsOf(stage.recipient.id)).toEqual(['invalid-request', elsewhere])
    expect(await errorsOf(stage.third.id)).toEqual(['consent-missing', []])
    // Which consents there are is not the recipient's to know.
    const refused = (await step('recipient', id, 'forward', { recipientOrganizationId: stage.third.id })).body
    expect([refused.gap, refused.need, refused.organizationName]).toEqual([undefined, undefined, undefined])
    const bySender = await refer(stage, { contactId: person.id, recipientOrganizationId: stage.third.id })
    expect(bySender.body).toMatchObject({
      code: 'consent-missing',
      gap: 'recipient',
      need: 'homelessness',
      organizationName: stage.third.name,
    })
    await nameInConsent(stage, stage.third.id, person.id)
    const forwarded = await step('recipient', id, 'forward', {
      recipientOrganizationId: stage.third.id,
      note: 'They have room',
    })
    expect(forwarded.body.status).toBe('Forwarded')
    const child = await app.database
      .selectFrom('referral')
      .select(['id', 'parentRelation', 'senderOrganizationId', 'recipientOrganizationId', 'status', 'createdBy'])
      .where('parentId', '=', id)
      .executeTakeFirstOrThrow()
    expect(child).toMatchObject({
      parentRelation: 'forward',
      senderOrganizationId: stage.sender.id,
      recipientOrganizationId: stage.third.id,
      status: 'Sent',
      createdBy: stage.accounts.creator.id,
    })
    expect((await read(id)).respondedOn).not.toBeNull()
  })
})

describe('drafts', () => {
  it('REF-01 saves each part of a draft, and empties what is left out', async () => {
    const serviceId = (
      await app.database
        .insertInto('service')
        .values({ organizationId: stage.recipient.id, name: 'Family shelter' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    const contact = { firstName: 'Jo', lastName: 'Park', email: 'jo@example.test' }
    const made = await draft({
      serviceId,
      urgency: 'urgent',
      neededBy: '2099-01-01',
      directReferralContact: contact,
      directedToId: stage.accounts.recipient.id,
    })
    expect(made).toMatchObject({
      service: { id: serviceId },
      urgency: 'urgent',
      neededBy: '2099-01-01',
      directReferralContact: contact,
      directedTo: { id: stage.accounts.recipient.id },
    })
    const saved = await stage.as.creator('PUT', `/api/referral/${made.id}`, whole({ need: 'food-insecurity' }))
    expect(saved.body).toMatchObject({
      ...{ status: 'Draft', need: 'food-insecurity', urgency: 'routine', neededBy: null, note: null, version: 2 },
      ...{ service: null, directReferralContact: null, directedTo: null },
    })
    const stale = await stage.as.creator('PUT', `/api/referral/${made.id}`, whole())
    expect([stale.status, stale.body.code]).toEqual([409, 'stale-version'])
  })

  it('REF-01 nobody else saves a draft, and once it is sent nobody does', async () => {
    const made = await draft()
    const put = (party: Party, version: number) =>
      stage.as[party]('PUT', `/api/referral/${made.id}`, whole({ version })).then(({ body }) => body.code)
    expect(await put('recipient', 1)).toBe('not-found')
    await step('creator', made.id, 'send')
    const { version } = await rowOf(made.id)
    expect([await put('recipient', version), await put('third', version)]).toEqual(['forbidden', 'not-found'])
    expect(await put('creator', version)).toBe('illegal-transition')
    expect((await rowOf(made.id)).version).toBe(version)
  })
})
