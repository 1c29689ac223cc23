import type { TFunction } from 'i18next'
import type { Need } from '#directory/needs/need.ts'
import { rateOf, triesPerNeed } from './rates.ts'
import { type CountKey, type Counts, countKeys, type RateKey, type Report, type TimeKey } from './report.ts'

/** What names the parts of a report in the reader's language. */
export interface ReportWords {
  t: TFunction
  needName: (need: Need) => string
  languageName: (code: string) => string
  monthName: (day: string) => string
}

/** One number of a report: of referrals, a share from 0 to 1, minutes on working days, or referrals per need. */
export interface Figure {
  key: CountKey | RateKey | TimeKey | 'people' | 'needs' | 'triesPerNeed'
  unit: 'count' | 'people' | 'needs' | 'share' | 'time' | 'ratio'
  value: number | null
  before: number | null
  /** the median of the organizations of the network */
  network: number | null
  /** of times */
  ninetieth: number | null
  /** the referrals that the number counts */
  rows: { measure: CountKey; count: number } | null
}

const rateRows: Record<RateKey, CountKey> = {
  seenRate: 'seen',
  answeredRate: 'answered',
  acceptedRate: 'accepted',
  closedLoopRate: 'loopClosed',
  gotHelpRate: 'gotHelp',
  gotHelpWithRoomRate: 'gotHelp',
}
const timeRows: Record<TimeKey, CountKey> = {
  toView: 'seen',
  toAnswer: 'answered',
  toContact: 'contacted',
  toClose: 'loopClosed',
}

/** A number, the same of the time before, and which referrals it counts. */
function figureOf(key: Figure['key'], { total: now, totalBefore: before, networkMedian }: Report): Figure {
  const rowsOf = (measure: CountKey) => ({ measure, count: now[measure] })
  if (key in rateRows) {
    const rate = key as RateKey
    const [value, was] = [rateOf(rate, now), rateOf(rate, before)]
    const network = networkMedian?.rates[rate] ?? null
    return { key, unit: 'share', value, before: was, network, ninetieth: null, rows: rowsOf(rateRows[rate]) }
  }
  if (key in timeRows) {
    const time = key as TimeKey
    const rows = time === 'toClose' ? null : rowsOf(timeRows[time])
    const [value, was] = [now[time]?.median ?? null, before[time]?.median ?? null]
    return { key, unit: 'time', value, before: was, network: null, ninetieth: now[time]?.ninetieth ?? null, rows }
  }
  if (key === 'triesPerNeed')
    return {
      ...{ key, unit: 'ratio', value: triesPerNeed(now), before: triesPerNeed(before) },
      ...{ network: null, ninetieth: null, rows: rowsOf('sent') },
    }
  const known = key as CountKey | 'people' | 'needs'
  const isOfPeople = known === 'people' || known === 'needs'
  return {
    ...{ key, unit: isOfPeople ? known : 'count', value: now[known], before: before[known] },
    ...{ network: null, ninetieth: null, rows: rowsOf(isOfPeople ? 'sent' : known) },
  }
}

const headlines: Figure['key'][] = [
  ...(['sent', 'people', 'seenRate', 'answeredRate', 'acceptedRate', 'closedLoopRate', 'gotHelpRate'] as const),
  ...(['gotHelpWithRoomRate', 'toView', 'toAnswer', 'toContact', 'toClose', 'triesPerNeed', 'waiting'] as const),
]
/** The numbers at the top of the screen. */
export const headlinesOf = (report: Report) => headlines.map((key) => figureOf(key, report))

/** All numbers of a report, for a file. */
export const figuresOf = (report: Report) =>
  [...new Set<Figure['key']>([...headlines, 'needs', ...countKeys])].map((key) => figureOf(key, report))

export interface ReportTable {
  key: string
  title: string
  explanation: string | null
  head: string
  columns: { key: string; title: string; unit: 'count' | 'needs' | 'share' }[]
  rows: {
    key: string
    name: string
    cells: (number | null)[]
    /** what to add to the filters to get the rows that are counted; null if they cannot be listed */
    narrowed: Record<string, string> | null
  }[]
}

const shown = ['sent', 'seen', 'accepted', 'declined', 'gotHelp'] as const
type Narrowing = Record<string, string> | null

