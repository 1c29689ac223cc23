import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, nameInConsent, refer } from '#test/referral-stage.ts'

const app = await startTestApp()
const stage = await makeStage(app)

/** Another organization with somebody who answers. */
async function makeOther(name: string) {
  const { id } = await makeOrganization(app.database, { name: `${name} ${crypto.randomUUID().slice(0, 4)}` })
  const account = await makeAccount(app.database, { organizationId: id, roles: ['organization-admin'] })
  return { id, account, call: await app.signIn(account.email, PASSWORD) }
}
const [north, south] = [await makeOther('North'), await makeOther('South')]
const toBoth = { alsoTo: [{ recipientOrganizationId: north.id }, { recipientOrganizationId: south.id }] }
const rowsOf = (requestId: string) =>
  app.database
    .selectFrom('referral')
    .select(['id', 'recipientOrganizationId', 'status', 'version'])
    .where('requestId', '=', requestId)
    .orderBy('createdOn')
    .execute()
/** The three referrals of one need: to the stage's recipient, north and south. */
async function sendToThree(given: object = {}) {
  const made = await refer(stage, { ...toBoth, ...given })
  expect(made.status).toBe(201)
  const rows = await rowsOf(made.body.requestId)
  const idAt = (id: string) => rows.find((row) => row.recipientOrganizationId === id)?.id ?? ''
  return {
    requestId: made.body.requestId as string,
    first: made.body.id as string,
    atNorth: idAt(north.id),
    atSouth: idAt(south.id),
  }
}
const step = (call: typeof north.call, id: string, action: string, version = 2) =>
  call('POST', `/api/referral/${id}/transition`, { action, version, reason: 'no capacity' })
