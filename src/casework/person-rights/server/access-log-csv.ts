import { needName } from '#directory/needs/server/needs-public.ts'
import { BYTE_ORDER_MARK, csvLines } from '#platform/server/csv.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { AccessLogEntry } from '../access-log-entry.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })

/**
 * The accounting of disclosures (45 CFR 164.528): date, recipient, content and purpose. It also includes access by the
 * person's own organization, marked as not a disclosure.
 */
export function accessLogCsv(entries: AccessLogEntry[], language: Language) {
  const t = texts(language)
  const columns: [string, (entry: AccessLogEntry) => string][] = [
    ['when', (entry) => entry.viewedOn],
    ['organization', (entry) => entry.organizationName ?? ''],
    ['name', (entry) => entry.name ?? ''],
    ['impersonator', (entry) => entry.impersonatorName ?? ''],
    ['disclosure', (entry) => t(entry.isDisclosure ? 'log.yes' : 'log.no')],
    ['what', (entry) => t(`log.what.${entry.way}`)],
    [
      'purpose',
      (entry) => (entry.need ? t('log.for', { need: needName(entry.need, language) }) : t(`log.way.${entry.way}`)),
    ],
  ]
  const rows = [
    columns.map(([name]) => t(`log.column.${name}`)),
    ...entries.map((entry) => columns.map(([, read]) => read(entry))),
  ]
  return BYTE_ORDER_MARK + csvLines(rows)
}
