import { expect, it } from 'vitest'
import { type Answer, type Caller, startTestApp } from './app.ts'
import { solveCaptcha } from './captcha.ts'
import { makeAccount, makeOrganization } from './factories.ts'

const product = await startTestApp()
const { database, someone, anonymous } = product
const today = new Date().toISOString().slice(0, 10)

const twenty = (act: () => Promise<Answer>) => Promise.all(Array.from({ length: 20 }, act))
/** The responses grouped by status. */
const statusesOf = (answers: Answer[]) => Object.groupBy(answers, ({ status }) => String(status))
const countOf = (answers: Answer[], status: number) => statusesOf(answers)[String(status)]?.length ?? 0

async function makeSender() {
  const [own, other] = [await makeOrganization(database), await makeOrganization(database)]
  const sender = await someone({ organizationId: own.id, roles: ['organization-admin'] })
  const recipient = await someone({ organizationId: other.id, roles: ['organization-admin'] })
  const contact = (await sender.call('POST', '/api/contact/', { firstName: 'Noor', lastName: 'Haddad', phones: [] }))
    .body
  const consent = (
    await sender.call('POST', `/api/contact/${contact.id}/consent`, {
      scope: 'network',
      howGiven: 'verbal',
      givenOn: today,
    })
  ).body
  const refer = async (send: boolean) => {
    const body = { contactId: contact.id, recipientOrganizationId: other.id, need: 'housing-instability', send }
    return (await sender.call('POST', '/api/referral/', body)).body as { id: string; version: number }
  }
  return {
    sender: sender.call,
    recipient: recipient.call,
    contact,
    consent: consent.consents[0] as { id: string },
    refer,
  }
}
const step = (call: Caller, { id, version }: { id: string; version: number }, action: string) =>
  call('POST', `/api/referral/${id}/transition`, { action, version, reason: 'other' })

it('ORG-03 of two admins who shut each other out one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const organization = await makeOrganization(database)
    const given = { organizationId: organization.id, roles: ['organization-admin'] as const }
    const [one, other] = [
      await someone({ ...given, roles: [...given.roles] }),
      await someone({ ...given, roles: [...given.roles] }),
    ]
    await Promise.all([
      ...Array.from({ length: 5 }, () => one.call('POST', `/api/portalAccount/${other.account.id}/deactivate`)),
      ...Array.from({ length: 5 }, () => other.call('POST', `/api/portalAccount/${one.account.id}/deactivate`)),
    ])
    const left = await database
      .selectFrom('account')
      .select('id')
      .where('organizationId', '=', organization.id)
      .where('deactivatedOn', 'is', null)
      .execute()
    expect(left).toHaveLength(1)
  }
})

it('REF-02 of accepting and recalling at once one happens', async () => {
  const { sender, recipient, refer } = await makeSender()
  for (let round = 0; round < 5; round++) {
    const referral = await refer(true)
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => step(recipient, referral, 'accept')),
      ...Array.from({ length: 10 }, () => step(sender, referral, 'recall')),
    ])
    expect(countOf(answers, 200)).toBe(1)
  }
})

it('REF-02 sends only what it says it sent while the consent is withdrawn, and nothing afterwards', async () => {
  const { sender, contact, consent, refer } = await makeSender()
  const drafts = await Promise.all(Array.from({ length: 10 }, () => refer(false)))
  const half = drafts.map((draft) => () => step(sender, draft, 'send'))
  const withdraw = () => sender('POST', `/api/contact/${contact.id}/consent/${consent.id}/withdraw`, {})
  const [withdrawn, ...sent] = await Promise.all([withdraw(), ...half.map((send) => send())])
  expect(withdrawn?.status).toBeLessThan(300)
  expect(sent.every(({ status }) => [200, 409, 422].includes(status))).toBe(true)
  const isSent = await database
    .selectFrom('referral')
    .select('id')
    .where(
      'id',
      'in',
      drafts.map(({ id }) => id),
    )
    .where('sentOn', 'is not', null)
    .execute()
  expect(isSent).toHaveLength(countOf(sent, 200))
  expect((await step(sender, await refer(false), 'send')).status).toBe(422)
})

it('REF-02 nothing is sent under a consent once it is withdrawn, by the order of their audit records', async () => {
  for (let round = 0; round < 3; round++) {
    const { sender, contact, consent, refer } = await makeSender()
    const drafts = await Promise.all(Array.from({ length: 20 }, () => refer(false)))
    const ids = drafts.map(({ id }) => id)
    const readSent = () =>
      database.selectFrom('referral').select('id').where('id', 'in', ids).where('consentId', '=', consent.id).execute()
    const early = drafts.slice(0, 5).map((draft) => step(sender, draft, 'send'))
    await Promise.any(early)
    const withdrawing = sender('POST', `/api/contact/${contact.id}/consent/${consent.id}/withdraw`, {})
    const late = drafts.slice(5).map((draft) => step(sender, draft, 'send'))
    expect((await withdrawing).status).toBe(200)
    const sentAtAnswer = await readSent()
    const answers = await Promise.all([...early, ...late])
    expect(countOf(answers, 200)).toBeGreaterThan(0)
    expect(await readSent()).toHaveLength(sentAtAnswer.length)
    const records = await database
      .selectFrom('auditRecord')
      .select(['id', 'action'])
      .where('subjectId', 'in', [...ids, contact.id])
      .where('action', 'in', ['referral.send', 'consent.withdraw'])
      .orderBy('id')
      .execute()
    // Both lock the consent before they write their record, so the records are in commit order.
    expect(records.map(({ action }) => action)).toEqual([
      ...Array(countOf(answers, 200)).fill('referral.send'),
      'consent.withdraw',
    ])
  }
}, 60_000)

it('RST-01 twenty requests for a reset link at once mail five', async () => {
  const { email } = await makeAccount(database)
  const codes: string[] = []
  for (let at = 0; at < 20; at++) codes.push(await solveCaptcha(anonymous))
  await Promise.all(codes.map((captchaCode) => anonymous('POST', '/api/authentication/forgot', { email, captchaCode })))
  await product.workJobs()
  await product.workJobs()
  const mails = await database.selectFrom('message').select('id').where('recipient', '=', email).execute()
  expect(mails).toHaveLength(5)
}, 120_000)

it('SUP-04 ending an impersonation twenty times at once gives one session back', async () => {
  const { call: developer } = await someone({ roles: ['developer'] })
  const target = await makeAccount(database)
  const begun = await developer('POST', `/api/portalAccount/impersonate?portalAccountId=${target.id}`, {
    reason: 'They asked me to look',
  })
  const cookie = [begun.headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')
  const acting = product.withCookie(cookie)
  const answers = await twenty(() => acting('POST', '/api/portalAccount/impersonate/end'))
  const given = answers.filter(({ headers }) =>
    [headers['set-cookie']].flat().some((line) => /session=[\w-]{20}/.test(String(line))),
  )
  expect(given).toHaveLength(1)
})
