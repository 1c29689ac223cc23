import { beforeAll, expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { makePerson, makeStage, type Stage } from '#test/referral-stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp()
  await importDemoDirectory(app.database)
  stage = await makeStage(app)
})

interface Found {
  service: { name: string } | null
  organization: { id: string; name: string }
  distance: number | null
  reach: string
}
const search = async (text: string, more: Record<string, unknown> = {}) =>
  (await stage.as.creator('POST', '/api/referral/destination/search', { text, ...more })).body.items as Found[]
const makeService = (organizationId: string, name: string) =>
  app.database.insertInto('service').values({ organizationId, name }).execute()

it('REF-01 puts names that have the typed words before what is only alike', async () => {
  const [harbor, hardin] = [
    await makeOrganization(app.database, { name: 'Zeta Quarx Housing' }),
    await makeOrganization(app.database, { name: 'Marquarxon clinic' }),
  ]
  await makeService(hardin.id, 'Advice')
  // It answers in the portal, which alone would put it first.
  await makeAccount(app.database, { organizationId: hardin.id })
  await makeService(harbor.id, 'Rent help')
  const found = await search('quarx')
  expect(found[0]).toMatchObject({ service: { name: 'Rent help' }, organization: { name: 'Zeta Quarx Housing' } })
})

it('REF-01 says who answers here, who would be invited, and how far it is from the person', async () => {
  const found = await search('Weekly Food Pantry', { near: '14203' })
  expect(found[0]).toMatchObject({ service: { name: 'Weekly Food Pantry' }, reach: 'invited' })
  expect(found[0]?.distance).toBeTypeOf('number')
  await makeAccount(app.database, { organizationId: String(found[0]?.organization.id) })
  expect((await search('Weekly Food Pantry'))[0]).toMatchObject({ reach: 'here', distance: null })
})

it('REF-01 leaves out the organizations to which it cannot go', async () => {
  const { id, name } = stage.recipient
  expect((await search(name)).map(({ organization }) => organization.id)).toContain(id)
  expect((await search(name, { exceptIds: [id] })).map(({ organization }) => organization.id)).not.toContain(id)
})

it('REF-03 suggests for the invitation whom the directory names', async () => {
  const organization = await makeOrganization(app.database, { email: 'Office@Alone.test' })
  const suggested = async () =>
    (await stage.as.creator('GET', `/api/referral/destination?organizationId=${organization.id}`)).body.suggestedContact
  expect(await suggested()).toEqual({ firstName: '', lastName: '', email: 'office@alone.test' })
  await app.database
    .insertInto('directoryContact')
    .values({ organizationId: organization.id, name: 'Pat de Vries', email: 'pat@alone.test' })
    .execute()
  expect(await suggested()).toEqual({ firstName: 'Pat', lastName: 'de Vries', email: 'pat@alone.test' })
  await makeAccount(app.database, { organizationId: organization.id })
  expect(await suggested()).toBeNull()
})

it('REF-05 names the service in the list of open referrals, so that the same one is noticed', async () => {
  const service = await app.database
    .insertInto('service')
    .values({ organizationId: stage.recipient.id, name: 'Shelter' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await stage.as.creator('POST', '/api/referral/', {
    contactId: stage.contactId,
    serviceId: service.id,
    need: 'homelessness',
  })
  const { body } = await stage.as.creator(
    'GET',
    `/api/referral/?direction=outgoing&contactId=${stage.contactId}&status=Sent`,
  )
  expect(body.items).toMatchObject([{ serviceId: service.id, referredToOrganization: { id: stage.recipient.id } }])
})

it('REF-01 offers nothing for little words alone', async () => {
  for (const text of ['the', 'and of', '...']) expect((await search(text)).filter(({ service }) => service)).toEqual([])
})

it.each(['pending', 'refused'] as const)(
  'REF-01 nobody else can choose an organization that is %s by its ID',
  async (standing) => {
    const hidden = await makeOrganization(app.database, { standing, takesReferrals: true })
    const staff = await makeAccount(app.database, { organizationId: hidden.id })
    const own = await app.signIn(staff.email, staff.password)
    const { creator } = stage.as
    const destination = `/api/referral/destination?organizationId=${hidden.id}`
    expect((await creator('GET', destination)).status).toBe(404)
    const colleagues = { organizationId: hidden.id, text: 'Tester' }
    expect((await creator('POST', '/api/referral/destination/colleague', colleagues)).body.items).toEqual([])
    expect((await own('GET', destination)).body).toMatchObject({ id: hidden.id, isOwn: true })
    const consent = { scope: 'organizations', recipientIds: [hidden.id], howGiven: 'verbal', givenOn: '2026-01-05' }
    const given = await creator('POST', `/api/contact/${stage.contactId}/consent`, consent)
    expect(given.body.errors).toEqual([{ path: 'recipientIds', message: 'unknown-organization' }])
    const draft = { contactId: stage.contactId, recipientOrganizationId: hidden.id, need: 'homelessness', send: false }
    const made = await creator('POST', '/api/referral/', draft)
    expect(made.body.errors).toEqual([{ path: 'recipientOrganizationId', message: 'unknown-organization' }])
    const { id: contactId } = await makePerson(own)
    expect((await own('POST', '/api/referral/', { ...draft, contactId })).status).toBe(201)
    await app.database.updateTable('organization').set({ standing: 'listed' }).where('id', '=', hidden.id).execute()
    expect((await creator('GET', destination)).status).toBe(200)
    expect((await creator('POST', '/api/referral/', draft)).status).toBe(201)
  },
)
