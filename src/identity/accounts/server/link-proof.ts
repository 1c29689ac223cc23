import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { AccountRow } from '../account.ts'
import type { LinkedAccount, ResetByLink } from '../password-reset.ts'
import type { Origin } from './account-event.ts'
import type { LinkPurpose } from './accounts-tables.ts'
import type { FactorProof } from './factor-proof.ts'
import type { GuessThrottle } from './guess-throttle.ts'
import { getSecondFactorNeed } from './second-factor-need.ts'
import { hashCode } from './secret-hash.ts'
import { requireSecurityAnswer } from './security-answer.ts'

export interface LinkProofServices {
  database: Database
  config: Config
  guesses: GuessThrottle
  factors: FactorProof
}
type Account = Pick<AccountRow, 'id' | 'securityQuestion' | 'securityAnswerHash'>

/**
 * What an administrator's link requires in addition to the mailbox. An account with neither a question nor a factor was
 * never set up: its first password needs only the link.
 */
export async function getLinkProof(
  database: Database,
  account: Account,
  purpose: LinkPurpose,
): Promise<Pick<LinkedAccount, 'askedQuestion' | 'takesCode'>> {
  if (purpose !== 'admin-reset') return { askedQuestion: null, takesCode: false }
  const { enrolled } = await getSecondFactorNeed(database, account.id)
  return { askedQuestion: account.securityAnswerHash && account.securityQuestion, takesCode: enrolled }
}

/**
 * Requires what {@link getLinkProof} returns.
 * @returns a code to be consumed in the transaction that sets the password; null if the answer was right
 * @throws problem gone, wrong-answer, too-many-requests, invalid-request if nothing was given
 */
export async function requireLinkProof(
  services: LinkProofServices,
  { account, code, purpose }: { account: Account; code: string; purpose: LinkPurpose },
  given: Pick<ResetByLink, 'securityQuestionAnswer' | 'factorCode'>,
  origin: Origin,
) {
  const { askedQuestion, takesCode } = await getLinkProof(services.database, account, purpose)
  if (!askedQuestion && !takesCode) return null
  if (takesCode && given.factorCode) {
    await services.factors.count(account.id)
    return given.factorCode
  }
  const answer = given.securityQuestionAnswer
  if (!askedQuestion) throw fieldProblem('factorCode', 'needed')
  if (!answer) throw fieldProblem('securityQuestionAnswer', 'needed')
  await requireSecurityAnswer(services, account, { codeHash: hashCode(code), answer, origin })
  return null
}
