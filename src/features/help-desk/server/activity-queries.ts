import { sql } from 'kysely'
import { z } from 'zod'
import { Timestamp } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import { keptPlan } from '#platform/server/kept-plan.ts'
import type {
  ActivityQuery,
  ActivityRow,
  SupportRequestNote,
  TicketAudit,
  TicketPerson,
} from '../support-request-call.ts'
import { mentionsOfNote } from './answering/mention-queries.ts'
import { readableBy } from './answering/note-sight.ts'
import { listFilesOf } from './attached-file-queries.ts'

/** How many of a ticket's notes and records come with it; its activity pages through all of them. */
const WITH_TICKET = sql.raw('100')

interface AuditRow {
  id: number
  auditDate: string
  field: string
  from: string | null
  to: string | null
  personId: string | null
  email: string
  firstName: string
  lastName: string
}

const words: Record<string, (from: string | null, to: string | null) => string> = {
  created: () => 'Support request created',
  status: (from, to) => `Status changed from ${from} to ${to}`,
  receiveEmailUpdates: (_from, to) => `Email updates turned ${to === 'Yes' ? 'on' : 'off'}`,
  screenshot: () => 'Screenshot added',
  assignee: (from, to) => (to ? `Assigned to ${to}${from ? `, before ${from}` : ''}` : `No longer assigned to ${from}`),
}
/** What a record says, in English; the screens put it into their reader's language from its parts. */
export const auditAction = (field: string, from: string | null, to: string | null) =>
  (words[field] ?? (() => `${field} changed from ${from} to ${to}`))(from, to)

const personColumns = sql`account.id as person_id, account.email, contact.first_name, contact.last_name`
/** Records keep identifiers; people are read by their names. */
const sideOf = (side: 'from' | 'to') => sql`case when detail ->> 'field' = 'assignee'
  then (select c.first_name || ' ' || c.last_name from account a join contact c on c.id = a.contact_id where a.id = (detail ->> ${sql.lit(side)})::uuid)
  else detail ->> ${sql.lit(side)} end`
const auditColumns = sql`detail ->> 'field' as field, ${sideOf('from')} as "from", ${sideOf('to')} as "to"`

const asPerson = (row: Omit<AuditRow, 'id' | 'auditDate' | 'field' | 'from' | 'to'>): TicketPerson | null =>
  row.personId
    ? { id: row.personId, email: row.email, contact: { firstName: row.firstName, lastName: row.lastName } }
    : null

/** The newest records of what was changed. */
export async function listAuditRecords(database: Database, supportRequestId: string): Promise<TicketAudit[]> {
  const { rows } = await sql<AuditRow>`
    select r.id, r.created_on as audit_date, ${auditColumns}, ${personColumns}
    from audit_record r left join account on account.id = r.actor_id left join contact on contact.id = account.contact_id
    where r.subject_type = 'supportRequest' and r.subject_id = ${supportRequestId}
    order by r.id desc limit ${WITH_TICKET} ${keptPlan}`.execute(database)
  return rows.map((row) => ({
    id: row.id,
    auditDate: row.auditDate,
    auditAction: auditAction(row.field, row.from, row.to),
    field: row.field,
    from: row.from,
    to: row.to,
    portalAccount: asPerson(row),
  }))
}

type NoteRow = Omit<SupportRequestNote, 'createdByPortalAccount' | 'noteFiles'> & {
  personId: string
  email: string
  firstName: string
  lastName: string
}

/** The newest notes, or one of them, with their files. */
export async function listNotes(
  database: Database,
  actor: Pick<Actor, 'roles'>,
  supportRequestId: string,
  noteId?: string,
): Promise<SupportRequestNote[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.note_text, n.created_on, n.visibility, n.source, ${mentionsOfNote} as mentions, ${personColumns}
    from support_request_note n join account on account.id = n.created_by join contact on contact.id = account.contact_id
    where n.support_request_id = ${supportRequestId}::uuid and ${readableBy(actor)} ${noteId ? sql`and n.id = ${noteId}::uuid` : sql``}
    order by n.created_on desc, n.id desc limit ${WITH_TICKET} ${keptPlan}`.execute(database)
  const files = await listFilesOf(
    database,
    'note',
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    noteText: row.noteText,
    createdOn: row.createdOn,
    visibility: row.visibility,
    source: row.source,
    mentions: row.mentions,
    createdByPortalAccount: asPerson(row) as TicketPerson,
    noteFiles: files
      .filter(({ holderId }) => holderId === row.id)
      .map(({ holderId, ...file }) => ({ ...file, noteId: holderId })),
  }))
}

interface MergedRow {
  kind: 'audit' | 'note'
  id: string
  createdOn: string
  field: string | null
  from: string | null
  to: string | null
  noteText: string | null
  visibility: SupportRequestNote['visibility'] | null
  source: SupportRequestNote['source'] | null
  mentions: SupportRequestNote['mentions'] | null
  updatedBy: string
}

/** Records and notes as one, newest first, a page at a time. */
export async function listActivity(
  database: Database,
  actor: Pick<Actor, 'roles'>,
  supportRequestId: string,
  query: ActivityQuery,
) {
  const after = readCursor(query.cursor, [Timestamp, z.string().max(40)])
  const { rows } = await sql<MergedRow>`
    select * from (
      select 'audit' as kind, 'audit-' || lpad(r.id::text, 20, '0') as id, date_trunc('milliseconds', r.created_on) as created_on, ${auditColumns},
        null as note_text, null as visibility, null as source, null::jsonb as mentions, coalesce(contact.first_name || ' ' || contact.last_name, '') as updated_by
      from audit_record r left join account on account.id = r.actor_id left join contact on contact.id = account.contact_id
      where r.subject_type = 'supportRequest' and r.subject_id = ${supportRequestId}
      union all
      select 'note', n.id::text, n.created_on, null, null, null, n.note_text, n.visibility, n.source, ${mentionsOfNote}, contact.first_name || ' ' || contact.last_name
      from support_request_note n join account on account.id = n.created_by join contact on contact.id = account.contact_id
      where n.support_request_id = ${supportRequestId}::uuid and ${readableBy(actor)}
    ) activity
    ${after ? sql`where (created_on, id collate "C") < (${after[0]}::timestamptz, ${after[1]}::text)` : sql``}
    order by created_on desc, id collate "C" desc limit ${query.limit + 1}`.execute(database)
  const { items, nextCursor } = pageFrom(rows, query.limit, ({ createdOn, id }) => [createdOn, id])
  const files = await listFilesOf(
    database,
    'note',
    items.flatMap(({ kind, id }) => (kind === 'note' ? [id] : [])),
  )
  return {
    nextCursor,
    items: items.map(
      ({ kind, noteText, mentions, field, from, to, ...row }): ActivityRow => ({
        ...row,
        changes: kind === 'note' ? 'Note Added' : auditAction(field ?? '', from, to),
        field,
        from,
        to,
        notes: noteText,
        mentions: (mentions ?? []).map(({ contact }) => `${contact.firstName} ${contact.lastName}`),
        file: files.find(({ holderId }) => holderId === row.id)?.file ?? null,
      }),
    ),
  }
}
