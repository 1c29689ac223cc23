import { expect, it } from 'vitest'
import { runReferralClock } from '#casework/referrals/server/referral-clock.ts'
import { startTestApp } from '#test/app.ts'
import { everythingAbout, makeClaimStage } from '#test/claim-stage.ts'

const app = await startTestApp()
const { database, anonymous } = app
const stage = await makeClaimStage(app)

const audiencesOf = async (id: string) =>
  (await database.selectFrom('event').select('audience').where('subjectId', '=', id).execute()).flatMap(
    (event) => event.audience,
  )
const nothing = { statuses: [404, 404, 404, 404, 404, 404], isListed: false }

it('F-01 D-REG-1 a claim link shows nothing that third organizations sent, before and after approval', async () => {
  const cedar = await stage.listed()
  const { id: contactId } = await stage.personOf(stage.as.third, { firstName: 'Sofia', lastName: 'Quintero' })
  const ofThird = await stage.send({ organizationId: cedar.id, email: 'real@cedar.example', as: 'third', contactId })
  const attacker = stage.address()
  const own = await stage.send({ organizationId: cedar.id, email: attacker })

  const registered = await stage.register(attacker, { organizationId: cedar.id, referralId: own.code })
  expect(registered).toMatchObject({ status: 200, body: { verificationRequired: true } })
  await stage.confirm(attacker)
  expect((await stage.login(attacker)).status).toBe(403)
  const link = await anonymous('GET', `/api/referral/${own.code}`)
  expect(link.body).toMatchObject({ claim: { status: 'pending' }, referral: { personName: 'Noor A.' } })
  expect(JSON.stringify(link.body)).not.toMatch(/Abadi|Friday|Sofia|Quintero/)
  expect(await database.selectFrom('organization').select('version').where('id', '=', cedar.id).execute()).toEqual([
    { version: cedar.version },
  ])

  expect((await stage.decide(attacker, { decision: 'approve' })).status).toBe(200)
  const call = await stage.signIn(attacker)
  expect((await call('GET', `/api/referral/${own.id}`)).body).toMatchObject({ status: 'Sent', personName: 'Noor A.' })
  expect(await everythingAbout(call, ofThird.id, 'quintero')).toEqual(nothing)
  expect((await call('GET', '/api/referral/waiting')).body.count).toBe(1)
  expect(await audiencesOf(ofThird.id)).not.toContain(`organization:${cedar.id}`)
  await app.workJobs()
  expect(JSON.stringify(await app.outbox(attacker))).not.toMatch(/Quintero|Sofia/)
  expect(await anonymous('GET', `/api/referral/${own.code}`)).toMatchObject({
    status: 410,
    body: { reason: 'claimed' },
  })

  const confirmed = await stage.as.third('POST', `/api/referral/${ofThird.id}/confirmRecipient`, {})
  expect(confirmed).toMatchObject({ status: 200, body: { toConfirm: null } })
  expect((await call('GET', `/api/referral/${ofThird.id}`)).body.personName).toBe('Sofia Q.')
  expect(await audiencesOf(ofThird.id)).toContain(`organization:${cedar.id}`)
})

it('F-01 D-REG-1 opens no held referral for a claim without a link, and asks each sender once to confirm', async () => {
  const cedar = await stage.listed()
  const first = await stage.send({ organizationId: cedar.id, email: stage.address() })
  const second = await stage.send({ organizationId: cedar.id, email: stage.address() })
  const email = stage.address()
  const call = await stage.claim(email, cedar.id)
  for (const { id } of [first, second]) expect(await everythingAbout(call, id, 'noor')).toEqual(nothing)

  await app.workJobs()
  const asked = (await app.outbox(stage.accounts.creator.email)).filter(
    ({ subject, text }) => subject.includes('confirm') && [first, second].some(({ id }) => text.includes(id)),
  )
  expect(asked.map(({ subject }) => subject)).toEqual(['Somebody registered for your referral: please confirm'])
  const shown = (await stage.as.creator('GET', `/api/referral/${first.id}`)).body
  expect(shown.toConfirm).toMatchObject({ people: [{ name: 'Mal Ory', email }], heldCount: 2 })
  const waiting = (await stage.as.creator('GET', '/api/referral/waiting')).body.items
  expect(waiting.filter((item: { waitsFor: string }) => item.waitsFor === 'confirm')).toHaveLength(2)
  const listed = (await stage.as.creator('GET', '/api/referral/?direction=outgoing')).body.items
  expect(listed.find((item: { id: string }) => item.id === first.id).waitsForConfirmation).toBe(true)

  await stage.as.creator('POST', `/api/referral/${first.id}/confirmRecipient`, { all: true })
  expect((await call('GET', '/api/referral/')).body.items.map((item: { id: string }) => item.id).sort()).toEqual(
    [first.id, second.id].sort(),
  )
})

