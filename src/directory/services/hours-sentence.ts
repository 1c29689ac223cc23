import { clockWords, correctTimesIn, formatOf, weekdayName } from '#platform/schema/clock-words.ts'
import { weekdays } from './directory-rows.ts'
import { isAllDaySpan, type ScheduleRule, type Span, type WeekDay, type WeekHours } from './week-hours.ts'

export const sentenceLanguages = ['en', 'es'] as const
export type SentenceLanguage = (typeof sentenceLanguages)[number]

/** The words of both languages: an editor reads both sentences, whatever the language of the screen. */
const words = {
  en: {
    ...{ closed: 'closed', allDay: 'open 24 hours', appointment: 'by appointment', unknown: 'not known' },
    ...{ everyDay: 'Every day', to: 'to', next: 'of the next day', nothing: 'The hours are not known.' },
    ...{
      and: 'and',
      from: 'from',
      until: 'until',
      ofMonth: 'of the month',
      on: 'on',
      onDay: 'On day',
      dayNotSaid: 'Days not said',
    },
    everyWeeks: (count: number) => `Every ${count} weeks`,
    yearly: 'every year',
    nth: { 1: 'First', 2: 'Second', 3: 'Third', 4: 'Fourth', 5: 'Fifth', '-1': 'Last' } as Record<string, string>,
  },
  es: {
    ...{ closed: 'cerrado', allDay: 'abierto las 24 horas', appointment: 'con cita', unknown: 'no se conoce' },
    ...{ everyDay: 'Todos los días', to: 'a', next: 'del día siguiente', nothing: 'El horario no se conoce.' },
    ...{
      and: 'y',
      from: 'desde',
      until: 'hasta',
      ofMonth: 'del mes',
      on: 'el',
      onDay: 'El día',
      dayNotSaid: 'Sin días',
    },
    everyWeeks: (count: number) => `Cada ${count} semanas`,
    yearly: 'cada año',
    nth: { 1: 'Primer', 2: 'Segundo', 3: 'Tercer', 4: 'Cuarto', 5: 'Quinto', '-1': 'Último' } as Record<string, string>,
  },
}

const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function spanWords(span: Span, language: SentenceLanguage) {
  if (isAllDaySpan(span)) return words[language].allDay
  const said = `${clockWords(span.opensAt, language)} – ${clockWords(span.closesAt, language)}`
  const isOvernight = span.closesAt <= span.opensAt && span.closesAt !== '00:00'
  return isOvernight ? `${said} ${words[language].next}` : said
}

const listWords = (parts: string[], language: SentenceLanguage) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${words[language].and} ${parts.at(-1)}` : (parts[0] ?? '')

/** The hours of one day in words. */
export function dayWords({ state, spans }: WeekDay, language: SentenceLanguage) {
  if (state !== 'open') return words[language][state]
  return plain(
    listWords(
      spans.map((span) => spanWords(span, language)),
      language,
    ),
  )
}

/** A week in one sentence; days with the same hours are said together. */
export function hoursSentence({ days }: WeekHours, language: SentenceLanguage) {
  if (days.every(({ state }) => state === 'unknown')) return words[language].nothing
  const runs: { from: number; to: number; said: string }[] = []
  for (const [at, day] of days.entries()) {
    const said = dayWords(day, language)
    const last = runs.at(-1)
    if (last?.said === said) last.to = at
    else runs.push({ from: at, to: at, said })
  }
  const name = ({ from, to }: { from: number; to: number }) => {
    if (from === 0 && to === 6) return words[language].everyDay
    const first = weekdayName(from + 1, language)
    return from === to ? first : `${first} ${words[language].to} ${weekdayName(to + 1, language)}`
  }
  return correctTimesIn(`${capital(runs.map((run) => `${name(run)} ${run.said}`).join('; '))}.`)
}

const dateWords = (day: string, language: SentenceLanguage, isYearly = false) =>
  formatOf(language, { ...(isYearly ? {} : { year: 'numeric' }), month: 'short', day: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  )

function daysOfRule(rule: ScheduleRule, language: SentenceLanguage) {
  const say = words[language]
  const codes = rule.byday?.split(',') ?? []
  const named = codes.map((code) => {
    const [, nth = '', day = ''] = /^(-?\d)?(\w\w)$/.exec(code) ?? []
    const name = weekdayName((weekdays as readonly string[]).indexOf(day) + 1, language)
    return nth ? `${say.nth[nth] ?? nth} ${name}` : name
  })
  const days = listWords(named, language)
  if (rule.bymonthday) return `${say.onDay} ${listWords(rule.bymonthday.split(','), language)} ${say.ofMonth}`
  if (rule.freq === 'MONTHLY') return `${days} ${say.ofMonth}`
  if ((rule.interval ?? 1) > 1) return `${say.everyWeeks(rule.interval ?? 1)}${days ? ` ${say.on} ${days}` : ''}`
  return days || say.dayNotSaid
}

const timesOfRule = (rule: ScheduleRule, language: SentenceLanguage) => {
  if (rule.byAppointment) return words[language].appointment
  if (!rule.isUnderstood) return words[language].unknown
  return rule.opensAt !== null && rule.closesAt !== null
    ? spanWords({ opensAt: rule.opensAt, closesAt: rule.closesAt }, language)
    : words[language].closed
}

const remarksOf = (rule: ScheduleRule) => [rule.description, rule.notes].filter(Boolean)

/** A rule that a week cannot show, in words. */
export function ruleSentence(rule: ScheduleRule, language: SentenceLanguage) {
  const say = words[language]
  const end = rule.validTo ?? rule.until
  const when = [
    capital(daysOfRule(rule, language)),
    timesOfRule(rule, language),
    rule.validFrom && `${say.from} ${dateWords(rule.validFrom, language)}`,
    end && `${say.until} ${dateWords(end, language)}`,
  ]
  return correctTimesIn(plain([when.filter(Boolean).join(', '), ...remarksOf(rule)].join('. ')))
}

/** A holiday or another special day in words. */
export function specialDaySentence(rule: ScheduleRule & { isYearly: boolean }, language: SentenceLanguage) {
  const say = words[language]
  const day = (date: string) => dateWords(date, language, rule.isYearly)
  const [from, to] = [rule.validFrom, rule.validTo]
  const days = from && to && from !== to ? `${day(from)} – ${day(to)}` : from ? day(from) : ''
  const when = [days, rule.isYearly && say.yearly, timesOfRule(rule, language)]
  return correctTimesIn(plain([when.filter(Boolean).join(', '), ...remarksOf(rule)].join('. ')))
}
