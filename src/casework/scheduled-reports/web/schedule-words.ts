import type { TFunction } from 'i18next'
import { stateOfFips } from '#directory/places/states.ts'
import { languageText } from '#platform/web/language-of-code.ts'
import { readFilters } from '#platform/web/read-filters.ts'
import type { ScheduledReport, ScheduleFilters } from '../report-schedule.ts'

/** The page of each report. */
export const reportPaths: Record<ScheduledReport, string> = {
  'unmet-needs': '/reports/unmet-needs',
  organization: '/reports',
  network: '/reports/network',
}

const names = {
  'unmet-needs': { single: ['scope', 'need', 'state'], repeated: [] },
  organization: {
    single: ['side', 'withOrganizationId', 'county', 'zip', 'language', 'ageBand', 'compare'],
    repeated: ['need'],
  },
  network: { single: ['need', 'area'], repeated: [] },
} as const
const lengths = { 'unmet-needs': null, organization: 'days', network: 'quarters' } as const

/** The filters of a report in an address, as they are scheduled. */
export function filtersOfAddress(report: ScheduledReport, words: URLSearchParams): ScheduleFilters {
  const length = lengths[report]
  const count = length && Number(words.get(length))
  return { ...readFilters(words, names[report]), ...(length && count ? { [length]: count } : {}) } as ScheduleFilters
}

/** `Where help is missing: network, Food, New York` */
export function filterText({ report, filters }: { report: ScheduledReport; filters: ScheduleFilters }, t: TFunction) {
  const { scope, state, side, withOrganizationId, county, zip, language, ageBand, compare, area, days, quarters } =
    filters
  const needs = [filters.need ?? []].flat().map((need) => t(`needs:${need}`))
  const ofNeeds = needs.length ? needs : [t('anyNeed')]
  const parts = {
    'unmet-needs': [
      t(scope === 'own' ? 'own' : 'network'),
      ...ofNeeds,
      (state && stateOfFips(state)?.name) || t('usualState'),
    ],
    organization: [
      t(`reports:side.${side ?? 'incoming'}`),
      t('days', { count: days ?? 90 }),
      ...ofNeeds,
      withOrganizationId && t('oneOrganization'),
      county && t('county', { county }),
      zip,
      language && languageText(language),
      ageBand && t(`reports:age.${ageBand}`),
      compare === 'year' && t('yearBefore'),
    ],
    network: [
      t('quarters', { count: quarters ?? 4 }),
      ...(area ? [] : ofNeeds),
      area && (stateOfFips(area)?.name ?? t('county', { county: area })),
    ],
  }[report]
  return `${t(`what.${report}`)}: ${parts.filter(Boolean).join(', ')}`
}
