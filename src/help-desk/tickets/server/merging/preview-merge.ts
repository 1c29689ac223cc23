import { sql } from 'kysely'
import { accountIsActive, accountMayReceive, accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { hasOwnReaders } from '../../help-desk-policy.ts'
import type { MergePreview, MergePreviewQuery, MergeSide } from '../../merging.ts'
import { priorities } from '../../support-request.ts'
import { asCreator, creatorColumns } from './merge-queries.ts'

type SideRow = MergeSide & {
  organizationId: string | null
  createdBy: string
  mergedInto: string | null
  creatorId: string
  creatorOrganizationId: string | null
  creatorRoles: RoleKey[]
}

const contactOf = (contact: string) =>
  sql.raw(`jsonb_build_object('firstName', ${contact}.first_name, 'lastName', ${contact}.last_name)`)
const noteCount = (visibility: 'public' | 'internal') =>
  sql`(select count(*)::int from support_request_note n where n.support_request_id = any(f.ids) and n.visibility = ${sql.lit(visibility)})`

/** The current tickets, each counted together with those that were merged into it before. */
async function listSides(database: Database, ids: readonly string[]): Promise<SideRow[]> {
  const { rows } = await sql<SideRow>`
    select t.id, t.ticket_number, t.version, t.status, t.created_on, t.support_request_type, t.priority, t.description,
      t.organization_id, t.created_by, t.merged_into, ${creatorColumns},
      case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.name) end as from_organization,
      jsonb_build_object('id', a.id, 'email', a.email, 'contact', ${contactOf('a')}) as created_by_portal_account,
      case when b.id is not null then jsonb_build_object('id', t.assignee_id, 'contact', ${contactOf('b')}) end as assignee,
      cardinality(f.ids) - 1 as merged_tickets, ${noteCount('public')} as notes, ${noteCount('internal')} as internal_notes,
      (select count(*)::int from support_request_file x where x.support_request_id = any(f.ids))
        + (select count(*)::int from note_file x join support_request_note n on n.id = x.note_id where n.support_request_id = any(f.ids)) as screenshots,
      (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'contact', ${contactOf('w')}, 'isOnHold', not ${accountMayReceive('w')}) order by w.first_name, w.last_name, w.id), '[]')
        from ${accountPerson.as('w')}
        where ${accountIsActive('w')}
          and w.id in (select s.account_id from support_request_subscription s where s.support_request_id = any(f.ids))) as watchers
    from support_request t
      cross join lateral (select array(select t.id union all select support_requests_under(t.id)) as ids) f
      join ${accountPerson.as('a')} on a.id = t.created_by
      left join ${organizationNames.as('o')} on o.id = t.organization_id
      left join ${accountPerson.as('b')} on b.id = t.assignee_id
    where t.id = any(${ids}::uuid[]) order by t.number`.execute(database)
  return rows
}

function warn(target: SideRow, duplicates: SideRow[]): MergePreview['warnings'] {
  const rank = ({ priority }: SideRow) => priorities.indexOf(priority)
  const of = (kind: MergePreview['warnings'][number]['kind'], { ticketNumber }: SideRow) => ({ kind, ticketNumber })
  return [
    ...(target.status === 'Closed' ? [of('target-closed', target)] : []),
    ...duplicates.flatMap((side) => [
      ...(hasOwnReaders(side, asCreator(side), target) ? [of('other-readers', side)] : []),
      ...(side.assignee && side.assignee.id !== target.assignee?.id ? [of('other-assignee', side)] : []),
      ...(rank(side) > rank(target) ? [of('more-urgent', side)] : []),
    ]),
  ]
}

const together = (sides: SideRow[]): MergePreview['result'] => {
  const sum = (key: 'notes' | 'internalNotes' | 'screenshots') => sides.reduce((all, side) => all + side[key], 0)
  const watchers = new Map(sides.flatMap((side) => side.watchers.map((one) => [one.id, one] as const)))
  return {
    notes: sum('notes'),
    internalNotes: sum('internalNotes'),
    screenshots: sum('screenshots'),
    watchers: [...watchers.values()],
  }
}

/**
 * What a merge of these tickets would do. Changes nothing.
 * @throws problem not-found if one of them does not exist
 */
export async function previewMerge(
  database: Database,
  { targetId, duplicateId }: MergePreviewQuery,
): Promise<MergePreview> {
  const sides = await listSides(database, [targetId, ...duplicateId])
  const target = sides.find(({ id }) => id === targetId)
  const duplicates = sides.filter((side) => side !== target)
  if (!target || duplicates.length !== duplicateId.length) throw problem('not-found')
  return { target, duplicates, warnings: warn(target, duplicates), result: together(sides) }
}
