import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { makePerson, makeStage, nameInConsent, refer, type Stage, wholeCall } from '#test/referral-stage.ts'
import { overrideReasons, saysWhy } from '../consent-override.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp()
  stage = await makeStage(app)
})
const text = 'The court orders it today'
const contact = { firstName: 'Rae', lastName: 'Lund', email: 'rae@lakeview.example' }
const withoutConsent = async () => (await makePerson(stage.as.creator, {}, null)).id as string
const override = async (given: Record<string, unknown>) =>
  refer(stage, { contactId: await withoutConsent(), need: 'incarceration-status', ...given })

describe('sharing without a consent', () => {
  it('F-21 D-CON-1 takes a reason of the list, and real words where it is another one', async () => {
    const at = async (given: Record<string, unknown>) => {
      const answer = await override(given)
      return [answer.status, answer.body.errors?.[0]?.path]
    }
    expect(await at({ consentOverrideReason: '.' })).toEqual([400, 'consentOverrideReason'])
    for (const words of [
      undefined,
      '',
      '.',
      'x'.repeat(40),
      ' '.repeat(40),
      '...............',
      '\u200b'.repeat(20),
      'too short',
    ])
      expect([words, ...(await at({ consentOverrideReason: 'other', consentOverrideText: words }))]).toEqual([
        ...[words, 400, 'consentOverrideText'],
      ])
    expect(await at({ consentOverrideText: text })).toEqual([422, undefined])
    for (const consentOverrideReason of overrideReasons)
      expect((await at({ consentOverrideReason, consentOverrideText: text }))[0]).toBe(201)
    expect([saysWhy('  Life in   danger  '), saysWhy('She is in danger')]).toEqual([false, true])
  })

  it('F-21 D-CON-1 marks it for the recipient by the kind of reason, never by the words', async () => {
    const { id } = (await override({ consentOverrideReason: 'required by law', consentOverrideText: text })).body
    const seen = (await stage.as.recipient('GET', `/api/referral/${id}`)).body
    expect(seen).toMatchObject({ consentOverrideReason: 'required by law', consentOverrideText: null, consent: null })
    expect(JSON.stringify(seen)).not.toContain(text)
    expect((await stage.as.creator('GET', `/api/referral/${id}`)).body.consentOverrideText).toBe(text)
    const audit = await app.database
      .selectFrom('auditRecord')
      .select('detail')
      .where('subjectId', '=', id)
      .where('action', '=', 'referral.send')
      .executeTakeFirstOrThrow()
    expect(audit.detail).toMatchObject({ isConsentOverridden: true, overrideReason: 'required by law' })
    expect(JSON.stringify(audit.detail)).not.toContain(text)
  })

  it("F-21 D-CON-1 notifies the organization's admins by mail and in the portal until they looked", async () => {
    const { id } = (await override({ consentOverrideReason: 'emergency' })).body
    const waits = async (call: Stage['as']['creator']) =>
      (await call('GET', '/api/referral/waiting')).body.items
        .filter((item: { id: string }) => item.id === id)
        .map((item: { waitsFor: string }) => item.waitsFor)
    expect(await waits(stage.as.senderAdmin)).toEqual(['override'])
    expect(await waits(stage.as.creator)).toEqual([])
    const mails = await app.database
      .selectFrom('message')
      .select(['recipient', 'subject'])
      .where('subject', '=', 'Something was shared without a recorded consent')
      .where('text', 'like', `%${id}%`)
      .execute()
    expect(mails.map((mail) => mail.recipient)).toEqual([stage.accounts.senderAdmin.email])
    await stage.as.senderAdmin('POST', `/api/referral/${id}/read`, { lastSequence: 0 })
    expect(await waits(stage.as.senderAdmin)).toEqual([])
  })

  it('F-21 D-CON-1 lists every one for platform admins, page by page, with nothing of the person or the need', async () => {
    const platform = await app.someone({ roles: ['platform-admin'] })
    const { id } = (await override({ consentOverrideReason: 'consent on paper', consentOverrideText: text })).body
    const { version } = (await stage.as.senderAdmin('GET', `/api/referral/${id}`)).body
    await stage.as.senderAdmin('POST', `/api/referral/${id}/transition`, wholeCall('markError', version))
    const first = (await platform.call('GET', '/api/admin/consentOverride?limit=1')).body
    expect(first.items).toEqual([
      {
        ...{ id, sentOn: expect.any(String), sentBy: 'Maria Tester', reason: 'consent on paper' },
        referringOrganization: { id: stage.sender.id, name: stage.sender.name },
        referredToOrganization: { id: stage.recipient.id, name: stage.recipient.name },
      },
    ])
    const rest = (await platform.call('GET', `/api/admin/consentOverride?cursor=${first.nextCursor}`)).body
    const all = await app.database
      .selectFrom('referral')
      .select('id')
      .where('consentOverrideReason', 'is not', null)
      .execute()
    expect([first, rest].flatMap((page) => page.items.map((item: { id: string }) => item.id)).sort()).toEqual(
      all.map((row) => row.id).sort(),
    )
    expect(JSON.stringify([first, rest])).not.toMatch(/Noor|Abadi|incarceration|court/)
    for (const call of [stage.as.senderAdmin, stage.as.recipient])
      expect((await call('GET', '/api/admin/consentOverride')).status).toBe(403)
  })
})

