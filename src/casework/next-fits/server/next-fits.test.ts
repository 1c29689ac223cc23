import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { dayAfter } from '#directory/services/service-intake.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { accessLogOf } from '#test/access-log.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeFoodBank } from '#test/food-bank.ts'
import { makePerson } from '#test/referral-stage.ts'
import type { NextFit } from '../next-fit.ts'
import { comparingFits } from './rank-fits.ts'

const app = await startTestApp()
const bank = await makeFoodBank(app)
const { call: maria } = await bank.admin('Maria')
const pantry = await bank.serviceNamed('Weekly Food Pantry')
const housing = await makeOrganization(app.database)
const { call: lee } = await app.someone({ organizationId: housing.id })
const ida = await app.someone({ organizationId: housing.id })
/** Somebody answers at the church, which has another service for the need. */
const church = await app.database
  .selectFrom('service')
  .select(['id', 'organizationId'])
  .where('name', '=', 'Sunday Table')
  .executeTakeFirstOrThrow()
const { call: olga } = await app.someone({ organizationId: church.organizationId, roles: ['organization-admin'] })

await sql`create table service_before as select id, organization_id, minimum_age from service`.execute(app.database)
await sql`create table organization_before as select id, standing from organization`.execute(app.database)
/** The directory as it was, and nobody has answered yet: so the tests can run in any order, and again. */
beforeEach(async () => {
  await sql`update service s set organization_id = b.organization_id, minimum_age = b.minimum_age, intake_status = null,
      intake_per_week = null, intake_wait_weeks = null, intake_until = null, intake_stated_on = null
    from service_before b where b.id = s.id and (s.intake_status is not null
      or (s.organization_id, s.minimum_age) is distinct from (b.organization_id, b.minimum_age))`.execute(app.database)
  await sql`update organization o set standing = b.standing from organization_before b
    where b.id = o.id and o.standing <> b.standing`.execute(app.database)
  await sql`update referral set created_on = now() - interval '1 year'`.execute(app.database)
})

const person = (given: object = {}) => makePerson(lee, { postalCode: '14203', ...given }).then(({ id }) => id as string)
const send = async (given: object = {}) =>
  (
    await lee('POST', '/api/referral/', {
      ...{ contactId: await person(), need: 'food-insecurity', serviceId: pantry },
      ...given,
    })
  ).body as { id: string; requestId: string; contactId: string; version: number; status: string }
const step = (call: Caller, { id, version }: { id: string; version: number }, action: string, reason = 'no capacity') =>
  call('POST', `/api/referral/${id}/transition`, { action, version, reason })
const fits = async (id: string, call = lee): Promise<NextFit[]> =>
  (await call('GET', `/api/referral/${id}/nextFit`)).body.items
const names = async (id: string) => (await fits(id)).map(({ service }) => service.name)
async function say(status: string | null, serviceId = church.id, call = olga) {
  const { version } = (await call('GET', `/api/service/${serviceId}/editor`)).body
  const until = dayAfter(dayIn(app.config.timeZone), 5)
  const intake = status && { status, perWeek: null, waitWeeks: null, until }
  expect((await call('PUT', `/api/service/${serviceId}`, { version, changes: { intake } })).status).toBe(200)
}

it('REF-09 after a decline the services of the need are proposed with their reasons, without what was tried', async () => {
  const declined = await send()
  expect(await fits(declined.id)).toEqual([])
  await step(maria, declined, 'decline')
  const found = await fits(declined.id)
  expect(found.length).toBeLessThanOrEqual(5)
  expect(found[0]).toMatchObject({ answersHere: true, answerDays: null, distance: expect.any(Number) })
  expect(found.map(({ service }) => service.name)).toContain('Sunday Table')
  expect(found.map(({ service }) => service.id)).not.toContain(pantry)
  // By the need, not by words of the name.
  expect(found.map(({ service }) => service.name)).not.toContain('Counseling')
  const again = await send({ contactId: declined.contactId, requestId: declined.requestId, serviceId: church.id })
  expect(again.status).toBe('Sent')
  expect(await fits(declined.id)).toEqual([])
  await step(olga, again, 'decline')
  expect(await names(again.id)).not.toContain('Sunday Table')
  expect(await names(again.id)).not.toContain('Weekly Food Pantry')
})

