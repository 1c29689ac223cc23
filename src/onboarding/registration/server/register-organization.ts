import { claimInvitation, findInvitation } from '#casework/referrals/server/referrals-public.ts'
import { isDirectoryAddress } from '#directory/services/server/directory-public.ts'
import {
  accountProblem,
  findAccountByEmail,
  hashAnswer,
  hashPassword,
  requireStrongPassword,
} from '#identity/accounts/server/accounts-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Captcha } from '#platform/server/captcha.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { type NewOrganizationRegistration, readChosenOrganization } from '../organization-registration.ts'
import type { RegistrationReview } from '../review.ts'
import { admitApplicant } from './admit-applicant.ts'
import { requestNotice } from './notify-reviewers.ts'
import { publishReview } from './publish-review.ts'
import { sendReviewNotice } from './registration-mail.ts'
import {
  findOrganizationToJoin,
  findSentBefore,
  hasAdmin,
  hasPeople,
  insertApplicant,
  insertNewOrganization,
  listAdmins,
} from './registration-queries.ts'
import { issueVerification } from './send-verification.ts'

export interface RegistrationServices {
  database: Database
  config: Config
  captcha: Captcha
}
type Language = 'en' | 'es'

/** The registration's partner, if it is configured. */
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
 * D-REG-1: every claim of an existing organization is reviewed, even with a claim link, because the sender of the link
 * chose the address. Only an address that the directory itself gives for the organization proves ownership, and only
 * while the organization has no people. If it has an admin, this is a request to join.
 */
async function findStanding(
  database: Database,
  given: NewOrganizationRegistration,
  organizationId: string,
  accountId: string,
): Promise<Standing> {
  if (readChosenOrganization(given).id === null) return { kind: 'new-organization', referralId: null }
  const link = await claimLink(database, given, organizationId, accountId)
  const referralId = link?.referralId ?? null
  if (await hasAdmin(database, organizationId)) return { kind: 'join', referralId }
  const isOwner = link?.directReferralContact.email.toLowerCase() === given.email
  const isVouched =
    isOwner &&
    !(await hasPeople(database, organizationId)) &&
    (await isDirectoryAddress(database, organizationId, given.email))
  return { kind: isVouched ? 'invited' : 'claim', referralId }
}

/** Claims the applicant's claim link; undefined if it is for another organization or already claimed. */
async function claimLink(
  database: Database,
  { referralId: code }: NewOrganizationRegistration,
  organizationId: string,
  accountId: string,
) {
  const link = code ? await findInvitation(database, code) : undefined
  if (!code || link?.referredToOrganization.id !== organizationId) return undefined
  return (await claimInvitation(database, code, accountId)) ? link : undefined
}

async function queueReview(
  database: Database,
  config: Config,
  review: {
    accountId: string
    organizationId: string
    kind: RegistrationReview['kind']
    referralId: string | null
    source: string | null
    requestId: string | null
  },
  words: { organizationName: string; applicant: string },
) {
  const { id } = await database
    .insertInto('registrationReview')
    .values(review)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (review.kind !== 'join') await requestNotice(database)
  else
    for (const admin of await listAdmins(database, review.organizationId))
      await sendReviewNotice(database, config, admin, { reviewId: id, kind: review.kind, ...words })
  await publishReview(database, { ...review, id })
}

/** What is required before the account can be used. */
const openSteps = (kind: RegistrationReview['kind']) => ({
  verificationRequired: kind !== 'invited',
  confirmationRequired: true,
})

/**
 * The answer to a registration whose address has an account: the same as before if it has the ID of that account's own registration.
 * @throws problem email-in-use
 */
async function answerAgain(database: Database, { email, requestId }: NewOrganizationRegistration) {
  const account = await findAccountByEmail(database, email)
  const sent = account && requestId ? await findSentBefore(database, account.id, requestId) : undefined
  if (!sent) throw accountProblem('email-in-use')
  return openSteps(sent.kind)
}

/**
 * Registers a person with a new organization, or requests to join an existing one: all of it or nothing.
 * @returns what is required before the account can be used
 * @throws problem captcha-failed, invalid-request (a weak password, an unknown organization), email-in-use
 */
export async function registerOrganization(
  services: RegistrationServices,
  given: NewOrganizationRegistration,
  language: Language,
) {
  const { database, config, captcha } = services
  await captcha.require(given.captchaCode ?? undefined)
  const { name } = readChosenOrganization(given)
  await requireStrongPassword(given.password, {
    minLength: config.passwordMinLength,
    personal: [given.firstName, given.lastName, given.email, name, config.productName],
  })
  if (await findAccountByEmail(database, given.email)) return answerAgain(database, given)
  const [passwordHash, securityAnswerHash] = await Promise.all([
    hashPassword(given.password),
    hashAnswer(given.securityQuestionAnswer),
  ])
  const { firstName, lastName, phoneNumber, email, securityQuestion } = given
  const registering = database.transaction().execute(async (transaction) => {
    const organization = await chooseOrganization(transaction, given)
    const accountId = await insertApplicant(transaction, {
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
    if (!accountId) throw accountProblem('email-in-use')
    const { kind, referralId } = await findStanding(transaction, given, organization.id, accountId)
    const source = knownSource(config, given.source)
    if (kind === 'invited')
      await admitApplicant(transaction, config, { accountId, organizationId: organization.id, referralId }, undefined)
    await queueReview(
      transaction,
      config,
      { accountId, organizationId: organization.id, kind, referralId, source, requestId: given.requestId ?? null },
      { organizationName: organization.name, applicant: `${firstName} ${lastName}` },
    )
    await issueVerification(transaction, config, { id: accountId, email, language, firstName }, source)
    await recordAudit(transaction, {
      actorId: accountId,
      action: 'registered',
      subjectType: 'account',
      subjectId: accountId,
      detail: { kind, organizationId: organization.id },
    })
    return openSteps(kind)
  })
  return registering.catch((error) => {
    if (error.code !== 'email-in-use') throw error
    return answerAgain(database, given)
  })
}
