import type { Database } from '#platform/server/database.ts'

/** Removes every passkey of an account: the devices are lost. @returns how many */
export const removeAllPasskeys = async (transaction: Database, accountId: string) =>
  (await transaction.deleteFrom('passkey').where('accountId', '=', accountId).returning('id').execute()).length