it('REF-09 those that were recalled because another one accepted first are proposed once that one gives up', async () => {
  const first = await send({ alsoTo: [{ serviceId: church.id }] })
  const [other] = (await lee('GET', `/api/referral/${first.id}`)).body.siblings
  expect((await step(maria, first, 'accept')).status).toBe(200)
  expect((await step(maria, { ...first, version: first.version + 1 }, 'closeUnresolved')).status).toBe(200)
  expect((await lee('GET', `/api/referral/${other.id}`)).body.status).toBe('Recalled')
  const shown = await names(first.id)
  expect([shown.includes('Sunday Table'), shown.includes('Weekly Food Pantry')]).toEqual([true, false])
})

it('REF-09 who takes nobody or does not fit is left out, a waitlist comes later, and quick answers are named', async () => {
  const declined = await send()
  await step(maria, declined, 'decline')
  for (const status of ['paused', 'closed']) {
    await say(status)
    expect([status, (await names(declined.id)).includes('Sunday Table')]).toEqual([status, false])
  }
  await say('open')
  const before = (await names(declined.id)).indexOf('Sunday Table')
  await say('waitlist')
  const full = await fits(declined.id)
  const place = full.findIndex(({ service }) => service.id === church.id)
  expect(place).toBeGreaterThanOrEqual(before)
  expect(full[place]?.intake).toMatchObject({ status: 'waitlist' })
  await say(null)
  const age = (minimumAge: number | null) =>
    app.database
      .updateTable('service')
      .set({ minimumAge } as never)
      .where('id', '=', church.id)
      .execute()
  await age(60)
  const [young, old] = [await person({ birthDate: '1992-03-04' }), await person({ birthDate: '1940-03-04' })]
  for (const [contactId, isProposed] of [
    [young, false],
    [old, true],
  ] as const) {
    const asked = await send({ contactId })
    await step(maria, asked, 'decline')
    expect((await names(asked.id)).includes('Sunday Table')).toBe(isProposed)
  }
  await age(null)
  for (let n = 0; n < 3; n++) {
    const asked = await send({ serviceId: church.id })
    await app.database
      .updateTable('referral')
      .set({
        sentOn: new Date(Date.now() - 2 * 86_400_000).toISOString(),
        recipientConfirmedOn: new Date(Date.now() - 2 * 86_400_000).toISOString(),
      })
      .where('id', '=', asked.id)
      .execute()
    await step(olga, asked, 'accept')
  }
  const known = (await fits(declined.id)).find(({ service }) => service.id === church.id)
  expect(Math.round(known?.answerDays ?? 0)).toBe(2)
})

it('REF-09 a closing without help leaves the need open and asks for another try, unless the person needs none', async () => {
  const waiting = async () =>
    (await lee('GET', '/api/referral/waiting')).body.items.map((item: { id: string; waitsFor: string }) => [
      item.id,
      item.waitsFor,
    ])
  for (const [reason, isOpen] of [
    ['no capacity', true],
    ['could not contact', true],
    ['client declined', false],
    ['moved', false],
  ] as const) {
    const closed = await send()
    const accepted = (await step(maria, closed, 'accept')).body
    await step(maria, accepted, 'closeUnresolved', reason)
    expect([reason, (await fits(closed.id)).length > 0]).toEqual([reason, isOpen])
    expect((await waiting()).some(([id, why]: string[]) => id === closed.id && why === 'next')).toBe(isOpen)
    expect((await lee('GET', `/api/referral/${closed.id}`)).body.needsNextTry).toBe(isOpen)
  }
})

it('REF-09 only the sender is told what may fit next, and reading it counts as reading the record', async () => {
  const declined = await send()
  await step(maria, declined, 'decline')
  expect((await maria('GET', `/api/referral/${declined.id}/nextFit`)).status).toBe(403)
  expect((await olga('GET', `/api/referral/${declined.id}/nextFit`)).status).toBe(404)
  expect((await app.anonymous('GET', `/api/referral/${declined.id}/nextFit`)).status).toBe(401)
  const before = (await accessLogOf(app.database, declined.contactId)).length
  expect((await fits(declined.id, ida.call)).length).toBeGreaterThan(0)
  const log = await accessLogOf(app.database, declined.contactId)
  expect(log.length).toBe(before + 1)
  expect(log.at(-1)).toMatchObject({ accountId: ida.account.id, way: 'record' })
})