const statuses = async (requestId: string) => (await rowsOf(requestId)).map(({ status }) => status).sort()
const requestStatus = async (id: string) =>
  (await app.database.selectFrom('referralRequest').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status
const subjectsOf = async (email: string, id: string) =>
  (
    await app.database
      .selectFrom('message')
      .select('subject')
      .where('recipient', '=', email)
      .where('text', 'like', `%${id}%`)
      .execute()
  ).map(({ subject }) => subject)

it('REF-08 one need goes to three services at once; the first acceptance recalls the others with a polite note', async () => {
  const { requestId, first, atNorth, atSouth } = await sendToThree()
  expect(await statuses(requestId)).toEqual(['Sent', 'Sent', 'Sent'])
  const shown = (await stage.as.creator('GET', `/api/referral/${first}`)).body
  expect(shown.siblings.map((each: { id: string; status: string }) => [each.id, each.status])).toEqual([
    [atNorth, 'Sent'],
    [atSouth, 'Sent'],
  ])
  expect((await north.call('GET', `/api/referral/${atNorth}`)).body).toMatchObject({ siblings: [], isTaken: false })
  await step(south.call, atSouth, 'view')
  expect((await step(north.call, atNorth, 'accept')).body.status).toBe('Accepted')
  expect(await statuses(requestId)).toEqual(['Accepted', 'Recalled', 'Recalled'])
  expect(await requestStatus(requestId)).toBe('active')
  const atTheOther = (await south.call('GET', `/api/referral/${atSouth}`)).body
  expect(atTheOther).toMatchObject({ visibility: 'nameless', person: null, note: null, isTaken: true, siblings: [] })
  expect(atTheOther.steps.at(-1)).toMatchObject({ action: 'recallTaken', actorName: null, organization: null })
  expect(JSON.stringify(atTheOther)).not.toMatch(/Noor|Abadi|North|Friday/)
  expect(await subjectsOf(south.account.email, atSouth)).toContain(
    'A referral is no longer needed: somebody else helps',
  )
  // The creator reads of the acceptance once, not of each recall.
  expect(await subjectsOf(stage.accounts.creator.email, atSouth)).toEqual([
    'Your referral is on its way',
    'Your referral was opened',
  ])
  expect(await subjectsOf(stage.accounts.creator.email, atNorth)).toContain('Your referral was accepted')
})

it('REF-08 of two that accept at the same moment one wins, and the other is told what happened', async () => {
  for (let round = 0; round < 4; round++) {
    const { requestId, first, atNorth, atSouth } = await sendToThree()
    const answers = await Promise.all([
      step(north.call, atNorth, 'accept', 2),
      step(south.call, atSouth, 'accept', 2),
      step(stage.as.recipient, first, 'accept', 2),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    for (const late of answers.filter(({ status }) => status === 409))
      expect([late.body.code, late.body.message]).toEqual([
        'taken-first',
        'Somebody else was able to help first. This referral was recalled, and nothing more is needed.',
      ])
    expect(await statuses(requestId)).toEqual(['Accepted', 'Recalled', 'Recalled'])
  }
})

it('REF-08 while one organization works on a need nobody else is asked; once it ended without help, they are', async () => {
  const { requestId, atNorth, atSouth } = await sendToThree()
  await step(north.call, atNorth, 'accept')
  const more = await refer(stage, { requestId })
  expect([more.status, more.body.code]).toEqual([409, 'need-taken'])
  const reopened = await step(stage.as.creator, atSouth, 'reopen', 3)
  expect([reopened.status, reopened.body.code]).toEqual([409, 'need-taken'])
  expect((await step(north.call, atNorth, 'closeUnresolved', 3)).body.status).toBe('Closed: Unresolved')
  expect((await refer(stage, { requestId })).status).toBe(201)
  expect(await statuses(requestId)).toEqual(['Closed: Unresolved', 'Recalled', 'Recalled', 'Sent'])
})

it('REF-08 drafts for several stay editable until one was sent, and an acceptance discards the others', async () => {
  const { requestId, first, atNorth, atSouth } = await sendToThree({ send: false })
  expect(await statuses(requestId)).toEqual(['Draft', 'Draft', 'Draft'])
  expect((await stage.as.creator('GET', `/api/referral/${first}`)).body.mayEdit).toBe(true)
  await step(stage.as.creator, atNorth, 'send', 1)
  expect((await stage.as.creator('GET', `/api/referral/${first}`)).body.mayEdit).toBe(false)
  await step(north.call, atNorth, 'accept')
  expect(await statuses(requestId)).toEqual(['Accepted', 'Recalled', 'Recalled'])
  expect((await south.call('GET', `/api/referral/${atSouth}`)).status).toBe(404)
  expect(await subjectsOf(south.account.email, atSouth)).toEqual([])
  // What nobody was sent is not listed once it was discarded.
  expect((await stage.as.creator('GET', `/api/referral/${atNorth}`)).body.siblings).toEqual([])
})

it('REF-08 a mistake at one recipient refuses all of them, at its field; the same call again makes nothing new', async () => {
  const count = async () =>
    Number(
      (
        await app.database
          .selectFrom('referral')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  const before = await count()
  const twice = await refer(stage, {
    alsoTo: [{ recipientOrganizationId: north.id }, { recipientOrganizationId: north.id }],
  })
  expect([twice.status, twice.body.errors]).toEqual([
    400,
    [{ path: 'alsoTo.1.recipientOrganizationId', message: 'chosen-already' }],
  ])
  const closed = await makeOrganization(app.database, { takesReferrals: false })
  await makeAccount(app.database, { organizationId: closed.id })
  const refused = await refer(stage, { alsoTo: [{ recipientOrganizationId: closed.id }] })
  expect(refused.body.errors).toEqual([
    { path: 'alsoTo.0.recipientOrganizationId', message: 'organization-takes-no-referrals' },
  ])
  const six = Array.from({ length: 5 }, () => ({ recipientOrganizationId: north.id }))
  expect((await refer(stage, { alsoTo: six })).status).toBe(400)
  expect(await count()).toBe(before)
  const callId = crypto.randomUUID()
  const made = await Promise.all([1, 2, 3].map(() => refer(stage, { ...toBoth, callId })))
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
  expect(await count()).toBe(before + 3)
})

it('REF-07 D-CON-1 a missing consent names all recipients for whom it is missing, so that a reason is stated for all', async () => {
  const person = await makePerson(stage.as.creator, {}, null)
  await nameInConsent(stage, north.id, person.id)
  const refused = await refer(stage, { ...toBoth, contactId: person.id })
  const { name } = await app.database
    .selectFrom('organization')
    .select('name')
    .where('id', '=', south.id)
    .executeTakeFirstOrThrow()
  expect([refused.status, refused.body]).toMatchObject([
    422,
    {
      code: 'consent-missing',
      organizationName: stage.recipient.name,
      organizationNames: [stage.recipient.name, name],
    },
  ])
  const override = { consentOverrideReason: 'emergency' }
  expect((await refer(stage, { ...toBoth, ...override, contactId: person.id })).status).toBe(201)
})
