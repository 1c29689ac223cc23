import { MOST_QUARTERS, quarterBefore, quarterOfDay } from '#casework/unmet-needs/unmet-need.ts'
import { needs } from '#directory/needs/need.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { portalDay } from '#platform/web/portal-day.ts'
import { Select } from '#ui/select.tsx'
import type { NetworkReport } from '../network-report.ts'
import classes from './network.module.css'
import type { NetworkFilters } from './network-address.ts'
import { useNetworkWords } from './network-words.ts'

interface NetworkFilterFormProps {
  report: NetworkReport | undefined
  filters: NetworkFilters
  errors: Record<string, string>
  change: (filters: NetworkFilters) => void
}

/** Which quarters, and a need or an area; each applies at once, and one of the last two replaces the other. */
export function NetworkFilterForm({ report, filters, errors, change }: NetworkFilterFormProps) {
  const { t, words, language } = useNetworkWords()
  const now = quarterOfDay(portalDay(new Date()))
  const quarters = Array.from({ length: MOST_QUARTERS }, (_, n) => quarterBefore(now, n)).map((value) => ({
    value,
    label: words.quarterName(value),
  }))
  const areasWith = (digits: number) =>
    (report?.areas ?? []).flatMap(({ fips, name }) =>
      fips?.length === digits ? [{ value: fips, label: name ?? fips }] : [],
    )
  const fields = { size: 'md', allowDeselect: false, comboboxProps: { withinPortal: false } } as const
  return (
    <section className={classes.filters} aria-label={t('filters')}>
      {(['from', 'to'] as const).map((name) => (
        <Select
          key={name}
          {...fields}
          label={t(name)}
          data={quarters}
          value={filters[name] ?? report?.[name] ?? null}
          error={errors[name]}
          onChange={(quarter) => change({ [name]: quarter ?? '' })}
        />
      ))}
      <Select
        {...fields}
        label={t('need')}
        data={[
          { value: '', label: t('any') },
          ...needs
            .map((value) => ({ value: value as string, label: words.needName(value) }))
            .sort((one, other) => one.label.localeCompare(other.label, localeOf(language))),
        ]}
        value={filters.need ?? ''}
        onChange={(need) => change({ need: need ?? '', area: '' })}
      />
      <Select
        {...fields}
        label={t('area')}
        searchable
        data={[
          { value: '', label: t('any') },
          { group: t('states'), items: areasWith(2) },
          { group: t('counties'), items: areasWith(5) },
        ]}
        value={filters.area ?? ''}
        error={errors.area}
        onChange={(area) => change({ area: area ?? '', need: '' })}
      />
    </section>
  )
}
