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
 * What an administrator's link asks of the account's owner beside the mailbox. An account that has neither question nor
 * factor was never set up: its first password needs the link alone.
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
 * Demands what {@link getLinkProof} names.
 * @returns a code that is still to be consumed, in the transaction that sets the password; null when the answer was right
 * @throws problem gone, wrong-answer, too-many-requests, invalid-request when nothing was given
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
