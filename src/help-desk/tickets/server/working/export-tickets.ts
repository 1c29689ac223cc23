import type { Actor } from '#platform/schema/roles.ts'
import { localTimeText } from '#platform/schema/zone-time.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { csvOfPages, MOST_ROWS, PAGE_ROWS } from '#platform/server/csv-of-pages.ts'
import type { Database } from '#platform/server/database.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import { typedFields } from '../../support-request.ts'
import type { SupportRequestInList, SupportRequestQuery } from '../../support-request-call.ts'
import en from '../../texts/en.json' with { type: 'json' }
import es from '../../texts/es.json' with { type: 'json' }
import { listSupportRequests } from '../support-request-list-queries.ts'
import { requireOrderedDays } from '../ticket-scope.ts'

const texts = createTexts({ en, es })
const spanish: Record<string, string> = es.fields

const columns = [
  'createdOn',
  'ticketNumber',
  'fromOrganization',
  'createdByPortalAccount',
  'supportRequestType',
  'status',
  'priority',
  'assignee',
  'mergedInto',
] as const

/** The list as a CSV file, streamed while it is read, in the reader's language. The export is audited. */
export async function exportTickets(
  database: Database,
  actor: Actor,
  query: Omit<SupportRequestQuery, 'limit' | 'cursor'>,
  { zone, language }: { zone: string; language: Language },
) {
  requireOrderedDays(query)
  await recordAudit(database, {
    actorId: actor.accountId,
    action: 'supportRequest.export',
    subjectType: 'account',
    subjectId: actor.accountId,
  })
  const t = texts(language)
  const rowOf = (ticket: SupportRequestInList) => [
    localTimeText(zone, ticket.createdOn),
    ticket.ticketNumber,
    ticket.fromOrganization?.name ?? '',
    ticket.createdByPortalAccount.email,
    t(`choices.supportRequestType.${ticket.supportRequestType}`),
    t(`choices.status.${ticket.status}`),
    t(`choices.priority.${ticket.priority}`),
    ticket.assignee ? `${ticket.assignee.contact.firstName} ${ticket.assignee.contact.lastName}` : '',
    ticket.mergedInto ? (ticket.mergedInto.ticket?.ticketNumber ?? t('merged.another')) : '',
    ...typedFields.map(({ name }) => ticket[name] ?? ''),
  ]
  const head = [
    ...columns.map((column) => t(`column.${column}`)),
    ...typedFields.map(({ title }) => (language === 'es' ? (spanish[title] ?? title) : title)),
  ]
  return csvOfPages<SupportRequestInList>({
    head,
    rowOf,
    list: (cursor) => listSupportRequests(database, actor, { ...query, limit: PAGE_ROWS, cursor }, zone),
    capped: t('export.capped', { most: MOST_ROWS }),
  })
}
