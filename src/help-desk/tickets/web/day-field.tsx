import 'dayjs/locale/es'
import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maskDay, readDay, writeDay } from './typed-day.ts'

/** A day that is typed with a mask, or picked from a calendar. */
export function DayField({
  name,
  label,
  value,
  error,
  onChange,
}: {
  name: string
  label: string
  value: string
  error?: string | undefined
  onChange: (typed: string) => void
}) {
  const { t, i18n } = useTranslation('tickets')
  const [isOpen, setOpen] = useState(false)
  return (
    <TextInput
      name={name}
      label={label}
      placeholder={t('filter.dayFormat')}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(maskDay(event.currentTarget.value))}
      rightSectionWidth={48}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus shadow="md" zIndex={320}>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={t('filter.pick', { label })}
              onClick={() => setOpen((open) => !open)}
            >
              <IconCalendar size={20} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={label}>
            <DatePicker
              locale={i18n.language}
              firstDayOfWeek={0}
              weekendDays={[]}
              hideOutsideDates
              value={readDay(value, i18n.language)}
              defaultDate={readDay(value, i18n.language) ?? undefined}
              ariaLabels={{
                previousMonth: t('filter.previous'),
                nextMonth: t('filter.next'),
                previousYear: t('filter.previous'),
                nextYear: t('filter.next'),
                previousDecade: t('filter.previous'),
                nextDecade: t('filter.next'),
              }}
              onChange={(day) => {
                if (day) onChange(writeDay(day, i18n.language))
                setOpen(false)
              }}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
