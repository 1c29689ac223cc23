import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { answersToShare, type CompletedIntake } from '#casework/intakes/server/intakes-public.ts'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { makePerson, makeStage, refer, wholeCall } from '#test/referral-stage.ts'

const app = await startTestApp()
const stage = await makeStage(app)
const { creator, senderAdmin, recipient, third } = stage.as
let formId: string
beforeAll(async () => {
  await insertShippedForms(app.database)
  const forms = await app.database.selectFrom('intakeForm').select(['id', 'shippedAs']).execute()
  formId = forms.find(({ shippedAs }) => shippedAs === 'social-needs')?.id ?? ''
})

/** A completed intake with a sensitive answer, an answer that is hidden, and a plain one. */
async function makeIntake(contactId: string): Promise<string> {
  const { id } = (await creator('POST', '/api/intake/', { formId, contactId, language: 'en' })).body
  const answers = [
    ['home-now', 'outside'],
    ['rent-late', 'notice'],
    ['safe-home', 'no'],
  ].map(([item, value]) => ({ item, value, base: 0, changeId: randomUUID() }))
  await creator('PUT', `/api/intake/${id}/answers`, { answers })
  await creator('POST', `/api/intake/${id}/complete`)
  return id
}
async function makeReferral(consent: Record<string, unknown> | null = { scope: 'network' }, given: object = {}) {
  const contactId = (await makePerson(creator, {}, consent)).id as string
  const referral = (await refer(stage, { contactId, ...given })).body
  const intakeId = await makeIntake(contactId)
  const path = `/api/referral/${referral.id}/intake`
  const share = (sensitive: string[] = [], call = creator, id = intakeId) =>
    call('POST', path, { intakeId: id, sensitive })
  return { contactId, referral, intakeId, path, share }
}
const keysOf = (body: { items: { answers: { key: string }[] }[] }) =>
  body.items.map(({ answers }) => answers.map(({ key }) => key))

it('INT-10 the recipient reads a shared intake as of that moment, without sensitive and hidden answers', async () => {
  const { path, share, intakeId, contactId } = await makeReferral()
  expect((await creator('GET', path)).body).toMatchObject({
    items: [],
    shareable: [{ id: intakeId, answerCount: 1, sensitive: [{ key: 'safe-home', answer: { en: 'No' } }] }],
  })
  expect((await recipient('GET', path)).body).toEqual({ items: [], shareable: [], nextCursor: null })
  for (let time = 0; time < 2; time++) expect(keysOf((await share()).body)).toEqual([['home-now']])
  const later = await makeIntake(contactId)
  expect((await creator('GET', path)).body.shareable).toMatchObject([{ id: later }])
  const { body } = await recipient('GET', path)
  expect(body.items).toMatchObject([
    {
      ...{ title: { en: 'Social needs' }, leftOut: 1, sharedByName: 'Maria Tester' },
      answers: [
        { answer: { en: 'Outside, in a car, or nowhere fixed', es: 'En la calle, en un auto o sin lugar fijo' } },
      ],
    },
  ])
  expect(JSON.stringify(body)).not.toMatch(/safe|notice/i)
  const ways = (await accessLogOf(app.database, contactId)).map(({ way }) => way)
  expect(ways).toContain('referral')
})

it('INT-10 a sensitive answer is shared only if it was chosen this time', async () => {
  const { path, share } = await makeReferral()
  expect(keysOf((await share(['safe-home', 'rent-late'])).body)).toEqual([['home-now', 'safe-home']])
  expect((await recipient('GET', path)).body.items[0].leftOut).toBe(0)
  // What was shared once stays as it was: it does not grow by itself.
  const other = await makeReferral()
  await other.share()
  await other.share(['safe-home'])
  expect(keysOf((await recipient('GET', other.path)).body)).toEqual([['home-now']])
})

it('INT-10 nothing is shared without a consent that names the recipient and the need, not even with an override', async () => {
  const override = { consentOverrideReason: 'emergency' }
  const { share, path } = await makeReferral(null, override)
  expect((await share()).body.code).toBe('intake-not-covered')
  const otherNeed = await makeReferral({ scope: 'network', needs: ['diapers'] }, override)
  expect((await otherNeed.share()).body.code).toBe('intake-not-covered')
  expect((await recipient('GET', path)).body.items).toEqual([])
})

it('INT-10 INT-14 a withdrawal takes the shared answers away from the recipient at once', async () => {
  const { contactId, share, path } = await makeReferral()
  await share(['safe-home'])
  const [consent] = (await creator('GET', `/api/contact/${contactId}`)).body.consents
  await creator('POST', `/api/contact/${contactId}/consent/${consent.id}/withdraw`, { recall: false })
  expect((await recipient('GET', path)).status).toBe(404)
  expect(keysOf((await creator('GET', path)).body)).toEqual([['home-now', 'safe-home']])
  expect((await share()).status).toBe(409)
  // What the recipient cannot read any more, a consent is not used for.
  const recalled = await makeReferral()
  await recalled.share()
  const { id, version } = recalled.referral
  expect((await creator('POST', `/api/referral/${id}/transition`, wholeCall('recall', version))).status).toBe(200)
  const [unused] = (await creator('GET', `/api/contact/${recalled.contactId}`)).body.consents
  const uses = await creator('GET', `/api/contact/${recalled.contactId}/consent/${unused.id}/use`)
  expect(uses.body.items).toEqual([])
})

