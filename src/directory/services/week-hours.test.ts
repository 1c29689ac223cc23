import fc from 'fast-check'
import { expect, it } from 'vitest'
import { howOften } from '#test/how-often.ts'
import { weekdays } from './directory-rows.ts'
import { hoursSentence, ruleSentence } from './hours-sentence.ts'
import { rulesOfWeek, type ScheduleRule, unknownWeek, type WeekDay, type WeekHours, weekOfRules } from './week-hours.ts'

const rule = (given: Partial<ScheduleRule>): ScheduleRule => ({
  ...{ validFrom: null, validTo: null, dtstart: null, timezone: null, until: null, count: null, wkst: null },
  ...{ freq: 'WEEKLY', interval: null, byday: null, byweekno: null, bymonthday: null, byyearday: null },
  ...{ description: null, opensAt: null, closesAt: null, scheduleLink: null, attendingType: null, notes: null },
  byAppointment: false,
  isUnderstood: true,
  ...given,
})
const closed: WeekDay = { state: 'closed', spans: [] }
const open = (opensAt: string, closesAt: string): WeekDay => ({ state: 'open', spans: [{ opensAt, closesAt }] })

const clock = fc.integer({ min: 0, max: 287 }).map((five) => {
  const minutes = five * 5
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
})
const span = fc.record({ opensAt: clock, closesAt: fc.oneof(clock, fc.constant('24:00')) })
const day: fc.Arbitrary<WeekDay> = fc.oneof(
  fc.constant(closed),
  fc.constant<WeekDay>({ state: 'appointment', spans: [] }),
  fc.uniqueArray(span, { minLength: 1, maxLength: 4, selector: (s) => `${s.opensAt} ${s.closesAt}` }).map(
    (spans): WeekDay => ({
      state: 'open',
      spans: spans.sort((a, b) => a.opensAt.localeCompare(b.opensAt) || a.closesAt.localeCompare(b.closesAt)),
    }),
  ),
)
const unusual: fc.Arbitrary<ScheduleRule> = fc.oneof(
  fc
    .record({ n: fc.integer({ min: 1, max: 4 }), code: fc.constantFrom(...weekdays), span })
    .map(({ n, code, span: s }) => rule({ freq: 'MONTHLY', byday: `${n}${code}`, ...s })),
  fc
    .record({ code: fc.constantFrom(...weekdays), span })
    .map(({ code, span: s }) => rule({ interval: 2, byday: code, dtstart: '2026-01-05', ...s })),
  fc
    .record({ code: fc.constantFrom(...weekdays), span })
    .map(({ code, span: s }) => rule({ byday: code, validFrom: '2026-06-01', validTo: '2026-08-31', ...s })),
  span.map((s) => rule({ byday: 'MO', notes: 'Side door', ...s })),
  fc.constant(rule({ freq: null, description: 'When the light is on', isUnderstood: false })),
)
const week = fc.record({
  days: fc.array(day, { minLength: 7, maxLength: 7 }),
  rules: fc.array(unusual, { maxLength: 4 }),
})

/** What a rule says, one entry for each of its days. */
const meaning = (rules: ScheduleRule[]) =>
  rules
    .flatMap(({ byday, interval, freq, wkst, ...rest }) =>
      (byday ?? '')
        .split(',')
        .map((code) => JSON.stringify({ code, interval: interval ?? 1, freq: freq ?? 'WEEKLY', ...rest })),
    )
    .sort()

it('ORG-07 grid → rows → grid loses nothing, whatever the week and the rules beside it', () => {
  fc.assert(
    fc.property(week, (hours) => {
      expect(weekOfRules(rulesOfWeek(hours))).toEqual(hours)
    }),
    { numRuns: howOften(500, 20_000) },
  )
})

it('ORG-07 rows → grid → rows keeps the meaning of every rule that opens something', () => {
  const weekly = fc
    .record({
      codes: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
      span,
      interval: fc.constantFrom(null, 1),
      freq: fc.constantFrom('WEEKLY' as const, null),
    })
    .map(({ codes, span: s, ...rest }) => rule({ ...rest, ...s, byday: codes.join(',') }))
  fc.assert(
    fc.property(fc.array(fc.oneof(weekly, unusual), { maxLength: 6 }), (rules) => {
      expect(new Set(meaning(rulesOfWeek(weekOfRules(rules))))).toEqual(new Set(meaning(rules)))
    }),
    { numRuns: howOften(500, 20_000) },
  )
})

