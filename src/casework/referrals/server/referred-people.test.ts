import { beforeAll, expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makePerson, makeStage, nameInConsent, refer, type Stage, wholeCall } from '#test/referral-stage.ts'
import { safeAt, safeRules } from '#test/safe-contact.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp()
  stage = await makeStage(app)
})
const consentOf = async (id: string) =>
  (await stage.as.creator('GET', `/api/contact/${id}`)).body.consents[0].id as string

/** Ana, and Leo and Mia who live with her. */
async function makeFamily(consent: Record<string, unknown> | null = { scope: 'network' }) {
  const word = crypto.randomUUID().slice(0, 6)
  const make = async (firstName: string, given: object = {}, of = consent) =>
    (await makePerson(stage.as.creator, { firstName, lastName: `Lopez${word}`, ...given }, of)).id as string
  const ana = await make('Ana', {}, { scope: 'network' })
  const [leo, mia] = [await make('Leo', { birthDate: '2016-01-01', phones: [] }), await make('Mia')]
  for (const contactId of [leo, mia])
    await stage.as.creator('POST', `/api/contact/${ana}/household`, { contactId, relation: 'child' })
  return { ana, leo, mia, lastName: `Lopez${word}` }
}
const see = async (id: string, as: keyof Stage['as'] = 'recipient') =>
  (await stage.as[as]('GET', `/api/referral/${id}`)).body
const namesOf = async (id: string, as?: keyof Stage['as']) =>
  (await see(id, as)).alsoFor.map((each: { name: string; person: unknown }) => [each.name, each.person !== null])
const take = async (id: string, action: string, as: keyof Stage['as'] = 'recipient', more: object = {}) =>
  stage.as[as]('POST', `/api/referral/${id}/transition`, {
    ...wholeCall(action, (await see(id, as)).version),
    ...more,
  })

it('INT-16 a referral can be for several of a household, and each look at them is recorded', async () => {
  const { ana, leo, mia } = await makeFamily()
  const sent = await refer(stage, { contactId: ana, alsoForIds: [leo, mia, leo] })
  expect(sent.status).toBe(201)
  expect(sent.body.alsoFor.map((each: { contactId: string }) => each.contactId)).toEqual([leo, mia])
  const seen = await see(sent.body.id)
  expect(seen.alsoFor).toEqual([
    {
      contactId: null,
      name: 'Leo L.',
      person: expect.objectContaining({ firstName: 'Leo', birthDate: '2016-01-01' }),
      safeContact: null,
      isEnded: false,
    },
    {
      contactId: null,
      name: 'Mia L.',
      person: expect.objectContaining({ firstName: 'Mia' }),
      safeContact: null,
      isEnded: false,
    },
  ])
  expect((await accessLogOf(app.database, leo)).map(({ way }) => way).slice(-3)).toEqual([
    'sent',
    'referral',
    'referral',
  ])
  // What was shared stays as it was.
  await stage.as.creator('PUT', `/api/contact/${leo}`, { firstName: 'Leonardo', version: 1 })
  expect((await namesOf(sent.body.id))[0]).toEqual(['Leo L.', true])
  const [listed] = (await stage.as.recipient('GET', '/api/referral/')).body.items
  expect([listed.personName, listed.othersCount]).toEqual(['Ana L.', 2])
  const ofLeo = (await stage.as.creator('GET', `/api/referral/?direction=outgoing&contactId=${leo}`)).body.items
  expect(ofLeo.map(({ id }: { id: string }) => id)).toEqual([sent.body.id])
})

it('INT-16 only people who live together are referred together', async () => {
  const { ana, leo } = await makeFamily()
  const other = await makePerson(stage.as.creator)
  const refused = await refer(stage, { contactId: ana, alsoForIds: [leo, other.id] })
  expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'alsoForIds', message: 'not-in-household' }]])
  // The person themselves is no other.
  expect((await refer(stage, { contactId: ana, alsoForIds: [ana] })).body.alsoFor).toEqual([])
})

