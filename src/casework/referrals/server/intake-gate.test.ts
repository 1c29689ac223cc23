import { expect, it } from 'vitest'
import { dayAfter } from '#directory/services/service-intake.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeFoodBank } from '#test/food-bank.ts'

const product = await startTestApp()
const { admin, serviceNamed } = await makeFoodBank(product)
const { call: maria } = await admin('Maria')
const pantry = await serviceNamed('Weekly Food Pantry')
const housing = await makeOrganization(product.database)
const { call: lee } = await product.someone({ organizationId: housing.id })
const inDays = (days: number) => dayAfter(dayIn(product.config.timeZone), days)

/** Says whether the pantry takes new people. */
async function say(status: string | null, until = inDays(5)) {
  const { version } = (await maria('GET', `/api/service/${pantry}/editor`)).body
  const intake = status && { status, perWeek: null, waitWeeks: null, until }
  expect((await maria('PUT', `/api/service/${pantry}`, { version, changes: { intake } })).status).toBe(200)
}
async function refer(more: object = {}) {
  const { id: contactId } = (await lee('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Ruiz', phones: [] }))
    .body
  const given = { contactId, need: 'food-insecurity', serviceId: pantry, consentOverrideReason: 'emergency' }
  return lee('POST', '/api/referral/', { ...given, ...more })
}

it('ORG-08 REF-09 a service that is paused or closed is sent to only with a reason, which its organization reads', async () => {
  for (const status of ['paused', 'closed']) {
    await say(status)
    const refused = await refer()
    expect([status, refused.status, refused.body]).toMatchObject([
      status,
      422,
      {
        code: 'takes-nobody',
        errors: [{ path: 'intakeReason', message: 'intake-reason-required' }],
        intake: { status, isConfirmed: true },
      },
    ])
    const blank = await refer({ intakeReason: '   ' })
    expect(blank.body.code).toBe('takes-nobody')
    const sent = await refer({ intakeReason: 'They promised a box by telephone' })
    expect([sent.status, sent.body.status]).toEqual([201, 'Sent'])
    const { steps } = (await maria('GET', `/api/referral/${sent.body.id}`)).body
    expect(steps).toContainEqual(
      expect.objectContaining({ action: 'send', reason: 'They promised a box by telephone' }),
    )
  }
})

it('ORG-08 REF-09 open, limited, with a waitlist, unsaid or past its day, a service is sent to without a reason', async () => {
  for (const status of ['open', 'limited', 'waitlist', null]) {
    await say(status)
    const sent = await refer()
    expect([status, sent.status]).toEqual([status, 201])
  }
  // It was written about another service, before the destination was changed.
  await say('open')
  const other = await refer({ intakeReason: 'They hold a place for her' })
  const { steps } = (await maria('GET', `/api/referral/${other.body.id}`)).body
  expect(steps).toContainEqual(expect.objectContaining({ action: 'send', reason: null }))
  await say('closed')
  await product.database
    .updateTable('service')
    .set({ intakeUntil: inDays(-1) } as never)
    .where('id', '=', pantry)
    .execute()
  expect((await refer()).status).toBe(201)
})

it('ORG-08 a draft is kept for a paused service; sending it asks for the reason', async () => {
  await say('paused')
  const draft = await refer({ send: false })
  expect([draft.status, draft.body.status]).toEqual([201, 'Draft'])
  const send = (more: object) =>
    lee('POST', `/api/referral/${draft.body.id}/transition`, {
      ...{ action: 'send', version: draft.body.version, consentOverrideReason: 'emergency' },
      ...more,
    })
  expect((await send({})).body.code).toBe('takes-nobody')
  expect((await send({ intakeReason: 'Agreed with Maria' })).body.status).toBe('Sent')
})

it('DIR-14 a service that does not fit is sent to only with a reason, which its organization reads', async () => {
  await say(null)
  const update = (row: object) =>
    product.database
      .updateTable('service')
      .set(row as never)
      .where('id', '=', pantry)
      .execute()
  await update({ minimumAge: 60 })
  const { id: contactId } = (
    await lee('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Ruiz', birthDate: '1992-05-01' })
  ).body
  const refused = await refer({ contactId })
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { code: 'does-not-fit', errors: [{ path: 'intakeReason', message: 'fit-reason-required' }] },
  ])
  const sent = await refer({ contactId, intakeReason: 'Her mother is 70 and comes along' })
  expect(sent.status).toBe(201)
  const { steps } = (await maria('GET', `/api/referral/${sent.body.id}`)).body
  expect(steps).toContainEqual(expect.objectContaining({ action: 'send', reason: 'Her mother is 70 and comes along' }))
  // Whom the service may fit, and whom it fits, is sent without one.
  expect((await refer()).status).toBe(201)
  const { id: senior } = (
    await lee('POST', '/api/contact/', { firstName: 'Eve', lastName: 'Ruiz', birthDate: '1950-05-01' })
  ).body
  const fitting = await refer({ contactId: senior, intakeReason: 'Written about another service' })
  expect(fitting.status).toBe(201)
  expect((await maria('GET', `/api/referral/${fitting.body.id}`)).body.steps).toContainEqual(
    expect.objectContaining({ action: 'send', reason: null }),
  )
  await update({ minimumAge: null })
})

it('DIR-14 what a person said decides whether a service fits, and whoever forwards is not asked', async () => {
  const update = (row: object) =>
    product.database
      .updateTable('service')
      .set(row as never)
      .where('id', '=', pantry)
      .execute()
  await update({ populations: ['veterans'] })
  const { id: contactId } = (await lee('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Ruiz' })).body
  const facts = { facts: { veterans: false }, saidOn: inDays(0), saidBy: 'person' }
  expect((await lee('PUT', `/api/contact/${contactId}/fact`, facts)).status).toBe(200)
  expect((await refer({ contactId })).body.code).toBe('does-not-fit')
  const consent = { scope: 'network', howGiven: 'written', givenOn: '2026-01-02' }
  expect((await lee('POST', `/api/contact/${contactId}/consent`, consent)).status).toBe(201)
  const other = await makeOrganization(product.database)
  const { call: olga } = await product.someone({ organizationId: other.id })
  const first = await refer({ contactId, serviceId: null, recipientOrganizationId: other.id })
  expect(first.status).toBe(201)
  const { version } = (await olga('GET', `/api/referral/${first.body.id}`)).body
  const forwarded = await olga('POST', `/api/referral/${first.body.id}/transition`, {
    ...{ action: 'forward', version, serviceId: pantry, reason: 'other-service', note: 'They can help' },
  })
  expect(forwarded.body.code ?? forwarded.status).toBe(200)
  await update({ populations: null })
})
