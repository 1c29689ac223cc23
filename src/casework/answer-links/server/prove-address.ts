import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { linkTable } from '#casework/referrals/link-machine.ts'
import {
  findLinkStanding,
  type LinkStanding,
  recordLinkLanguage,
  recordOpened,
} from '#casework/referrals/server/referrals-public.ts'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, type MessageKind, nobody } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import { AnswerLinkRow, type ClosedAnswer, CODE_LENGTH, closedAnswerStates } from '../answer-link.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }
import { answerLinkProblem } from './answer-link-problem.ts'

const texts = createTexts({ en, es })

/** How long a code works. */
const PROOF_MINUTES = 10
/** A second press of the button sends nothing new. */
const AGAIN_MS = 30_000
const TRIES = 5
/** How long a browser session stays valid after its last call. */
const SESSION_MS = 30 * 60_000

/** To the address that the sender gave. With five tries each, a day allows 50 guesses of a million. */
const answerCode: MessageKind = {
  name: 'answer-code',
  overBound: 'refuse',
  bounds: { recipient: { most: 10, seconds: days(1) } },
}

const proofOf = (codeHash: string, code: string) => hashCode(`${codeHash}:${code}`)
const isWithin = (time: string | null, milliseconds: number) =>
  time !== null && Date.parse(time) > Date.now() - milliseconds

/** The link of a code. @throws 404 for an unknown code; 410 with the reason (a `LinkEnd`) if it does not open the referral */
export async function openLink(database: Database, code: string): Promise<LinkStanding> {
  const link = await findLinkStanding(database, code)
  if (!link) throw problem('not-found')
  const { answerPage } = linkTable[link.state]
  if (answerPage !== 'referral') throw problem('gone', { extra: { reason: answerPage } })
  return link
}

async function lockRow(database: Database, { codeHash, referralId }: LinkStanding): Promise<AnswerLinkRow> {
  await database
    .insertInto('answerLink')
    .values({ codeHash, referralId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return database
    .selectFrom('answerLink')
    .select(columnsOf(AnswerLinkRow))
    .where('codeHash', '=', codeHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** `r•••@cedar.example`: recognized by whoever owns it, of no use to anybody else. */
const masked = (email: string) => email.replace(/^(.)[^@]*/, '$1•••')

/** What a link says before its reader has proved the address. @throws 404, 410 */
export async function readClosedAnswer(database: Database, code: string): Promise<ClosedAnswer> {
  const link = await findLinkStanding(database, code)
  if (!link) throw problem('not-found')
  const { answerPage } = linkTable[link.state]
  const state = answerPage === 'referral' ? 'open' : closedAnswerStates.find((one) => one === answerPage)
  if (!state) throw problem('gone', { extra: { reason: answerPage } })
  await recordOpened(database, code)
  return {
    ...{ referringOrganization: link.senderName, referredToOrganization: link.recipientName },
    ...{ state, sentTo: masked(link.email) },
  }
}

/** Sends a new code to the address of the invitation; earlier ones end. @throws 404, 410, 429 */
export const sendProof = (
  database: Database,
  { productName }: Pick<Config, 'productName'>,
  code: string,
  language: Language,
) =>
  database.transaction().execute(async (transaction) => {
    const link = await openLink(transaction, code)
    const row = await lockRow(transaction, link)
    if (row.proofHash && row.triesLeft > 0 && isWithin(row.proofSentOn, AGAIN_MS)) return
    const digits = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
    const now = new Date()
    await transaction
      .updateTable('answerLink')
      .set({ proofHash: proofOf(link.codeHash, digits), proofSentOn: now.toISOString(), triesLeft: TRIES })
      .where('codeHash', '=', link.codeHash)
      .execute()
    await recordLinkLanguage(transaction, link.codeHash, language)
    const t = texts(language)
    const subject = t('mail.subject', { code: digits, product: productName })
    const paragraphs = [t('mail.text', { code: digits, count: PROOF_MINUTES }), t('mail.not')]
    await sendMessage(transaction, {
      ...{ channel: 'email', to: link.email, kind: answerCode, about: nobody, language, subject },
      ...renderMail({ language, productName, title: subject, paragraphs }),
      expiresOn: new Date(now.getTime() + PROOF_MINUTES * 60_000),
      key: `answer-code:${link.referralId}:${now.getTime()}`,
    })
  })

/**
 * Opens a referral for whoever knows the code that was sent last, once. Another browser that had it open must prove
 * the address again.
 * @throws 404, 410; 400 at `code`, five times for each code
 */
export async function enterProof(database: Database, code: string, digits: string) {
  const session = randomBytes(32).toString('base64url')
  const mistake = await database.transaction().execute(async (transaction) => {
    const link = await openLink(transaction, code)
    const row = await lockRow(transaction, link)
    if (!row.proofHash || !row.triesLeft || !isWithin(row.proofSentOn, PROOF_MINUTES * 60_000)) return 'code-over'
    const isRight = row.proofHash === proofOf(link.codeHash, digits)
    const now = new Date()
    await transaction
      .updateTable('answerLink')
      .set(
        isRight
          ? {
              ...{ proofHash: null, sessionHash: hashCode(session) },
              sessionExpiresOn: new Date(now.getTime() + SESSION_MS).toISOString(),
              ...{ openings: sql<number>`openings + 1`, openedOn: now.toISOString() },
            }
          : { triesLeft: sql<number>`tries_left - 1` },
      )
      .where('codeHash', '=', link.codeHash)
      .execute()
    if (isRight) return null
    return row.triesLeft > 1 ? 'code-wrong' : 'code-over'
  })
  // Throw after the transaction commits, so that the failed attempt stays counted.
  if (mistake) throw fieldProblem('code', mistake)
  return { session }
}

/**
 * The link that this browser opened, locked.
 * @throws 404, 410, 409 answer-link-locked
 */
export async function lockOpened(database: Database, code: string, session: string) {
  const link = await openLink(database, code)
  const row = await lockRow(database, link)
  const isOpen =
    row.sessionHash === hashCode(session) && row.sessionExpiresOn && Date.parse(row.sessionExpiresOn) > Date.now()
  if (!isOpen) throw answerLinkProblem('answer-link-locked')
  await database
    .updateTable('answerLink')
    .set({ sessionExpiresOn: new Date(Date.now() + SESSION_MS).toISOString() })
    .where('codeHash', '=', link.codeHash)
    .execute()
  return { link, row }
}