describe('a consent for the network', () => {
  it('D-CON-1 covers organizations with an active account only; others must be named', async () => {
    const person = await makePerson(stage.as.creator)
    const unclaimed = await makeOrganization(app.database, { standing: 'listed' })
    const send = () =>
      stage.as.creator('POST', '/api/referral/', {
        ...{ contactId: person.id, recipientOrganizationId: unclaimed.id, need: 'homelessness' },
        directReferralContact: contact,
      })
    const refused = await send()
    expect([refused.status, refused.body.gap, refused.body.errors]).toEqual([
      422,
      'not-in-network',
      [{ path: 'recipientOrganizationId', message: 'not-in-network' }],
    ])
    // None of these accounts is active: not confirmed, not approved.
    await makeAccount(app.database, { organizationId: unclaimed.id, confirmed: false })
    await makeAccount(app.database, { organizationId: unclaimed.id, approved: false })
    expect((await send()).body.gap).toBe('not-in-network')
    await nameInConsent(stage, unclaimed.id, person.id)
    expect((await send()).status).toBe(201)
    const other = await makeOrganization(app.database)
    await makeAccount(app.database, { organizationId: other.id })
    expect((await refer(stage, { contactId: person.id, recipientOrganizationId: other.id })).status).toBe(201)
  })

  it('F-09 D-SEE-1 shows a recipient only whether the consent covers this, and until when', async () => {
    const person = await makePerson(stage.as.creator, {}, null)
    const needs = ['food-insecurity', 'intimate-partner-violence', 'incarceration-status']
    const expiresOn = `${new Date().getUTCFullYear() + 1}-06-30`
    const today = new Date().toISOString().slice(0, 10)
    const { body } = await stage.as.creator('POST', `/api/contact/${person.id}/consent`, {
      ...{ scope: 'network', needs, howGiven: 'written', givenOn: today, expiresOn },
    })
    const { id, version } = (await refer(stage, { contactId: person.id, need: 'food-insecurity' })).body
    const seen = async () => (await stage.as.recipient('GET', `/api/referral/${id}`)).body
    expect((await seen()).consent).toEqual({ isInForce: true, expiresOn })
    const stale = await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('accept', -1))
    const accepted = await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('accept', version))
    for (const answer of [await seen(), stale.body, accepted.body])
      expect(JSON.stringify(answer)).not.toMatch(/intimate-partner|incarceration|network/)
    expect((await stage.as.creator('GET', `/api/referral/${id}`)).body.consent).toMatchObject({
      scope: 'network',
      needs,
    })
    await stage.as.creator('POST', `/api/contact/${person.id}/consent/${body.consents[0].id}/withdraw`, {
      endAccess: false,
    })
    expect((await seen()).consent).toEqual({ isInForce: false, expiresOn })
  })

  it('F-09 D-SEE-1 tells the gap to the sender alone', async () => {
    const person = await makePerson(
      stage.as.creator,
      {},
      { scope: 'organizations', recipientIds: [stage.recipient.id] },
    )
    const { id, version } = (await refer(stage, { contactId: person.id })).body
    const forwarded = await stage.as.recipient('POST', `/api/referral/${id}/transition`, {
      ...wholeCall('forward', version),
      recipientOrganizationId: stage.third.id,
    })
    expect([forwarded.status, forwarded.body.code]).toEqual([422, 'consent-missing'])
    expect(Object.keys(forwarded.body)).not.toContain('gap')
    const sent = await refer(stage, { contactId: person.id, recipientOrganizationId: stage.third.id })
    expect(sent.body).toMatchObject({ code: 'consent-missing', gap: 'recipient' })
  })
})

it('F-09 ASVS 14.2.1 searches referrals by words in the body alone', async () => {
  const person = await makePerson(stage.as.creator, { firstName: 'Ximena', lastName: 'Ostrander' })
  const { id } = (await refer(stage, { contactId: person.id })).body
  const found = await stage.as.creator('POST', '/api/referral/search', { direction: 'outgoing', search: 'ostrander' })
  expect(found.body.items.map((item: { id: string }) => item.id)).toEqual([id])
  const none = await stage.as.creator('POST', '/api/referral/search', {
    direction: 'outgoing',
    search: 'nobody at all',
  })
  expect(none.body.items).toEqual([])
  // The URL has no such parameter: it does not filter anything.
  const listed = await stage.as.creator('GET', '/api/referral/?direction=outgoing&search=nobody')
  expect(listed.body.items.length).toBeGreaterThan(0)
})
