import { z } from 'zod'
import { StoredFile } from '#identity/files/file.ts'
import { Id, line, PageQuery, pageOf, Timestamp } from '#platform/schema/fields.ts'
import { NoteFile, SupportRequestFile } from './attached-file.ts'
import { MergedInto, MergedTicket, TicketMerge } from './merged-ticket.ts'
import {
  filedFields,
  HIGH,
  SupportRequestNoteRow,
  SupportRequestRow,
  supportRequestStatuses,
  supportRequestTypes,
} from './support-request.ts'

const row = SupportRequestRow.shape

/** A person in tickets, notes and records. */
export const TicketPerson = z.object({
  id: Id,
  email: z.string(),
  contact: z.object({ firstName: z.string(), lastName: z.string() }),
})
export type TicketPerson = z.infer<typeof TicketPerson>

/** The author of a note or change. For readers who do not handle tickets, an agent's `email` is null. */
export const TicketActor = TicketPerson.extend({ email: z.string().nullable() })
export type TicketActor = z.infer<typeof TicketActor>

/** A person whom a note mentions with '@'. */
export const MentionedPerson = TicketPerson.omit({ email: true })

export const SupportRequestNote = SupportRequestNoteRow.pick({
  id: true,
  noteText: true,
  createdOn: true,
  visibility: true,
  source: true,
}).extend({
  createdByPortalAccount: TicketActor,
  /** the number of the merged ticket in which it was written, if it is shown in the one into which that was merged */
  origin: z.string().nullable(),
  /** the people whom it mentions with '@' */
  mentions: z.array(MentionedPerson),
  noteFiles: z.array(NoteFile),
})
export type SupportRequestNote = z.infer<typeof SupportRequestNote>

/** One change, as an immutable record: `field`, `from` and `to` are the parts of the English text in `auditAction`. */
export const TicketAudit = z.object({
  id: z.number().int(),
  auditDate: Timestamp,
  auditAction: z.string(),
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  portalAccount: TicketActor.nullable(),
})
export type TicketAudit = z.infer<typeof TicketAudit>

/** A ticket as the list shows it. `receiveEmailUpdates` is the reader's own setting. */
export const SupportRequestInList = SupportRequestRow.pick({
  ...filedFields,
  id: true,
  ticketNumber: true,
  createdOn: true,
  status: true,
  version: true,
  needsAnswerSince: true,
}).extend({
  /** whether the reader filed it, and support has answered since they last opened it */
  hasNewAnswer: z.boolean(),
  receiveEmailUpdates: z.boolean().meta({ title: 'Receive Email Updates' }),
  fromOrganization: z.object({ id: Id, name: z.string() }).nullable(),
  createdByPortalAccount: TicketPerson,
  /** who works on it */
  assignee: TicketPerson.pick({ id: true, contact: true }).nullable(),
  mergedInto: MergedInto.nullable(),
})
export type SupportRequestInList = z.infer<typeof SupportRequestInList>
export const SupportRequestPage = pageOf(SupportRequestInList)
export type SupportRequestPage = z.infer<typeof SupportRequestPage>

/** An opened ticket, with its files and the newest part of its activity. */
export const SupportRequest = SupportRequestInList.extend({
  supportRequestFiles: z.array(SupportRequestFile),
  notes: z.array(SupportRequestNote),
  auditRecords: z.array(TicketAudit),
  merge: TicketMerge.nullable(),
  mergedTickets: z.array(MergedTicket),
  /** the reporter's telephone number, for people who handle tickets: formatted, and as dialed */
  reporterPhone: z.object({ text: z.string(), number: z.string() }).nullable(),
})
export type SupportRequest = z.infer<typeof SupportRequest>

type OrLeftOut<Shape extends Record<string, z.ZodType>> = {
  [Name in keyof Shape]: null extends z.output<Shape[Name]> ? z.ZodDefault<Shape[Name]> : Shape[Name]
}
/** A field that may be empty may also be left out of a call. */
const orLeftOut = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, field.safeParse(null).success ? field.default(null) : field]),
  ) as OrLeftOut<Shape>

export const NewSupportRequest = z.object(orLeftOut(SupportRequestRow.pick(filedFields).shape)).extend({
  // Also accepts the short name.
  priority: row.priority.or(z.literal('High').transform(() => HIGH as typeof HIGH)).meta({ title: 'Priority' }),
  clearedCache: row.clearedCache.refine((answer) => answer === 'Yes', { error: 'cleared-cache' }),
  receiveEmailUpdates: z.boolean().default(false).meta({ title: 'I want to recieve email updates for this ticket' }),
})
export type NewSupportRequest = z.infer<typeof NewSupportRequest>

/** The full ticket is sent back; only the status and the reader's own e-mail updates may change. */
export const SupportRequestChange = z.object({
  id: Id,
  version: row.version,
  status: row.status,
  receiveEmailUpdates: SupportRequestInList.shape.receiveEmailUpdates,
})
export type SupportRequestChange = z.infer<typeof SupportRequestChange>

