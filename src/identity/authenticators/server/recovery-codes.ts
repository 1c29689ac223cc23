import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashCode, verifyPassword } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'

const COUNT = 10
const LENGTH = 24
/** The length of older codes, with 80 bits. */
const WEAK_LENGTH = 16
/** Crockford's base 32: without I, L, O and U, so that a printed code is unambiguous. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 120 random bits in six groups of four. */
function newRecoveryCode() {
  const characters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % 32]).join('')
  return (characters.match(/.{4}/g) ?? []).join('-')
}

/** Normalizes an entered code: case, spaces and look-alike characters do not matter. */
const plain = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
/** A code of 120 bits cannot be guessed from its hash. */
const hashRecoveryCode = (code: string) => hashCode(plain(code))

const unusedWeak = (database: Database, accountId: string) =>
  database
    .selectFrom('recoveryCode')
    .select('codeHash')
    .where('accountId', '=', accountId)
    .where('bits', '=', 80)
    .where('usedOn', 'is', null)
    .execute()

/**
 * The stored hash of an entered code. For an old code this may be a password hash of the hash, which must be searched
 * for.
 */
async function findSavedHash(database: Database, accountId: string, code: string) {
  const hash = hashRecoveryCode(code)
  if (plain(code).length !== WEAK_LENGTH) return hash
  for (const { codeHash } of await unusedWeak(database, accountId))
    if (codeHash.startsWith('$argon2') && (await verifyPassword(codeHash, hash))) return codeHash
  return hash
}

export async function countRecoveryCodes(database: Database, accountId: string) {
  const { count } = await database
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('pendingFor', 'is', null)
    .where('usedOn', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const deleteUnused = (transaction: Database, accountId: string) =>
  transaction.deleteFrom('recoveryCode').where('accountId', '=', accountId).where('pendingFor', 'is', null).execute()

/**
 * Creates ten codes and stores only their hashes, so this is the only time that they can be shown.
 * @param pendingFor the enrollment whose completion activates them; null activates them immediately and replaces all
 * others
 */
export async function makeRecoveryCodes(transaction: Database, accountId: string, pendingFor: string | null) {
  if (pendingFor === null) await deleteUnused(transaction, accountId)
  const codes = Array.from({ length: COUNT }, newRecoveryCode)
  await transaction
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ accountId, codeHash: hashRecoveryCode(code), pendingFor })))
    .execute()
  return codes
}

/** Activates the codes of a completed enrollment, and replaces all others. */
export async function confirmRecoveryCodes(transaction: Database, accountId: string, pendingFor: string) {
  const brought = await transaction
    .selectFrom('recoveryCode')
    .select('codeHash')
    .where('pendingFor', '=', pendingFor)
    .limit(1)
    .executeTakeFirst()
  if (!brought) return
  await deleteUnused(transaction, accountId)
  await transaction.updateTable('recoveryCode').set({ pendingFor: null }).where('pendingFor', '=', pendingFor).execute()
}

export const deleteRecoveryCodes = (transaction: Database, accountId: string) =>
  transaction.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()

/** Consumes a code. @returns whether it was still valid: true exactly once, even with concurrent calls */
export async function consumeRecoveryCode(transaction: Database, accountId: string, code: string) {
  const taken = await transaction
    .updateTable('recoveryCode')
    .set({ usedOn: sql`now()` })
    .where('accountId', '=', accountId)
    .where('codeHash', '=', await findSavedHash(transaction, accountId, code))
    .where('pendingFor', 'is', null)
    .where('usedOn', 'is', null)
    .returning('codeHash')
    .executeTakeFirst()
  return taken !== undefined
}
