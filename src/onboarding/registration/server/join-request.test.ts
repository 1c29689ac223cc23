import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeClaimStage } from '#test/claim-stage.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'

const app = await startTestApp()
const { database } = app
const stage = await makeClaimStage(app)
const BASE = '/api/organization/current/joinRequest'

/** An organization with an admin, and a person who asks to join it. */
async function makeRequest() {
  const organization = await makeOrganization(database)
  const admin = await makeAccount(database, { organizationId: organization.id, roles: ['organization-admin'] })
  const call = await app.signIn(admin.email, admin.password)
  const email = stage.address()
  await stage.register(email, { organizationId: organization.id })
  await stage.confirm(email)
  const [request] = (await call('GET', BASE)).body.items
  const decide = (given: Record<string, unknown>, as = call) =>
    as('POST', `${BASE}/${request.id}/decision`, { version: request.version, ...given })
  return { organization, admin, call, email, request, decide }
}

it('D-REG-1 ORG-03 sends a request to join to the organization’s admins, and shows it to the network', async () => {
  const { organization, admin, email, request } = await makeRequest()
  expect(request).toMatchObject({
    firstName: 'Mal',
    lastName: 'Ory',
    email,
    phoneNumber: '+17165550142',
    invitedBy: null,
  })
  expect((await stage.reviewOf(email)).kind).toBe('join')
  await app.workJobs()
  const [mail] = await app.outbox(admin.email)
  expect(mail?.subject).toBe(`Request to join ${organization.name}`)
  expect(mail?.text).toContain('/organization/people')
  const queue = (await stage.asAdmin('GET', '/api/admin/review/?status=pending')).body.items
  expect(queue.find((item: { email: string }) => item.email === email).kind).toBe('join')
  const events = await database.selectFrom('event').select('audience').where('subjectId', '=', request.id).execute()
  expect(events.flatMap(({ audience }) => audience)).toContain(`organization:${organization.id}`)
})

it('D-REG-1 lets the organization’s admin approve with a role, and gives staff when none is chosen', async () => {
  const first = await makeRequest()
  expect((await first.decide({ decision: 'approve' })).status).toBe(204)
  const staff = await stage.signIn(first.email)
  expect((await staff('GET', '/api/portalAccount/current')).body).toMatchObject({
    organizationId: first.organization.id,
    portalAccountRoles: [{ roleId: 'organization-staff' }],
  })
  expect((await first.call('GET', BASE)).body.items).toEqual([])
  const second = await makeRequest()
  for (const role of ['platform-admin', 'developer', 'support-agent'])
    expect((await second.decide({ decision: 'approve', role })).status).toBe(400)
  await second.decide({ decision: 'approve', role: 'organization-admin' })
  const joined = await stage.signIn(second.email)
  expect((await joined('GET', '/api/portalAccount/current')).body.portalAccountRoles).toMatchObject([
    { roleId: 'organization-admin' },
  ])
})

it('D-REG-1 declines with a reason that the applicant reads', async () => {
  const { email, decide } = await makeRequest()
  expect((await decide({ decision: 'refuse' })).body.errors[0].path).toBe('reason')
  expect((await decide({ decision: 'askForMore', reason: 'Who?' })).status).toBe(400)
  expect((await decide({ decision: 'refuse', reason: 'We do not know you.' })).status).toBe(204)
  await app.workJobs()
  expect((await app.outbox(email))[0]?.text).toContain('We do not know you.')
  expect((await stage.login(email)).status).toBe(403)
})

it('D-REG-1 keeps requests of other organizations, and what is not a request to join, from an admin', async () => {
  const { request, decide, email } = await makeRequest()
  const other = await makeRequest()
  expect((await decide({ decision: 'approve' }, other.call)).status).toBe(404)
  const listed = await stage.listed()
  const claimant = stage.address()
  await stage.register(claimant, { organizationId: listed.id })
  const claim = await stage.reviewOf(claimant)
  const approve = { decision: 'approve', version: claim.version }
  expect((await other.call('POST', `${BASE}/${claim.id}/decision`, approve)).status).toBe(404)
  const staff = await app.someone({ organizationId: other.organization.id })
  expect((await staff.call('GET', BASE)).status).toBe(403)
  expect((await stage.reviewOf(email)).status).toBe('pending')
  expect(request.id).not.toBe(claim.id)
})

it('D-REG-1 of two decisions at once, by the organization and by the network, one wins', async () => {
  const { email, decide, request } = await makeRequest()
  const [mine, theirs] = await Promise.all([
    decide({ decision: 'approve' }),
    stage.asAdmin('POST', `/api/admin/review/${request.id}/decision`, {
      decision: 'refuse',
      reason: 'No.',
      version: request.version,
    }),
  ])
  expect([mine.status < 300, theirs.status < 300].filter(Boolean)).toHaveLength(1)
  expect([mine.status, theirs.status]).toContain(409)
  const review = await stage.reviewOf(email)
  expect(review.status).toBe(mine.status < 300 ? 'approved' : 'refused')
  expect((await stage.login(email)).status).toBe(mine.status < 300 ? 200 : 403)
})

it('D-REG-1 turns the other claims of an organization into requests to join, once one of them is approved', async () => {
  const cedar = await stage.listed()
  const [first, second] = [stage.address(), stage.address()]
  for (const email of [first, second]) await stage.register(email, { organizationId: cedar.id })
  await stage.confirm(first)
  await stage.decide(first, { decision: 'approve' })
  expect((await stage.reviewOf(second)).kind).toBe('join')
  await stage.decide(second, { decision: 'approve' })
  await stage.confirm(second)
  const joined = await stage.signIn(second)
  expect((await joined('GET', '/api/portalAccount/current')).body.portalAccountRoles).toMatchObject([
    { roleId: 'organization-staff' },
  ])
})

it('D-REG-1 ORG-04 notifies the new admin of each claim that became a request to join, and open screens', async () => {
  const elder = await stage.listed()
  const [first, second] = [stage.address(), stage.address()]
  for (const email of [first, second]) await stage.register(email, { organizationId: elder.id })
  await stage.confirm(first)
  const claim = await stage.reviewOf(second)
  await stage.decide(first, { decision: 'approve' })
  await app.workJobs()
  const subjects = (await app.outbox(first)).map(({ subject }) => subject)
  expect(subjects).toContain(`Request to join ${elder.name}`)
  const events = await database.selectFrom('event').select('audience').where('subjectId', '=', claim.id).execute()
  expect(events.flatMap(({ audience }) => audience)).toContain(`organization:${elder.id}`)
  // Who read it as a claim reads it again before deciding.
  const stale = { decision: 'approve', version: claim.version }
  expect((await stage.asAdmin('POST', `/api/admin/review/${claim.id}/decision`, stale)).status).toBe(409)
})