/** A note is public by default; everyone whom it mentions must be able to read it. */
export const NewNote = SupportRequestNoteRow.pick({ noteText: true }).extend({
  visibility: SupportRequestNoteRow.shape.visibility.default('public'),
  mentionedAccountIds: z.array(Id).max(20).default([]),
})
export type NewNote = z.infer<typeof NewNote>

export const sortKeys = [
  'createdOn',
  'ticketNumber',
  'fromOrganization',
  'createdByPortalAccount',
  'supportRequestType',
  'status',
  'priority',
  'waiting',
] as const
export type SortKey = (typeof sortKeys)[number]

/** An empty query parameter counts as missing. */
export const blankIsNone = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
/** A query parameter that may be repeated. */
export const oneOrMany = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => {
    const all = (Array.isArray(value) ? value : [value]).filter((v) => blankIsNone(v) !== undefined)
    return all.length ? all : undefined
  }, z.array(item).max(20).optional())

const slashed = /^(\d{2})\/(\d{2})\/(\d{4})$/
/** A day as yyyy-MM-dd; MM/dd/yyyy is also accepted. */
const FilterDay = z.preprocess(
  (value) => (typeof value === 'string' ? blankIsNone(value.trim().replace(slashed, '$3-$1-$2')) : value),
  z.iso.date({ error: 'day-format' }).optional(),
)

export const SupportRequestQuery = PageQuery.extend({
  ticketNumber: z.preprocess(blankIsNone, line(40).optional()),
  keyword: z.preprocess(blankIsNone, line(200).optional()),
  supportRequestType: oneOrMany(z.enum(supportRequestTypes)),
  status: oneOrMany(z.enum(supportRequestStatuses)),
  priority: oneOrMany(NewSupportRequest.shape.priority),
  organizationId: z.preprocess(blankIsNone, Id.optional()),
  startDate: FilterDay,
  endDate: FilterDay,
  createdByPortalAccountId: z.preprocess(blankIsNone, Id.optional()),
  /** the assignee: the reader, nobody, or an account */
  assignee: z.preprocess(blankIsNone, z.union([z.literal('me'), z.literal('none'), Id]).optional()),
  /** only tickets that wait for support's answer; the order `waiting` implies it */
  needsAnswer: z.preprocess(blankIsNone, z.literal('true').optional()),
  /** only these, if they match the other filters */
  id: z.preprocess((value) => (value === undefined ? value : [value].flat()), z.array(Id).max(100).optional()),
  sort: z.preprocess(blankIsNone, z.enum(sortKeys).optional()),
  direction: z.preprocess(blankIsNone, z.enum(['asc', 'desc']).optional()),
})
export type SupportRequestQuery = z.infer<typeof SupportRequestQuery>

/** One row of a ticket's activity: a record, or a note ('Note Added'). */
export const ActivityRow = z.object({
  id: z.string(),
  createdOn: Timestamp,
  changes: z.string(),
  /** the parts of `changes`; null for a note */
  field: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  updatedBy: z.string(),
  /** the number of the merged ticket to which it belongs, if it is not the opened one */
  origin: z.string().nullable(),
  notes: z.string().nullable(),
  /** for a note: who may read it, whether it came by e-mail, and the names that it mentions */
  visibility: SupportRequestNoteRow.shape.visibility.nullable(),
  source: SupportRequestNoteRow.shape.source.nullable(),
  mentions: z.array(z.string()),
  file: StoredFile.nullable(),
})
export type ActivityRow = z.infer<typeof ActivityRow>
export const ActivityPage = pageOf(ActivityRow)
/** The filters of a list, without paging. */
const narrowing = {
  ticketNumber: true,
  keyword: true,
  assignee: true,
  supportRequestType: true,
  status: true,
  priority: true,
  organizationId: true,
  startDate: true,
  endDate: true,
  createdByPortalAccountId: true,
  needsAnswer: true,
} as const
/** What is selected when a whole list is, in its order. */
export const TicketSelectionQuery = SupportRequestQuery.pick({ ...narrowing, sort: true, direction: true })
export type TicketSelectionQuery = z.infer<typeof TicketSelectionQuery>
/** The query of a link: a download cannot send our headers, and has no pages. */
export const TicketExportQuery = TicketSelectionQuery.extend({
  id: SupportRequestQuery.shape.id,
  language: z.enum(['en', 'es']).default('en'),
  timeZone: line(60).optional(),
})

/**
 * How many tickets each status, the reader, nobody and the queue of unanswered ones have, given the other filters;
 * counting stops at `most`. Unknown if a keyword or number matches more than that.
 */
export const TicketCountsQuery = SupportRequestQuery.pick(narrowing)
export type TicketCountsQuery = z.infer<typeof TicketCountsQuery>
export const TicketCounts = z.object({
  most: z.number().int(),
  isKnown: z.boolean(),
  status: z.record(z.enum(supportRequestStatuses), z.number().int()),
  /** of tickets that are not closed, unless the filters include a status */
  mine: z.number().int(),
  unassigned: z.number().int(),
  needsAnswer: z.number().int(),
})
export type TicketCounts = z.infer<typeof TicketCounts>
export const ActivityQuery = PageQuery
export type ActivityQuery = z.infer<typeof ActivityQuery>
