import { z } from 'zod'
import { composed } from './composed.ts'

/** Fields that several contracts share; limits are defined only here. Titles are the English labels. */
/** Normalized to the database's spelling, so that two spellings of one ID are equal. */
export const Id = z.uuid().toLowerCase()
export const Timestamp = z.iso.datetime()
export const Day = z.iso.date()

const cleaned = (value: string) => composed(value).replace(/\p{Cc}/gu, (c) => (c === '\n' || c === '\t' ? c : ''))

/** Invisible characters that change the direction of the text after them; a name is displayed inside other text. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Rejects oversized text before any other check reads it: a body can contain 256 kB in every field. Leaves room for
 * whitespace and marks that cleaning removes; `max` is the final limit.
 */
const rawBound = (max: number) =>
  z.check<string>(({ value, issues }) => {
    if (value.length > 4 * max + 1000)
      issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value, continue: false })
  })

/** Text cleaned by `clean`, of at most `max` characters. Later checks run only on text within the limit. */
export const boundedText = (max: number, clean: (value: string) => string) =>
  z.string().check(rawBound(max)).overwrite(clean).max(max, { abort: true })

/** One line of text, without outer whitespace, control characters and direction marks. `max` counts characters. */
export const line = (max: number, min = 0) =>
  boundedText(max, (v) =>
    cleaned(v)
      .replace(turning, '')
      .replace(/[\n\t]+/g, ' ')
      .trim(),
  ).min(min)

/** Multi-line text. */
export const paragraphs = (max: number, min = 0) => boundedText(max, (v) => cleaned(v).trim()).min(min)

export const Email = boundedText(254, (v) => v.trim().toLowerCase())
  .pipe(z.email())
  .meta({ title: 'Email', format: 'email' })

const withScheme = (v: string) => (v === '' || /^[a-z]+:/i.test(v) ? v : `https://${v}`)

/**
 * A web address with a dotted host. `URL` alone would accept whitespace and line breaks; older phones lack
 * `URL.canParse`.
 */
export function isWebAddress(value: string) {
  if (/\s/.test(value)) return false
  try {
    const { protocol, hostname } = new URL(value)
    return /^https?:$/.test(protocol) && /[^.]\.[^.]/.test(hostname)
  } catch {
    return false
  }
}

/** A web address. If entered without a scheme, it gets https. */
export const Website = boundedText(500, (v) => withScheme(v.trim()))
  .refine((v) => v === '' || isWebAddress(v), { error: 'website-format' })
  .meta({ title: 'Website', format: 'url' })

export const PersonName = line(100, 1)

/** A page of a list, with keyset pagination (never offsets). */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), totalCount: z.number().int().optional() })

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
})
