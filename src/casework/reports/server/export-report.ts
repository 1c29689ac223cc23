import { needName } from '#directory/needs/server/needs-public.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { localTimeText } from '#platform/schema/zone-time.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { BYTE_ORDER_MARK, csvLines } from '#platform/server/csv.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { fileKinds, Report, ReportQuery } from '../report.ts'
import { type Figure, figuresOf, filtersOf, type ReportTable, type ReportWords, tablesOf } from '../report-tables.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }
import { type ReportServices, reportOfOrganization } from './report-of-organization.ts'

const texts = createTexts({ en, es })

const wordsOf = (language: Language): ReportWords => {
  const names = new Intl.DisplayNames(localeOf(language), { type: 'language', fallback: 'code' })
  const nameOf = (code: string) => {
    try {
      return names.of(code) ?? code
    } catch {
      return code
    }
  }
  return {
    t: texts(language),
    needName: (need) => needName(need, language),
    languageName: nameOf,
    monthName: (day) => day.slice(0, 7),
  }
}

const MINUTES_A_DAY = 1440
/** A number for a spreadsheet: percent, working days, or as it is. */
function plain(value: number | null, unit: Figure['unit'] | ReportTable['columns'][number]['unit']) {
  if (value === null) return ''
  if (unit === 'share') return (value * 100).toFixed(1)
  if (unit === 'time') return (value / MINUTES_A_DAY).toFixed(2)
  return unit === 'ratio' ? value.toFixed(2) : String(value)
}

function asCsv(report: Report, words: ReportWords, filters: [string, string][], asOf: string) {
  const { t } = words
  const range = ({ startDate, endDate }: Report['before']) => `${startDate} – ${endDate}`
  const about = [
    [t('file.report'), t(`heading.${report.side}`, { organization: report.organization.name })],
    [t('file.period'), range(report)],
    [t('file.comparedWith'), range(report.before)],
    [t('file.asOf'), asOf],
    ...(filters.length ? filters : [[t('file.filters'), t('file.none')]]),
    [t('file.counts'), `${t(`universe.${report.side}`)} ${t('clock')} ${t('masked')}`],
  ]
  const heads = ['measure', 'value', 'before', 'network', 'ninetieth', 'unit', 'definition'].map((head) =>
    t(`file.${head}`),
  )
  const figures = figuresOf(report).map(({ key, unit, value, before, network, ninetieth }) => [
    t(`measure.${key}`),
    ...[plain(value, unit), plain(before, unit), plain(network, unit), plain(ninetieth, unit)],
    ...[t(`file.units.${unit}`), t(`definition.${key}`)],
  ])
  const tables = tablesOf(report, words).flatMap(({ title, head, columns, rows }) => [
    [],
    [title],
    [head, ...columns.map((column) => (column.unit === 'share' ? `${column.title} (%)` : column.title))],
    ...rows.map(({ name, cells }) => [
      name,
      ...cells.map((cell, place) => plain(cell, columns[place]?.unit ?? 'count')),
    ]),
  ])
  return BYTE_ORDER_MARK + csvLines([...about, [], heads, ...figures, ...tables])
}

function asJson(report: Report, { t }: ReportWords, filters: [string, string][]) {
  const { organization, side, startDate, endDate, before, asOf, chosen: _, ...numbers } = report
  return JSON.stringify(
    {
      ...{ organization, side, startDate, endDate, before, asOf, filters: Object.fromEntries(filters) },
      counts: `${t(`universe.${side}`)} ${t('clock')} ${t('masked')}`,
      definitions: Object.fromEntries(figuresOf(report).map(({ key }) => [key, t(`definition.${key}`)])),
      figures: figuresOf(report).map(({ rows: __, ...figure }) => figure),
      ...numbers,
    },
    null,
    2,
  )
}

/** A report as a file in the reader's language, with its definitions, filters and time. The export is audited. */
export async function exportReport(
  services: ReportServices,
  actor: Actor,
  query: ReportQuery,
  { file, language }: { file: (typeof fileKinds)[number]; language: Language },
) {
  const words = wordsOf(language)
  const report = await reportOfOrganization(services, actor, query)
  await recordAudit(services.database, {
    actorId: actor.accountId,
    action: 'report.export',
    subjectType: 'organization',
    subjectId: report.organization.id,
    detail: { file, startDate: report.startDate, endDate: report.endDate, side: report.side },
  })
  const filters = filtersOf(report, query, words)
  return file === 'json'
    ? asJson(report, words, filters)
    : asCsv(report, words, filters, localTimeText(services.config.timeZone, report.asOf))
}
