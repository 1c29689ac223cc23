import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { makePerson, makeStage, refer, wholeCall } from '#casework/referrals/server/referral-test-stage.ts'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'

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
