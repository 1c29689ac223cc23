import { expect, it } from 'vitest'
import { dayAfter, dayIn } from '#directory/services/service-intake.ts'
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