it('INT-10 INT-14 a withdrawal ends what was shared under another consent than that of the referral', async () => {
  const { contactId, share, path, referral } = await makeReferral(null, { consentOverrideReason: 'emergency' })
  const give = async () =>
    (
      await creator('POST', `/api/contact/${contactId}/consent`, {
        scope: 'network',
        howGiven: 'verbal',
        givenOn: new Date().toISOString().slice(0, 10),
      })
    ).body.consents[0].id
  const consentId = await give()
  await share(['safe-home'])
  expect(keysOf((await recipient('GET', path)).body)).toEqual([['home-now', 'safe-home']])
  // Another consent covers it too: then nothing ends with one of them.
  const other = await give()
  const usesOf = async (id: string) => (await creator('GET', `/api/contact/${contactId}/consent/${id}/use`)).body.items
  expect(await usesOf(other)).toEqual([])
  await creator('POST', `/api/contact/${contactId}/consent/${other}/withdraw`)
  expect(keysOf((await recipient('GET', path)).body)).toHaveLength(1)
  expect(await usesOf(consentId)).toMatchObject([{ id: referral.id, stage: 'unanswered' }])
  await creator('POST', `/api/contact/${contactId}/consent/${consentId}/withdraw`)
  expect((await recipient('GET', path)).body.items).toEqual([])
  expect(await usesOf(consentId)).toEqual([])
  // The sender still reads what was shared, and shares it again once they may.
  const own = (await creator('GET', path)).body
  expect([keysOf(own), own.items[0].endedOn, own.shareable.length]).toEqual([
    [['home-now', 'safe-home']],
    expect.any(String),
    1,
  ])
  expect((await share()).body.code).toBe('intake-not-covered')
  await give()
  expect(keysOf((await share()).body)).toEqual([['home-now']])
  expect(keysOf((await recipient('GET', path)).body)).toEqual([['home-now']])
})

it('INT-10 INT-14 withdrawing the only two consents at once ends what was shared', async () => {
  const given = { scope: 'network', howGiven: 'verbal', givenOn: new Date().toISOString().slice(0, 10) }
  for (let time = 0; time < 4; time++) {
    const { contactId, share, path } = await makeReferral(null, { consentOverrideReason: 'emergency' })
    const consent = `/api/contact/${contactId}/consent`
    for (let count = 0; count < 2; count++) expect((await creator('POST', consent, given)).status).toBe(201)
    await share()
    const { consents } = (await creator('GET', `/api/contact/${contactId}`)).body
    const ended = await Promise.all(
      consents.map(({ id }: { id: string }) => creator('POST', `${consent}/${id}/withdraw`)),
    )
    expect(ended.map(({ status }) => status)).toEqual([200, 200])
    expect((await recipient('GET', path)).body.items).toEqual([])
  }
})

it('INT-10 the ages in conditions are those of the day in the portal on which the intake was completed', () => {
  const words = (en: string) => ({ en, es: en })
  const question = (key: string, kind: string, showWhen: object | null = null) => ({
    ...{ key, kind, text: words(key), help: words(''), isRequired: false, isSensitive: false },
    ...{ codes: [], options: [], showWhen, raises: [], items: [] },
  })
  const child = { match: 'all', tests: [{ item: 'birth', operator: 'age-at-most', value: 17 }] }
  const items = [question('birth', 'date'), question('school', 'text', child)]
  const definition = { pages: [{ key: 'page', title: words(''), showWhen: null, items }], scores: [] }
  const answers = [
    { itemKey: 'birth', value: '2010-06-16' },
    { itemKey: 'school', value: 'Lincoln' },
  ]
  // In New York it is still the evening before the birthday.
  const intake = { definition, answers, completedOn: '2028-06-16T02:00:00.000Z' } as unknown as CompletedIntake
  const keys = (timeZone: string) => answersToShare(intake, timeZone).map(({ key }) => key)
  expect(keys('America/New_York')).toEqual(['birth', 'school'])
  expect(keys('UTC')).toEqual(['birth'])
})

it('INT-10 only the sender shares, only completed intakes of this person, and others learn nothing', async () => {
  const { share, path } = await makeReferral()
  expect((await share([], recipient)).status).toBe(403)
  expect((await share([], third)).status).toBe(404)
  expect((await third('GET', path)).status).toBe(404)
  const other = await makeIntake((await makePerson(creator)).id)
  expect((await share([], creator, other)).body.errors).toEqual([{ path: 'intakeId', message: 'unknown-intake' }])
  const draft = (await refer(stage, { send: false })).body.id
  expect((await creator('POST', `/api/referral/${draft}/intake`, { intakeId: other, sensitive: [] })).status).toBe(409)
})

it('INT-10 INT-17 the export has what was shared, and an erasure takes it away at the recipient too', async () => {
  const { contactId, share, path, referral } = await makeReferral()
  await share()
  expect((await senderAdmin('GET', `/api/contact/${contactId}/export`)).body.sharedIntakes).toMatchObject([
    { referralId: referral.id, answers: [{ key: 'home-now' }] },
  ])
  await creator('POST', `/api/referral/${referral.id}/transition`, wholeCall('recall', referral.version))
  expect((await senderAdmin('POST', `/api/contact/${contactId}/erase`, { name: 'Noor Abadi' })).status).toBe(204)
  expect(
    await app.database.selectFrom('sharedIntake').select('id').where('contactId', '=', contactId).execute(),
  ).toEqual([])
  expect((await recipient('GET', path)).status).toBe(404)
})
