import { BYTE_ORDER_MARK, csvLines } from '#platform/server/csv.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { Activity } from '../my-activity.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })

/** The account's activity as a CSV file in UTF-8 with a byte order mark, in the reader's language. */
export function activityCsv(items: Activity[], language: Language) {
  const t = texts(language)
  const by = (a: Activity) =>
    a.actingName
      ? t('activity.byImpersonator', { name: a.actingName })
      : a.by === 'other'
        ? (a.byName ?? t('activity.byOther'))
        : t(a.by === 'owner' ? 'activity.byOwner' : 'activity.byNobody')
  const columns: [string, (a: Activity) => string][] = [
    ['when', (a) => a.createdOn],
    ['what', (a) => t([`activity.kind.${a.kind}`, 'activity.unknown'])],
    ['how', (a) => (a.detail.method ? t([`activity.method.${a.detail.method}`, 'activity.unknown']) : '')],
    ['who', by],
    ['browser', (a) => a.browser ?? ''],
    ['system', (a) => a.system ?? ''],
    ['address', (a) => a.ip ?? ''],
  ]
  const rows = [
    columns.map(([name]) => t(`activity.column.${name}`)),
    ...items.map((a) => columns.map(([, read]) => read(a))),
  ]
  return BYTE_ORDER_MARK + csvLines(rows)
}
