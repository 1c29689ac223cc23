import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createInvitation } from '#casework/referrals/server/referral-invitation.ts'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'

const product = await startTestApp()
const { anonymous, database } = product
const PASSWORD = 'violet kettle morning'
const sender = await makeOrganization(database, { name: 'Harbor Housing' })
const worker = await makeAccount(database, { organizationId: sender.id })
const admin = await makeAccount(database, { roles: ['platform-admin'], organizationId: null })

/** A sent referral to an organization without an account, with its invitation. */
async function makeInvitation(given: { email: string; expiresOn?: string; organizationId?: string }) {
  const organization = given.organizationId
    ? { id: given.organizationId }
    : await makeOrganization(database, { standing: 'listed', takesReferrals: false })
  // The directory itself gives this address, which is enough proof for the owner of its mailbox.
  await database
    .updateTable('organization')
    .set({ sourceEmail: given.email })
    .where('id', '=', organization.id)
    .execute()
  const person = await database
    .insertInto('contact')
    .values({ firstName: 'Kit', lastName: 'Rowe', organizationId: sender.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const request = await database
    .insertInto('referralRequest')
    .values({ organizationId: sender.id, contactId: person.id, need: 'food-insecurity', createdBy: worker.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const referral = await database
    .insertInto('referral')
    .values({
      requestId: request.id,
      senderOrganizationId: sender.id,
      recipientOrganizationId: organization.id,
      status: 'Sent',
      createdBy: worker.id,
      contactEmail: given.email,
      sentOn: new Date().toISOString(),
      snapshot: {
        ...{ firstName: 'Kit', lastName: 'Rowe', birthDate: null, email: null },
        ...{ phoneNumber: null, language: null, city: null, postalCode: null },
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const code = await createInvitation(database, referral.id, given.email)
  if (given.expiresOn)
    await database
      .updateTable('referralInvitation')
      .set({ expiresOn: given.expiresOn })
      .where('referralId', '=', referral.id)
      .execute()
  return { referralId: code, organizationId: organization.id, id: referral.id }
}

const register = async (given: Record<string, unknown> & { email: string }) =>
  anonymous('POST', '/api/organizationRegistration/register/', {
    firstName: 'Ana',
    lastName: 'Ruiz',
    confirmEmail: given.email,
    phoneNumber: '(716) 555-0142',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    securityQuestion: 'first-job-town',
    securityQuestionAnswer: 'Elmira',
    acceptedTermsAndConditions: true,
    captchaCode: await solveCaptcha(anonymous),
    ...given,
  })
const address = () => `ana-${randomUUID().slice(0, 8)}@riverbank.test`
const login = (email: string) => anonymous('POST', '/api/auth/login/fallback', { email, password: PASSWORD })

async function confirm(email: string) {
  await product.workJobs()
  const code = /verification\/([\w-]+)/.exec((await product.outbox(email))[0]?.text ?? '')?.[1]
  return anonymous('POST', `/api/organizationRegistration/verification/${code}`)
}

it('REG-14 D-REG-1 needs no review for an invited address from the directory, once it is confirmed', async () => {
  const email = address()
  const { referralId, organizationId } = await makeInvitation({ email })
  expect(await register({ email, referralId, organizationId })).toMatchObject({
    status: 200,
    body: { verificationRequired: false },
  })
  expect((await login(email)).status).toBe(406)
  expect((await confirm(email)).body.verificationRequired).toBe(false)
  const me = await product.signIn(email, PASSWORD)
  expect((await me('GET', '/api/portalAccount/current')).body).toMatchObject({
    organizationId,
    portalAccountRoles: [{ roleId: 'organization-admin' }],
  })
  expect((await me('GET', '/api/organization/current')).body).toMatchObject({
    standing: 'verified',
    takesReferrals: true,
  })
})

it('REG-14 takes an invitation once', async () => {
  const email = address()
  const { referralId, organizationId } = await makeInvitation({ email })
  const answers = await Promise.all([
    register({ email, referralId, organizationId }),
    register({ email, referralId, organizationId }),
  ])
  expect(answers.map((a) => a.status).sort()).toEqual([200, 406])
  expect(await anonymous('GET', `/api/referral/${referralId}`)).toMatchObject({
    status: 410,
    body: { reason: 'claimed' },
  })
})

it('ORG-01 F-13 finds the referral’s organization for an invited address by the invitation’s code', async () => {
  const email = address()
  const { referralId, organizationId } = await makeInvitation({ email })
  const ask = () =>
    anonymous('GET', `/api/organization/byPortalAccountEmail?portalAccountEmail=${email}&referralId=${referralId}`)
  expect((await ask()).body.id).toBe(organizationId)
  await makeAccount(database, { email, organizationId: sender.id })
  expect((await ask()).body.id).toBe(organizationId)
})

it('ORG-04 shows an invited registration in the queue afterwards; refusing it shuts the account out', async () => {
  const email = address()
  const { referralId, organizationId } = await makeInvitation({ email })
  await register({ email, referralId, organizationId })
  await confirm(email)
  const me = await product.signIn(email, PASSWORD)
  const asAdmin = await product.signIn(admin.email, admin.password)
  const { items } = (await asAdmin('GET', '/api/admin/review/?status=pending')).body
  const entry = items.find((i: { email: string }) => i.email === email)
  expect(entry.kind).toBe('invited')
  const review = (await asAdmin('GET', `/api/admin/review/${entry.id}`)).body
  expect(review.link).toEqual({ senderName: 'Harbor Housing', sentTo: email })
  expect(
    (
      await asAdmin('POST', `/api/admin/review/${entry.id}/decision`, {
        decision: 'refuse',
        reason: 'Nobody there knows them',
        version: review.version,
      })
    ).status,
  ).toBe(200)
  expect((await me('GET', '/api/portalAccount/current')).status).toBe(401)
  expect((await login(email)).status).toBe(406)
  const organization = await database
    .selectFrom('organization')
    .select(['standing', 'takesReferrals'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
  expect(organization).toEqual({ standing: 'listed', takesReferrals: false })
})

it('REG-14 reviews registrations with another person’s, a used or an expired invitation', async () => {
  const email = address()
  const { referralId, organizationId } = await makeInvitation({ email: address() })
  expect((await register({ email, referralId, organizationId })).body.verificationRequired).toBe(true)

  const other = await makeOrganization(database, { standing: 'listed' })
  const second = address()
  const elsewhere = await makeInvitation({ email: second })
  expect(
    (await register({ email: second, referralId: elsewhere.referralId, organizationId: other.id })).body
      .verificationRequired,
  ).toBe(true)

  const third = address()
  const late = await makeInvitation({ email: third, expiresOn: new Date(Date.now() - 1000).toISOString() })
  expect(
    (await register({ email: third, referralId: late.referralId, organizationId: late.organizationId })).body
      .verificationRequired,
  ).toBe(true)

  const fourth = address()
  const inhabited = await makeInvitation({ email: fourth, organizationId: sender.id })
  expect(
    (await register({ email: fourth, referralId: inhabited.referralId, organizationId: inhabited.organizationId })).body
      .verificationRequired,
  ).toBe(true)
  expect(
    (await register({ email: address(), referralId: randomUUID(), organizationId })).body.verificationRequired,
  ).toBe(true)
})
