import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  completeSignIn,
  confirmInvitedEmail,
  consumeSignInLinks,
  countSignInLinks,
  findAccount,
  findAccountByEmail,
  findSignInLink,
  getPersonOfAccount,
  hashCode,
  insertSignInLink,
  isFrozen,
  lockAccountRow,
  newCode,
  requireMaySignIn,
  requireNotFrozen,
} from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { addJob, type Task } from '#platform/server/jobs.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { hours, type MessageKind, nobody } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { problem } from '#platform/server/problem.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { LinkOffer, LinkProof } from '../sign-on.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }
import { noteLink } from './link-myself.ts'
import { findProofKind, type LinkServices, requireProof } from './link-proof.ts'
import type { SignOnServices } from './provider.ts'
import { browserHashOf } from './sign-on-cookie.ts'
import { consumePending, findPending, insertIdentity } from './sign-on-queries.ts'
import { beginVisit, unsealToken } from './sign-on-visit.ts'

const texts = createTexts({ en, es })
export const signOnLinkTask = 'mail-sign-on-link'
const MOST_AN_HOUR = 5
const linkMessage: MessageKind = {
  name: 'sign-on-link',
  overBound: 'leave-out',
  bounds: { recipient: { most: MOST_AN_HOUR, seconds: hours(1) } },
}

/**
 * This browser's pending identity.
 * @throws problem gone
 */
export async function getPending({ database, config }: SignOnServices, request: FastifyRequest) {
  const browserHash = browserHashOf(config, request)
  const pending = browserHash ? await findPending(database, browserHash) : undefined
  if (!pending) throw problem('gone')
  return pending
}

/**
 * Requests a link for the account of an address. The response is the same whether or not there is one: a job checks it.
 */
export async function requestLink(services: SignOnServices, request: FastifyRequest, email: string) {
  const { browserHash } = await getPending(services, request)
  await addJob(services.database, signOnLinkTask, { browserHash, email })
}

async function mailLink(
  database: Database,
  config: Config,
  owner: { email: string; language: Language; firstName: string },
  { code, label, expiresOn }: { code: string; label: string | null; expiresOn: string },
) {
  const t = texts(owner.language)
  const words = {
    firstName: owner.firstName,
    product: config.productName,
    provider: config.signOn?.name ?? '',
    label: label ?? t('unnamed'),
  }
  const title = t('link.title', words)
  const mail = renderMail({
    language: owner.language,
    title,
    paragraphs: t('link.paragraphs', { ...words, returnObjects: true }) as string[],
    productName: config.productName,
    action: { label: t('link.action', words), url: `${config.publicUrl}/auth/signOn/confirm/${code}` },
  })
  const key = `sign-on-link:${hashCode(code)}`
  await sendMessage(database, {
    channel: 'email',
    to: owner.email,
    kind: linkMessage,
    about: nobody,
    expiresOn: new Date(expiresOn),
    subject: title,
    key,
    ...mail,
  })
}

/** The job behind {@link requestLink}: mails the link to the account's own address, to nobody else's. */
export const sendSignOnLink =
  ({ database, config }: { database: Database; config: Config }): Task =>
  async (payload) => {
    const { browserHash, email } = payload as { browserHash: string; email: string }
    await database.transaction().execute(async (transaction) => {
      const found = await findAccountByEmail(transaction, email)
      if (!found) return
      await lockAccountRow(transaction, found.id)
      // Checked again under the lock: when an address is changed or an account is deactivated, its links are revoked
      // only once.
      const account = await findAccountByEmail(transaction, email)
      const pending = await findPending(transaction, browserHash)
      if (!pending || account?.id !== found.id || account.deactivatedOn) return
      // An attacker may have set the address of a frozen account.
      if (await isFrozen(transaction, account.id)) return
      if ((await countSignInLinks(transaction, account.id)) >= MOST_AN_HOUR) return
      const code = newCode()
      const { expiresOn } = pending
      await insertSignInLink(transaction, { code, accountId: account.id, browserHash, expiresOn })
      const { firstName } = await getPersonOfAccount(transaction, account.id)
      await mailLink(transaction, config, { ...account, firstName }, { code, ...pending })
    })
  }

/**
 * The identity and account of a mailed link. The link works only in the browser where the sign-in started: otherwise
 * attackers could link their own identity to the account of anyone who carelessly follows a link.
 * @throws problem gone
 */
async function getLink({ database, config }: SignOnServices, request: FastifyRequest, code: string) {
  const browserHash = browserHashOf(config, request)
  const link = browserHash ? await findSignInLink(database, code, browserHash) : undefined
  const pending = link && browserHash ? await findPending(database, browserHash) : undefined
  if (!link || !browserHash || !pending) throw problem('gone')
  return { ...link, browserHash, label: pending.label }
}

/** What a mailed link offers to connect. @throws problem gone for another browser, or if it expired */
export async function getLinkOffer(
  services: SignOnServices,
  request: FastifyRequest,
  code: string,
): Promise<LinkOffer> {
  const { label, email, accountId } = await getLink(services, request, code)
  const proof = await findProofKind(services.database, accountId)
  return { label, email, proof, provider: services.config.signOn?.name ?? '' }
}

/** The link has proven that the address is theirs; an invited account needs nothing else. */
async function confirmAddress(database: Database, accountId: string) {
  await confirmInvitedEmail(database, accountId)
  const account = await findAccount(database, accountId)
  if (!account) throw problem('gone')
  requireMaySignIn(account)
  return account
}

/**
 * Links the pending identity to the account that received the link, once, and signs in. The mailbox alone is not
 * enough.
 * @throws problem login-failed, wrong-code, too-many-requests, gone, account-frozen, conflict if the identity was
 * linked elsewhere meanwhile, not-active, not-verified
 */
export async function confirmLink(
  services: LinkServices,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
  given: LinkProof,
) {
  const { database, config } = services
  const { accountId, browserHash } = await getLink(services, request, code)
  const proof = await requireProof(services, accountId, hashCode(code), given)
  const { account, idTokenSealed } = await database.transaction().execute(async (transaction) => {
    // Locks the account first, as everywhere: 'this was not me' removes what was linked before it, and prevents later
    // links.
    await lockAccountRow(transaction, accountId)
    await requireNotFrozen(transaction, accountId)
    await getLink({ ...services, database: transaction }, request, code)
    await proof.consume(transaction)
    const identity = await consumePending(transaction, browserHash)
    if (!identity) throw problem('gone')
    await consumeSignInLinks(transaction, browserHash, code)
    if (!(await insertIdentity(transaction, accountId, identity))) throw problem('conflict')
    await noteLink({ database: transaction, config }, request, accountId, 'sign-in-service-linked')
    return { account: await confirmAddress(transaction, accountId), idTokenSealed: identity.idTokenSealed }
  })
  await proof.forgive()
  const answer = await completeSignIn(services, request, reply, { account, method: 'oidc' })
  const idToken = unsealToken(config, browserHash, idTokenSealed)
  if (idToken) await beginVisit(services, request, reply, { accountId, idToken })
  return answer
}
