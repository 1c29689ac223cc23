import { sql } from 'kysely'
import type { z } from 'zod'
import { accountName, accountPerson, listStandings } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { containing } from '#identity/people/server/people-public.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'
import { linkStateOf } from '#platform/schema/sent-link.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { Invitation, InvitationQuery } from '../invitation.ts'
import { mayGiveAll } from '../team-policy.ts'

const invitedByName = accountName(sql`account_invitation.invited_by`).$castTo<string | null>()

export const invitations = (database: Database) =>
  database
    .selectFrom('accountInvitation')
    .leftJoin(organizationNames.as('organization'), 'organization.id', 'accountInvitation.organizationId')
    .selectAll('accountInvitation')
    .select(['organization.name as organizationName', 'organization.standing', invitedByName.as('invitedByName')])

export type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitations>['executeTakeFirstOrThrow']>>

export const shownInvitation = (row: InvitationRow): Invitation => ({ ...row, state: linkStateOf(row) })

type Standing = Awaited<ReturnType<typeof listStandings>>[number]

/** Whether the sender of an invitation could still send it: it becomes invalid with the role that allowed it. */
export function maySendStill(inviter: Standing | undefined, { organizationId, roles }: InvitationRow) {
  if (!inviter?.isActive) return false
  return mayGiveAll({ ...inviter, accountId: inviter.id }, organizationId, roles)
}

/** With `withdrawn` for those that cannot be accepted because of their sender. */
async function showAll(database: Database, rows: InvitationRow[]): Promise<Invitation[]> {
  const senders = [...new Set(rows.flatMap(({ invitedBy }) => invitedBy ?? []))]
  const standings = new Map((senders.length ? await listStandings(database, senders) : []).map((one) => [one.id, one]))
  return rows.map((row) => {
    const shown = shownInvitation(row)
    const isOpen = shown.state !== 'pending' || maySendStill(standings.get(row.invitedBy ?? ''), row)
    return isOpen ? shown : { ...shown, state: 'withdrawn' }
  })
}

/**
 * Invitations that were neither accepted nor withdrawn by somebody, newest first. Includes those that expired or whose
 * sender may no longer give the roles, which can be sent again, unless the person has joined the organization another way since.
 */
export async function listInvitations(database: Database, actor: Actor, query: z.infer<typeof InvitationQuery>) {
  const after = readCursor(query.cursor, [Timestamp, Id])
  const seesAll = hasRole(actor, 'platform-admin')
  const organizationId = seesAll ? query.organizationId : actor.organizationId
  const rows = await invitations(database)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .where(
      sql<boolean>`not exists (select from ${accountPerson.as('a')} where lower(a.email) = lower(account_invitation.email)
        and a.organization_id is not distinct from account_invitation.organization_id and account_invitation.expires_on < now())`,
    )
    .$if(!seesAll || organizationId !== undefined, (q) =>
      q.where('accountInvitation.organizationId', '=', organizationId ?? null),
    )
    .$if(Boolean(query.search), (q) =>
      q.where(
        sql<boolean>`plain_text(concat_ws(' ', account_invitation.first_name, account_invitation.last_name, account_invitation.email))
          like ${containing(query.search ?? '')}`,
      ),
    )
    .$if(after !== undefined, (q) =>
      q.where(
        sql<boolean>`(account_invitation.created_on, account_invitation.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('accountInvitation.createdOn', 'desc')
    .orderBy('accountInvitation.id', 'desc')
    .limit(query.limit + 1)
    .execute()
  const page = pageFrom(rows, query.limit, (row) => [row.createdOn, row.id])
  return { ...page, items: await showAll(database, page.items) }
}
