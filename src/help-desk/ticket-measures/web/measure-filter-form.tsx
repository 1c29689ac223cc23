import { Button, MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priorities, supportRequestTypes } from '#help-desk/tickets/support-request.ts'
import { DayField, readDay, writeDay } from '#help-desk/tickets/web/support-area-public.tsx'
import { errorText } from '#platform/web/contract-form.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { useSuggestions } from '#platform/web/suggestions.tsx'
import type { Measures } from '../measure.ts'
import type { MeasureFilters } from './measure-address.ts'
import { organizationsLike } from './measure-calls.ts'
import classes from './measures.module.css'

const SHORTEST = 3
const daysOf = ['startDate', 'endDate'] as const

interface FilterFormProps {
  measures: Measures | undefined
  filters: MeasureFilters
  /** The server's errors for the filters. */
  wrong: { path: string; message: string }[]
  apply: (filters: MeasureFilters) => void
}

/** Period, type, priority and organization. They apply on Show, unless a day is invalid. */
export function MeasureFilterForm({ measures, filters, wrong, apply }: FilterFormProps) {
  const { t, i18n } = useTranslation(['ticket-measures', 'tickets'])
  const typed = (iso: string | undefined) => (iso ? writeDay(iso, i18n.language) : '')
  const [days, setDays] = useState({
    startDate: typed(filters.startDate ?? measures?.startDate),
    endDate: typed(filters.endDate ?? measures?.endDate),
  })
  const [types, setTypes] = useState(filters.supportRequestType ?? [])
  const [urgency, setUrgency] = useState(filters.priority ?? [])
  const [organizationId, setOrganization] = useState(filters.organizationId ?? null)
  // The server's errors are shown until the input changes.
  const [errors, setErrors] = useState<Record<string, string> | null>(null)
  const [cleared, setCleared] = useState(0)
  const shown =
    errors ?? Object.fromEntries(wrong.map(({ path, message }) => [path, errorText(message, 'ticket-measures')]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = { startDate: readDay(days.startDate, i18n.language), endDate: readDay(days.endDate, i18n.language) }
    const bad = daysOf.find((name) => days[name] !== '' && !read[name])
    setErrors(bad ? { [bad]: t('filter.dayWrong') } : null)
    if (bad) return document.getElementsByName(bad)[0]?.focus()
    apply({
      ...(read.startDate ? { startDate: read.startDate } : {}),
      ...(read.endDate ? { endDate: read.endDate } : {}),
      ...(organizationId ? { organizationId } : {}),
      ...(filters.clock ? { clock: filters.clock } : {}),
      supportRequestType: types,
      priority: urgency,
    })
  }
  const clear = () => {
    setDays({ startDate: '', endDate: '' })
    setTypes([])
    setUrgency([])
    setOrganization(null)
    setErrors(null)
    setCleared(cleared + 1)
    apply(filters.clock ? { clock: filters.clock } : {})
  }
  const choice = (values: readonly string[], area: string) =>
    values.map((value) => ({ value, label: t(`tickets:choices.${area}.${value}`) }))
  return (
    <form className={classes.filters} onSubmit={submit} noValidate aria-label={t('filter.title')}>
      {daysOf.map((name) => (
        <DayField
          key={name}
          name={name}
          label={t(`filter.${name}`)}
          value={days[name]}
          error={shown[name]}
          onChange={(value) => {
            setDays((before) => ({ ...before, [name]: value }))
            setErrors({})
          }}
        />
      ))}
      <MultiSelect
        className={classes.half}
        size="md"
        label={t('filter.type')}
        placeholder={types.length ? '' : t('filter.any')}
        data={choice(supportRequestTypes, 'supportRequestType')}
        value={types}
        onChange={setTypes}
      />
      <MultiSelect
        className={classes.half}
        size="md"
        label={t('filter.priority')}
        placeholder={urgency.length ? '' : t('filter.any')}
        data={choice(priorities, 'priority')}
        value={urgency}
        onChange={setUrgency}
      />
      {userHasRole(knownUser(), 'support-agent', 'platform-admin') && (
        <OrganizationSelect
          key={cleared}
          value={organizationId}
          known={cleared ? null : (measures?.organization ?? null)}
          onChange={setOrganization}
        />
      )}
      <div className={classes.acts}>
        <Button type="submit">{t('filter.show')}</Button>
        <Button variant="default" onClick={clear}>
          {t('filter.clear')}
        </Button>
      </div>
    </form>
  )
}

function OrganizationSelect({
  value,
  known,
  onChange,
}: {
  value: string | null
  known: { id: string; name: string } | null
  onChange: (id: string | null) => void
}) {
  const { t } = useTranslation('ticket-measures')
  const [text, setText] = useState(known?.name ?? '')
  const [picked, setPicked] = useState(known)
  const [asked] = useDebouncedValue(text.trim(), 300)
  const isLong = asked.length >= SHORTEST
  const { data, isError } = useQuery({ ...organizationsLike(asked), enabled: isLong && asked !== picked?.name })
  const found = isLong ? (data?.items ?? []) : []
  const offered = [...(picked && !found.some(({ id }) => id === picked.id) ? [picked] : []), ...found]
  const hasFailed = isLong && isError
  const { options: all, field } = useSuggestions({ found: offered, hasFailed }, text)
  return (
    <Select
      {...field}
      label={t('filter.organization')}
      placeholder={t('filter.any')}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      // The server has already filtered them.
      filter={({ options }) => options}
      value={value}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        setPicked(all.find((one) => one.id === id) ?? null)
        onChange(id)
      }}
      searchable
      clearable
      nothingFoundMessage={hasFailed ? undefined : t(isLong ? 'filter.none' : 'filter.typeMore')}
    />
  )
}