it('INT-16 REF-07 nothing is sent until a consent covers each of them, or the sender says why', async () => {
  const { ana, leo, mia } = await makeFamily(null)
  const refused = await refer(stage, { contactId: ana, alsoForIds: [leo] })
  expect(refused.body).toMatchObject({ code: 'consent-missing', contactId: leo, personName: 'Leo L.' })
  // Of several, it names all, and of several recipients each once.
  const named = [leo, mia].toSorted().map((contactId) => ({ contactId, personName: expect.any(String) }))
  const alsoTo = [{ recipientOrganizationId: stage.third.id }]
  for (const more of [{}, { alsoTo }]) {
    const both = (await refer(stage, { contactId: ana, alsoForIds: [leo, mia], ...more })).body
    expect(both).toMatchObject({ code: 'consent-missing', people: named })
    expect(both.people.map((each: { personName: string }) => each.personName).sort()).toEqual(['Leo L.', 'Mia L.'])
  }
  const all = (await stage.as.creator('GET', `/api/referral/?direction=outgoing&contactId=${leo}`)).body.items
  expect(all).toEqual([])
  const override = { consentOverrideReason: 'other', consentOverrideText: 'The family sleeps outside tonight.' }
  const sent = await refer(stage, { contactId: ana, alsoForIds: [leo], ...override })
  expect(sent.body).toMatchObject({ ...override, consent: { isInForce: true } })
  await nameInConsent(stage, stage.recipient.id, leo)
  expect((await refer(stage, { contactId: ana, alsoForIds: [leo] })).status).toBe(201)
})

it('INT-16 REF-07 sharing somebody else without a consent is marked, listed and told like that of the person', async () => {
  const { ana, leo } = await makeFamily(null)
  const { id } = (await refer(stage, { contactId: ana, alsoForIds: [leo], consentOverrideReason: 'emergency' })).body
  const seen = await see(id)
  expect(seen).toMatchObject({ consentOverrideReason: 'emergency', consent: { isInForce: true } })
  expect(seen.alsoFor).toMatchObject([{ name: 'Leo L.', person: { firstName: 'Leo' } }])
  const { call } = await app.someone({ roles: ['platform-admin'] })
  const listed = (await call('GET', '/api/admin/consentOverride')).body.items
  expect(listed.find((each: { id: string }) => each.id === id)).toMatchObject({ reason: 'emergency' })
  const audit = await app.database
    .selectFrom('auditRecord')
    .select('detail')
    .where('subjectId', '=', id)
    .where('action', '=', 'referral.send')
    .executeTakeFirstOrThrow()
  expect(audit.detail).toMatchObject({ isConsentOverridden: true, overrideReason: 'emergency' })
  await app.workJobs()
  const told = (await app.outbox()).filter(({ text }) => text.includes(id))
  expect(told.some(({ to, subject }) => to === stage.accounts.senderAdmin.email && /consent/i.test(subject))).toBe(true)
  // Whoever needs none of it is not marked.
  const covered = await makeFamily()
  const { body } = await refer(stage, {
    ...{ contactId: covered.ana, alsoForIds: [covered.leo], consentOverrideReason: 'emergency' },
  })
  expect(body.consentOverrideReason).toBeNull()
})

it('INT-16 a draft keeps for whom it is, may change it, and shares nothing before it is sent', async () => {
  const { ana, leo, mia } = await makeFamily()
  const draft = (await refer(stage, { contactId: ana, alsoForIds: [leo], send: false })).body
  expect(draft.alsoFor.map(({ name }: { name: string }) => name)).toEqual(['Leo L.'])
  const { need, version } = draft
  const changed = await stage.as.creator('PUT', `/api/referral/${draft.id}`, {
    ...{ contactId: ana, need, urgency: 'routine', recipientOrganizationId: stage.recipient.id, version },
    alsoForIds: [mia],
  })
  expect(changed.body.alsoFor.map(({ name }: { name: string }) => name)).toEqual(['Mia L.'])
  expect((await take(draft.id, 'send', 'creator')).status).toBe(200)
  expect(await namesOf(draft.id)).toEqual([['Mia L.', true]])
})

it('INT-16 INT-14 whoever withdraws is hidden at once; the others and the referral stay', async () => {
  const { ana, leo, mia, lastName } = await makeFamily()
  const { id } = (await refer(stage, { contactId: ana, alsoForIds: [leo, mia] })).body
  const path = `/api/contact/${leo}/consent/${await consentOf(leo)}`
  const uses = (await stage.as.creator('GET', `${path}/use`)).body.items
  expect(uses.map((use: { id: string }) => use.id)).toEqual([id])
  await stage.as.creator('POST', `${path}/withdraw`, { recall: true })
  expect(await namesOf(id)).toEqual([
    ['Leo L.', false],
    ['Mia L.', true],
  ])
  const seen = await see(id)
  expect([seen.status, seen.visibility]).toEqual(['Sent', 'whole'])
  expect(JSON.stringify(seen)).not.toContain('2016-01-01')
  expect(seen.steps.map((step: { action: string }) => step.action)).toContain('endDetailsOfOther')
  const found = async (search: string) =>
    (await stage.as.recipient('POST', '/api/referral/search', { search })).body.items.length
  expect([await found(`Leo ${lastName}`), await found(`Mia ${lastName}`)]).toEqual([0, 1])
  expect((await stage.as.creator('GET', `${path}/use`)).body.items).toEqual([])
  await app.workJobs()
  const mails = await app.database
    .selectFrom('message')
    .select('text')
    .where('recipient', '=', stage.accounts.recipient.email)
    .where('subject', '=', 'Access to the details of a person in a referral has ended')
    .where('text', 'like', `%${id}%`)
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).not.toMatch(/Leo|Lopez/)
})

