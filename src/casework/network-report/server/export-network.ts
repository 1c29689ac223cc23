import { needName } from '#directory/needs/server/needs-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { localTimeText } from '#platform/schema/zone-time.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { BYTE_ORDER_MARK, csvLines } from '#platform/server/csv.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { fileKinds, NetworkQuery, NetworkReport } from '../network-report.ts'
import {
  aboutNetwork,
  type NetworkValue,
  type NetworkWords,
  networkFiltersOf,
  networkTablesOf,
  numbersOf,
} from '../network-tables.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }
import { type NetworkServices, reportOfNetwork } from './report-network.ts'

const texts = createTexts({ en, es })

/** A number for a spreadsheet: percent, or a count as it is published. */
function plain(value: NetworkValue) {
  if (value === null) return ''
  return typeof value === 'number' ? (value * 100).toFixed(1) : String(value.count)
}
const marginOf = (value: NetworkValue) =>
  value === null || typeof value === 'number' || value.margin === null ? '' : String(value.margin)

function asCsv(report: NetworkReport, words: NetworkWords, asOf: string) {
  const { t } = words
  const range = ({ from, to }: NetworkReport['before']) => `${from} – ${to}`
  const filters = networkFiltersOf(report, words)
  const about = [
    [t('file.report'), t('title')],
    [t('file.period'), range(report)],
    [t('file.comparedWith'), range(report.before)],
    [t('file.asOf'), asOf],
    ...(filters.length ? filters : [[t('file.filters'), t('file.none')]]),
    [t('file.counts'), aboutNetwork(report, t)],
  ]
  const heads = ['measure', 'value', 'margin', 'before', 'unit', 'definition'].map((head) => t(`file.${head}`))
  const figures = numbersOf(report).map(({ key, unit, value, before }) => [
    ...[t(`measure.${key}`), plain(value), marginOf(value), plain(before)],
    ...[t(`file.${unit}`), t(`definition.${key}`)],
  ])
  const tables = networkTablesOf(report, words).flatMap(({ title, head, columns, rows }) => [
    [],
    [title],
    [head, ...columns.map((column) => (column.unit === 'share' ? `${column.title} (%)` : column.title))],
    ...rows.map(({ name, cells }) => [name, ...cells.map(plain)]),
  ])
  return BYTE_ORDER_MARK + csvLines([...about, [], heads, ...figures, ...tables])
}

function asJson(report: NetworkReport, words: NetworkWords) {
  const numbers = numbersOf(report)
  return JSON.stringify(
    {
      ...report,
      filters: Object.fromEntries(networkFiltersOf(report, words)),
      counts: aboutNetwork(report, words.t),
      definitions: Object.fromEntries(numbers.map(({ key }) => [key, words.t(`definition.${key}`)])),
      figures: numbers,
    },
    null,
    2,
  )
}

/** The report as a file in the reader's language, with its definitions, filters and time. The export is audited. */
export async function exportNetwork(
  services: NetworkServices,
  actor: Actor,
  query: NetworkQuery,
  { file, language }: { file: (typeof fileKinds)[number]; language: Language },
) {
  const report = await reportOfNetwork(services, actor, query)
  const { from, to } = report
  await recordAudit(services.database, {
    ...{ actorId: actor.accountId, action: 'networkReport.export', subjectType: 'account', subjectId: actor.accountId },
    detail: { file, from, to },
  })
  const words: NetworkWords = {
    t: texts(language),
    needName: (need) => needName(need, language),
    quarterName: (quarter) => quarter,
  }
  return file === 'json'
    ? asJson(report, words)
    : asCsv(report, words, localTimeText(services.config.timeZone, report.asOf))
}
