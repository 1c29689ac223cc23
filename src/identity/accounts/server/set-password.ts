import { sql } from 'kysely'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type AccountRow, ANSWER_MIN } from '../account.ts'
import { type Origin, recordAccountEvent } from './account-event.ts'
import { settleFreeze } from './account-freeze.ts'
import { getPersonOfAccount } from './account-queries.ts'
import { endMailedLinks } from './account-token-queries.ts'
import { requireStrongPassword } from './require-strong-password.ts'
import { getSecondFactorNeed } from './second-factor-need.ts'
import { hashAnswer, hashPassword, verifyPassword } from './secret-hash.ts'
import { notifyOwner } from './security-mail.ts'
import { endSessionsOf } from './session.ts'

/** An account whose password is about to change. */
export type Changing = Pick<
  AccountRow,
  'id' | 'email' | 'language' | 'passwordHash' | 'securityQuestion' | 'acceptedTermsAndConditions'
>
export interface Given {
  password: string
  confirmPassword?: string | undefined
  securityQuestion?: string | null | undefined
  securityQuestionAnswer?: string | null | undefined
  acceptedTermsAndConditions?: boolean | null | undefined
}

/**
 * Checks a new password before anything is consumed for it.
 * @throws problem invalid-request at the field
 */
export async function requireGoodPassword(database: Database, config: Config, account: Changing, given: Given) {
  if (given.confirmPassword !== undefined && given.confirmPassword !== given.password)
    throw fieldProblem('confirmPassword', 'passwords-differ')
  const person = await getPersonOfAccount(database, account.id)
  const personal = [person.firstName, person.lastName, account.email, person.organizationName]
  await requireStrongPassword(given.password, { minLength: config.passwordMinLength, personal })
  if (await verifyPassword(account.passwordHash, given.password)) throw fieldProblem('password', 'password-same')
}

/** Requires what the account still lacks together with its new password: a security question, and the terms. */
export function requireMissingParts(account: Changing, given: Given) {
  const errors = [
    ...(account.securityQuestion || given.securityQuestion ? [] : ['securityQuestion']),
    ...(account.securityQuestion || given.securityQuestionAnswer ? [] : ['securityQuestionAnswer']),
  ].map((path) => ({ path, message: 'needed' }))
  if (!account.securityQuestion && given.securityQuestionAnswer && given.securityQuestionAnswer.length < ANSWER_MIN)
    errors.push({ path: 'securityQuestionAnswer', message: 'answer-too-short' })
  if (!account.acceptedTermsAndConditions && !given.acceptedTermsAndConditions)
    errors.push({ path: 'acceptedTermsAndConditions', message: 'terms-needed' })
  if (errors.length) throw problem('invalid-request', { errors })
}

type Way = 'change' | 'forced-reset' | 'question' | 'link'
const isByMail = (way: Way) => way === 'question' || way === 'link'

const newQuestion = async (account: Changing, given: Given) =>
  account.securityQuestion || !given.securityQuestion || !given.securityQuestionAnswer
    ? {}
    : {
        securityQuestion: given.securityQuestion,
        securityAnswerHash: await hashAnswer(given.securityQuestionAnswer),
      }

/**
 * Sets an account's new password, and what it lacked. Ends its other sessions and all open reset links, and notifies
 * its owner.
 * @param given.way how the person authenticated, for the audit record
 * @param given.origin where the request came from, for the owner
 * @throws problem conflict if the password changed since the account was read
 */
export async function setPassword(
  database: Database,
  config: Config,
  account: Changing,
  given: Given & { way: Way; keepSessionId?: string; origin: Origin },
) {
  const changes = {
    passwordHash: await hashPassword(given.password),
    passwordChangedOn: sql<string>`now()`,
    forcePasswordReset: false,
    passwordByLink: isByMail(given.way) && (await getSecondFactorNeed(database, account.id)).hasFactor,
    acceptedTermsAndConditions: account.acceptedTermsAndConditions || given.acceptedTermsAndConditions === true,
    ...(await newQuestion(account, given)),
  }
  const changed = await database
    .updateTable('account')
    .set(changes)
    .where('id', '=', account.id)
    .where('passwordHash', 'is not distinct from', account.passwordHash)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw problem('conflict')
  await settleFreeze(database, account.id, given.way)
  await endSessionsOf(database, account.id, given.keepSessionId)
  await endMailedLinks(database, account.id)
  await recordAudit(database, {
    actorId: account.id,
    action: 'password-changed',
    subjectType: 'account',
    subjectId: account.id,
    detail: { way: given.way },
  })
  await tell(database, config, account, given)
}

async function tell(
  database: Database,
  config: Config,
  account: Changing,
  { way, origin, securityQuestion }: Given & { way: Way; origin: Origin },
) {
  const isReset = isByMail(way)
  const event = { accountId: account.id, actorId: account.id, ...origin }
  if (isReset) await recordAccountEvent(database, { ...event, kind: 'reset-link-used', detail: { way } })
  await recordAccountEvent(database, {
    ...event,
    kind: isReset ? 'password-reset' : 'password-changed',
    detail: { way },
  })
  if (!account.securityQuestion && securityQuestion)
    await recordAccountEvent(database, { ...event, kind: 'security-question-changed' })
  await notifyOwner(database, config, account.id, isReset ? 'passwordReset' : 'passwordChanged', origin)
}
