import { z } from 'zod'
import { Day, line, paragraphs } from '#platform/schema/fields.ts'
import { frequencies, weekdays } from './directory-rows.ts'

/** HH:mm; 24:00 is the end of the day. */
const Clock = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'time-format' })

/** From when to when. If it closes at or before the time that it opens, it closes on the next day. */
export const Span = z.object({ opensAt: Clock, closesAt: Clock })
export type Span = z.infer<typeof Span>

export const dayStates = ['open', 'closed', 'appointment', 'unknown'] as const
export type DayState = (typeof dayStates)[number]

/** Exactly an open day has hours. */
export const WeekDay = z
  .object({ state: z.enum(dayStates), spans: z.array(Span).max(8) })
  .refine(({ state, spans }) => (state === 'open') === spans.length > 0, { path: ['spans'], error: 'invalid' })
export type WeekDay = z.infer<typeof WeekDay>

const text = line(500).nullable()

/** A rule of a schedule, in the words of HSDS. */
export const ScheduleRule = z.object({
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
  dtstart: Day.nullable(),
  timezone: z.number().nullable(),
  until: Day.nullable(),
  count: z.number().int().nullable(),
  wkst: z.enum(weekdays).nullable(),
  freq: z.enum(frequencies).nullable(),
  interval: z.number().int().min(1).nullable(),
  byday: text,
  byweekno: text,
  bymonthday: text,
  byyearday: text,
  description: paragraphs(4000).nullable(),
  opensAt: Clock.nullable(),
  closesAt: Clock.nullable(),
  scheduleLink: text,
  attendingType: text,
  notes: paragraphs(4000).nullable(),
  byAppointment: z.boolean(),
  isUnderstood: z.boolean(),
})
export type ScheduleRule = z.infer<typeof ScheduleRule>

/** Hours as a week from Monday to Sunday, and the rules that a week cannot show. */
export const WeekHours = z.object({ days: z.array(WeekDay).length(7), rules: z.array(ScheduleRule).max(60) })
export type WeekHours = z.infer<typeof WeekHours>

export const DAY_ENDS = '24:00'
/** A day that is open around the clock. */
export const allDay: Span = { opensAt: '00:00', closesAt: DAY_ENDS }
export const isAllDaySpan = ({ opensAt, closesAt }: Span) =>
  opensAt === '00:00' && (closesAt === DAY_ENDS || closesAt === '00:00')

const noRule: ScheduleRule = {
  ...{ validFrom: null, validTo: null, dtstart: null, timezone: null, until: null, count: null, wkst: null },
  ...{ freq: 'WEEKLY', interval: null, byday: null, byweekno: null, bymonthday: null, byyearday: null },
  ...{ description: null, opensAt: null, closesAt: null, scheduleLink: null, attendingType: null, notes: null },
  byAppointment: false,
  isUnderstood: true,
}

/** What a rule that the week shows may have besides its days and times. */
const shownAs: Partial<Record<keyof ScheduleRule, readonly unknown[]>> = {
  freq: ['WEEKLY', null],
  interval: [1, null],
  isUnderstood: [true],
  // A week that starts on another day differs only if weeks are counted.
  wkst: [...weekdays, null],
}
const ownParts: (keyof ScheduleRule)[] = ['byday', 'opensAt', 'closesAt', 'byAppointment']

/** Whether a week of seven days says all that this rule says. */
function isWeekly(rule: ScheduleRule) {
  const days = rule.byday?.split(',') ?? []
  if (!days.length || !days.every((day) => (weekdays as readonly string[]).includes(day))) return false
  if ((rule.opensAt === null) !== (rule.closesAt === null)) return false
  if (rule.byAppointment && rule.opensAt !== null) return false
  return (Object.keys(noRule) as (keyof ScheduleRule)[]).every(
    (part) => ownParts.includes(part) || (shownAs[part] ?? [null]).includes(rule[part]),
  )
}

const earlier = (a: Span, b: Span) => a.opensAt.localeCompare(b.opensAt) || a.closesAt.localeCompare(b.closesAt)

function dayOf(rules: ScheduleRule[], hasRules: boolean): WeekDay {
  const spans = new Map(
    rules.flatMap(({ opensAt, closesAt }) =>
      opensAt !== null && closesAt !== null ? [[`${opensAt} ${closesAt}`, { opensAt, closesAt }] as const] : [],
    ),
  )
  if (spans.size) return { state: 'open', spans: [...spans.values()].sort(earlier) }
  if (rules.some((rule) => rule.byAppointment)) return { state: 'appointment', spans: [] }
  return { state: hasRules ? 'closed' : 'unknown', spans: [] }
}

