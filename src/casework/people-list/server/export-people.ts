import type { ListedContact } from '#casework/clients/contact-record.ts'
import { listContacts } from '#casework/clients/server/clients-public.ts'
import type { SafeContact } from '#casework/safe-contact/safe-contact.ts'
import { contactWarning, listSafeContacts } from '#casework/safe-contact/server/safe-contact-public.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { dayAt } from '#platform/schema/zone-time.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { csvOfPages, MOST_ROWS, PAGE_ROWS } from '#platform/server/csv-of-pages.ts'
import type { Database } from '#platform/server/database.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { PeopleExport } from '../people-export.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })
type Caseworker = Actor & { organizationId: string }
type Row = ListedContact & { rules: SafeContact | null }

const columnsIn = (language: Language, zone: string) =>
  ({
    lastName: ({ lastName }) => lastName,
    firstName: ({ firstName }) => firstName,
    birthDate: ({ birthDate }) => birthDate ?? '',
    phone: ({ primaryPhone }) => (primaryPhone ? phoneText(primaryPhone) : ''),
    calls: ({ rules, primaryPhone }) => contactWarning(rules, { way: 'call', to: primaryPhone }, language),
    texts: ({ rules, primaryPhone }) => contactWarning(rules, { way: 'text', to: primaryPhone }, language),
    email: ({ email }) => email ?? '',
    emails: ({ rules, email }) => contactWarning(rules, { way: 'email', to: email }, language),
    city: ({ city }) => city ?? '',
    postalCode: ({ postalCode }) => postalCode ?? '',
    recorded: ({ createdOn }) => dayAt(zone, Date.parse(createdOn)),
  }) satisfies Record<string, (row: Row) => string>

/** A page of the list, with how each person may be contacted. */
async function listRows(database: Database, actor: Caseworker, query: PeopleExport, cursor: string | undefined) {
  const { items, nextCursor } = await listContacts(database, actor, { ...query, limit: PAGE_ROWS, cursor })
  const rules = await listSafeContacts(
    database,
    items.map(({ id }) => id),
  )
  return { items: items.map((item): Row => ({ ...item, rules: rules.get(item.id) ?? null })), nextCursor }
}

/**
 * The list of people as a CSV file, in the reader's language. Each page records whom it named, as the list does; the
 * export is audited.
 */
export async function exportPeople(
  database: Database,
  actor: Caseworker,
  query: PeopleExport,
  { zone, language }: { zone: string; language: Language },
) {
  await recordAudit(database, {
    actorId: actor.accountId,
    action: 'contact.export',
    subjectType: 'account',
    subjectId: actor.accountId,
  })
  const t = texts(language)
  const columns = Object.entries(columnsIn(language, zone))
  return csvOfPages<Row>({
    head: columns.map(([name]) => t(`export.column.${name}`)),
    rowOf: (row) => columns.map(([, read]) => read(row)),
    list: (cursor) => listRows(database, actor, query, cursor),
    capped: t('export.capped', { most: MOST_ROWS }),
  })
}
