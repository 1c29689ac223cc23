import { z } from 'zod'
import { composed } from './composed.ts'

/** Fields that several contracts share; each says its limits once. Titles are the English labels. */
/** Written as the database writes it: two spellings of one are the same. */
export const Id = z.uuid().toLowerCase()
export const Timestamp = z.iso.datetime()
export const Day = z.iso.date()

const cleaned = (value: string) => composed(value).replace(/\p{Cc}/gu, (c) => (c === '\n' || c === '\t' ? c : ''))

/** Invisible characters that turn round the direction of whatever is written after them; a name stands amid other words. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Stops checking text that is far too long, before anything reads it: a body can bring 256 kB into every field.
 * It leaves room for blanks and marks that cleaning removes; `max` still has the last word.
 */
const rawBound = (max: number) =>
  z.check<string>(({ value, issues }) => {
    if (value.length > 4 * max + 1000)
      issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value, continue: false })
  })

/** Text that `clean` has cleaned, of at most `max` characters. Checks that follow run only on text within the limit. */
export const boundedText = (max: number, clean: (value: string) => string) =>
  z.string().check(rawBound(max)).overwrite(clean).max(max, { abort: true })

/** One line of text: outer blanks, control characters and marks that turn the direction go. `max` counts characters. */
export const line = (max: number, min = 0) =>
  boundedText(max, (v) =>
    cleaned(v)
      .replace(turning, '')
      .replace(/[\n\t]+/g, ' ')
      .trim(),
  ).min(min)

/** Text of several lines. */
export const paragraphs = (max: number, min = 0) => boundedText(max, (v) => cleaned(v).trim()).min(min)

export const Email = boundedText(254, (v) => v.trim().toLowerCase())
  .pipe(z.email())
  .meta({ title: 'Email', format: 'email' })

const withScheme = (v: string) => (v === '' || /^[a-z]+:/i.test(v) ? v : `https://${v}`)

/** A web address with a dotted host. `URL` itself would pass over blanks and line ends; older phones have no `URL.canParse`. */
export function isWebAddress(value: string) {
  if (/\s/.test(value)) return false
  try {
    const { protocol, hostname } = new URL(value)
    return /^https?:$/.test(protocol) && /[^.]\.[^.]/.test(hostname)
  } catch {
    return false
  }
}

/** A web address; one typed without its scheme gets https. */
export const Website = boundedText(500, (v) => withScheme(v.trim()))
  .refine((v) => v === '' || isWebAddress(v), { error: 'website-format' })
  .meta({ title: 'Website', format: 'url' })

export const PersonName = line(100, 1)

/** A page of a list, paged by key (never by offset). */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), totalCount: z.number().int().optional() })

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
})
