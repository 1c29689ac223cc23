import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { makeStage, refer, wholeCall } from '#test/referral-stage.ts'
import { startTogether } from '#test/start-together.ts'

const app = await startTestApp()
const { database } = app
const stage = await makeStage(app)

/** A referral to an organization without an account, which gets one afterwards. */
async function makeHeld() {
  const organization = await makeOrganization(database, { standing: 'verified', takesReferrals: true })
  const sent = await refer(stage, {
    recipientOrganizationId: organization.id,
    directReferralContact: { firstName: 'Rae', lastName: 'Lund', email: `rae@${organization.id}.example` },
  })
  expect(sent.status).toBe(201)
  const account = await makeAccount(database, { organizationId: organization.id, roles: ['organization-admin'] })
  return { id: sent.body.id as string, organization, account, call: await app.signIn(account.email, PASSWORD) }
}

it('F-01 D-REG-1 hides a held referral from the recipient everywhere', async () => {
  const held = await makeHeld()
  const { id, call } = held
  expect((await call('GET', `/api/referral/${id}`)).status).toBe(404)
  expect((await call('GET', `/api/referral/${id}/message`)).status).toBe(404)
  expect((await call('POST', `/api/referral/${id}/message`, { text: 'Hello' })).status).toBe(404)
  expect((await call('POST', `/api/referral/${id}/read`, { lastSequence: 0 })).status).toBe(404)
  for (const version of [1, 2, 99])
    expect((await call('POST', `/api/referral/${id}/transition`, wholeCall('view', version))).status).toBe(404)
  for (const query of ['', '?status=Sent', '?sort=oldest', '?assigned=nobody'])
    expect((await call('GET', `/api/referral/${query}`)).body.items).toEqual([])
  for (const search of ['noor', 'abadi'])
    expect((await call('POST', '/api/referral/search', { search })).body.items).toEqual([])
  expect((await call('GET', '/api/referral/waiting')).body).toMatchObject({ items: [], count: 0 })
})

it('F-01 D-REG-1 publishes nothing of a held referral to the recipient and reminds nobody', async () => {
  const held = await makeHeld()
  await stage.as.creator('POST', `/api/referral/${held.id}/message`, { text: 'Are you there?' })
  const events = await database.selectFrom('event').selectAll().where('subjectId', '=', held.id).execute()
  expect(events.length).toBeGreaterThan(0)
  expect(events.flatMap((event) => event.audience)).not.toContain(`organization:${held.organization.id}`)
  expect((await held.call('GET', '/api/referral/waiting')).body).toMatchObject({ items: [], count: 0 })
  const row = await database.selectFrom('referral').selectAll().where('id', '=', held.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ recipientConfirmedOn: null, clockOn: row.responseDueOn })
  await app.workJobs()
  expect(await app.outbox(held.account.email)).toEqual([])
})

it('F-01 REF-06 of two who accept an invitation at once, the sender is told of the first one alone', async () => {
  const platform = (await app.someone({ roles: ['platform-admin'] })).call
  const organization = await makeOrganization(database, { standing: 'verified', takesReferrals: true })
  const sent = await refer(stage, {
    recipientOrganizationId: organization.id,
    directReferralContact: { firstName: 'Rae', lastName: 'Lund', email: `rae@${organization.id}.example` },
  })
  const codes: string[] = []
  for (const n of [1, 2, 3]) {
    const email = `arrives-${n}@${organization.id}.example`
    const invited = await platform('POST', '/api/portalAccount/', {
      ...{ email, firstName: 'Rae', lastName: 'Lund', roles: ['organization-admin'], language: 'en' },
      organizationId: organization.id,
    })
    expect(invited.status).toBe(201)
    await app.workJobs()
    codes.push(/\/registration\/invitation\/([\w-]+)/.exec((await app.outbox(email))[0]?.text ?? '')?.[1] ?? '')
  }
  const accepted = await startTogether(
    app,
    sql`select from account_invitation where organization_id = ${organization.id}::uuid for update`,
    codes.map(
      (code) => () =>
        app.anonymous('POST', `/api/invitation/${code}`, {
          ...{ password: 'violet kettle morning 47', confirmPassword: 'violet kettle morning 47' },
          ...{ securityQuestion: 'parents-met', securityQuestionAnswer: 'Olean', acceptedTermsAndConditions: true },
        }),
    ),
  )
  expect(accepted.map(({ status }) => status)).toEqual([204, 204, 204])
  const told = await database
    .selectFrom('message')
    .select('id')
    .where('messageKey', 'like', `%recipient-arrived:%:${sent.body.id}%`)
    .execute()
  expect(told).toHaveLength(1)
})