it('ORG-07 hours of which nothing is known are not closed, and closed hours are not unknown', () => {
  expect(weekOfRules([]).days.map(({ state }) => state)).toEqual(Array(7).fill('unknown'))
  expect(rulesOfWeek(unknownWeek())).toEqual([])
  const never: WeekHours = { days: Array(7).fill(closed), rules: [] }
  expect(rulesOfWeek(never)).toMatchObject([{ byday: 'MO,TU,WE,TH,FR,SA,SU', opensAt: null }])
  expect(weekOfRules(rulesOfWeek(never))).toEqual(never)
  const notUnderstood = rule({ freq: null, description: 'When the light is on', isUnderstood: false })
  expect(rulesOfWeek(weekOfRules([notUnderstood]))).toEqual([notUnderstood])
  const neverBeside = { ...never, rules: [notUnderstood] }
  expect(weekOfRules(rulesOfWeek(neverBeside))).toEqual(neverBeside)
})

it('ORG-07 an appointment beside hours of the same day is kept as a rule', () => {
  const rules = [
    rule({ byday: 'MO', opensAt: '09:00', closesAt: '12:00' }),
    rule({ byday: 'MO,TU', byAppointment: true }),
  ]
  const { days, rules: kept } = weekOfRules(rules)
  expect(days[0]).toEqual(open('09:00', '12:00'))
  expect(kept).toEqual([rules[1]])
})

const usual: WeekHours = {
  days: [
    ...Array(4).fill(open('09:00', '17:00')),
    {
      state: 'open',
      spans: [
        { opensAt: '09:00', closesAt: '12:00' },
        { opensAt: '13:00', closesAt: '20:30' },
      ],
    },
    { state: 'appointment', spans: [] },
    closed,
  ],
  rules: [],
}

it('ORG-07 a sentence in English and Spanish says the hours', () => {
  expect(hoursSentence(usual, 'en')).toBe(
    'Monday to Thursday 9 AM – 5 PM; Friday 9 AM – 12 PM and 1 PM – 8:30 PM; Saturday by appointment; Sunday closed.',
  )
  expect(hoursSentence(usual, 'es')).toBe(
    'Lunes a jueves 9 a.m. – 5 p.m.; viernes 9 a.m. – 12 p.m. y 1 p.m. – 8:30 p.m.; sábado con cita; domingo cerrado.',
  )
  const always: WeekHours = { days: Array(7).fill(open('00:00', '24:00')), rules: [] }
  expect(hoursSentence(always, 'en')).toBe('Every day open 24 hours.')
  expect(hoursSentence(always, 'es')).toBe('Todos los días abierto las 24 horas.')
  const night: WeekHours = { days: [...Array(5).fill(closed), open('20:00', '06:00'), closed], rules: [] }
  expect(hoursSentence(night, 'en')).toBe(
    'Monday to Friday closed; Saturday 8 PM – 6 AM of the next day; Sunday closed.',
  )
  expect(hoursSentence(unknownWeek(), 'es')).toBe('El horario no se conoce.')
})

it.each([
  [
    rule({ freq: 'MONTHLY', byday: '3TU', opensAt: '09:00', closesAt: '12:00' }),
    'Third Tuesday of the month, 9 AM – 12 PM',
    'Tercer martes del mes, 9 a.m. – 12 p.m.',
  ],
  [
    rule({ freq: 'MONTHLY', byday: '-1FR', opensAt: '09:00', closesAt: '12:00' }),
    'Last Friday of the month, 9 AM – 12 PM',
    'Último viernes del mes, 9 a.m. – 12 p.m.',
  ],
  [
    rule({ interval: 2, byday: 'TU', opensAt: '18:00', closesAt: '20:00' }),
    'Every 2 weeks on Tuesday, 6 PM – 8 PM',
    'Cada 2 semanas el martes, 6 p.m. – 8 p.m.',
  ],
  [
    rule({ freq: 'MONTHLY', bymonthday: '1,15', opensAt: '09:00', closesAt: '10:00' }),
    'On day 1 and 15 of the month, 9 AM – 10 AM',
    'El día 1 y 15 del mes, 9 a.m. – 10 a.m.',
  ],
  [
    rule({
      byday: 'MO',
      validFrom: '2026-06-01',
      validTo: '2026-08-31',
      opensAt: '09:00',
      closesAt: '10:00',
      notes: 'Side door',
    }),
    'Monday, 9 AM – 10 AM, from Jun 1, 2026, until Aug 31, 2026. Side door',
    'Lunes, 9 a.m. – 10 a.m., desde 1 jun 2026, hasta 31 ago 2026. Side door',
  ],
])('ORG-07 a rule that the grid cannot show is kept and shown as text: %#', (one, english, spanish) => {
  expect(weekOfRules([one]).rules).toEqual([one])
  expect(ruleSentence(one, 'en')).toBe(english)
  expect(ruleSentence(one, 'es')).toBe(spanish)
})
