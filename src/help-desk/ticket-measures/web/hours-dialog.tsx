import { Checkbox, Group, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newerVersion } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { FormDialog } from '#platform/web/form-dialog.tsx'
import { NewerNotice } from '#platform/web/newer-notice.tsx'
import { notify } from '#platform/web/notify.ts'
import { type WorkingHours, WorkingHoursChange, weekdays } from '../working-hours.ts'
import { HolidayList } from './holiday-list.tsx'
import { saveWorkingHours } from './measure-calls.ts'
import classes from './measures.module.css'
import { weekdayText } from './weekday-text.ts'

const zones = () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** The help desk's working hours. Only its buttons close it, so that an accidental click loses nothing. */
export function HoursDialog({ hours, onClose }: { hours: WorkingHours; onClose: () => void }) {
  const { t } = useTranslation(['ticket-measures', 'platform'])
  const client = useQueryClient()
  const [isStale, setStale] = useState(false)
  const form = useContractForm({
    contract: WorkingHoursChange,
    texts: 'ticket-measures',
    initial: hours,
    onSubmit: async (given) => {
      await saveWorkingHours(given)
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
  const values = form.values as unknown as WorkingHours
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
            <Checkbox key={day} data-field="days" value={String(day)} label={weekdayText(day, 'long')} />
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
      <HolidayList days={values.holidays} onChange={(holidays) => form.set('holidays', holidays)} />
    </FormDialog>
  )
}
