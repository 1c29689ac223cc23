import { clockWords, correctTimesIn } from '#platform/schema/clock-words.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { Say } from './reach-words.ts'
import type { Hours, OpensNext } from './service-search.ts'

const dayFormat = (language: string, isNear: boolean) =>
  new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    ...(isNear ? {} : { month: 'long', day: 'numeric' }),
    timeZone: 'UTC',
  })

/**
 * When a closed service opens next: `Opens Monday at 9 AM`, with the date if that is a week or more away.
 * Empty if that is not known.
 * @param hoursToday the hours of this day that are said beside it: a single opening later today is not said twice
 */
export function opensNextWords(next: OpensNext | null, hoursToday: Hours[], say: Say, language: string) {
  if (!next || (next.inDays === 0 && hoursToday.length === 1)) return ''
  const time = clockWords(next.opensAt, language)
  if (next.inDays === 0) return correctTimesIn(say('service.opens.today', { time }))
  if (next.inDays === 1) return correctTimesIn(say('service.opens.tomorrow', { time }))
  const day = dayFormat(language, next.inDays < 7).format(new Date(`${next.day}T00:00:00Z`))
  return correctTimesIn(say('service.opens.onDay', { day, time }))
}
