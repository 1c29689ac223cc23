import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberEntry } from '#ui/number-entry.tsx'
import { Select } from '#ui/select.tsx'
import classes from './response-times.module.css'

const lengths = { hours: 1, days: 24 } as const
type Unit = keyof typeof lengths

interface HoursFieldProps {
  name: string
  label: string
  description: string
  /** null while nothing usable is entered */
  value: number | null
  error: string | undefined
  onChange: (hours: number | null) => void
}

/** A time in hours or working days; what it stands for are hours. */
export function HoursField({ name, label, description, value, error, onChange }: HoursFieldProps) {
  const { t } = useTranslation('response-times')
  const [unit, setUnit] = useState<Unit>(value !== null && value % lengths.days !== 0 ? 'hours' : 'days')
  const [count, setCount] = useState(value === null ? null : value / lengths[unit])
  const change = (next: number | null, nextUnit: Unit) => {
    setCount(next)
    setUnit(nextUnit)
    onChange(next === null ? null : next * lengths[nextUnit])
  }
  return (
    <div className={classes.time}>
      <NumberEntry
        name={name}
        label={label}
        description={description}
        value={count}
        error={error}
        onChange={(next) => change(next, unit)}
      />
      <Select
        aria-label={t('unit', { of: label })}
        value={unit}
        onChange={(next) => change(count, next as Unit)}
        allowDeselect={false}
        data={(['hours', 'days'] as const).map((each) => ({ value: each, label: t(`units.${each}`) }))}
      />
    </div>
  )
}
