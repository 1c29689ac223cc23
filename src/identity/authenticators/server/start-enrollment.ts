import { randomUUID } from 'node:crypto'
import { getAccountRow } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { seal } from '#platform/server/seal.ts'
import type { Enrollment, NewAuthenticator } from '../authenticator.ts'
import { authenticatorProblem } from './authenticator-problem.ts'
import { changeFactors, findActive } from './authenticator-queries.ts'
import { sendChallenge } from './factor-challenge.ts'
import type { FactorThrottle } from './factor-throttle.ts'
import { aboutSecret } from './open-secret.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { barcodeUri, newTotpSecret } from './totp.ts'

export interface FactorServices {
  database: Database
  config: Config
  throttle: FactorThrottle
}

/**
 * Starts the enrollment of an app or a telephone, and replaces an unfinished one. It becomes active, with the recovery
 * codes of a first enrollment, once its code has been verified.
 * @throws problem authenticator-enrolled, too-many-requests, phone-codes-unavailable (no service to send them is configured)
 */
export async function startEnrollment(
  { database, config, throttle }: FactorServices,
  actor: Pick<Actor, 'accountId' | 'sessionId'>,
  wanted: NewAuthenticator,
): Promise<Enrollment> {
  const { accountId, sessionId } = actor
  const isPhone = wanted.authenticator_type === 'oob'
  if (isPhone && !config.evaluation && !config.smsUrl) throw authenticatorProblem('phone-codes-unavailable')
  if (isPhone) await throttle.count('send', accountId)
  return changeFactors(database, actor, async (transaction) => {
    if (await findActive(transaction, accountId, wanted.authenticator_type))
      throw authenticatorProblem('authenticator-enrolled')
    await transaction
      .deleteFrom('authenticator')
      .where('accountId', '=', accountId)
      .where('active', '=', false)
      .execute()
    const account = await getAccountRow(transaction, accountId)
    const id = randomUUID()
    const secret = isPhone ? null : newTotpSecret()
    await transaction
      .insertInto('authenticator')
      .values({
        id,
        accountId,
        authenticatorType: wanted.authenticator_type,
        oobChannel: isPhone ? wanted.oob_channel : null,
        phoneNumber: isPhone ? wanted.phone_number : null,
        sealedSecret: secret && seal(config, aboutSecret(accountId), secret),
      })
      .execute()
    const isFirst = (await countRecoveryCodes(transaction, accountId)) === 0
    return {
      id,
      barcode_uri: secret && barcodeUri(secret, { issuer: config.productName, label: account.email }),
      oob_code: isPhone
        ? await sendChallenge(
            transaction,
            config,
            { accountId, sessionId, authenticatorId: id },
            { account, channel: wanted.oob_channel, phoneNumber: wanted.phone_number },
          )
        : null,
      recovery_codes: isFirst ? await makeRecoveryCodes(transaction, accountId, id) : [],
    }
  })
}