/** The tables of a report: the same on the screen, in print and in files. */
export function tablesOf(report: Report, { t, needName, languageName, monthName }: ReportWords): ReportTable[] {
  const counted = (
    key: keyof Report & string,
    rows: { name: string; counts: Counts; narrowed: Narrowing }[],
    title = t(`section.${key}`),
  ): ReportTable => ({
    ...{ key, title, head: t(`head.${key}`), explanation: key === 'byMonth' ? t('explain.byMonth') : null },
    columns: [
      ...shown.map((column) => ({ key: column, title: t(`measure.${column}`), unit: 'count' as const })),
      { key: 'gotHelpRate', title: t('measure.gotHelpRate'), unit: 'share' },
    ],
    rows: rows.map(({ name, counts, narrowed }, place) => ({
      ...{ key: `${place} ${name}`, name, narrowed },
      cells: [...shown.map((column) => counts[column]), rateOf('gotHelpRate', counts)],
    })),
  })
  const single = (
    key: string,
    rows: { name: string; count: number; narrowed: Narrowing }[],
    unit: 'count' | 'needs' = 'count',
  ): ReportTable => ({
    ...{ key, title: t(`section.${key}`), head: t(`head.${key}`) },
    explanation: key === 'funnel' || key === 'tries' ? t(`explain.${key}`) : null,
    columns: [{ key: 'count', title: t(unit === 'needs' ? 'measure.needs' : 'measure.sent'), unit }],
    rows: rows.map(({ name, count, narrowed }) => ({ key: name, name, cells: [count], narrowed })),
  })
  const named = (row: Report['byZip'][number], filter: string) => ({
    name: row.item?.name ?? (row.others ? t('others', { count: row.others }) : t('unknown')),
    counts: row,
    narrowed: row.item && { [filter]: row.item.id },
  })
  const steps = ['sent', 'seen', 'accepted', 'contacted', 'gotHelp'] as const
  return [
    single(
      'funnel',
      steps.map((measure) => ({ name: t(`measure.${measure}`), count: report.total[measure], narrowed: { measure } })),
    ),
    single(
      'byStatus',
      report.byStatus.map(({ statusClass, count }) => ({
        ...{ name: t(`statusClass.${statusClass}`), count, narrowed: { statusClass } },
      })),
    ),
    counted(
      'byMonth',
      report.byMonth.map((counts) => ({ name: monthName(counts.month), counts, narrowed: null })),
    ),
    counted(
      'byNeed',
      report.byNeed.map((counts) => ({ name: needName(counts.need), counts, narrowed: { need: counts.need } })),
    ),
    single(
      'reasons',
      report.reasons.map(({ statusClass, reason, count }) => ({
        name: t(`reasonOf.${statusClass}`, { reason: t(`reason.${reason}`) }),
        count,
        narrowed: { statusClass, reason },
      })),
    ),
    single(
      'outcomes',
      report.outcomes.map(({ outcome, count }) => ({ name: t(`outcome.${outcome}`), count, narrowed: null })),
    ),
    single(
      'tries',
      report.tries.map(({ tries, needs }) => ({ name: t(`tries.${tries}`), count: needs, narrowed: null })),
      'needs',
    ),
    counted(
      'byOrganization',
      report.byOrganization.map((row) => named(row, 'withOrganizationId')),
      t(`section.byOrganization.${report.side}`),
    ),
    counted(
      'byCounty',
      report.byCounty.map((row) => named(row, 'county')),
    ),
    counted(
      'byZip',
      report.byZip.map((row) => named(row, 'zip')),
    ),
    counted(
      'byLanguage',
      report.byLanguage.map(({ language, ...counts }) => ({
        ...{ name: language ? languageName(language) : t('unknown'), counts, narrowed: language ? { language } : null },
      })),
    ),
    counted(
      'byAge',
      report.byAge.map(({ ageBand, ...counts }) => ({
        ...{ name: ageBand ? t(`age.${ageBand}`) : t('unknown'), counts, narrowed: ageBand ? { ageBand } : null },
      })),
    ),
  ].filter(({ rows }) => rows.length > 0)
}

/** The filters of a report as pairs of name and value. */
export function filtersOf(
  report: Pick<Report, 'chosen'>,
  query: { need?: Need[]; zip?: string; language?: string; ageBand?: string },
  { t, needName, languageName }: ReportWords,
): [string, string][] {
  const all: [string, string | null | undefined][] = [
    ['need', query.need?.map(needName).join(', ')],
    ['organization', report.chosen.organization],
    ['county', report.chosen.county],
    ['zip', query.zip],
    ['language', query.language && languageName(query.language)],
    ['ageBand', query.ageBand && t(`age.${query.ageBand}`)],
  ]
  return all.flatMap(([name, value]) => (value ? [[t(`filter.${name}`), value]] : []))
}
