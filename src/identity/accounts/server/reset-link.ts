import { createHmac, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { LinkState } from '#platform/schema/sent-link.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { AccountRow } from '../account.ts'
import { maySendResetLink } from '../account-policy.ts'
import type { LinkedAccount, ResetByLink } from '../password-reset.ts'
import { type Origin, recordAccountEvent } from './account-event.ts'
import { recoveryAddressOf } from './account-freeze.ts'
import { sendAccountMail } from './account-mail.ts'
import { findAccount, getPersonOfAccount, listRoles, lockAccountRow } from './account-queries.ts'
import {
  consumeResetToken,
  endAdminLinks,
  findResetLinkState,
  findResetToken,
  insertResetToken,
} from './account-token-queries.ts'
import { getLinkProof, type LinkProofServices, requireLinkProof } from './link-proof.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { hashCode, newCode } from './secret-hash.ts'
import { notifyOwner } from './security-mail.ts'
import { requireGoodPassword, requireMissingParts, setPassword } from './set-password.ts'

/** The lifetime of an administrator's link. */
const HOURS = 24

type Signed = Pick<AccountRow, 'id' | 'passwordHash' | 'passwordChangedOn'>

const derive = (secret: string, words: string) => createHmac('sha256', secret).update(words).digest()
/** A key for this purpose only, so that tokens signed elsewhere in the portal are not valid reset links. */
const keyOf = (secret: string) => derive(secret, 'admin-reset')
/** Changes with the password, so that a link works once and any password change invalidates it. */
const fingerprint = (secret: string, account: Signed) =>
  derive(secret, `${account.id} ${account.passwordHash} ${account.passwordChangedOn}`)
    .subarray(0, 16)
    .toString('base64url')

/**
 * The token of a link that lets its owner set a password, as used in the URL: a base64-encoded JWT. Its claim names are
 * short to keep the URL short.
 */
export async function signResetLink(
  config: Config,
  account: Signed,
  given: { hours: number; source: string | null; code: string },
) {
  const secret = config.secretKeys[0] ?? ''
  const token = await new SignJWT({ k: fingerprint(secret, account), ...(given.source ? { s: given.source } : {}) })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(account.id)
    .setJti(given.code)
    .setExpirationTime(`${given.hours}h`)
    .sign(keyOf(secret))
  return Buffer.from(token).toString('base64url')
}

/** The JWT itself, whether it is already decoded or still base64-encoded. */
const plain = (token: string) => (token.includes('.') ? token : Buffer.from(token, 'base64').toString('latin1'))

interface Read {
  payload: { sub?: string; jti?: string; k?: unknown; s?: unknown }
  isLate: boolean
}

/** A link that this portal signed, even if it has expired; null for any other. */
async function readToken(secret: string, token: string): Promise<Read | null> {
  try {
    const { payload } = await jwtVerify(plain(token), keyOf(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'exp', 'jti', 'k'],
    })
    return { payload, isLate: false }
  } catch (error) {
    return error instanceof errors.JWTExpired ? { payload: error.payload, isLate: true } : null
  }
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Reports why a link is no longer valid; for a forged one, no reason is given. */
const invalid = (reason: LinkState | 'unknown') => problem('invalid-token', { extra: { reason } })

/**
 * The account of a link.
 * @throws problem invalid-token with its reason if it is forged, expired, used, withdrawn, or older than the password
 */
async function getLinked(database: Database, config: Config, token: string) {
  for (const secret of config.secretKeys) {
    const read = await readToken(secret, token)
    if (!read) continue
    const { payload, isLate } = read
    const code = String(payload.jti)
    const state = await findResetLinkState(database, code)
    if (state !== 'pending') throw invalid(state ?? 'unknown')
    if (isLate) throw invalid('expired')
    const id = Id.safeParse(payload.sub)
    const account = id.success ? await findAccount(database, id.data) : undefined
    if (!account || account.deactivatedOn) throw invalid('unknown')
    if (!isSame(String(payload.k), fingerprint(secret, account))) throw invalid('replaced')
    return {
      account,
      code,
      ...(await findResetToken(database, code)),
      source: typeof payload.s === 'string' ? payload.s : null,
    }
  }
  throw invalid('unknown')
}

/** What a link to choose a password shows of its account. @throws problem invalid-token with its reason */
export async function getLinkedAccount(database: Database, config: Config, token: string): Promise<LinkedAccount> {
  const { account, source, purpose } = await getLinked(database, config, token)
  const { acceptedTermsAndConditions, securityQuestion } = account
  return {
    source,
    hasSecurityQuestions: securityQuestion !== null,
    acceptedTermsAndConditions,
    ...(await getLinkProof(database, account, purpose)),
  }
}

/**
 * Sets a password by link. An administrator's link also requires the security answer or a code: whoever has access to a
 * new mailbox of the account need not be its owner.
 * @throws problem invalid-token, gone, wrong-answer, wrong-code (406), too-many-requests, invalid-request at a field
 */
export async function resetByLink(
  services: LinkProofServices & { throttle: LoginThrottle },
  given: ResetByLink,
  origin: Origin,
) {
  const { database, config, factors, throttle } = services
  const { account, code, purpose } = await getLinked(database, config, given.resetToken)
  requireMissingParts(account, given)
  const factorCode = await requireLinkProof(services, { account, code, purpose }, given, origin)
  await requireGoodPassword(database, config, account, given)
  await database.transaction().execute(async (transaction) => {
    // Locks the account first, as everywhere, to prevent deadlocks.
    await lockAccountRow(transaction, account.id)
    if (!(await consumeResetToken(transaction, code))) throw invalid('used')
    if (factorCode) await factors.consume(transaction, account.id, factorCode)
    await setPassword(transaction, config, account, { ...given, way: 'link', origin })
  })
  if (factorCode) await factors.forgive(account.id)
  await throttle.forget(account.email, origin.from ?? '')
}

/**
 * Mails an account a link to set its password. Only its owner sees the link.
 * @throws problem not-found for an account that the actor may not manage, too-many-messages
 */
export async function sendResetLink(
  services: { database: Database; config: Config },
  actor: Actor,
  accountId: string,
  origin: Origin,
) {
  const { database, config } = services
  const account = await findAccount(database, accountId)
  const roles = await listRoles(database, accountId)
  if (!account || account.deactivatedOn || !maySendResetLink(actor, { ...account, roles })) throw problem('not-found')
  const code = newCode()
  const token = await signResetLink(config, account, { hours: HOURS, source: null, code })
  await database.transaction().execute(async (transaction) => {
    await lockAccountRow(transaction, account.id)
    await endAdminLinks(transaction, account.id)
    await insertResetToken(transaction, {
      code,
      accountId: account.id,
      purpose: 'admin-reset',
      hours: HOURS,
      source: null,
      sentBy: actor.accountId,
    })
    const { firstName } = await getPersonOfAccount(transaction, account.id)
    const email = await recoveryAddressOf(transaction, account)
    const by = await getPersonOfAccount(transaction, actor.accountId)
    await notifyOwner(transaction, config, accountId, 'resetLinkSent', {
      ...origin,
      by: `${by.firstName} ${by.lastName}`,
      formerEmail: email,
    })
    await sendAccountMail(
      transaction,
      config,
      { ...account, firstName, email },
      {
        kind: 'adminReset',
        path: `/auth/adminReset/${token}`,
        about: actor,
        expiresOn: new Date(Date.now() + HOURS * 60 * 60 * 1000),
        key: `admin-reset:${hashCode(code)}`,
      },
    )
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'reset-link-sent',
      subjectType: 'account',
      subjectId: account.id,
    })
    await recordAccountEvent(transaction, { accountId, actorId: actor.accountId, kind: 'reset-link-sent', ...origin })
  })
}
