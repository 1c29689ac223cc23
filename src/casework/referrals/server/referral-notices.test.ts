import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type PreferenceLevel,
  preferenceLevels,
  standardPreference,
  type UserPreference,
} from '#identity/preferences/user-preference.ts'
import { type Caller, startTestApp, type TestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'
import { runReferralClock } from './referral-clock.ts'
import { claimInvitation, findInvitation } from './referrals-public.ts'

let app: TestApp
let stage: Stage
let colleague: Caller
let listener: { id: string; email: string; contactId: string }

const none = Object.fromEntries(Object.keys(standardPreference).map((name) => [name, 'None'])) as UserPreference
const prefer = async (accountId: string, levels: Partial<UserPreference>) => {
  const values = { accountId, ...none, ...levels }
  await app.database
    .insertInto('userPreference')
    .values(values)
    .onConflict((c) => c.column('accountId').doUpdateSet(values))
    .execute()
}
const messagesTo = async (...recipients: string[]) =>
  app.database
    .selectFrom('message')
    .select(['channel', 'recipient', 'subject', 'text', 'html'])
    .where('recipient', 'in', recipients)
    .orderBy('sequence')
    .execute()
const forget = () => app.database.deleteFrom('message').execute()

beforeAll(async () => {
  app = await startTestApp()
  stage = await makeStage(app)
  const account = await makeAccount(app.database, { organizationId: stage.sender.id, firstName: 'Sam' })
  colleague = await app.signIn(account.email, PASSWORD)
  listener = account
  await app.database
    .insertInto('contactPhone')
    .values({ contactId: account.contactId, phoneNumber: '(716) 555-0111', isPrimary: true })
    .execute()
  for (const { id } of Object.values(stage.accounts)) await prefer(id, none)
})
beforeEach(forget)

/**
 * What triggers a notification to the only listener, per row of preferences; they belong to the sender's organization.
 */
const internal = { recipientOrganizationId: () => stage.sender.id }
async function fromOutside(given: Record<string, unknown> = {}) {
  const person = await makePerson(stage.as.recipient)
  return refer(stage, { contactId: person.id, recipientOrganizationId: stage.sender.id, ...given }, stage.as.recipient)
}
const causes: Record<string, (isInternal: boolean) => Promise<void>> = {
  IncomingReferral: async (isInternal) => {
    await (isInternal ? refer(stage, { recipientOrganizationId: internal.recipientOrganizationId() }) : fromOutside())
  },
  DirectReferral: async (isInternal) => {
    const given = { directedToId: listener.id }
    await (isInternal ? refer(stage, { ...given, recipientOrganizationId: stage.sender.id }) : fromOutside(given))
  },
  ConfirmationOfSentReferral: async (isInternal) => {
    await refer(stage, isInternal ? { recipientOrganizationId: stage.sender.id } : {}, colleague)
  },
  StatusChangeOfReferral: async (isInternal) => {
    const { id, version } = (
      await refer(stage, isInternal ? { recipientOrganizationId: stage.sender.id } : {}, colleague)
    ).body
    await forget()
    await (isInternal ? stage.as.creator : stage.as.recipient)(
      'POST',
      `/api/referral/${id}/transition`,
      wholeCall('accept', version),
    )
  },
}
const passes = (level: PreferenceLevel, isInternal: boolean) =>
  level === 'All' || (level === 'Internal' && isInternal) || (level === 'External' && !isInternal)

describe('preferences steer what is delivered', () => {
  for (const [row, cause] of Object.entries(causes))
    for (const channel of ['email', 'text'] as const)
      for (const level of preferenceLevels)
        it(`PREF-07 ${channel}For${row} = ${level} gives exactly its messages, internal and external`, async () => {
          await prefer(listener.id, { [`${channel}For${row}`]: level })
          for (const isInternal of [true, false]) {
            await forget()
            await cause(isInternal)
            const got = (await messagesTo(listener.email, '+17165550111')).map((m) => m.channel)
            expect([isInternal, got]).toEqual([
              isInternal,
              passes(level, isInternal) ? [channel === 'email' ? 'email' : 'sms'] : [],
            ])
          }
        })

  it('REF-06 tells a person once of a referral that came to the organization and is directed to them', async () => {
    await prefer(listener.id, { emailForIncomingReferral: 'All', emailForDirectReferral: 'All' })
    await fromOutside({ directedToId: listener.id })
    expect(await messagesTo(listener.email)).toHaveLength(1)
  })

  it('REF-06 tells only those a referral is directed to of it when that is all they want', async () => {
    await prefer(listener.id, { emailForDirectReferral: 'All' })
    await fromOutside()
    expect(await messagesTo(listener.email)).toEqual([])
  })

  it('REF-06 sends no text to somebody without a primary phone', async () => {
    await prefer(stage.accounts.recipient.id, { textForIncomingReferral: 'All' })
    await refer(stage)
    expect(await app.database.selectFrom('message').selectAll().where('channel', '=', 'sms').execute()).toEqual([])
    await prefer(stage.accounts.recipient.id, none)
  })

  it('REF-06 does not tell people of what they did themselves, nor those who may not sign in', async () => {
    await prefer(listener.id, { emailForStatusChangeOfReferral: 'All', emailForIncomingReferral: 'All' })
    const { id, version } = (await refer(stage, {}, colleague)).body
    await colleague('POST', `/api/referral/${id}/transition`, wholeCall('recall', version))
    expect(await messagesTo(listener.email)).toEqual([])
    const gone = await makeAccount(app.database, { organizationId: stage.recipient.id })
    await app.database
      .updateTable('account')
      .set({ deactivatedOn: new Date().toISOString() })
      .where('id', '=', gone.id)
      .execute()
    await refer(stage)
    expect(await messagesTo(gone.email)).toEqual([])
  })
})

describe('what a notice says', () => {
  it("REF-06 F-03 D-MAIL-1 names neither person nor need, has a text part and a link, and speaks the reader's language", async () => {
    const spanish = await makeAccount(app.database, { organizationId: stage.recipient.id, language: 'es' })
    await prefer(stage.accounts.recipient.id, { emailForIncomingReferral: 'All' })
    const { id } = (await refer(stage)).body
    const [english] = await messagesTo(stage.accounts.recipient.email)
    const [espanol] = await messagesTo(spanish.email)
    expect(english).toMatchObject({ subject: 'A referral waits for you at Hearthline' })
    expect(espanol).toMatchObject({ subject: 'Una remisión le espera en Hearthline' })
    for (const mail of [english, espanol]) {
      expect(mail?.html).toContain(stage.sender.name)
      expect(mail?.text).toContain(`/referrals/${id}`)
      expect(mail?.html).toContain(`/referrals/${id}`)
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/Noor|Abadi|Hous|hogar|Friday|noor@|0142|\{\{/)
    }
    await app.database
      .updateTable('account')
      .set({ deactivatedOn: new Date().toISOString() })
      .where('id', '=', spanish.id)
      .execute()
    await prefer(stage.accounts.recipient.id, none)
  })

  it('REF-06 has words for each step, in both languages, with nothing left unfilled', async () => {
    const { writeReferralNotice } = await import('#casework/referral-notices/server/referral-notice.ts')
    const facts = {
      referralId: 'r',
      personName: 'Noor A.',
      need: 'homelessness' as const,
      referringOrganization: 'Eastside',
      referredToOrganization: 'Harbor',
      daysLeft: 7,
    }
    const actions = [
      'view',
      'accept',
      'decline',
      'recall',
      'forward',
      'expire',
      'start',
      'hold',
      'resume',
      'closeResolved',
      'closeUnresolved',
      'reopen',
      'markError',
    ]
    for (const language of ['en', 'es'] as const)
      for (const [kind, action] of [
        ...actions.map((a) => ['statusChange', a] as const),
        ['incoming', 'send'] as const,
        ['reminder', 'remind'] as const,
        ['confirmation', 'send'] as const,
      ]) {
        const { subject, text, sms } = writeReferralNotice(kind, { ...facts, action }, language, {
          productName: 'Hearthline',
          publicUrl: 'https://portal.test',
          mailDetail: 'none',
        })
        for (const words of [subject, text, sms])
          expect(words).not.toMatch(/\{\{|statusChange\.|needs\.|\.subject|\.sms|\.next|homelessness/)
        expect(sms).not.toContain('Noor')
      }
  })
})

describe('an organization without an account', () => {
  const contact = { firstName: 'Pat', lastName: 'Quinn', email: 'pat.quinn@example.test' }

  it("REF-03 gets a one-time claim link whose code answers the registration's prefill and nothing about the person", async () => {
    const listed = await makeOrganization(app.database, {
      name: 'Lakeview Shelter',
      standing: 'listed',
      takesReferrals: false,
    })
    const refused = await refer(stage, { recipientOrganizationId: listed.id })
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'directReferralContact'])
    const sent = await refer(stage, { recipientOrganizationId: listed.id, directReferralContact: contact })
    expect(sent.body).toMatchObject({ status: 'Sent', isWaitingForRegistration: true })
    const [mail] = await messagesTo(contact.email)
    const code = /registration\/organization\?referralId=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(mail?.text).not.toMatch(/Noor|Abadi/)
    const prefill = await app.anonymous('GET', `/api/referral/${code}`)
    expect(prefill.status).toBe(200)
    expect(prefill.body).toEqual({
      referringOrganization: { name: stage.sender.name },
      referredToOrganization: { id: listed.id, name: 'Lakeview Shelter', description: null, website: null },
      directReferralContact: contact,
      referral: {
        status: 'Sent',
        serviceName: null,
        urgency: 'routine',
        neededBy: null,
        sentOn: expect.any(String),
        personName: 'Noor A.',
      },
      claim: null,
    })
    expect((await app.anonymous('GET', `/api/referral/${sent.body.id}`)).status).toBe(401)
    expect(await app.database.selectFrom('referralInvitation').select('codeHash').execute()).not.toContainEqual({
      codeHash: code,
    })

    expect(await claimInvitation(app.database, code, stage.accounts.third.id)).toBe(true)
    expect(await claimInvitation(app.database, code, stage.accounts.recipient.id)).toBe(false)
    expect((await app.anonymous('GET', `/api/referral/${code}`)).body.claim).toEqual({ status: 'pending' })
  })

  it('REF-03 ends a claim link when it expires or its referral is recalled', async () => {
    const listed = await makeOrganization(app.database, { standing: 'listed' })
    const { id, version } = (await refer(stage, { recipientOrganizationId: listed.id, directReferralContact: contact }))
      .body
    const code = /referralId=([\w-]+)/.exec((await messagesTo(contact.email)).at(-1)?.text ?? '')?.[1] ?? ''
    expect(await findInvitation(app.database, code)).toMatchObject({ referralId: id })
    await stage.as.creator('POST', `/api/referral/${id}/transition`, wholeCall('recall', version))
    expect(await findInvitation(app.database, code)).toBeUndefined()
    await app.database.updateTable('referral').set({ status: 'Sent' }).where('id', '=', id).execute()
    await app.database
      .updateTable('referralInvitation')
      .set({ expiresOn: new Date(Date.now() - 1000).toISOString() })
      .where('referralId', '=', id)
      .execute()
    expect(await app.anonymous('GET', `/api/referral/${code}`)).toMatchObject({
      status: 410,
      body: { reason: 'expired' },
    })
    expect(await claimInvitation(app.database, code, stage.accounts.third.id)).toBe(false)
  })
})

describe('the response clock', () => {
  const at = (sentOn: string, days: number) => new Date(Date.parse(sentOn) + days * 86_400_000)

  it('REF-02 reminds the recipient at 3 and 6 working days and expires at 10, each once, and tells the sender', async () => {
    await prefer(stage.accounts.recipient.id, { emailForIncomingReferral: 'All' })
    await prefer(stage.accounts.creator.id, { emailForStatusChangeOfReferral: 'All' })
    const { id } = (await refer(stage)).body
    const monday = '2026-11-02T15:00:00.000Z'
    await app.database.updateTable('referral').set({ clockOn: null }).where('id', '<>', id).execute()
    await app.database
      .updateTable('referral')
      .set({
        sentOn: monday,
        recipientConfirmedOn: monday,
        clockOn: '2026-11-05T15:00:00.000Z',
        responseDueOn: '2026-11-17T15:00:00.000Z',
      })
      .where('id', '=', id)
      .execute()
    await forget()
    const run = async (days: number) => {
      await Promise.all([runReferralClock(app, at(monday, days)), runReferralClock(app, at(monday, days))])
      return (await messagesTo(stage.accounts.recipient.email)).length
    }
    expect([await run(2), await run(3), await run(4), await run(8), await run(9)]).toEqual([0, 1, 1, 2, 2])
    // Veterans Day is in between.
    await run(14)
    expect((await stage.as.creator('GET', `/api/referral/${id}`)).body.status).toBe('Sent')
    await run(15)
    const referral = await stage.as.creator('GET', `/api/referral/${id}`)
    expect(referral.body.status).toBe('Expired')
    expect(referral.body.steps.map((s: { action: string }) => s.action)).toEqual([
      'draft',
      'send',
      'remind',
      'remind',
      'expire',
    ])
    expect((await messagesTo(stage.accounts.creator.email)).map((m) => m.subject)).toEqual([
      'Your referral expired without an answer',
    ])
    await prefer(stage.accounts.recipient.id, none)
    await prefer(stage.accounts.creator.id, none)
  })

  it('REF-02 PREF-07 tells the admins of the sender that a referral expired whose creator has left', async () => {
    const { creator, senderAdmin, recipient } = stage.accounts
    for (const { id } of [creator, senderAdmin]) await prefer(id, { emailForStatusChangeOfReferral: 'All' })
    const { id } = (await refer(stage)).body
    const past = new Date(Date.now() - 1000).toISOString()
    await app.database
      .updateTable('referral')
      .set({ clockOn: past, responseDueOn: past })
      .where('id', '=', id)
      .execute()
    const setLeft = (deactivatedOn: string | null) =>
      app.database.updateTable('account').set({ deactivatedOn }).where('id', '=', creator.id).execute()
    await setLeft(past)
    await forget()
    await runReferralClock(app)
    await setLeft(null)
    const told = await messagesTo(creator.email, senderAdmin.email, recipient.email)
    expect(told.map((mail) => [mail.recipient, mail.subject])).toEqual([
      [senderAdmin.email, 'Your referral expired without an answer'],
    ])
    for (const account of [creator, senderAdmin]) await prefer(account.id, none)
  })

  it('REF-02 stops the clock once somebody answers', async () => {
    const { id, version } = (await refer(stage)).body
    await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('view', version))
    await runReferralClock(app, new Date(Date.now() + 60 * 86_400_000))
    expect((await stage.as.creator('GET', `/api/referral/${id}`)).body.status).toBe('In Review')
  })
})
