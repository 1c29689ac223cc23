import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayField, readDay } from '#help-desk/tickets/web/support-area-public.tsx'
import { dayText } from '#platform/web/time-words.ts'
import { MOST_HOLIDAYS } from '../working-hours.ts'
import classes from './measures.module.css'

/** Days off in addition to federal holidays, entered or picked one at a time. */
export function HolidayList({ days, onChange }: { days: string[]; onChange: (days: string[]) => void }) {
  const { t, i18n } = useTranslation('ticket-measures')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    const day = readDay(typed, i18n.language)
    if (!day) return setError(t('filter.dayWrong'))
    if (days.includes(day)) return setError(t('message.holiday-twice'))
    if (days.length >= MOST_HOLIDAYS) return setError(t('message.too-many-holidays', { count: MOST_HOLIDAYS }))
    onChange([...days, day].sort())
    setTyped('')
  }
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
        <DayField
          name="holiday"
          label={t('hours.holiday')}
          value={typed}
          error={error}
          onChange={(value) => {
            setTyped(value)
            setError(undefined)
          }}
        />
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          {t('hours.add')}
        </Button>
      </div>
    </fieldset>
  )
}
