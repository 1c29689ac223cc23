import { isWebAddress } from '#platform/schema/fields.ts'
import { cleanLine, cleanParagraphs } from './clean-text.ts'

/** The type of a column. For `line` and `text`, the maximum length. */
export type FieldKind =
  | { is: 'line' | 'text'; max: number }
  | { is: 'url' | 'email' | 'integer' | 'number' | 'year' | 'day' | 'moment' | 'time' | 'flag' | 'days' }
  | { is: 'choice'; choices: readonly string[] }

export type FieldValue = string | number | boolean | null
/** A value, or why there is none. */
export type Reading = { value: FieldValue } | { reason: string }

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const pad = (n: number) => String(n).padStart(2, '0')
const quoted = (raw: string) => `"${raw.trim().slice(0, 60)}"`

function realDay(year: number, month: number, day: number) {
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year)
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
    : null
}

/** yyyy-MM-dd from `2015-12-24`, `12/24/2015`, `12/24/15`, `December 24, 2015`; otherwise null. */
export function readDay(raw: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(raw)
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(raw)
  if (american)
    return realDay(
      Number(american[3]) + (american[3]?.length === 2 ? 2000 : 0),
      Number(american[1]),
      Number(american[2]),
    )
  const words = /^([a-z]+)\.? (\d{1,2}),? (\d{4})$/i.exec(raw)
  const month = words ? months.findIndex((m) => m.startsWith((words[1] ?? '').toLowerCase())) + 1 : 0
  return words && month ? realDay(Number(words[3]), month, Number(words[2])) : null
}

/** HH:mm from `9:00`, `09:00:00`, `9am`, `4:00 PM`, `noon`, `24:00`; otherwise null. */
export function readTime(raw: string): string | null {
  const text = raw.trim().toLowerCase().replaceAll('.', '')
  if (text === 'noon') return '12:00'
  if (text === 'midnight') return '00:00'
  const match = /^(\d{1,2})(?::(\d{2}))?(?::\d{2})?(?:z|[+-]\d{2}:?\d{2})?\s*(am|pm|a|p)?$/.exec(text)
  if (!match || (match[2] === undefined && match[3] === undefined)) return null
  const half = match[3]?.[0]
  const hour = Number(match[1])
  const minute = Number(match[2] ?? 0)
  if (half && (hour < 1 || hour > 12)) return null
  const real = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  return minute < 60 && (real < 24 || (real === 24 && minute === 0)) ? `${pad(real)}:${pad(minute)}` : null
}

const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const dayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/**
 * `MO,TH` from `MO, TH`, `Monday`, `mon;thu` or `1` (Monday); `1MO` and `-1FR` are the first Monday and the last Friday
 * of a month.
 */
export function readDays(raw: string): string | null {
  const codes = raw.split(/[,;]/).map((part) => {
    const text = part.trim()
    const code = /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/i.exec(text)
    if (code) return `${(code[1] ?? '').replace('+', '')}${code[2]?.toUpperCase()}`
    if (/^[1-7]$/.test(text)) return dayCodes[Number(text) - 1]
    const index = text.length >= 3 ? dayNames.findIndex((d) => d.startsWith(text.toLowerCase().replace(/\.$/, ''))) : -1
    return dayCodes[index]
  })
  return codes.length && codes.every((c) => c !== undefined) ? codes.join(',') : null
}

function readUrl(raw: string): Reading {
  const address = raw.trim().replace(/\s+/g, '')
  const whole = /^[a-z]+:/i.test(address) ? address : `https://${address}`
  return whole.length <= 500 && isWebAddress(whole)
    ? { value: whole }
    : { reason: `${quoted(raw)} is not a web address` }
}

function readNumber(raw: string, whole: boolean): Reading {
  const text = raw
    .trim()
    .replace(/^\$/, '')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
  const value = Number(text)
  if (!/^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) || Math.abs(value) > 1e9)
    return { reason: `${quoted(raw)} is not a number` }
  return { value: whole ? Math.round(value) : value }
}

function readFlag(raw: string): Reading {
  if (/^(true|yes|y|t|1)$/i.test(raw.trim())) return { value: true }
  return /^(false|no|n|f|0)$/i.test(raw.trim())
    ? { value: false }
    : { reason: `${quoted(raw)} is neither true nor false` }
}

function readMoment(raw: string): Reading {
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(raw.trim()) ? `${raw.trim()}T00:00:00Z` : raw)
  const ok = !Number.isNaN(at.getTime()) && at.getUTCFullYear() > 1900 && at.getUTCFullYear() < 2200
  return ok ? { value: at.toISOString() } : { reason: `${quoted(raw)} is not a time` }
}

const orReason = (value: string | null, raw: string, what: string): Reading =>
  value === null ? { reason: `${quoted(raw)} is not ${what}` } : { value }

/** Parses a cell for its column. An empty cell is null, never an error. */
export function readField(raw: string, kind: FieldKind): Reading {
  const line = cleanLine(raw, 2000)
  if (line === null) return { value: null }
  switch (kind.is) {
    case 'line':
      return { value: cleanLine(raw, kind.max) }
    case 'text':
      return { value: cleanParagraphs(raw, kind.max) }
    case 'url':
      return readUrl(line)
    case 'email':
      return orReason(
        /^[^\s@,;]{1,64}@[^\s@,;]+\.[^\s@,;.]+$/.test(line) && line.length <= 254 ? line.toLowerCase() : null,
        line,
        'an e-mail address',
      )
    case 'integer':
      return readNumber(line, true)
    case 'number':
      return readNumber(line, false)
    case 'year':
      return orReason(/\b(1[5-9]\d\d|20\d\d)\b/.exec(line)?.[0] ?? null, line, 'a year')
    case 'day':
      return orReason(readDay(line), line, 'a date')
    case 'moment':
      return readMoment(line)
    case 'time':
      return orReason(readTime(line), line, 'a time of day')
    case 'flag':
      return readFlag(line)
    case 'days':
      return orReason(readDays(line), line, 'a day of the week')
    case 'choice':
      return orReason(
        kind.choices.find((c) => c.toLowerCase() === line.toLowerCase()) ?? null,
        line,
        `one of: ${kind.choices.join(', ')}`,
      )
  }
}
