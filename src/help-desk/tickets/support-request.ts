import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id, paragraphs, Timestamp } from '#platform/schema/fields.ts'

export const supportRequestTypes = [
  'Bug',
  'Feature Request',
  'User Experience',
  'Accessibility',
  'Page Loading Errors',
  'Other',
] as const
export const supportRequestStatuses = ['Open', 'Viewed', 'Added to Backlog', 'Fix Pending', 'Closed'] as const
export const HIGH = 'High (I cannot complete my day-to-day tasks)'
export const priorities = ['Low', 'Medium', HIGH] as const

export const noteVisibilities = ['public', 'internal'] as const
export const noteSources = ['screen', 'mail'] as const

/** The row of a help desk ticket. */
export const SupportRequestRow = z.object({
  id: Id,
  number: z.number().int(),
  ticketNumber: z.string(),
  createdOn: Timestamp,
  supportRequestType: z.enum(supportRequestTypes).meta({ title: 'Ticket Type' }),
  status: z.enum(supportRequestStatuses).meta({ title: 'Status' }),
  priority: z.enum(priorities).meta({ title: 'Priority' }),
  description: paragraphs(5000, 1).meta({ title: 'Description', format: 'paragraphs' }),
  clearedCache: z.enum(['Yes', 'No']).meta({ title: 'Have you cleared your cache' }),
  organizationId: Id.nullable(),
  createdBy: Id,
  organizationName: z.string(),
  creatorEmail: z.string(),
  statusRank: z.number().int(),
  priorityRank: z.number().int(),
  search: z.string(),
  version: z.number().int(),
  changedOn: Timestamp,
  assigneeId: Id.nullable(),
  assignedBy: Id.nullable(),
  isAssignmentNew: z.boolean(),
  statusVersion: z.number().int(),
  assigneeVersion: z.number().int(),
  mergedInto: Id.nullable(),
  mergedCount: z.number().int(),
  /** since when a public note by another person has been unanswered, also in a closed ticket */
  askedOn: Timestamp.nullable(),
  askedSinceMerge: z.boolean(),
  /** the oldest unanswered question from merged tickets */
  inheritedOn: Timestamp.nullable(),
  answeredOn: Timestamp.nullable(),
  /** whether the ticket's creator has not opened it since */
  isAnswerNew: z.boolean(),
  needsAnswerSince: Timestamp.nullable(),
})
export type SupportRequestRow = z.infer<typeof SupportRequestRow>
export type SupportRequestStatus = SupportRequestRow['status']

export const SupportRequestNoteRow = z.object({
  id: Id,
  supportRequestId: Id,
  noteText: paragraphs(5000).meta({ title: 'Note', format: 'paragraphs' }),
  createdBy: Id,
  createdOn: Timestamp,
  visibility: z.enum(noteVisibilities).meta({ title: 'Who can read it' }),
  source: z.enum(noteSources),
  search: z.string(),
})
export type SupportRequestNoteRow = z.infer<typeof SupportRequestNoteRow>

/**
 * What a person fills in to file a ticket. The form, the call, the insert, the columns of the list and the digest of a
 * filing follow from this list.
 */
export const filedFields = { supportRequestType: true, priority: true, clearedCache: true, description: true } as const
export const filedFieldNames = Object.keys(filedFields) as (keyof typeof filedFields)[]

/** These have a form of their own where a ticket is read; only the form asks about the cache. */
const placed = new Set<string>(['supportRequestType', 'priority', 'clearedCache'])
/** All others are shown and exported as they were typed, under the contract's title. */
export const typedFields = filedFieldNames
  .filter((name) => !placed.has(name))
  .map((name) => ({ name, title: SupportRequestRow.shape[name].meta()?.title ?? name }))

type Given = keyof typeof filedFields | 'number' | 'createdOn' | 'organizationId' | 'createdBy'
export type SupportRequestTable = {
  [Column in keyof SupportRequestRow]: Column extends Given
    ? SupportRequestRow[Column]
    : Generated<SupportRequestRow[Column]>
}
export type SupportRequestNoteTable = {
  [Column in keyof SupportRequestNoteRow]: Column extends 'id' | 'createdOn' | 'visibility' | 'source' | 'search'
    ? Generated<SupportRequestNoteRow[Column]>
    : SupportRequestNoteRow[Column]
}

declare module '#platform/server/database.ts' {
  interface Tables {
    supportRequest: SupportRequestTable
    supportRequestNote: SupportRequestNoteTable
  }
}
