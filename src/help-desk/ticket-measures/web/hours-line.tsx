import { Button } from '@mantine/core'
import { IconClockHour4 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText, correctTimesIn, weekdayName } from '#platform/schema/clock-words.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { rolesThatSetHours } from '../measures-policy.ts'
import type { WorkingHours } from '../working-hours.ts'
import { HoursDialog } from './hours-dialog.tsx'
import classes from './measures.module.css'

/** Consecutive days as a range: Mon–Fri, Sun. */
function daysText(days: number[], language: string) {
  const runs: [number, number][] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last && last[1] === day - 1) last[1] = day
    else runs.push([day, day])
  }
  const name = (day: number) => weekdayName(day, language, 'short')
  return runs.map(([from, to]) => (from === to ? name(from) : `${name(from)}–${name(to)}`)).join(', ')
}

/** The working hours used for the measures, and a button to change them for those who may. */
export function HoursLine({ hours }: { hours: WorkingHours }) {
  const { t, i18n } = useTranslation('ticket-measures')
  const [isOpen, setOpen] = useState(false)
  const parts = [
    t('hours.said', {
      days: daysText(hours.days, i18n.language),
      from: clockText(hours.opensAt, i18n.language),
      to: clockText(hours.closesAt, i18n.language),
      zone: hours.timeZone.replaceAll('_', ' '),
    }),
    ...(hours.keepsFederalHolidays ? [t('hours.federal')] : []),
    ...(hours.holidays.length ? [t('hours.holidays', { count: hours.holidays.length })] : []),
  ]
  return (
    <div className={classes.hours}>
      <p>
        <IconClockHour4 size={20} aria-hidden />
        <span>
          <strong>{t('hours.title')}:</strong> {correctTimesIn(`${parts.join('; ')}.`)}
        </span>
      </p>
      {userHasRole(knownUser(), ...rolesThatSetHours) && (
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {t('hours.change')}
        </Button>
      )}
      {isOpen && <HoursDialog hours={hours} onClose={() => setOpen(false)} />}
    </div>
  )
}