it('REF-09 another service of an organization that said no for the need comes last', async () => {
  const declined = await send()
  await step(maria, declined, 'decline')
  const [first] = await fits(declined.id)
  const other = first?.service as NextFit['service']
  await app.database
    .updateTable('service')
    .set({ organizationId: church.organizationId } as never)
    .where('id', '=', other.id)
    .execute()
  expect((await names(declined.id))[0]).toBe(other.name)
  const refused = await send({ serviceId: church.id })
  await step(olga, refused, 'decline')
  const ranked = await names(refused.id)
  expect(ranked.length).toBeGreaterThan(2)
  expect([-1, ranked.length - 1]).toContain(ranked.indexOf(other.name))
})

it('REF-09 neither the sender’s own services nor those that take no referrals are proposed', async () => {
  const declined = await send()
  await step(maria, declined, 'decline')
  const [first] = await fits(declined.id)
  const { organizationId } = await app.database
    .selectFrom('service')
    .select('organizationId')
    .where('id', '=', first?.service.id ?? '')
    .executeTakeFirstOrThrow()
  const change = (table: 'service' | 'organization', id: string, set: object) =>
    app.database
      .updateTable(table)
      .set(set as never)
      .where('id', '=', id)
      .execute()
  await change('service', first?.service.id ?? '', { organizationId: housing.id })
  expect(await names(declined.id)).not.toContain(first?.service.name)
  await change('service', first?.service.id ?? '', { organizationId })
  expect(await names(declined.id)).toContain(first?.service.name)
  await change('organization', organizationId, { standing: 'refused' })
  expect(await names(declined.id)).not.toContain(first?.service.name)
})

it('REF-09 an organization that was asked without a service is not proposed with any of its services', async () => {
  const declined = await send()
  await step(maria, declined, 'decline')
  expect(await names(declined.id)).toContain('Sunday Table')
  const asked = await send({
    ...{ contactId: declined.contactId, requestId: declined.requestId, serviceId: undefined },
    recipientOrganizationId: church.organizationId,
  })
  expect(asked.status).toBe('Sent')
  await step(olga, asked, 'decline')
  const found = await fits(asked.id)
  expect(found.length).toBeGreaterThan(0)
  for (const { organization, service } of found) {
    expect(organization.id).not.toBe(church.organizationId)
    expect(service.id).not.toBe(pantry)
  }
  // Another service of the organization that was asked for one of its services only is.
  const other = found[0]?.service.id ?? ''
  await app.database
    .updateTable('service')
    .set({ organizationId: bank.organizationId } as never)
    .where('id', '=', other)
    .execute()
  expect((await fits(asked.id)).map(({ service }) => service.id)).toContain(other)
})

it('REF-09 five services at most are proposed, the best first, each as the directory has it', async () => {
  const declined = await send()
  await step(maria, declined, 'decline')
  const found = await fits(declined.id)
  expect(found).toHaveLength(5)
  for (const shown of found) {
    const { body } = await lee('GET', `/api/service/${shown.service.id}`)
    expect(shown).toMatchObject({ service: { name: body.name }, organization: { name: body.organization.name } })
  }
  expect(found.map(({ city }) => city)).toContainEqual(expect.stringMatching(/^[A-Z]/))
  expect(found).toEqual(found.toSorted(comparingFits([bank.organizationId])))
})

it('REF-09 answers from before a recipient was confirmed do not count as quick', async () => {
  const declined = await send()
  for (let n = 0; n < 3; n++) {
    const asked = await send({ serviceId: church.id })
    await step(olga, asked, 'accept')
    const recipientConfirmedOn = new Date(Date.now() + 86_400_000).toISOString()
    await app.database.updateTable('referral').set({ recipientConfirmedOn }).where('id', '=', asked.id).execute()
  }
  await step(maria, declined, 'decline')
  const found = (await fits(declined.id)).find(({ service }) => service.id === church.id)
  expect(found?.answerDays).toBeNull()
})
