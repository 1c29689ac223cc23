import i18next from 'i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { clocks } from '../measure.ts'

type Clock = (typeof clocks)[number]
const number = (value: number) => new Intl.NumberFormat(localeOf(i18next.language)).format(value)
const say = (key: string, values: Record<string, string> = {}) =>
  // A number and its unit stay on one line.
  i18next.t(`ticket-measures:duration.${key}`, values).replaceAll(' ', '\u00a0')

/**
 * A duration in readable form: "3 h 20 min". Only the clock of all hours uses days, of 24 hours; with working hours,
 * the length of a day would be unclear.
 */
export function durationText(seconds: number | null | undefined, clock: Clock) {
  if (seconds === null || seconds === undefined) return say('none')
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (clock === 'all' && hours >= 48)
    return say('dayHour', { days: number(Math.floor(hours / 24)), hours: number(hours % 24) })
  if (hours === 0) return say('minute', { minutes: number(minutes) })
  if (minutes % 60 === 0 || hours >= 100) return say('hour', { hours: number(Math.round(minutes / 60)) })
  return say('hourMinute', { hours: number(hours), minutes: number(minutes % 60) })
}

/** The ticks of an axis: at most five, at round hours. */
export function axisMarks(longest: number) {
  const hour = 3600
  const steps = [0.25, 0.5, 1, 2, 4, 8, 12, 24, 48, 96, 168, 336, 720, 1440, 2880].map((step) => step * hour)
  const step = steps.find((each) => longest / each <= 4) ?? Math.ceil(longest / 4 / hour) * hour
  return Array.from({ length: Math.max(1, Math.ceil(longest / step)) + 1 }, (_, place) => place * step)
}
