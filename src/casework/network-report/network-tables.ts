import type { TFunction } from 'i18next'
import type { Need } from '#directory/needs/need.ts'
import {
  type NetworkFigures,
  type NetworkReport,
  networkKeys,
  networkRateKeys,
  type PublishedFigure,
  shareOf,
} from './network-report.ts'

/** What names the parts of the report in the reader's language. */
export interface NetworkWords {
  t: TFunction
  needName: (need: Need) => string
  quarterName: (quarter: string) => string
}

/** A published count, or a share from 0 to 1; null if too little is published to tell. */
export type NetworkValue = PublishedFigure | number | null

export interface NetworkNumber {
  key: (typeof networkKeys)[number] | (typeof networkRateKeys)[number]
  unit: 'count' | 'share'
  value: NetworkValue
  before: NetworkValue
}

/** All numbers of the report about everything that was chosen, each with that of the time before. */
export const numbersOf = ({ total, totalBefore }: NetworkReport): NetworkNumber[] => [
  ...networkKeys.map((key) => ({ key, unit: 'count' as const, value: total[key], before: totalBefore[key] })),
  ...networkRateKeys.map((key) => ({
    ...{ key, unit: 'share' as const, value: shareOf(key, total), before: shareOf(key, totalBefore) },
  })),
]

const headlines = ['sent', ...networkRateKeys, 'gotHelp', 'waiting'] as const
/** The numbers at the top of the screen; those that are not counted with the filters are left out. */
export const headlinesOf = (report: NetworkReport) =>
  headlines.flatMap((key) =>
    numbersOf(report).filter((one) => one.key === key && (key !== 'acceptedRate' || report.total.accepted)),
  )

export interface NetworkTable {
  key: string
  title: string
  head: string
  explanation: string | null
  columns: { key: string; title: string; unit: 'count' | 'share' }[]
  rows: { key: string; name: string; cells: NetworkValue[] }[]
}

const shown = ['sent', 'answered', 'gotHelp'] as const

/** The tables of the report: the same on the screen, in print and in files. */
export function networkTablesOf(report: NetworkReport, { t, needName, quarterName }: NetworkWords): NetworkTable[] {
  const about = (key: string, explained = false) => ({
    ...{ key, title: t(`section.${key}`), head: t(`head.${key}`), explanation: explained ? t(`explain.${key}`) : null },
  })
  const counted = (
    key: string,
    rows: { name: string; figures: NetworkFigures }[],
    explained = false,
  ): NetworkTable => ({
    ...about(key, explained),
    columns: [
      ...shown.map((column) => ({ key: column, title: t(`measure.${column}`), unit: 'count' as const })),
      { key: 'gotHelpRate', title: t('measure.gotHelpRate'), unit: 'share' },
    ],
    rows: rows.map(({ name, figures }, place) => ({
      ...{ key: `${place} ${name}`, name },
      cells: [...shown.map((column) => figures[column]), shareOf('gotHelpRate', figures)],
    })),
  })
  const single = (key: string, rows: { name: string; count: PublishedFigure }[]): NetworkTable => ({
    ...about(key, true),
    columns: [{ key: 'sent', title: t('measure.sent'), unit: 'count' }],
    rows: rows.map(({ name, count }) => ({ key: name, name, cells: [count] })),
  })
  const areas = (rows: NetworkReport['byState']) =>
    rows.map(({ area, ...figures }) => ({ name: area.name ?? t('nowhere'), figures }))
  return [
    single(
      'byEnding',
      report.byEnding.map(({ ending, count }) => ({ name: t(`ending.${ending}`), count })),
    ),
    counted(
      'byQuarter',
      report.byQuarter.map(({ quarter, ...figures }) => ({ name: quarterName(quarter), figures })),
      true,
    ),
    counted(
      'byNeed',
      report.byNeed.map(({ need, ...figures }) => ({ name: needName(need), figures })),
    ),
    counted('byState', areas(report.byState)),
    counted('byCounty', areas(report.byCounty)),
    single(
      'byAnswer',
      report.byAnswer.map(({ days, count }) => ({ name: t(`days.${days}`), count })),
    ),
  ].filter(({ rows }) => rows.length > 0)
}

/** The filters of the report as pairs of name and value. */
export const networkFiltersOf = ({ need, area }: NetworkReport, { t, needName }: NetworkWords): [string, string][] => [
  ...(need ? [[t('need'), needName(need)] as [string, string]] : []),
  ...(area ? [[t('area'), area.name ?? t('nowhere')] as [string, string]] : []),
]
/** What every reader has to know about the numbers. */
export const aboutNetwork = ({ isWithoutOwn }: NetworkReport, t: TFunction) =>
  [t('rounded'), t('noRows'), ...(isWithoutOwn ? [t('withoutOwn')] : [])].join(' ')
