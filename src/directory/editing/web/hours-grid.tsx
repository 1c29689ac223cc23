import { ActionIcon, Button, Menu, NativeSelect, TextInput } from '@mantine/core'
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  hoursSentence,
  ruleSentence,
  sentenceLanguages,
  specialDaySentence,
} from '#directory/services/hours-sentence.ts'
import type { PlaceOfService } from '#directory/services/service-document.ts'
import {
  allDay,
  DAY_ENDS,
  isAllDaySpan,
  type Span,
  type WeekDay,
  type WeekHours,
} from '#directory/services/week-hours.ts'
import { weekdayName } from '#platform/schema/clock-words.ts'
import classes from './editing.module.css'
import { readersLanguage } from './field-words.ts'

interface HoursGridProps {
  label: string
  /** Of the field; a day's name follows it. */
  name: string
  state: string | undefined
  hours: WeekHours
  specialDays: PlaceOfService['specialDays']
  /** Errors by day, from Monday. */
  errors: Record<number, string>
  onChange: (hours: WeekHours) => void
}

const usual: Span = { opensAt: '09:00', closesAt: '17:00' }

/** Seven lines, one for each day, and the sentence that they make in both languages. */
export function HoursGrid({ label, name, state, hours, specialDays, errors, onChange }: HoursGridProps) {
  const { t } = useTranslation('editing')
  const language = readersLanguage()
  const { days, rules } = hours
  // Once one day is said, the others are closed: a week is known as a whole.
  const change = (next: (day: WeekDay, at: number) => WeekDay) =>
    onChange({
      rules,
      days: days.map((day, at) => {
        const changed = next(day, at)
        return changed.state === 'unknown' ? { state: 'closed', spans: [] } : changed
      }),
    })
  const suggested = days.find((day) => day.state === 'open')?.spans ?? [usual]
  return (
    <fieldset className={classes.hours}>
      <legend>{label}</legend>
      {state && <p className={classes.state}>{state}</p>}
      {days.map((day, at) => (
        <DayLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its day
          key={at}
          at={at}
          group={label}
          name={`${name}.${at}`}
          day={day}
          error={errors[at]}
          suggested={suggested}
          onChange={(changed) => change((other, index) => (index === at ? changed : other))}
          onCopy={(to) => change((other, index) => (to.includes(index) ? day : other))}
        />
      ))}
      <output className={classes.sentences} aria-live="polite">
        {sentenceLanguages.map((one) => (
          <span key={one} lang={one}>
            {hoursSentence(hours, one)}
          </span>
        ))}
      </output>
      {rules.length > 0 && (
        <>
          <p className={classes.also}>{t('hours.also')}</p>
          <ul className={classes.rules}>
            {rules.map((rule, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rules may be the same
              <li key={line}>
                <span>{ruleSentence(rule, language)}</span>
                <ActionIcon
                  variant="subtle"
                  size={44}
                  aria-label={t('hours.removeRule', { rule: ruleSentence(rule, language) })}
                  onClick={() => onChange({ days, rules: rules.filter((_, other) => other !== line) })}
                >
                  <IconTrash size={20} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      )}
      {specialDays.length > 0 && (
        <p className={classes.also}>
          {t('hours.special')} {specialDays.map((rule) => specialDaySentence(rule, language)).join('; ')}
        </p>
      )}
    </fieldset>
  )
}

interface DayLineProps {
  at: number
  /** What the hours are of, for the names of the fields. */
  group: string
  /** By which its errors are found. */
  name: string
  day: WeekDay
  error: string | undefined
  suggested: Span[]
  onChange: (day: WeekDay) => void
  onCopy: (to: number[]) => void
}

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const workDays = [0, 1, 2, 3, 4]

function DayLine({ at, group, name, day, error, suggested, onChange, onCopy }: DayLineProps) {
  const { t, i18n } = useTranslation('editing')
  const errorId = useId()
  const spoken = weekdayName(at + 1, i18n.language)
  const isAllDay = day.state === 'open' && day.spans.length === 1 && day.spans.every(isAllDaySpan)
  const shown = isAllDay ? 'allDay' : day.state
  const choose = (state: string) => {
    if (state === 'allDay') return onChange({ state: 'open', spans: [allDay] })
    if (state !== 'open') return onChange({ state: state as WeekDay['state'], spans: [] })
    const spans = suggested.some(isAllDaySpan) ? [usual] : suggested
    onChange({ state: 'open', spans: day.spans.length && !isAllDay ? day.spans : spans })
  }
  const options = ['open', 'allDay', 'closed', 'appointment', ...(shown === 'unknown' ? ['unknown'] : [])]
  const setSpan = (line: number, part: Partial<Span>) =>
    onChange({ ...day, spans: day.spans.map((span, index) => (index === line ? { ...span, ...part } : span)) })
  return (
    <fieldset className={classes.day} aria-label={`${group}: ${spoken}`}>
      <span className={classes.dayName} aria-hidden>
        {spoken}
      </span>
      <NativeSelect
        className={classes.dayState ?? ''}
        name={name}
        aria-label={t('hours.stateOf', { day: spoken })}
        value={shown}
        onChange={(event) => choose(event.currentTarget.value)}
        data={options.map((value) => ({ value, label: t(`hours.state.${value}`) }))}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            className={classes.dayCopy ?? ''}
            variant="subtle"
            size={44}
            aria-label={t('hours.copy', { day: spoken })}
            disabled={shown === 'unknown'}
          >
            <IconCopy size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('hours.copyTo')}</Menu.Label>
          <Menu.Item onClick={() => onCopy(workDays)}>{t('hours.workDays')}</Menu.Item>
          <Menu.Item onClick={() => onCopy(everyDay)}>{t('hours.everyDay')}</Menu.Item>
          {everyDay
            .filter((other) => other !== at)
            .map((other) => (
              <Menu.Item key={other} onClick={() => onCopy([other])}>
                {weekdayName(other + 1, i18n.language)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {day.state === 'open' && !isAllDay && (
        <div className={classes.spans}>
          {day.spans.map((span, line) => (
            <SpanLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; two may have the same times
              key={line}
              name={spoken}
              span={span}
              errorId={error ? errorId : undefined}
              mayRemove={day.spans.length > 1}
              onChange={(part) => setSpan(line, part)}
              onRemove={() => onChange({ ...day, spans: day.spans.filter((_, index) => index !== line) })}
            />
          ))}
          {error && (
            <p id={errorId} className={classes.error}>
              {error}
            </p>
          )}
          {day.spans.length < 4 && (
            <Button
              className={classes.addSpan ?? ''}
              variant="subtle"
              leftSection={<IconPlus size={18} aria-hidden />}
              aria-label={t('hours.addTo', { day: spoken })}
              onClick={() => onChange({ ...day, spans: [...day.spans, { opensAt: '', closesAt: '' }] })}
            >
              {t('hours.add')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}

interface SpanLineProps {
  name: string
  span: Span
  errorId: string | undefined
  mayRemove: boolean
  onChange: (part: Partial<Span>) => void
  onRemove: () => void
}

/** From when to when; a clock shows the end of the day as midnight. */
function SpanLine({ name, span, errorId, mayRemove, onChange, onRemove }: SpanLineProps) {
  const { t } = useTranslation('editing')
  const isOvernight =
    span.opensAt !== '' && span.closesAt !== '' && span.closesAt <= span.opensAt && span.closesAt !== '00:00'
  const common = { type: 'time', ...(errorId ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}) }
  return (
    <div className={classes.span}>
      <TextInput
        {...common}
        aria-label={t('hours.opensOn', { day: name })}
        value={span.opensAt}
        onChange={(event) => onChange({ opensAt: event.currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <TextInput
        {...common}
        aria-label={t('hours.closesOn', { day: name })}
        value={span.closesAt === DAY_ENDS ? '00:00' : span.closesAt}
        onChange={({ currentTarget: { value } }) => onChange({ closesAt: value === '00:00' ? DAY_ENDS : value })}
      />
      {mayRemove && (
        <ActionIcon variant="subtle" size={44} aria-label={t('hours.removeSpan', { day: name })} onClick={onRemove}>
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      )}
      {isOvernight && <small className={classes.overnight}>{t('hours.overnight')}</small>}
    </div>
  )
}
