import {
  consumeContactInvitation,
  findContactInvitation,
  invitedContact,
  isRegistered,
  recordAccess,
} from '#casework/clients/server/clients-public.ts'
import {
  accountProblem,
  findAccountByEmail,
  hashAnswer,
  hashCode,
  hashPassword,
  insertAccount,
  requireStrongPassword,
} from '#identity/accounts/server/accounts-public.ts'
import { insertPerson, personRecord } from '#identity/people/server/people-public.ts'
import { linkStateOf } from '#platform/schema/sent-link.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Captcha } from '#platform/server/captcha.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { NewMember } from '../member-registration.ts'

/** Why an invitation is no longer valid. */
async function goneFor(database: Database, code: string) {
  const invitation = await findContactInvitation(database, hashCode(code))
  const state = invitation ? linkStateOf(invitation) : 'unknown'
  return problem('gone', { extra: { reason: state === 'pending' ? 'unknown' : state } })
}

/**
 * The contact of a valid invitation.
 * @throws problem gone with its reason: used, expired, withdrawn, replaced, unknown
 */
async function getInvited(database: Database, code: string) {
  const contact = await database
    .selectFrom(personRecord.as('contact'))
    .select(['id', 'firstName', 'lastName', 'email'])
    .where('id', '=', invitedContact(hashCode(code)))
    .executeTakeFirst()
  if (!contact?.email) throw await goneFor(database, code)
  return { ...contact, email: contact.email }
}

/** The same, shown to the holder of the link before they register; the access is recorded. */
export async function viewInvited(database: Database, code: string) {
  const contact = await getInvited(database, code)
  await recordAccess(database, null, [contact.id], { way: 'invitation' })
  return contact
}

/** Creates the account and its own contact; the mailed link has proven that the address is theirs. */
async function insertMember(
  database: Database,
  person: { firstName: string; lastName: string; email: string },
  secrets: { passwordHash: string; securityQuestion: string; securityAnswerHash: string; language: 'en' | 'es' },
) {
  const contactId = await insertPerson(database, person)
  const now = new Date().toISOString()
  const accountId = await insertAccount(
    database,
    {
      ...secrets,
      email: person.email,
      contactId,
      acceptedTermsAndConditions: true,
      emailConfirmedOn: now,
      approvedOn: now,
    },
    ['community-member'],
  )
  if (!accountId) throw accountProblem('email-in-use')
  return accountId
}

/**
 * Registers a community member by an invitation's link; name and address come from the invitation.
 * @throws problem captcha-failed, gone, invalid-request at a field, email-in-use (406)
 */
export async function registerMember(
  services: { database: Database; config: Config; captcha: Captcha },
  given: NewMember,
  language: 'en' | 'es',
) {
  const { database, config, captcha } = services
  await captcha.require(given.captchaCode ?? undefined)
  const { id: contactId, ...person } = await getInvited(database, given.contactId)
  if (given.password !== given.confirmPassword) throw fieldProblem('confirmPassword', 'passwords-differ')
  const personal = [person.firstName, person.lastName, person.email, config.productName]
  await requireStrongPassword(given.password, { minLength: config.passwordMinLength, personal })
  if ((await findAccountByEmail(database, person.email)) || (await isRegistered(database, contactId)))
    throw accountProblem('email-in-use')
  const [passwordHash, securityAnswerHash] = await Promise.all([
    hashPassword(given.password),
    hashAnswer(given.securityQuestionAnswer),
  ])
  await database.transaction().execute(async (transaction) => {
    const { securityQuestion } = given
    const accountId = await insertMember(transaction, person, {
      passwordHash,
      securityQuestion,
      securityAnswerHash,
      language,
    })
    if (!(await consumeContactInvitation(transaction, hashCode(given.contactId), accountId))) throw problem('gone')
    await recordAudit(transaction, {
      actorId: accountId,
      action: 'member-registered',
      subjectType: 'account',
      subjectId: accountId,
    })
  })
}
