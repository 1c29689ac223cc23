import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { seal, unseal } from '#platform/server/seal.ts'
import type { AuthenticatorRow } from '../authenticator.ts'

export const aboutSecret = (accountId: string) => `totp:${accountId}`

/** Decrypts an app's secret; encrypts it again with the newest key if an older one was used. */
export async function openSecret(
  { database, config }: { database: Database; config: Config },
  app: Pick<AuthenticatorRow, 'id' | 'accountId' | 'sealedSecret'>,
) {
  const about = aboutSecret(app.accountId)
  const opened = unseal(config, about, app.sealedSecret ?? '')
  if (opened?.isOld)
    await database
      .updateTable('authenticator')
      .set({ sealedSecret: seal(config, about, opened.text) })
      .where('id', '=', app.id)
      .where('sealedSecret', '=', app.sealedSecret)
      .execute()
  return opened?.text
}
