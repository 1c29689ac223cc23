/** Rows of a schedule, and what they mean in the words of RFC 5545: the two are written independently of each other. */
export interface HoursCase {
  name: string
  /** `service` unless it is said otherwise. */
  rows: { on?: 'service' | 'place' | 'both'; [column: string]: unknown }[]
  /** The ZIP code of its place; without one, the portal's clock counts. */
  zip?: string
  zone?: string
  rules: { rule: string; from?: string; opens: string; closes: string; except?: string[] }[]
}

const nine = { opensAt: '09:00', closesAt: '17:00' }
const nineOf = (rule: string, from?: string) => ({ rule, ...(from ? { from } : {}), opens: '09:00', closes: '17:00' })
const weekdays = 'MO,TU,WE,TH,FR'
const everyDay = 'MO,TU,WE,TH,FR,SA,SU'
const weekly = (byday: string, more: Record<string, unknown> = {}) => ({ freq: 'WEEKLY', byday, ...nine, ...more })
const monthly = (more: Record<string, unknown>) => ({ freq: 'MONTHLY', ...nine, ...more })
const holiday = (validFrom: string, validTo = validFrom, more: Record<string, unknown> = {}) => ({
  isHoliday: true,
  validFrom,
  validTo,
  ...more,
})
const plain = nineOf(`FREQ=WEEKLY;BYDAY=${weekdays}`)
const allDays = nineOf(`FREQ=WEEKLY;BYDAY=${everyDay}`)
const night = { opensAt: '22:00', closesAt: '06:00' }
const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.parse(from) + at * 86_400_000).toISOString().slice(0, 10))