it('F-01 D-REG-1 confirms once, however often and by whomever at the sender, and starts the clock then', async () => {
  const cedar = await stage.listed()
  const { id } = await stage.send({ organizationId: cedar.id, email: stage.address() })
  const path = `/api/referral/${id}/confirmRecipient`
  expect((await stage.as.creator('POST', path, {})).status).toBe(409)
  const email = stage.address()
  await stage.claim(email, cedar.id)
  expect((await stage.as.third('POST', path, {})).status).toBe(404)
  const answers = await Promise.all([
    stage.as.creator('POST', path, {}),
    stage.as.senderAdmin('POST', path, { all: true }),
    stage.as.creator('POST', path, {}),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const steps = answers[0]?.body.steps as { action: string }[]
  expect(steps.filter(({ action }) => action === 'confirmRecipient')).toHaveLength(1)
  const audits = await database.selectFrom('auditRecord').selectAll().where('subjectId', '=', id).execute()
  expect(audits.filter(({ action }) => action === 'referral.confirmRecipient')).toHaveLength(1)
  await app.workJobs()
  expect((await app.outbox(email)).filter(({ text }) => text.includes(`/referrals/${id}`))).toHaveLength(1)

  const row = await database.selectFrom('referral').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const days = (Date.parse(row.responseDueOn ?? '') - Date.parse(row.recipientConfirmedOn ?? '')) / 86_400_000
  expect(days).toBeLessThan(20)
  expect(row.clockOn).not.toBeNull()
})

it('F-01 D-REG-1 expires a held referral with its claim link, and a confirmation opens nothing any more', async () => {
  const cedar = await stage.listed()
  const { id } = await stage.send({ organizationId: cedar.id, email: stage.address() })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await runReferralClock(app, inDays(29))
  expect((await stage.as.creator('GET', `/api/referral/${id}`)).body.status).toBe('Sent')
  await runReferralClock(app, inDays(31))
  expect((await stage.as.creator('GET', `/api/referral/${id}`)).body).toMatchObject({
    status: 'Expired',
    toConfirm: null,
  })
  const call = await stage.claim(stage.address(), cedar.id)
  expect((await stage.as.creator('POST', `/api/referral/${id}/confirmRecipient`, {})).status).toBe(409)
  expect((await call('GET', `/api/referral/${id}`)).status).toBe(404)
})

it('F-01 D-REG-1 holds earlier referrals again when all people have left and the organization is claimed', async () => {
  const cedar = await stage.listed()
  const first = stage.address()
  const { id, code } = await stage.send({ organizationId: cedar.id, email: first })
  const before = await stage.claim(first, cedar.id, code)
  expect((await before('GET', `/api/referral/${id}`)).status).toBe(200)
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('email', '=', first)
    .execute()
  const after = await stage.claim(stage.address(), cedar.id)
  expect(await everythingAbout(after, id, 'noor')).toEqual(nothing)
})

it('F-01 D-REG-1 vouches only for addresses that the directory’s source gives', async () => {
  const judge = async (source: Parameters<typeof stage.listed>[0], email: string) => {
    const cedar = await stage.listed(source)
    const { code } = await stage.send({ organizationId: cedar.id, email })
    const registered = await stage.register(email, { organizationId: cedar.id, referralId: code })
    return registered.body.verificationRequired as boolean
  }
  const listed = stage.address('cedar-legal.test')
  expect(await judge({ sourceEmail: listed.toUpperCase() }, listed)).toBe(false)
  expect(await judge({ sourceWebsite: 'https://www.maple-legal.org/about' }, stage.address('maple-legal.org'))).toBe(
    false,
  )
  expect(await judge({ email: stage.address() }, stage.address())).toBe(true)
  const typed = stage.address()
  expect(await judge({ email: typed }, typed)).toBe(true)
  expect(await judge({ sourceWebsite: 'https://www.facebook.com/cedar' }, stage.address('facebook.com'))).toBe(true)
  expect(await judge({ sourceWebsite: 'https://gmail.com' }, stage.address('gmail.com'))).toBe(true)
  expect(await judge({ sourceWebsite: 'https://oak-legal.org' }, stage.address('oak-legal.org.evil.example'))).toBe(
    true,
  )
})

it('D-REG-1 opens the link’s own referral at once for a vouched address, and nothing before the address is confirmed', async () => {
  const email = stage.address('birch-legal.org')
  const birch = await stage.listed({ sourceWebsite: 'https://birch-legal.org' })
  const older = await stage.send({ organizationId: birch.id, email: stage.address() })
  const { id, code } = await stage.send({ organizationId: birch.id, email })
  expect((await stage.register(email, { organizationId: birch.id, referralId: code })).body).toEqual({
    verificationRequired: false,
    confirmationRequired: true,
  })
  expect((await stage.login(email)).status).toBe(406)
  await stage.confirm(email)
  const call = await stage.signIn(email)
  expect((await call('GET', `/api/referral/${id}`)).status).toBe(200)
  expect((await call('GET', `/api/referral/${older.id}`)).status).toBe(404)
})

it('ORG-04 approving who was admitted with a vouched address changes nothing about their account', async () => {
  const email = stage.address('linden-legal.org')
  const linden = await stage.listed({ sourceWebsite: 'https://linden-legal.org' })
  const { code } = await stage.send({ organizationId: linden.id, email })
  await stage.register(email, { organizationId: linden.id, referralId: code })
  await stage.confirm(email)
  const account = () =>
    database.selectFrom('account').select(['id', 'approvedOn']).where('email', '=', email).executeTakeFirstOrThrow()
  const before = [await account(), (await app.outbox(email)).length]
  expect((await stage.decide(email, { decision: 'approve' })).status).toBe(200)
  await app.workJobs()
  expect([await account(), (await app.outbox(email)).length]).toEqual(before)
  expect((await stage.reviewOf(email)).status).toBe('approved')
  const call = await stage.signIn(email)
  const { portalAccountRoles } = (await call('GET', '/api/portalAccount/current')).body
  expect(portalAccountRoles.map(({ roleId }: { roleId: string }) => roleId)).toEqual(['organization-admin'])
})

it('D-REG-1 REG-15 of two simultaneous claims one needs no review, the other does; a link is claimed once', async () => {
  const willow = await stage.listed({ sourceWebsite: 'https://willow-legal.org' })
  const emails = [stage.address('willow-legal.org'), stage.address('willow-legal.org')]
  const links = [
    await stage.send({ organizationId: willow.id, email: emails[0] ?? '' }),
    await stage.send({ organizationId: willow.id, email: emails[1] ?? '' }),
  ]
  const answers = await Promise.all(
    emails.map((email, index) => stage.register(email, { organizationId: willow.id, referralId: links[index]?.code })),
  )
  expect(answers.map(({ body }) => body.verificationRequired).sort()).toEqual([false, true])

  const cedar = await stage.listed()
  const { id, code } = await stage.send({ organizationId: cedar.id, email: stage.address() })
  const both = [stage.address(), stage.address()]
  await Promise.all(both.map((email) => stage.register(email, { organizationId: cedar.id, referralId: code })))
  const reviews = await Promise.all(both.map((email) => stage.reviewOf(email)))
  expect(reviews.map(({ referralId }) => referralId).sort()).toEqual([id, null].sort())
})

it('D-REG-1 shows the holder of a claim link where the review stands, and no referral once it is refused', async () => {
  const cedar = await stage.listed()
  const email = stage.address()
  const { code } = await stage.send({ organizationId: cedar.id, email })
  const link = async () => (await anonymous('GET', `/api/referral/${code}`)).body
  expect(await link()).toEqual({
    referringOrganization: { name: stage.sender.name },
    referredToOrganization: { id: cedar.id, name: cedar.name, description: null, website: null },
    directReferralContact: { firstName: 'Rae', lastName: 'Lund', email },
    referral: {
      status: 'Sent',
      serviceName: null,
      urgency: 'routine',
      neededBy: null,
      sentOn: expect.any(String),
      personName: 'Noor A.',
    },
    claim: null,
  })
  await stage.register(email, { organizationId: cedar.id, referralId: code })
  expect((await link()).claim).toEqual({ status: 'pending' })
  await stage.decide(email, { decision: 'askForMore', reason: 'Who are you?' })
  expect((await link()).claim).toEqual({ status: 'more-asked' })
  await stage.decide(email, { decision: 'refuse', reason: 'Nobody there knows them.' })
  expect(await link()).toMatchObject({ claim: { status: 'refused' }, referral: null })
})

it('F-13 D-API-3 names an organization to the holder of a claim link’s code alone, and it is the referral’s', async () => {
  const cedar = await stage.listed()
  const elsewhere = stage.accounts.recipient.email
  const { id, code } = await stage.send({ organizationId: cedar.id, email: elsewhere })
  const ask = (email: string, referralId: string) =>
    anonymous('GET', `/api/organization/byPortalAccountEmail?portalAccountEmail=${email}&referralId=${referralId}`)
  expect((await ask(elsewhere, id)).status).toBe(404)
  expect((await ask(elsewhere, code)).body).toEqual({ id: cedar.id, name: cedar.name })
  expect((await ask(stage.accounts.third.email, code)).status).toBe(404)
  const internal = await stage.as.creator('POST', '/api/referral/', {
    contactId: stage.contactId,
    recipientOrganizationId: stage.sender.id,
    need: 'homelessness',
    directReferralContact: { firstName: 'Lee', lastName: 'Doe', email: elsewhere },
  })
  expect((await ask(elsewhere, internal.body.id)).status).toBe(404)
})
