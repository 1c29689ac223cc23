import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { accountName, accountPerson, hasRoleAmong } from '#identity/accounts/server/accounts-public.ts'
import { Timestamp } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { auditRecord } from '#platform/server/audit.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { handlesTickets, scopeOf, ticketRoles } from '../help-desk-policy.ts'
import type {
  ActivityQuery,
  ActivityRow,
  SupportRequestNote,
  TicketActor,
  TicketAudit,
} from '../support-request-call.ts'
import { mentionsOfNote } from './answering/mention-queries.ts'
import { readableBy } from './answering/note-visibility.ts'
import { listFilesOf } from './attached-file-queries.ts'
import { inScope } from './ticket-scope.ts'

/** How many notes and records are loaded with a ticket; its activity list pages through all of them. */
const WITH_TICKET = sql.raw('100')

type Reader = Pick<Actor, 'accountId' | 'organizationId' | 'roles'>

interface AuditRow {
  id: number
  auditDate: string
  field: string
  from: string | null
  to: string | null
  personId: string | null
  email: string | null
  firstName: string
  lastName: string
}

const words: Record<string, (from: string | null, to: string | null) => string> = {
  created: () => 'Support request created',
  status: (from, to) => `Status changed from ${from} to ${to}`,
  receiveEmailUpdates: (_from, to) => `Email updates turned ${to === 'Yes' ? 'on' : 'off'}`,
  screenshot: () => 'Screenshot added',
  assignee: (from, to) => (to ? `Assigned to ${to}${from ? `, before ${from}` : ''}` : `No longer assigned to ${from}`),
  mergedInto: (_from, to) => `Merged into ${to ?? 'another ticket that support works on'}`,
  unmerged: (from) => `No longer merged into ${from ?? 'another ticket'}`,
  tookIn: (_from, to) => `${to} was merged into this ticket`,
  gaveBack: (from) => `${from} is no longer merged into this ticket`,
}
/** A record's text, in English; screens translate it from its parts. */
export const auditAction = (field: string, from: string | null, to: string | null) =>
  (words[field] ?? (() => `${field} changed from ${from} to ${to}`))(from, to)

/** An agent writes as support: only people who handle tickets see their address. */
const emailFor = (reader: Pick<Reader, 'roles'>) =>
  handlesTickets(reader)
    ? sql`writer.email`
    : sql`case when not ${hasRoleAmong(sql`writer.id`, ticketRoles)} then writer.email end as email`
const personColumns = (reader: Pick<Reader, 'roles'>) =>
  sql`writer.id as person_id, ${emailFor(reader)}, writer.first_name, writer.last_name`
const isOfMerge = sql`detail ->> 'field' in ('mergedInto', 'unmerged', 'tookIn', 'gaveBack')`
/** The number of the other ticket of a merge, if the reader may see that one. */
const otherTicket = (actor: Reader, id: RawBuilder<unknown>) =>
  sql`(select t.ticket_number from support_request t where ${sql.join([sql`t.id = (${id})::uuid`, ...inScope(scopeOf(actor))], sql` and `)})`
/** Records store identifiers; readers see names of people and numbers of tickets. */
const sideOf = (actor: Reader, side: 'from' | 'to') => sql`case
  when detail ->> 'field' = 'assignee'
    then ${accountName(sql`(detail ->> ${sql.lit(side)})::uuid`)}
  when ${isOfMerge} then ${otherTicket(actor, sql`detail ->> ${sql.lit(side)}`)}
  else detail ->> ${sql.lit(side)} end`
const auditColumns = (actor: Reader) =>
  sql`detail ->> 'field' as field, ${sideOf(actor, 'from')} as "from", ${sideOf(actor, 'to')} as "to"`
/**
 * The records `r` that a reader may see. For people who do not handle tickets: a merge only if they may see the other
 * ticket, e-mail updates only their own, and neither side of a change that was undone.
 */
const mayBeShown = (actor: Reader) =>
  scopeOf(actor).kind === 'all'
    ? sql`true`
    : sql`case
        when detail ->> 'field' in ('tookIn', 'gaveBack')
          then ${otherTicket(actor, sql`coalesce(detail ->> 'to', detail ->> 'from')`)} is not null
        when detail ->> 'field' = 'receiveEmailUpdates' then r.actor_id = ${actor.accountId}::uuid
        when detail ->> 'undoes' is not null then false
        when detail ->> 'bulkId' is not null then not exists (
          select from ${auditRecord.as('u')} where u.subject_type = r.subject_type and u.subject_id = r.subject_id
            and u.detail ->> 'undoes' = r.detail ->> 'bulkId')
        else true end`

