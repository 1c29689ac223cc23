import { Checkbox, Group, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayName } from '#platform/schema/clock-words.ts'
import { newerVersion } from '#platform/web/api.ts'
import { type Errors, useContractForm } from '#platform/web/contract-form.ts'
import { FormDialog } from '#platform/web/form-dialog.tsx'
import { NewerNotice } from '#platform/web/newer-notice.tsx'
import { notify } from '#platform/web/notify.ts'
import { type WorkingHours, WorkingHoursChange, weekdays } from '../working-hours.ts'
import { HolidayList, useAddedHoliday } from './holiday-list.tsx'
import { saveWorkingHours } from './measure-calls.ts'
import classes from './measures.module.css'

const zones = () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** `holiday` is a day that is typed and not in the list yet. */
type TypedHours = WorkingHours & { holiday: string }

/** The help desk's working hours. Only its buttons close it, so that an accidental click loses nothing. */
export function HoursDialog({ hours, onClose }: { hours: WorkingHours; onClose: () => void }) {
  const { t, i18n } = useTranslation(['ticket-measures', 'platform'])
  const client = useQueryClient()
  const [isStale, setStale] = useState(false)
  const added = useAddedHoliday()
  const form = useContractForm({
    contract: WorkingHoursChange,
    texts: 'ticket-measures',
    initial: { ...hours, holiday: '' },
    rules: (typed): Errors => {
      const { holidays, holiday } = typed as unknown as TypedHours
      const error = holiday && added(holidays, holiday).error
      return error ? { holiday: error } : {}
    },
    onSubmit: async (given) => {
      // Also a day that was typed, and not added to the list.
      const holidays = values.holiday ? added(given.holidays, values.holiday).days : given.holidays
      await saveWorkingHours({ ...given, holidays })
      notify(t('hours.saved'))
      await client.invalidateQueries({ queryKey: ['workingHours'] })
      onClose()
    },
    onFailure: (error) => {
      const newer = newerVersion<WorkingHours>(error)
      if (!newer) return notify(t('platform:notice.wentWrong'), 'bad')
      setStale(true)
      form.set('version', newer.version)
    },
  })
  const values = form.values as unknown as TypedHours
  const add = () => {
    const { days, error } = added(values.holidays, values.holiday)
    if (error) return form.setErrors({ holiday: error })
    form.set('holidays', days)
    form.set('holiday', '')
  }
  const time = (name: 'opensAt' | 'closesAt') => (
    <TextInput
      type="time"
      name={name}
      label={t(`hours.${name}`)}
      value={values[name]}
      error={form.errors[name]}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  )
  return (
    <FormDialog
      title={t('hours.title')}
      width={640}
      isSending={form.isSending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {isStale && <NewerNotice title={t('hours.stale')} />}
      <p className={classes.soft}>{t('hours.help')}</p>
      <Checkbox.Group
        label={t('hours.days')}
        error={form.errors.days}
        value={values.days.map(String)}
        onChange={(chosen) => form.set('days', chosen.map(Number))}
      >
        <Group mt={6} gap={14}>
          {weekdays.map((day) => (
            <Checkbox key={day} data-field="days" value={String(day)} label={weekdayName(day, i18n.language)} />
          ))}
        </Group>
      </Checkbox.Group>
      <div className={classes.pair}>
        {time('opensAt')}
        {time('closesAt')}
      </div>
      <Select
        name="timeZone"
        label={t('hours.timeZone')}
        data={zones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        value={values.timeZone}
        error={form.errors.timeZone}
        onChange={(zone) => zone && form.set('timeZone', zone)}
        searchable
        allowDeselect={false}
      />
      <Checkbox
        label={t('hours.keepsFederalHolidays')}
        checked={values.keepsFederalHolidays}
        onChange={(event) => form.set('keepsFederalHolidays', event.currentTarget.checked)}
      />
      <HolidayList
        days={values.holidays}
        onChange={(holidays) => form.set('holidays', holidays)}
        typed={values.holiday}
        error={form.errors.holiday}
        onType={(typed) => form.set('holiday', typed)}
        onAdd={add}
      />
    </FormDialog>
  )
}
