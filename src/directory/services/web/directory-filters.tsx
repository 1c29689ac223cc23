import { Button, Chip, TextInput } from '@mantine/core'
import { IconMapPin, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Need } from '#directory/needs/need.ts'
import { Select } from '#ui/select.tsx'
import { categoryName, DEFAULT_RADIUS_MILES, distances } from '../service-search.ts'
import classes from './directory.module.css'
import { listLanguages } from './language-name.ts'
import { type Filters, useTerms } from './use-directory-search.ts'

/** The distances to choose from, with the one of the address, which a link may set freely. */
function offered(radius: string | undefined) {
  const isOther = radius !== undefined && !distances.includes(Number(radius))
  return isOther ? [...distances, Number(radius)].sort((a, b) => a - b) : distances
}
const flags = ['openNow', 'takesPeople', 'free', 'takesReferrals'] as const

export interface DirectoryFiltersProps {
  filters: Filters
  zipProblem: string | null
  onChange: (next: Filters) => void
  /** Called when the form was submitted. */
  onSearched: () => void
}

/** The search form: words and place are submitted together, each other filter applies immediately. */
export function DirectoryFilters({ filters, zipProblem, onChange, onSearched }: DirectoryFiltersProps) {
  const { t } = useTranslation('services')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { elements } = event.currentTarget
    const typed = (name: string) => (elements.namedItem(name) as HTMLInputElement).value.trim()
    // A ZIP code takes the place of the part of the map.
    onChange({ text: typed('text'), near: typed('near'), ...(typed('near') ? { bbox: '' } : {}) })
    onSearched()
  }
  return (
    <search className={classes.search}>
      <form onSubmit={submit} className={classes.searchRow} aria-label={t('search.form')} noValidate>
        <TextInput
          key={`text ${filters.text}`}
          className={classes.what}
          name="text"
          type="search"
          label={t('search.what')}
          placeholder={t('search.whatHint')}
          defaultValue={filters.text}
          maxLength={200}
          leftSection={<IconSearch size={20} aria-hidden />}
        />
        <TextInput
          key={`near ${filters.near}`}
          className={classes.near}
          name="near"
          label={t('search.near')}
          placeholder={t('search.nearHint')}
          defaultValue={filters.near}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          error={zipProblem && t(zipProblem)}
          leftSection={<IconMapPin size={20} aria-hidden />}
        />
        <Select
          className={classes.distance}
          label={t('search.radius')}
          data={offered(filters.radius).map((d) => ({ value: String(d), label: t('search.miles', { count: d }) }))}
          value={String(Number(filters.radius ?? DEFAULT_RADIUS_MILES))}
          onChange={(radius) => onChange({ radius: radius ?? '' })}
          disabled={!filters.near}
          allowDeselect={false}
        />
        <Button type="submit" className={classes.go} leftSection={<IconSearch size={20} aria-hidden />}>
          {t('search.go')}
        </Button>
      </form>
      <div className={classes.choices}>
        <CategorySelect value={filters.category} onChange={(category) => onChange({ category, need: '' })} />
        <Select
          label={t('search.language')}
          placeholder={t('search.anyLanguage')}
          data={listLanguages()}
          value={filters.language ?? null}
          onChange={(language) => onChange({ language: language ?? '' })}
          searchable
          clearable
        />
        <div className={classes.flags}>
          {flags.map((flag) => (
            <Chip
              key={flag}
              checked={filters[flag] === 'true'}
              onChange={(on) => onChange({ [flag]: on ? 'true' : '' })}
              size="md"
            >
              {t(`search.${flag}`)}
            </Chip>
          ))}
          {filters.need && !filters.category && (
            <Chip checked onChange={() => onChange({ need: '' })} size="md">
              {t('search.need', { need: t(`needs:${filters.need as Need}`) })}
            </Chip>
          )}
          {filters.bbox && (
            <Chip checked onChange={() => onChange({ bbox: '' })} size="md">
              {t('search.bbox')}
            </Chip>
          )}
        </div>
      </div>
    </search>
  )
}

function CategorySelect({ value, onChange }: { value: string | undefined; onChange: (value: string) => void }) {
  const { t, i18n } = useTranslation('services')
  const terms = useTerms()
  const data = useMemo(
    () =>
      (terms.data ?? []).map((term) => ({
        value: term.id,
        label: `${'\u2003'.repeat(term.level - 1)}${categoryName(term, i18n.language)} (${term.serviceCount})`,
      })),
    [terms.data, i18n.language],
  )
  return (
    <Select
      label={t('search.category')}
      placeholder={t('search.anyCategory')}
      data={data}
      value={value ?? null}
      onChange={(v) => onChange(v ?? '')}
      searchable
      clearable
      limit={300}
      styles={{ options: { maxHeight: 360 } }}
    />
  )
}
