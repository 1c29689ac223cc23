import type { Caller, TestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'

/**
 * Two organizations with people, a third that must never learn anything, and a person with a consent for the whole
 * network.
 */
export async function makeStage(app: TestApp) {
  const { database } = app
  const [sender, recipient, third] = [
    await makeOrganization(database, { name: `Eastside ${crypto.randomUUID().slice(0, 4)}` }),
    await makeOrganization(database, { name: `Harbor ${crypto.randomUUID().slice(0, 4)}` }),
    await makeOrganization(database),
  ]
  const account = (organizationId: string, roles: Parameters<typeof makeAccount>[1] = {}) =>
    makeAccount(database, { organizationId, ...roles })
  const accounts = {
    creator: await account(sender.id, { firstName: 'Maria' }),
    senderAdmin: await account(sender.id, { roles: ['organization-admin'] }),
    recipient: await account(recipient.id, { firstName: 'Lee', roles: ['organization-admin'] }),
    third: await account(third.id, { roles: ['organization-admin'] }),
  }
  const as = {} as Record<keyof typeof accounts, Caller>
  for (const [name, { email }] of Object.entries(accounts))
    as[name as keyof typeof accounts] = await app.signIn(email, PASSWORD)
  const contact = await makePerson(as.creator)
  return { sender, recipient, third, accounts, as, contactId: contact.id as string }
}
export type Stage = Awaited<ReturnType<typeof makeStage>>

export async function makePerson(
  call: Caller,
  given: Record<string, unknown> = {},
  consent: Record<string, unknown> | null = { scope: 'network' },
) {
  const made = await call('POST', '/api/contact/', {
    firstName: 'Noor',
    lastName: 'Abadi',
    birthDate: '1992-03-04',
    email: 'noor@example.test',
    phones: [{ phoneNumber: '(716) 555-0142' }],
    ...given,
  })
  if (made.status !== 201) throw new Error(`recording a person answered ${made.status}: ${JSON.stringify(made.body)}`)
  if (consent)
    await call('POST', `/api/contact/${made.body.id}/consent`, {
      howGiven: 'verbal',
      givenOn: today(),
      ...consent,
    })
  return made.body
}

const today = () => new Date().toISOString().slice(0, 10)

/** Records a consent that names this organization. */
export const nameInConsent = (stage: Stage, organizationId: string, contactId: string) =>
  stage.as.creator('POST', `/api/contact/${contactId}/consent`, {
    ...{ scope: 'organizations', recipientIds: [organizationId], howGiven: 'written', givenOn: today() },
  })

/** A referral between the stage's organizations. If it needs an invitation, a consent names the recipient first. */
export const refer = async (stage: Stage, given: Record<string, unknown> = {}, call = stage.as.creator) => {
  const contactId = String(given.contactId ?? stage.contactId)
  if (given.directReferralContact) await nameInConsent(stage, String(given.recipientOrganizationId), contactId)
  return call('POST', '/api/referral/', {
    contactId,
    recipientOrganizationId: stage.recipient.id,
    need: 'homelessness',
    note: 'Must leave on Friday.',
    ...given,
  })
}

/** Every field that any action needs, so that only state and actor matter. */
export const wholeCall = (action: string, version: number) => ({
  action,
  version,
  reason: action === 'decline' || action === 'closeUnresolved' ? 'no capacity' : 'Because it is so.',
  outcome: 'got help',
  reviewOn: '2099-01-01',
})
