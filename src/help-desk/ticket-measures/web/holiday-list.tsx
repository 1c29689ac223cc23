import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DayField, readDay } from '#help-desk/tickets/web/support-area-public.tsx'
import { dayText } from '#platform/web/time-words.ts'
import { MOST_HOLIDAYS } from '../working-hours.ts'
import classes from './measures.module.css'

/** Adds a typed day to others: the days, or what is wrong with it. */
export function useAddedHoliday() {
  const { t, i18n } = useTranslation('ticket-measures')
  return (days: string[], typed: string): { days: string[]; error?: string } => {
    const day = readDay(typed, i18n.language)
    if (!day) return { days, error: t('filter.dayWrong') }
    if (days.includes(day)) return { days, error: t('message.holiday-twice') }
    if (days.length >= MOST_HOLIDAYS) return { days, error: t('message.too-many-holidays', { count: MOST_HOLIDAYS }) }
    return { days: [...days, day].sort() }
  }
}

interface HolidayListProps {
  days: string[]
  onChange: (days: string[]) => void
  /** a day that is not in the list yet, and what is wrong with it */
  typed: string
  error: string | undefined
  onType: (typed: string) => void
  onAdd: () => void
}

/** Days off in addition to federal holidays, entered or picked one at a time. */
export function HolidayList({ days, onChange, typed, error, onType, onAdd }: HolidayListProps) {
  const { t } = useTranslation('ticket-measures')
  return (
    <fieldset className={classes.holidays}>
      <legend>{t('hours.holidays')}</legend>
      {days.length > 0 && (
        <ul>
          {days.map((day) => (
            <li key={day}>
              {dayText(day)}
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={t('hours.remove', { day: dayText(day) })}
                onClick={() => onChange(days.filter((other) => other !== day))}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.add}>
        <DayField name="holiday" label={t('hours.holiday')} value={typed} error={error} onChange={onType} />
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
          {t('hours.add')}
        </Button>
      </div>
    </fieldset>
  )
}
