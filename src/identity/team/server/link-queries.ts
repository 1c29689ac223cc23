import { sql } from 'kysely'
import { accountName, linksSentFor, withdrawToken } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { linkStateOf } from '#platform/schema/sent-link.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { SentLink } from '../invitation.ts'
import { mayManageAccount } from '../team-policy.ts'
import { asPerson, getVisibleAccount, lockAccount, type TeamServices } from './change-account.ts'
import { publishTeamChange } from './publish-team-change.ts'

interface LinkRow {
  id: string
  kind: SentLink['kind']
  to: string | null
  sentOn: string
  expiresOn: string
  usedOn: string | null
  withdrawnOn: string | null
  withdrawnBy: string | null
  sentByName: string | null
}
const MOST = 50

/** All links that another person had sent for an account, newest first; links that its owner requested are private. */
async function findLinks(database: Database, accountId: string) {
  const { rows } = await sql<LinkRow>`
    select l.*, ${accountName(sql`l.sent_by`)} as sent_by_name
    from (
      select id, kind, null as "to", sent_on, expires_on, used_on, withdrawn_on, withdrawn_by, sent_by
      from (${linksSentFor(accountId)}) mailed
      union all
      select id, 'invitation', null, created_on, expires_on, used_on, withdrawn_on, withdrawn_by, invited_by
      from account_invitation where account_id = ${accountId}
      union all
      select id, kind, new_value, created_on, expires_on, used_on, withdrawn_on, withdrawn_by, asked_by
      from account_change where account_id = ${accountId}
    ) l order by sent_on desc, id limit ${MOST}`.execute(database)
  return rows
}

const withdrawable: SentLink['kind'][] = ['resetLink', 'email', 'phone', 'factors']

/**
 * The links that were sent for an account, with their states.
 * @throws problem not-found, forbidden
 */
export async function listLinks(services: TeamServices, actor: Actor, accountId: string) {
  const person = await getVisibleAccount(services, actor, accountId)
  if (!mayManageAccount(actor, asPerson(person))) throw problem('forbidden')
  const rows = await findLinks(services.database, accountId)
  const items = rows.map(({ withdrawnOn, withdrawnBy, ...row }): SentLink => {
    const state = linkStateOf({ ...row, withdrawnOn, withdrawnBy })
    return { ...row, state, mayWithdraw: state === 'pending' && withdrawable.includes(row.kind) }
  })
  return { items, nextCursor: null }
}

const withdrawChange = (database: Database, id: string, by: string) =>
  database
    .updateTable('accountChange')
    .set({ withdrawnOn: sql<string>`now()`, withdrawnBy: by })
    .where('id', '=', id)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .execute()

/**
 * Withdraws a reset link, or a pending change. If it already is withdrawn, nothing happens.
 * @throws problem not-found, forbidden, gone if it was used
 */
export const withdrawLink = ({ database, config }: TeamServices, actor: Actor, accountId: string, linkId: string) =>
  database.transaction().execute(async (transaction) => {
    const person = await lockAccount(transaction, config, actor, accountId)
    if (!mayManageAccount(actor, asPerson(person))) throw problem('forbidden')
    const link = (await findLinks(transaction, accountId)).find((found) => found.id === linkId)
    if (!link || !withdrawable.includes(link.kind)) throw problem('not-found')
    if (link.usedOn) throw problem('gone')
    const withdraw = link.kind === 'resetLink' ? withdrawToken : withdrawChange
    await withdraw(transaction, linkId, actor.accountId)
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'link-withdrawn',
      subjectType: 'account',
      subjectId: accountId,
      detail: { kind: link.kind },
    })
    await publishTeamChange(transaction, person.account)
  })
