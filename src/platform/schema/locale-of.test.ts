import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clockText, clockWords, correctTimesIn, weekdayName } from './clock-words.ts'
import { localeOf } from './locale-of.ts'

const formatter = /\bIntl\.(?!supportedValuesOf|getCanonicalLocales)\w+\(\s*|\.toLocale(?:Date|Time)?String\(\s*/g

/** Where formatters are made with something else than `localeOf(…)`, or a `locale` that it gave. */
function otherLocales(source: string) {
  const mayName = /\blocale = localeOf\(/.test(source)
  return [...source.matchAll(formatter)].flatMap((found) => {
    const rest = source.slice(found.index + found[0].length)
    const isOne = rest.startsWith('localeOf(') || (mayName && /^locale\b(?!\()/.test(rest))
    // What a browser says of its own time zone is not shown to anybody.
    const isOwnZone = found[0].includes('DateTimeFormat') && rest.startsWith(').resolvedOptions().timeZone')
    return isOne || isOwnZone ? [] : [`${found[0].trim()}${rest.split(/[\n,)]/)[0]}`]
  })
}

it('0465 every formatter in the browser and on the server is made with the locale of its language', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  const others = files.flatMap((file) => otherLocales(readFileSync(file, 'utf8')).map((made) => `${file}: ${made}`))
  // A day as calls write it, yyyy-MM-dd.
  expect(others).toEqual(["src/platform/schema/day-in.ts: Intl.DateTimeFormat('en-CA'"])
  expect(files.length).toBeGreaterThan(1000)
})

it('0465 the rule finds each way to make a formatter with another locale', () => {
  const found = otherLocales(`
    new Intl.NumberFormat(i18n.language).format(1)
    new Intl.DateTimeFormat(
      language, {})
    count.toLocaleString()
    day.toLocaleDateString('es', {})
    new Intl.ListFormat(locale).format([])
    new Intl.ListFormat(localeOf(language)).format([])
    Intl.DateTimeFormat().resolvedOptions().timeZone
    Intl.supportedValuesOf('timeZone')`)
  expect(found).toEqual([
    'Intl.NumberFormat(i18n.language',
    'Intl.DateTimeFormat(language',
    '.toLocaleString(',
    ".toLocaleDateString('es'",
    'Intl.ListFormat(locale',
  ])
})

const at = Date.UTC(2026, 6, 3, 15)
const day = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const
it('0465 times, numbers and days in Spanish are those of the United States, with the day before the month', () => {
  const locale = localeOf('es')
  expect(new Intl.NumberFormat(locale).format(12_345.5)).toBe('12,345.5')
  expect(new Intl.DateTimeFormat(locale, day).format(at)).toBe('03/07/2026')
  expect(new Intl.DateTimeFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' }).format(at)).toBe(
    '03/07/2026, 3:00 p.m.',
  )
  expect(['09:00', '13:30', '24:00'].map((clock) => clockWords(clock, 'es'))).toEqual([
    '9 a.m.',
    '1:30 p.m.',
    '12 a.m.',
  ])
  expect(['09:00', '13:30', '24:00'].map((clock) => clockWords(clock, 'en'))).toEqual(['9 AM', '1:30 PM', '12 AM'])
  expect(['es', 'en'].map((language) => clockText('09:00', language))).toEqual(['9:00 a.m.', '9:00 AM'])
  expect([weekdayName(1, 'es'), weekdayName(7, 'es', 'short'), weekdayName(7, 'en')]).toEqual([
    'lunes',
    'dom',
    'Sunday',
  ])
})

it.each([
  ['Abre a las 1 p.m.', 'Abre a la 1 p.m.'],
  ['hasta las 1:05 p.m., mientras', 'hasta la 1:05 p.m., mientras'],
  ['Abre a las 11 a.m.', 'Abre a las 11 a.m.'],
  ['Abierto hasta las 5 p.m.. Mañana cerrado.', 'Abierto hasta las 5 p.m. Mañana cerrado.'],
  ['Open until 1 PM. Closed.', 'Open until 1 PM. Closed.'],
  ['Vio las 1 persona...', 'Vio las 1 persona...'],
])('0465 a sentence around a time reads well: %s', (sentence, expected) => {
  expect(correctTimesIn(sentence)).toBe(expected)
})