/** The rules of a schedule as a week; what the week cannot show stays as it is. */
export function weekOfRules(all: ScheduleRule[]): WeekHours {
  const weekly = all.filter(isWeekly)
  // A day with hours and by appointment besides: the week has one of them, so the other remains a rule.
  const isBeside = (rule: ScheduleRule) =>
    rule.byAppointment && (rule.byday ?? '').split(',').some((day) => hasTimes(weekly, day))
  const shown = weekly.filter((rule) => !isBeside(rule))
  const days = weekdays.map((day) =>
    dayOf(
      shown.filter((rule) => rule.byday?.split(',').includes(day)),
      all.some((rule) => rule.isUnderstood),
    ),
  )
  return { days, rules: all.filter((rule) => !shown.includes(rule)) }
}

const hasTimes = (rules: ScheduleRule[], day: string) =>
  rules.some((rule) => rule.opensAt !== null && rule.byday?.split(',').includes(day))

/**
 * The rules that say a week: one for all days with the same hours. If nothing is ever open, one rule says so, because
 * a schedule without rules that are understood is not known.
 */
export function rulesOfWeek({ days, rules }: WeekHours): ScheduleRule[] {
  const groups = new Map<string, ScheduleRule & { codes: string[] }>()
  const add = (key: string, day: string, part: Partial<ScheduleRule>) => {
    const group = groups.get(key) ?? { ...noRule, ...part, codes: [] }
    group.codes.push(day)
    groups.set(key, group)
  }
  for (const [at, { state, spans }] of days.entries()) {
    const day = weekdays[at] as string
    if (state === 'appointment') add('appointment', day, { byAppointment: true })
    if (state === 'open') for (const span of spans) add(`${span.opensAt} ${span.closesAt}`, day, span)
  }
  const isClosed =
    !groups.size && !rules.some((rule) => rule.isUnderstood) && days.some(({ state }) => state === 'closed')
  if (isClosed) for (const day of weekdays) add('closed', day, {})
  const said = [...groups.values()].map(({ codes, ...rule }) => ({ ...rule, byday: codes.join(',') }))
  return [...said, ...rules]
}

const isSameRule = (one: ScheduleRule, other: ScheduleRule) =>
  (Object.keys(noRule) as (keyof ScheduleRule)[]).every((part) => one[part] === other[part])

/** Whether the grid of a week says all that this rule says. */
function isInGrid({ days }: WeekHours, rule: ScheduleRule) {
  const saysMore = rule.opensAt !== null || rule.byAppointment
  return (
    isWeekly(rule) &&
    saysMore &&
    days.every(({ state, spans }, at) => {
      if (!rule.byday?.split(',').includes(weekdays[at] as string)) return true
      return rule.byAppointment
        ? state === 'appointment'
        : state === 'open' && spans.some((span) => span.opensAt === rule.opensAt && span.closesAt === rule.closesAt)
    })
  )
}

/**
 * Which of these rules a week goes on saying, and the rules that say the rest of it. Each rule that the week shows as text
 * stands for one of them.
 */
export function keepRules<Rule extends ScheduleRule>(week: WeekHours, present: Rule[]) {
  const texts = [...week.rules]
  const kept = present.filter((rule) => {
    const at = texts.findIndex((text) => isSameRule(text, rule))
    if (at >= 0) texts.splice(at, 1)
    return at >= 0 || isInGrid(week, rule)
  })
  const hasSpan = (day: string, span: Span) =>
    kept.some(
      (rule) =>
        isWeekly(rule) &&
        rule.byday?.split(',').includes(day) &&
        rule.opensAt === span.opensAt &&
        rule.closesAt === span.closesAt,
    )
  const isKnown = kept.some((rule) => rule.isUnderstood)
  const nothing: WeekDay = { state: 'unknown', spans: [] }
  const days = week.days.map(({ state, spans }, at): WeekDay => {
    const day = weekdays[at] as string
    const left = spans.filter((span) => !hasSpan(day, span))
    if (state === 'open') return left.length ? { state, spans: left } : nothing
    const isSaid =
      state === 'appointment'
        ? kept.some((rule) => isWeekly(rule) && rule.byAppointment && rule.byday?.split(',').includes(day))
        : isKnown
    return isSaid ? nothing : { state, spans: [] }
  })
  return { kept, added: rulesOfWeek({ days, rules: texts }) }
}

/** A week of which nothing is known. */
export const unknownWeek = (): WeekHours => weekOfRules([])