it('INT-16 after a decline the recipient keeps short names, after a recall none', async () => {
  const { ana, leo } = await makeFamily()
  const [declined, recalled] = [
    (await refer(stage, { contactId: ana, alsoForIds: [leo] })).body.id,
    (await refer(stage, { contactId: ana, alsoForIds: [leo] })).body.id,
  ]
  await take(declined, 'decline')
  await take(recalled, 'recall', 'creator')
  expect([await namesOf(declined), await namesOf(recalled)]).toEqual([[['Leo L.', false]], []])
  expect(await namesOf(declined, 'creator')).toEqual([['Leo L.', true]])
})

it('INT-16 forwarding passes on what was shared of those who still share it, reopening what is on record now', async () => {
  const { ana, leo, mia } = await makeFamily()
  const { id } = (await refer(stage, { contactId: ana, alsoForIds: [leo, mia] })).body
  await stage.as.creator('PUT', `/api/contact/${mia}`, { firstName: 'Maria', version: 1 })
  await stage.as.creator('POST', `/api/contact/${leo}/consent/${await consentOf(leo)}/withdraw`)
  const to = { recipientOrganizationId: stage.third.id }
  expect((await take(id, 'forward', 'recipient', to)).status).toBe(200)
  const [forwarded] = (await see(id, 'creator')).children
  expect(await namesOf(forwarded.id, 'third')).toEqual([['Mia L.', true]])
  await take(forwarded.id, 'accept', 'third')
  await take(forwarded.id, 'start', 'third')
  await take(forwarded.id, 'closeUnresolved', 'third')
  expect((await take(forwarded.id, 'reopen', 'creator')).status).toBe(200)
  const [reopened] = (await see(forwarded.id, 'creator')).children
  expect(await namesOf(reopened.id, 'third')).toEqual([['Maria L.', true]])
})

it('INT-16 INT-17 a person’s copy has the referrals that are also for them; erasing takes only them out', async () => {
  const { ana, leo, mia, lastName } = await makeFamily()
  const { id } = (await refer(stage, { contactId: ana, alsoForIds: [leo, mia] })).body
  const admin = stage.as.senderAdmin
  const copy = (await admin('GET', `/api/contact/${leo}/export`)).body
  expect(copy.referralsOfHousehold).toEqual([
    expect.objectContaining({
      need: 'homelessness',
      to: stage.recipient.name,
      shared: expect.objectContaining({ firstName: 'Leo' }),
    }),
  ])
  expect(JSON.stringify(copy)).not.toContain('Mia')
  const erase = () => admin('POST', `/api/contact/${leo}/erase`, { name: `Leo ${lastName}` })
  const open = await erase()
  expect([open.status, open.body.referrals.map((each: { id: string }) => each.id)]).toEqual([409, [id]])
  await take(id, 'accept')
  await take(id, 'start')
  await take(id, 'closeResolved')
  expect((await erase()).status).toBe(204)
  expect(await namesOf(id)).toEqual([['Mia L.', true]])
  expect((await see(id)).person.firstName).toBe('Ana')
  const row = await app.database
    .selectFrom('referral')
    .select('searchText')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([/leo/.test(row.searchText), /mia/.test(row.searchText)]).toEqual([false, true])
})

it('INT-16 INT-15 how each of them may be contacted goes with what is shared, and ends with it', async () => {
  const { ana, leo } = await makeFamily()
  const { id } = (await refer(stage, { contactId: ana, alsoForIds: [leo] })).body
  const saved = await stage.as.creator(
    'PUT',
    `/api/contact/${leo}/safeContact`,
    safeRules({ doNotContact: true, phones: [safeAt('+17165550177')], version: 0 }),
  )
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
  const rules = async () => (await see(id)).alsoFor[0].safeContact
  // The number itself was not shared.
  expect(await rules()).toMatchObject({ doNotContact: true, phones: [] })
  await stage.as.creator('POST', `/api/contact/${leo}/consent/${await consentOf(leo)}/withdraw`)
  expect(await rules()).toBeNull()
})
