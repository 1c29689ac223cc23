import { MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { needs } from '#directory/needs/need.ts'
import { ageBands } from '../referral-fact.ts'
import type { Report, ReportOptions } from '../report.ts'
import type { ReportFilters } from './report-address.ts'
import { reportOptionsOf } from './report-calls.ts'
import { useReportWords } from './report-words.ts'
import classes from './reports.module.css'

type Named = ReportOptions['counties'][number]

interface MoreFiltersProps {
  report: Report | undefined
  filters: ReportFilters
  errorOf: (name: string) => string | undefined
  isOpen: boolean
  chosenNeeds: string[]
  setChosenNeeds: (needs: string[]) => void
}

/** The organizations and counties to filter by; until all have loaded, those that the report itself names. */
function useOptions(report: Report | undefined, isNeeded: boolean) {
  const { data, isError } = useQuery({
    ...reportOptionsOf(report ?? { startDate: '', endDate: '', side: 'incoming' }),
    enabled: isNeeded && report !== undefined,
  })
  const known = (rows: Report['byCounty'] | undefined) => (rows ?? []).flatMap(({ item }) => item ?? [])
  const { organizations, counties } = data ?? {
    organizations: known(report?.byOrganization),
    counties: known(report?.byCounty),
  }
  return { organizations, counties, isError: isError && !data }
}

/** Filters that few need: folded, until one of them is set. */
export function MoreFilters({ report, filters, errorOf, isOpen, chosenNeeds, setChosenNeeds }: MoreFiltersProps) {
  const { t } = useTranslation('reports')
  const { words } = useReportWords()
  const [isOpened, setOpened] = useState(isOpen)
  const { organizations, counties, isError } = useOptions(report, isOpened)
  const [organizationId, setOrganizationId] = useState(filters.withOrganizationId ?? '')
  const [county, setCounty] = useState(filters.county ?? '')
  const any = { value: '', label: t('filter.any') }
  const choices = (named: Named[], chosen: string | undefined, name?: string | null) => {
    const known = named.map((one) => ({ value: one.id, label: one.name }))
    const missing = chosen && !known.some(({ value }) => value === chosen)
    return [any, ...(missing ? [{ value: chosen, label: name ?? chosen }] : []), ...known]
  }
  const languages = (report?.byLanguage ?? []).flatMap(({ language }) => language ?? [])
  return (
    <details
      className={classes.more}
      open={isOpen || undefined}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>{t('filter.more')}</summary>
      <div className={classes.moreFilters}>
        <MultiSelect
          label={t('filter.need')}
          data={needs.map((need) => ({ value: need, label: words.needName(need) }))}
          value={chosenNeeds}
          onChange={setChosenNeeds}
          searchable
          clearable
          comboboxProps={{ withinPortal: false }}
        />
        <NativeSelect
          name="withOrganizationId"
          label={t('filter.organization')}
          description={isError && t('filter.onlyMost')}
          value={organizationId}
          onChange={({ currentTarget }) => setOrganizationId(currentTarget.value)}
          data={choices(organizations, filters.withOrganizationId, report?.chosen.organization)}
        />
        <NativeSelect
          name="county"
          label={t('filter.county')}
          description={isError && t('filter.onlyMost')}
          value={county}
          onChange={({ currentTarget }) => setCounty(currentTarget.value)}
          data={choices(counties, filters.county, report?.chosen.county)}
          error={errorOf('county')}
        />
        <TextInput
          name="zip"
          label={t('filter.zip')}
          inputMode="numeric"
          maxLength={5}
          defaultValue={filters.zip}
          error={errorOf('zip')}
        />
        <NativeSelect
          name="language"
          label={t('filter.language')}
          defaultValue={filters.language}
          data={[
            any,
            ...[...new Set([...(filters.language ? [filters.language] : []), ...languages])].map((code) => ({
              value: code,
              label: words.languageName(code),
            })),
          ]}
        />
        <NativeSelect
          name="ageBand"
          label={t('filter.ageBand')}
          defaultValue={filters.ageBand}
          data={[any, ...ageBands.map((band) => ({ value: band, label: t(`age.${band}`) }))]}
        />
      </div>
    </details>
  )
}
