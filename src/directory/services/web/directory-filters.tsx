import { Button, Chip, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Need } from '#directory/needs/need.ts'
import { Select } from '#ui/select.tsx'
import { categoryName, DEFAULT_RADIUS_MILES, distances } from '../service-search.ts'
import classes from './directory.module.css'
import { listLanguages } from './language-name.ts'
import { NearField, StartChoices, useSearched, useStart } from './near-field.tsx'
import { type Filters, useTerms } from './use-directory-search.ts'

/** The distances to choose from, with the one of the address, which a link may set freely. */
function offered(radius: string | undefined) {
  const isOther = radius !== undefined && !distances.includes(Number(radius))
  return isOther ? [...distances, Number(radius)].sort((a, b) => a - b) : distances
}
/** Whether the search starts somewhere: at a typed place, or where the person lives. */
const hasStart = ({ near, contactId, anywhere, bbox }: Filters) =>
  Boolean(near || (contactId && anywhere !== 'true' && !bbox))
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
  const form = useRef<HTMLFormElement>(null)
  const start = useStart()
  const words = useSearched(filters.text)
  const typed = (name: string) =>
    (form.current?.elements.namedItem(name) as HTMLInputElement | null)?.value.trim() ?? ''
  // A place to start at takes the place of the part of the map.
  const search = (near: string) => {
    start.clear()
    onChange({ text: typed('text'), near, ...(near ? { bbox: '' } : {}) })
    onSearched()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const near = typed('near')
    const zip = /^[\d-]*$/.test(near) ? near : await start.findTyped(near)
    if (zip !== null) search(zip)
  }
  return (
    <search className={classes.search}>
      <form ref={form} onSubmit={submit} className={classes.searchRow} aria-label={t('search.form')} noValidate>
        <TextInput
          {...words}
          className={classes.what}
          name="text"
          type="search"
          label={t('search.what')}
          placeholder={t('search.whatHint')}
          maxLength={200}
          leftSection={<IconSearch size={20} aria-hidden />}
        />
        <NearField zip={filters.near} zipProblem={zipProblem} start={start} onZip={search} />
        <Select
          className={classes.distance}
          label={t('search.radius')}
          data={offered(filters.radius).map((d) => ({ value: String(d), label: t('search.miles', { count: d }) }))}
          value={String(Number(filters.radius ?? DEFAULT_RADIUS_MILES))}
          onChange={(radius) => onChange({ radius: radius ?? '' })}
          disabled={!hasStart(filters)}
          allowDeselect={false}
        />
        <Button type="submit" className={classes.go} leftSection={<IconSearch size={20} aria-hidden />}>
          {t('search.go')}
        </Button>
      </form>
      <StartChoices choices={start.choices} onZip={search} />
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
  const { data: terms } = useTerms(value)
  const data = useMemo(() => {
    const offered = (terms ?? []).map((term) => ({
      value: term.id,
      label: `${'\u2003'.repeat(term.level - 1)}${categoryName(term, i18n.language)} (${term.serviceCount})`,
    }))
    // A link may name one that was retired or merged since: it filters, so it is shown.
    const isEnded = value && terms && !terms.some(({ id }) => id === value)
    return isEnded ? [{ value, label: t('search.endedCategory') }, ...offered] : offered
  }, [terms, value, i18n.language, t])
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
