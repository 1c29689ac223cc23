import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/web/contract-form.ts'
import { portalDay } from '#platform/web/portal-day.ts'
import { usePhone } from '#ui/use-phone.ts'
import { type Report, sides } from '../report.ts'
import { MoreFilters } from './more-filters.tsx'
import type { ReportFilters } from './report-address.ts'
import classes from './reports.module.css'

const ranges = ['days30', 'days90', 'year', 'thisYear', 'lastYear'] as const
const DAY = 86_400_000
/** Those of the form's controls that keep their value themselves. */
const fields = ['compare', 'withOrganizationId', 'county', 'zip', 'language', 'ageBand'] as const

/** The days of a named period, as of a day. */
function daysOf(range: (typeof ranges)[number], today: string) {
  const back = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10)
  const year = Number(today.slice(0, 4))
  if (range === 'thisYear') return { startDate: `${year}-01-01`, endDate: today }
  if (range === 'lastYear') return { startDate: `${year - 1}-01-01`, endDate: `${year - 1}-12-31` }
  return { startDate: back({ days30: 29, days90: 89, year: 364 }[range]), endDate: today }
}

interface FilterFormProps {
  report: Report | undefined
  filters: ReportFilters
  /** the server's errors for the filters */
  wrong: { path: string; message: string }[]
  apply: (filters: ReportFilters) => void
}

/** On a phone, everything but the direction is folded, so that the numbers are near. */
function PhoneFold({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const { t } = useTranslation('reports')
  if (!usePhone()) return children
  return (
    <details className={classes.more} open={isOpen || undefined}>
      <summary>{t('filter.label')}</summary>
      <div className={classes.moreFilters}>{children}</div>
    </details>
  )
}

/** Direction and period first; the other filters on request. They apply on Show. */
export function ReportFilterForm({ report, filters, wrong, apply }: FilterFormProps) {
  const { t } = useTranslation('reports')
  const sideId = useId()
  const [chosenNeeds, setChosenNeeds] = useState<string[]>(filters.need ?? [])
  // What the report says, once it is there, until the reader says otherwise.
  const [chosenDays, setDays] = useState<{ startDate: string; endDate: string } | null>(null)
  const days = chosenDays ?? {
    startDate: filters.startDate ?? report?.startDate ?? '',
    endDate: filters.endDate ?? report?.endDate ?? '',
  }
  const today = portalDay(report ? new Date(report.asOf) : new Date())
  const range = ranges.find((each) => {
    const of = daysOf(each, today)
    return of.startDate === days.startDate && of.endDate === days.endDate
  })
  const errorOf = (name: string) => {
    const error = wrong.find(({ path }) => path === name)
    return error && errorText(error.message, 'reports')
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    // The library's controls have names of their own.
    const data = Object.fromEntries(fields.map((name) => [name, String(typed.get(name) ?? '').trim()]))
    apply({ ...data, ...days, side: filters.side, need: chosenNeeds } as ReportFilters)
  }
  const isNarrowed = ['need', 'withOrganizationId', 'county', 'zip', 'language', 'ageBand'].some(
    (name) => (filters[name as keyof ReportFilters]?.length ?? 0) > 0,
  )
  return (
    <form className={classes.filters} onSubmit={submit} aria-label={t('filter.label')} noValidate>
      <div>
        <span id={sideId} className={classes.label}>
          {t('side.label')}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby={sideId}
          value={filters.side === 'outgoing' ? 'outgoing' : 'incoming'}
          onChange={(side) => apply({ ...filters, side })}
          data={sides.map((side) => ({ value: side, label: t(`side.${side}`) }))}
        />
      </div>
      <PhoneFold isOpen={wrong.length > 0}>
        <NativeSelect
          label={t('filter.range')}
          value={range ?? ''}
          onChange={({ currentTarget }) => {
            const chosen = ranges.find((each) => each === currentTarget.value)
            if (chosen) setDays(daysOf(chosen, today))
          }}
          data={[
            ...ranges.map((each) => ({ value: each, label: t(`filter.${each}`) })),
            { value: '', label: t('filter.custom') },
          ]}
        />
        {(['startDate', 'endDate'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={t(`filter.${name}`)}
            value={days[name]}
            onChange={({ currentTarget }) => setDays({ ...days, [name]: currentTarget.value })}
            error={errorOf(name)}
          />
        ))}
        <NativeSelect
          name="compare"
          label={t('filter.compare')}
          defaultValue={filters.compare ?? 'previous'}
          data={[
            { value: 'previous', label: t('filter.previous') },
            { value: 'year', label: t('filter.yearBefore') },
          ]}
        />
        <MoreFilters
          report={report}
          filters={filters}
          errorOf={errorOf}
          isOpen={isNarrowed}
          chosenNeeds={chosenNeeds}
          setChosenNeeds={setChosenNeeds}
        />
        <div className={classes.acts}>
          <Button type="submit">{t('filter.show')}</Button>
          {isNarrowed && (
            <Button
              variant="default"
              onClick={() => {
                const { side, startDate, endDate, compare } = filters
                apply({ side, startDate, endDate, compare } as ReportFilters)
              }}
            >
              {t('filter.clear')}
            </Button>
          )}
        </div>
      </PhoneFold>
    </form>
  )
}
