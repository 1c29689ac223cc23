import { endAppointment, putAppointment, showAppointment } from '#casework/appointments/server/appointments-public.ts'
import {
  type LinkStanding,
  readableContact,
  readByLink,
  takeByLink,
  writeByLink,
} from '#casework/referrals/server/referrals-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import { type Database, type InTransaction, runAct } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import {
  type AnswerCall,
  type AnswerLinkRow,
  type AppointCall,
  type AskCall,
  type CancelCall,
  LinkedReferral,
  type LinkUse,
} from '../answer-link.ts'
import { lockOpened } from './prove-address.ts'

interface Services {
  database: Database
  config: Config
}
interface Opened {
  link: LinkStanding
  row: AnswerLinkRow
}

const holderOf = ({ link, row }: Opened, name?: string) => ({
  accountId: null,
  organizationId: link.recipientId,
  name: name ?? row.holderName ?? ([link.firstName, link.lastName].filter(Boolean).join(' ') || link.email),
})

/** The referral, which the first reading acknowledges. */
async function show(database: InTransaction, config: Config, opened: Opened): Promise<LinkedReferral> {
  const { link, row } = opened
  const holder = holderOf(opened)
  const { referral, messages } = await readByLink(database, config, { holder, referralId: link.referralId })
  return LinkedReferral.parse({
    ...referral,
    referringOrganization: link.senderName,
    referredToOrganization: link.recipientName,
    serviceName: referral.service?.name ?? null,
    appointment: referral.person
      ? await showAppointment(database, holder, link.referralId)
      : { appointment: null, version: 0, mayChange: false },
    // Some carry only files, which the link does not show.
    messages: messages
      .filter(({ text }) => text)
      .map(({ authorName, organization, isByLink, ...message }) => ({
        ...message,
        ...{ isByLink, from: isByLink ? authorName : organization.name },
      })),
    holder: { name: holder.name, reach: row.holderReach ?? link.email },
    mayClaim: link.mayClaim,
  })
}

/** What was shared, for the person who proved the address. @throws 404, 410, 409 answer-link-locked */
export const readAnswer = ({ database, config }: Services, code: string, session: string) =>
  runAct(database, async (transaction) => show(transaction, config, await lockOpened(transaction, code, session)))

/** Runs an act by the person who proved the address, and saves who they say they are. */
const actAs = (
  { database, config }: Services,
  code: string,
  { session, name, reach }: Pick<AnswerCall, 'session' | 'name' | 'reach'>,
  act: (transaction: InTransaction, opened: Opened) => Promise<unknown>,
) =>
  runAct(database, async (transaction) => {
    const { link, row } = await lockOpened(transaction, code, session)
    const opened = { link, row: { ...row, holderName: name, holderReach: reach } }
    await act(transaction, opened)
    await transaction
      .updateTable('answerLink')
      .set({ holderName: name, holderReach: reach })
      .where('codeHash', '=', link.codeHash)
      .execute()
    return show(transaction, config, opened)
  })

/**
 * Accepts, declines, starts or closes a referral, as an account of the recipient would.
 * @throws 404, 410; 409 answer-link-locked, stale-version, illegal-transition; 400 at a missing field
 */
export const answerByLink = (services: Services, code: string, call: AnswerCall) =>
  actAs(services, code, call, (transaction, opened) => {
    const { version, action, reason, outcome, note, firstContactBy } = call
    const contact = firstContactBy ? { firstContactBy, firstContactOn: new Date().toISOString() } : {}
    return takeByLink(transaction, services.config, {
      holder: holderOf(opened),
      referralId: opened.link.referralId,
      call: { version, action, reason, outcome, note, ...contact },
    })
  })

/**
 * Records when the person is expected, or changes it, as an account of the recipient would.
 * @throws 404, 410; 409 answer-link-locked, stale-version, illegal-transition; 400 at `startsOn`
 */
export const appointByLink = (services: Services, code: string, call: AppointCall) =>
  actAs(services, code, call, (transaction, opened) =>
    putAppointment(transaction, holderOf(opened), opened.link.referralId, call),
  )

/** Cancels it. @throws 404, 410; 409 answer-link-locked, stale-version, illegal-transition */
export const cancelByLink = (services: Services, code: string, call: CancelCall) =>
  actAs(services, code, call, (transaction, opened) =>
    endAppointment(transaction, holderOf(opened), opened.link.referralId, call),
  )

/** Writes to the sender. Safe to repeat with the same `id`. @throws 404, 410, 403, 409 answer-link-locked */
export const askByLink = (services: Services, code: string, call: AskCall) =>
  actAs(services, code, call, (transaction, opened) =>
    writeByLink(transaction, {
      holder: holderOf(opened),
      referralId: opened.link.referralId,
      message: { text: call.text, id: call.id },
    }),
  )

/** For the sender: who opened the link of a referral. @throws 404 */
export async function getLinkUse(database: Database, actor: Actor, referralId: string): Promise<LinkUse> {
  const { isSender } = await readableContact(database, actor, referralId)
  if (!isSender) throw problem('not-found')
  const use = await database
    .selectFrom('answerLink')
    .select(['openings', 'openedOn', 'holderName', 'holderReach'])
    .where('referralId', '=', referralId)
    .where('openedOn', 'is not', null)
    .orderBy('openedOn', 'desc')
    .executeTakeFirst()
  return { use: use ?? null }
}
