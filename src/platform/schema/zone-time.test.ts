import { expect, it } from 'vitest'
import { dayAt, localTimeText, startOfDayAt, steadyParts } from './zone-time.ts'

const start = (day: string, zone: string, after = 0) => new Date(startOfDayAt(day, zone, after)).toISOString()

it.each([
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['Australia/Sydney', '2026-04-05', '2026-04-04T13:00:00.000Z'],
  ['Australia/Sydney', '2026-10-04', '2026-10-03T14:00:00.000Z'],
  // Clocks go from midnight to one.
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  // Clocks show midnight twice.
  ['Asia/Amman', '2021-10-29', '2021-10-28T21:00:00.000Z'],
  // Clocks go from 23:00 of the day before to midnight.
  ['America/Nuuk', '2024-03-31', '2024-03-31T01:00:00.000Z'],
])('0271 finds where a day begins on which clocks change: %s %s', (zone, day, first) => {
  expect(start(day, zone)).toBe(first)
  expect(dayAt(zone, Date.parse(first))).toBe(day)
  expect(dayAt(zone, Date.parse(first) - 1000) < day).toBe(true)
})

it('0271 counts days by the calendar, not by 24 hours', () => {
  expect(start('2026-03-07', 'America/New_York', 2)).toBe('2026-03-09T04:00:00.000Z')
  expect(start('2026-03-09', 'America/New_York', -2)).toBe('2026-03-07T05:00:00.000Z')
})

it('0271 writes a time with its distance from UTC', () => {
  expect(localTimeText('America/New_York', '2026-03-01T19:05:00.5Z')).toBe('2026-03-01 14:05:00 -05:00')
  expect(localTimeText('Asia/Kathmandu', '2026-03-01T23:05:00Z')).toBe('2026-03-02 04:50:00 +05:45')
  expect(localTimeText('UTC', '2026-03-01T23:05:00Z')).toBe('2026-03-01 23:05:00 +00:00')
})

it('0271 splits a span where clocks change, to the second', () => {
  const [from, change, to] = ['2026-04-01T00:00:00Z', '2026-04-04T15:00:00Z', '2026-05-01T00:00:00Z'].map(Date.parse)
  expect(steadyParts('Australia/Lord_Howe', { from: from ?? 0, to: to ?? 0 })).toEqual([
    { from, to: change, offset: 39_600_000 },
    { from: change, to, offset: 37_800_000 },
  ])
})
