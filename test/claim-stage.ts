import { randomUUID } from 'node:crypto'
import { makePerson, makeStage, type Stage } from '#test/referral-stage.ts'
import type { Caller, TestApp } from './app.ts'
import { solveCaptcha } from './captcha.ts'
import { makeAccount, makeOrganization } from './factories.ts'

const PASSWORD = 'violet kettle morning'

/** Two senders, an organization in the directory without an account, and what is needed to claim it. */
export async function makeClaimStage(app: TestApp) {
  const { database, anonymous } = app
  const stage = await makeStage(app)
  const admin = await makeAccount(database, { roles: ['platform-admin'], organizationId: null })
  const asAdmin = await app.signIn(admin.email, admin.password)

  const listed = async (source: { sourceEmail?: string; sourceWebsite?: string; email?: string } = {}) => {
    const made = await makeOrganization(database, {
      name: `Cedar ${randomUUID().slice(0, 6)}`,
      standing: 'listed',
      takesReferrals: false,
    })
    if (Object.keys(source).length > 0)
      await database.updateTable('organization').set(source).where('id', '=', made.id).execute()
    return made
  }

  /** Sends a referral to an organization without an account. @returns its ID and the code of its claim link */
  async function send(given: { organizationId: string; email: string; as?: keyof Stage['as']; contactId?: string }) {
    const call = stage.as[given.as ?? 'creator']
    const contactId = given.contactId ?? stage.contactId
    await call('POST', `/api/contact/${contactId}/consent`, {
      scope: 'organizations',
      recipientIds: [given.organizationId],
      howGiven: 'written',
      givenOn: new Date().toISOString().slice(0, 10),
    })
    const sent = await call('POST', '/api/referral/', {
      contactId,
      recipientOrganizationId: given.organizationId,
      need: 'homelessness',
      note: 'Must leave on Friday.',
      directReferralContact: { firstName: 'Rae', lastName: 'Lund', email: given.email },
    })
    if (sent.status !== 201) throw new Error(`sending answered ${sent.status}: ${JSON.stringify(sent.body)}`)
    await app.workJobs()
    const code = /referralId=([\w-]+)/.exec((await app.outbox(given.email))[0]?.text ?? '')?.[1] ?? ''
    return { id: sent.body.id as string, code }
  }

  /** The stage's recipient is asked for the same need, and accepts. */
  async function accept({ besides }: { besides: string }) {
    const { contactId, requestId } = (await stage.as.creator('GET', `/api/referral/${besides}`)).body
    const given = { contactId, requestId, recipientOrganizationId: stage.recipient.id, need: 'homelessness' }
    const { id, version } = (await stage.as.creator('POST', '/api/referral/', given)).body
    const step = (call: Caller, of: { action: string; version: number }) =>
      call('POST', `/api/referral/${id}/transition`, of)
    const accepted = await step(stage.as.recipient, { action: 'accept', version })
    if (accepted.status !== 200) throw new Error(`accepting answered ${accepted.status}`)
    /** Undoes it. */
    return () => step(stage.as.recipient, { action: 'undo', version: accepted.body.version })
  }

  const register = async (email: string, given: Record<string, unknown>) =>
    anonymous('POST', '/api/organizationRegistration/register/', {
      firstName: 'Mal',
      lastName: 'Ory',
      email,
      confirmEmail: email,
      phoneNumber: '(716) 555-0142',
      password: PASSWORD,
      confirmPassword: PASSWORD,
      securityQuestion: 'first-job-town',
      securityQuestionAnswer: 'Elmira',
      acceptedTermsAndConditions: true,
      captchaCode: await solveCaptcha(anonymous),
      ...given,
    })

  async function confirm(email: string) {
    await app.workJobs()
    const mails = await app.outbox(email)
    const code = mails.map((mail) => /verification\/([\w-]+)/.exec(mail.text)?.[1]).find(Boolean)
    return anonymous('POST', `/api/organizationRegistration/verification/${code}`)
  }

  const reviewOf = (email: string) =>
    database
      .selectFrom('registrationReview')
      .innerJoin('account', 'account.id', 'registrationReview.accountId')
      .selectAll('registrationReview')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()

  const decide = async (email: string, given: Record<string, unknown>, as: Caller = asAdmin) => {
    const { id, version } = await reviewOf(email)
    return as('POST', `/api/admin/review/${id}/decision`, { version, ...given })
  }

  /** Registers with a claim link, confirms the address and is approved by the network. @returns their calls */
  async function claim(email: string, organizationId: string, referralId?: string) {
    await register(email, { organizationId, ...(referralId ? { referralId } : {}) })
    await confirm(email)
    await decide(email, { decision: 'approve' })
    return app.signIn(email, PASSWORD)
  }
  const login = (email: string) => anonymous('POST', '/api/auth/login/fallback', { email, password: PASSWORD })
  const address = (host = 'evil.example') => `mal-${randomUUID().slice(0, 8)}@${host}`

  return {
    ...stage,
    asAdmin,
    listed,
    send,
    accept,
    register,
    confirm,
    reviewOf,
    decide,
    claim,
    login,
    address,
    signIn: (email: string) => app.signIn(email, PASSWORD),
    personOf: (as: Caller, given: Record<string, unknown>) => makePerson(as, given),
  }
}
export type ClaimStage = Awaited<ReturnType<typeof makeClaimStage>>

/** Everything that a recipient can request about one referral, as statuses and list contents. */
export async function everythingAbout(call: Caller, id: string, search: string) {
  const base = `/api/referral/${id}`
  const statuses = await Promise.all([
    call('GET', base),
    call('GET', `${base}/message`),
    call('POST', `${base}/message`, { text: 'Hello' }),
    call('POST', `${base}/read`, { lastSequence: 0 }),
    call('POST', `${base}/transition`, { action: 'accept', version: 0 }),
    call('POST', `${base}/confirmRecipient`, {}),
  ])
  const lists = await Promise.all(
    ['', `?search=${search}`, '?status=Sent', '?sort=oldest'].map((query) => call('GET', `/api/referral/${query}`)),
  )
  const waiting = await call('GET', '/api/referral/waiting')
  return {
    statuses: statuses.map(({ status }) => status),
    isListed: JSON.stringify([...lists.map(({ body }) => body), waiting.body]).includes(id),
  }
}
