import {
  demandStrongPassword,
  findAccountByEmail,
  hashAnswer,
  hashPassword,
} from '#features/accounts/server/accounts-public.ts'
import { findInvitation, useInvitation as spendInvitation } from '#features/referrals/server/referrals-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Captcha } from '#platform/server/captcha.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type NewOrganizationRegistration, readChosenOrganization } from '../organization-registration.ts'
import type { RegistrationReview } from '../review.ts'
import { requestNotice } from './notify-reviewers.ts'
import {
  admitApplicant,
  findOrganizationToJoin,
  hasPeople,
  insertAccount,
  insertNewOrganization,
} from './registration-queries.ts'
import { issueVerification } from './send-verification.ts'

export interface RegistrationServices {
  database: Database
  config: Config
  captcha: Captcha
}
type Language = 'en' | 'es'

/** The partner that the registration came from, if the configuration knows it. */
const knownSource = (config: Config, source: string | null | undefined) =>
  config.partners.find((partner) => partner.source === source?.toLowerCase())?.source ?? null

async function chooseOrganization(database: Database, given: NewOrganizationRegistration) {
  const { id, name } = readChosenOrganization(given)
  if (id === null) {
    const { organizationDescription: description, organizationWebsite: website } = given
    return insertNewOrganization(database, { name, description: description || null, website: website || null })
  }
  const found = await findOrganizationToJoin(database, id)
  if (!found) throw fieldProblem('organizationId', 'organization-unknown')
  return found
}

interface Standing {
  kind: RegistrationReview['kind']
  referralId: string | null
}

/**
 * D-REG-1: an invitation to this organization and this address vouches for the applicant. Once the organization has people
 * of its own, a stranger's word no longer opens it: that is a claim like any other.
 */
async function judgeStanding(
  database: Database,
  given: NewOrganizationRegistration,
  organizationId: string,
): Promise<Standing> {
  if (readChosenOrganization(given).id === null) return { kind: 'new-organization', referralId: null }
  const claim: Standing = { kind: 'claim', referralId: null }
  const code = given.referralId ?? ''
  const invitation = await findInvitation(database, code)
  if (invitation?.referredToOrganization.id !== organizationId) return claim
  if (invitation.directReferralContact.email.toLowerCase() !== given.email) return claim
  if ((await hasPeople(database, organizationId)) || !(await spendInvitation(database, code))) return claim
  return { kind: 'invited', referralId: invitation.referralId }
}

async function queueReview(
  database: Database,
  review: {
    accountId: string
    organizationId: string
    kind: RegistrationReview['kind']
    referralId: string | null
    source: string | null
  },
) {
  const { id } = await database
    .insertInto('registrationReview')
    .values(review)
    .returning('id')
    .executeTakeFirstOrThrow()
  await requestNotice(database)
  await publishEvent(database, { type: 'registration-review', subjectId: id, audience: ['role:platform-admin'] })
}

/**
 * Registers somebody with a new organization, or asks to join an existing one: all of it or nothing.
 * @returns whether a platform admin must approve before the account can be used
 * @throws problem captcha-failed, invalid-request (a weak password, an unknown organization), email-in-use
 */
export async function registerOrganization(
  services: RegistrationServices,
  given: NewOrganizationRegistration,
  language: Language,
) {
  const { database, config, captcha } = services
  await captcha.demand(given.captchaCode ?? undefined)
  const { name } = readChosenOrganization(given)
  await demandStrongPassword(given.password, {
    minLength: config.passwordMinLength,
    personal: [given.firstName, given.lastName, given.email, name, config.productName],
  })
  if (await findAccountByEmail(database, given.email)) throw problem('email-in-use')
  const [passwordHash, securityAnswerHash] = await Promise.all([
    hashPassword(given.password),
    hashAnswer(given.securityQuestionAnswer),
  ])
  const { firstName, lastName, phoneNumber, email, securityQuestion } = given
  return database.transaction().execute(async (transaction) => {
    const organization = await chooseOrganization(transaction, given)
    const accountId = await insertAccount(transaction, {
      firstName,
      lastName,
      title: given.title || null,
      phoneNumber,
      email,
      passwordHash,
      securityQuestion,
      securityAnswerHash,
      language,
    })
    if (!accountId) throw problem('email-in-use')
    const { kind, referralId } = await judgeStanding(transaction, given, organization.id)
    const source = knownSource(config, given.source)
    if (kind === 'invited') await admitApplicant(transaction, { accountId, organizationId: organization.id })
    await queueReview(transaction, { accountId, organizationId: organization.id, kind, referralId, source })
    await issueVerification(transaction, config, { id: accountId, email, language, firstName }, source)
    await recordAudit(transaction, {
      actorId: accountId,
      action: 'registered',
      subjectType: 'account',
      subjectId: accountId,
      detail: { kind, organizationId: organization.id },
    })
    return { verificationRequired: kind !== 'invited' }
  })
}