const asPerson = (row: Omit<AuditRow, 'id' | 'auditDate' | 'field' | 'from' | 'to'>): TicketActor | null =>
  row.personId
    ? { id: row.personId, email: row.email, contact: { firstName: row.firstName, lastName: row.lastName } }
    : null

/** The most recent change records. */
export async function listAuditRecords(
  database: Database,
  actor: Reader,
  supportRequestId: string,
): Promise<TicketAudit[]> {
  const { rows } = await sql<AuditRow>`
    select r.id, r.created_on as audit_date, ${auditColumns(actor)}, ${personColumns(actor)}
    from ${auditRecord.as('r')} left join ${accountPerson.as('writer')} on writer.id = r.actor_id
    where r.subject_type = 'supportRequest' and r.subject_id = ${supportRequestId} and ${mayBeShown(actor)}
    order by r.id desc limit ${WITH_TICKET} ${prepared}`.execute(database)
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
  email: string | null
  firstName: string
  lastName: string
  hasFiles: boolean
}

/** For a single ticket, an equality condition lets the index read only the newest rows. */
const among = (column: RawBuilder<unknown>, ids: readonly string[], type: 'uuid' | 'text') =>
  ids.length === 1 ? sql`${column} = ${ids[0]}::${sql.raw(type)}` : sql`${column} = any(${ids}::${sql.raw(type)}[])`
/** The number of the ticket to which a row belongs, if it is not the requested one. */
const originOf = (column: RawBuilder<unknown>, ids: readonly string[]) =>
  ids.length === 1
    ? sql`null::text`
    : sql`(select o.ticket_number from support_request o where o.id = (${column})::uuid and o.id <> ${ids[0]}::uuid)`

/**
 * The newest notes, or one of them, with their files. @param ids the ticket, and those merged into it that the actor
 * may see
 */
export async function listNotes(
  database: Database,
  actor: Pick<Actor, 'roles'>,
  ids: readonly string[],
  noteId?: string,
): Promise<SupportRequestNote[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.note_text, n.created_on, n.visibility, n.source, ${mentionsOfNote} as mentions, ${personColumns(actor)},
      ${originOf(sql`n.support_request_id`, ids)} as origin, exists (select from note_file x where x.note_id = n.id) as has_files
    from support_request_note n join ${accountPerson.as('writer')} on writer.id = n.created_by
    where ${among(sql`n.support_request_id`, ids, 'uuid')} and ${readableBy(actor)} ${noteId ? sql`and n.id = ${noteId}::uuid` : sql``}
    order by n.created_on desc, n.id desc limit ${WITH_TICKET} ${prepared}`.execute(database)
  const files = await listFilesOf(
    database,
    'note',
    rows.filter(({ hasFiles }) => hasFiles).map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    noteText: row.noteText,
    createdOn: row.createdOn,
    visibility: row.visibility,
    source: row.source,
    origin: row.origin,
    mentions: row.mentions,
    createdByPortalAccount: asPerson(row) as TicketActor,
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
  origin: string | null
}

/**
 * Records and notes combined, newest first, with paging. @param ids the ticket, and those merged into it that the actor
 * may see
 */
export async function listActivity(database: Database, actor: Actor, ids: readonly string[], query: ActivityQuery) {
  const after = readCursor(query.cursor, [Timestamp, z.string().max(40)])
  const { rows } = await sql<MergedRow>`
    -- Of one moment, what a note brought about comes after the note: its id begins with a letter beyond any note's.
    select * from (
      select 'audit' as kind, 'record-' || lpad(r.id::text, 20, '0') as id, r.created_on::timestamptz(3) as created_on, ${auditColumns(actor)},
        null as note_text, null as visibility, null as source, null::jsonb as mentions, coalesce(writer.name, '') as updated_by,
        ${originOf(sql`r.subject_id`, ids)} as origin
      from ${auditRecord.as('r')} left join ${accountPerson.as('writer')} on writer.id = r.actor_id
      where r.subject_type = 'supportRequest' and ${among(sql`r.subject_id`, ids, 'text')} and ${mayBeShown(actor)}
        and (r.subject_id = ${ids[0]} or not ${isOfMerge})
      union all
      select 'note', n.id::text, n.created_on, null, null, null, n.note_text, n.visibility, n.source, ${mentionsOfNote}, writer.name,
        ${originOf(sql`n.support_request_id`, ids)}
      from support_request_note n join ${accountPerson.as('writer')} on writer.id = n.created_by
      where ${among(sql`n.support_request_id`, ids, 'uuid')} and ${readableBy(actor)}
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