/** From October 26 to January 3: the clocks are set back on November 1. They are set forward on March 14, 2027. */
export const hoursCases: HoursCase[] = [
  { name: 'weekdays', rows: [weekly(weekdays)], rules: [plain] },
  {
    name: 'overnight',
    rows: [weekly('FR,SA', night)],
    rules: [{ rule: 'FREQ=WEEKLY;BYDAY=FR,SA', opens: '22:00', closes: '06:00' }],
  },
  {
    name: 'every night',
    rows: [weekly(everyDay, night)],
    rules: [{ rule: 'FREQ=DAILY', opens: '22:00', closes: '06:00' }],
  },
  {
    name: 'around the clock as 0:00 to 0:00',
    rows: [weekly(everyDay, { opensAt: '00:00', closesAt: '00:00' })],
    rules: [{ rule: 'FREQ=DAILY', opens: '00:00', closes: '00:00' }],
  },
  {
    name: 'around the clock as 0:00 to 24:00',
    rows: [weekly(everyDay, { opensAt: '00:00', closesAt: '24:00' })],
    rules: [{ rule: 'FREQ=DAILY', opens: '00:00', closes: '24:00' }],
  },
  {
    name: 'around the clock as seven rows',
    rows: everyDay.split(',').map((day) => weekly(day, { opensAt: '00:00', closesAt: '24:00' })),
    rules: [{ rule: 'FREQ=DAILY', opens: '00:00', closes: '24:00' }],
  },
  {
    name: 'two spans a day',
    rows: [weekly(weekdays, { closesAt: '12:00' }), weekly(weekdays, { opensAt: '13:00' })],
    rules: [
      { ...plain, closes: '12:00' },
      { ...plain, opens: '13:00' },
    ],
  },
  {
    name: 'overlapping spans',
    rows: [weekly(weekdays, { closesAt: '14:00' }), weekly(weekdays, { opensAt: '13:00' })],
    rules: [
      { ...plain, closes: '14:00' },
      { ...plain, opens: '13:00' },
    ],
  },
  { name: 'last Friday', rows: [monthly({ byday: '-1FR' })], rules: [nineOf('FREQ=MONTHLY;BYDAY=-1FR')] },
  { name: 'first Saturday', rows: [monthly({ byday: '1SA' })], rules: [nineOf('FREQ=MONTHLY;BYDAY=1SA')] },
  {
    name: 'second and fourth Tuesday',
    rows: [monthly({ byday: '2TU,4TU' })],
    rules: [nineOf('FREQ=MONTHLY;BYDAY=2TU,4TU')],
  },
  { name: 'fifth Wednesday', rows: [monthly({ byday: '5WE' })], rules: [nineOf('FREQ=MONTHLY;BYDAY=5WE')] },
  { name: 'the 15th', rows: [monthly({ bymonthday: '15' })], rules: [nineOf('FREQ=MONTHLY;BYMONTHDAY=15')] },
  {
    name: 'the 1st and the 15th',
    rows: [monthly({ bymonthday: '1,15' })],
    rules: [nineOf('FREQ=MONTHLY;BYMONTHDAY=1,15')],
  },
  {
    name: 'every other week from a start',
    rows: [weekly('TU', { interval: 2, dtstart: '2026-09-01' })],
    rules: [nineOf('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2026-09-01')],
  },
  {
    name: 'every third week',
    rows: [weekly('TH', { interval: 3, dtstart: '2026-09-03' })],
    rules: [nineOf('FREQ=WEEKLY;INTERVAL=3;BYDAY=TH', '2026-09-03')],
  },
  {
    name: 'until a day',
    rows: [weekly(weekdays, { until: '2026-11-20' })],
    rules: [nineOf(`FREQ=WEEKLY;BYDAY=${weekdays};UNTIL=20261120T235900`)],
  },
  {
    name: 'valid from a day',
    rows: [weekly(weekdays, { validFrom: '2026-11-16' })],
    rules: [nineOf(`FREQ=WEEKLY;BYDAY=${weekdays}`, '2026-11-16')],
  },
  {
    name: 'valid to a day',
    rows: [weekly(weekdays, { validTo: '2026-12-02' })],
    rules: [nineOf(`FREQ=WEEKLY;BYDAY=${weekdays};UNTIL=20261202T235900`)],
  },
  {
    name: 'a winter',
    rows: [weekly(everyDay, { validFrom: '2026-11-10', validTo: '2026-12-20' })],
    rules: [nineOf(`FREQ=WEEKLY;BYDAY=${everyDay};UNTIL=20261220T235900`, '2026-11-10')],
  },
  {
    name: 'valid to a day whose night goes on',
    rows: [weekly(everyDay, { ...night, validTo: '2026-11-11' })],
    rules: [{ rule: 'FREQ=DAILY;UNTIL=20261111T235900', opens: '22:00', closes: '06:00' }],
  },
  {
    name: 'closed on a holiday',
    rows: [weekly(weekdays), holiday('2026-11-26', '2026-11-27')],
    rules: [{ ...plain, except: days('2026-11-26', 2) }],
  },
  {
    name: 'closed on a yearly holiday',
    rows: [weekly(weekdays), holiday('2000-11-11', '2000-11-11', { isYearly: true })],
    rules: [{ ...plain, except: ['2026-11-11'] }],
  },
  {
    name: 'other hours on a holiday',
    rows: [weekly(weekdays), holiday('2026-11-26', '2026-11-26', { opensAt: '10:00', closesAt: '12:00' })],
    rules: [
      { ...plain, except: ['2026-11-26'] },
      { rule: 'FREQ=DAILY;COUNT=1', from: '2026-11-26', opens: '10:00', closes: '12:00' },
    ],
  },
  {
    name: 'closed across New Year',
    rows: [weekly(everyDay), holiday('2000-12-24', '2000-01-02', { isYearly: true })],
    rules: [{ ...allDays, except: days('2026-12-24', 10) }],
  },
  {
    name: 'the Saturday night when clocks change',
    rows: [weekly('SA', night)],
    rules: [{ rule: 'FREQ=WEEKLY;BYDAY=SA', opens: '22:00', closes: '06:00' }],
  },
  {
    name: 'a service at a place before the place',
    rows: [weekly(weekdays, { on: 'both' }), weekly(everyDay, { on: 'place', opensAt: '06:00', closesAt: '22:00' })],
    rules: [plain],
  },
  {
    name: 'a place in Los Angeles',
    ...{ zip: '90012', zone: 'America/Los_Angeles' },
    rows: [weekly(weekdays)],
    rules: [plain],
  },
  {
    name: 'its night when clocks change',
    ...{ zip: '90012', zone: 'America/Los_Angeles' },
    rows: [weekly('SA', night)],
    rules: [{ rule: 'FREQ=WEEKLY;BYDAY=SA', opens: '22:00', closes: '06:00' }],
  },
  { name: 'Phoenix', zip: '85001', zone: 'America/Phoenix', rows: [weekly(weekdays)], rules: [plain] },
  { name: 'Honolulu', zip: '96813', zone: 'Pacific/Honolulu', rows: [weekly(weekdays)], rules: [plain] },
  { name: 'hours eight behind UTC', zone: 'Etc/GMT+8', rows: [weekly(weekdays, { timezone: -8 })], rules: [plain] },
  {
    name: 'weekly without a day, from a Wednesday',
    rows: [{ freq: 'WEEKLY', dtstart: '2026-09-02', ...nine }],
    rules: [nineOf('FREQ=WEEKLY;BYDAY=WE', '2026-09-02')],
  },
  {
    name: 'monthly without a day, from a 15th',
    rows: [monthly({ dtstart: '2026-09-15' })],
    rules: [nineOf('FREQ=MONTHLY;BYMONTHDAY=15', '2026-09-15')],
  },
  {
    name: 'weekly from a day to come',
    rows: [weekly(weekdays, { dtstart: '2026-12-07' })],
    rules: [nineOf(`FREQ=WEEKLY;BYDAY=${weekdays}`, '2026-12-07')],
  },
  {
    name: 'every other week from a day to come',
    rows: [weekly('MO', { interval: 2, dtstart: '2026-11-30' })],
    rules: [nineOf('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-11-30')],
  },
  {
    name: 'monthly from a day to come',
    rows: [monthly({ byday: '1TU', dtstart: '2026-12-01' })],
    rules: [nineOf('FREQ=MONTHLY;BYDAY=1TU', '2026-12-01')],
  },
  {
    name: 'five times',
    rows: [weekly('MO,WE', { dtstart: '2026-10-28', count: 5 })],
    rules: [nineOf('FREQ=WEEKLY;BYDAY=MO,WE;COUNT=5', '2026-10-28')],
  },
  {
    name: 'until a day before valid to',
    rows: [weekly(weekdays, { until: '2026-11-13', validTo: '2026-12-31' })],
    rules: [nineOf(`FREQ=WEEKLY;BYDAY=${weekdays};UNTIL=20261113T235900`)],
  },
  {
    name: 'every other month',
    rows: [monthly({ byday: '1SA', interval: 2, dtstart: '2026-09-05' })],
    rules: [nineOf('FREQ=MONTHLY;INTERVAL=2;BYDAY=1SA', '2026-09-05')],
  },
  {
    name: 'every other week that starts on Sunday',
    rows: [weekly('SU,TU', { interval: 2, wkst: 'SU', dtstart: '2026-09-01' })],
    rules: [nineOf('FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU', '2026-09-01')],
  },
  {
    name: 'every other week from the day it is valid',
    rows: [weekly('WE', { interval: 2, validFrom: '2026-09-02' })],
    rules: [nineOf('FREQ=WEEKLY;INTERVAL=2;BYDAY=WE', '2026-09-02')],
  },
  {
    name: 'Friday the 13th',
    rows: [monthly({ byday: 'FR', bymonthday: '13' })],
    rules: [nineOf('FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13')],
  },
  {
    name: 'the last day of the month',
    rows: [monthly({ bymonthday: '-1' })],
    rules: [nineOf('FREQ=MONTHLY;BYMONTHDAY=-1')],
  },
  {
    name: 'the 1st and the 15th with a blank',
    rows: [monthly({ bymonthday: '1, 15' })],
    rules: [nineOf('FREQ=MONTHLY;BYMONTHDAY=1,15')],
  },
  { name: 'the last but one Friday', rows: [monthly({ byday: '-2FR' })], rules: [nineOf('FREQ=MONTHLY;BYDAY=-2FR')] },
  {
    name: 'a summer that has ended before the hours of the place',
    rows: [
      weekly(everyDay, { validFrom: '2026-06-01', validTo: '2026-08-31', closesAt: '20:00' }),
      weekly(weekdays, { on: 'place' }),
    ],
    rules: [plain],
  },
  {
    name: 'a place closed for a holiday of a service with hours',
    rows: [weekly(weekdays), holiday('2026-11-26', '2026-11-26', { on: 'place' })],
    rules: [{ ...plain, except: ['2026-11-26'] }],
  },
  {
    name: 'Sunday 1:30 to 2:30',
    rows: [weekly('SU', { opensAt: '01:30', closesAt: '02:30' })],
    rules: [{ rule: 'FREQ=WEEKLY;BYDAY=SU', opens: '01:30', closes: '02:30' }],
  },
  {
    name: 'Sunday 2:15 to 4:00',
    rows: [weekly('SU', { opensAt: '02:15', closesAt: '04:00' })],
    rules: [{ rule: 'FREQ=WEEKLY;BYDAY=SU', opens: '02:15', closes: '04:00' }],
  },
]
