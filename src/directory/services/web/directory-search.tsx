import { Button } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Need } from '#directory/needs/need.ts'
import { usePhone } from '#ui/use-phone.ts'
import { categoryName, DEFAULT_RADIUS_MILES } from '../service-search.ts'
import classes from './directory.module.css'
import { DirectoryFilters, type DirectoryFiltersProps } from './directory-filters.tsx'
import { languageName } from './language-name.ts'
import { type Filters, useTerms } from './use-directory-search.ts'

/** The element with the results, which receives the focus after a search on a phone. */
export const RESULTS = 'directory-results'

/** The search form. On a phone it collapses to one line after a search, so that the results are visible. */
export function DirectorySearch({ filters, zipProblem, onChange }: Omit<DirectoryFiltersProps, 'onSearched'>) {
  const { t } = useTranslation('services')
  const isPhone = usePhone()
  const [isOpen, setOpen] = useState(Object.keys(filters).length === 0)
  const said = useSummary(filters)
  if (!isPhone || isOpen || zipProblem || said.length === 0)
    return (
      <DirectoryFilters
        filters={filters}
        zipProblem={zipProblem}
        onChange={onChange}
        onSearched={() => {
          if (!isPhone) return
          setOpen(false)
          requestAnimationFrame(() => document.getElementById(RESULTS)?.focus({ preventScroll: true }))
        }}
      />
    )
  return (
    <search className={classes.folded}>
      <span>{said.join(' · ')}</span>
      <Button
        variant="default"
        leftSection={<IconAdjustments size={20} aria-hidden />}
        onClick={() => {
          setOpen(true)
          requestAnimationFrame(() => document.querySelector<HTMLInputElement>('input[name=text]')?.focus())
        }}
      >
        {t('search.change')}
      </Button>
    </search>
  )
}

/** A short summary of the search. */
function useSummary(filters: Filters) {
  const { t, i18n } = useTranslation('services')
  const { text, near, radius, category, need, language, openNow, takesPeople, free, takesReferrals, bbox } = filters
  const terms = useTerms(category)
  const count = Number(radius ?? DEFAULT_RADIUS_MILES)
  const chosen = category && terms.data?.find(({ id }) => id === category)
  return [
    text,
    near && t('search.around', { zip: near, miles: t('search.miles', { count }) }),
    chosen && categoryName(chosen, i18n.language),
    category && terms.data && !chosen && t('search.endedCategory'),
    need && !category && t('search.need', { need: t(`needs:${need as Need}`) }),
    language && languageName(language),
    openNow && t('search.openNow'),
    takesPeople && t('search.takesPeople'),
    free && t('search.free'),
    takesReferrals && t('search.takesReferrals'),
    bbox && t('search.bbox'),
  ].filter((each): each is string => Boolean(each))
}
