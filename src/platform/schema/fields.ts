import { z } from 'zod'

/** Fields that several contracts share; each says its limits once. Titles are the English labels. */
/** Written as the database writes it: two spellings of one are the same. */
export const Id = z.uuid().toLowerCase()
export const Timestamp = z.iso.datetime()
export const Day = z.iso.date()

const cleaned = (value: string) =>
  value.normalize('NFC').replace(/\p{Cc}/gu, (c) => (c === '\n' || c === '\t' ? c : ''))

/** Invisible characters that turn round the direction of whatever is written after them; a name stands amid other words. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** One line of text: outer blanks, control characters and marks that turn the direction go. `max` counts characters. */
export const line = (max: number, min = 0) =>
  z
    .string()
    .overwrite((v) =>
      cleaned(v)
        .replace(turning, '')
        .replace(/[\n\t]+/g, ' ')
        .trim(),
    )
    .min(min)
    .max(max)

/** Text of several lines. */
export const paragraphs = (max: number, min = 0) =>
  z
    .string()
    .overwrite((v) => cleaned(v).trim())
    .min(min)
    .max(max)

export const Email = z
  .string()
  .overwrite((v) => v.trim().toLowerCase())
  .max(254)
  .pipe(z.email())
  .meta({ title: 'Email', format: 'email' })

/** A telephone number of the United States as the masked field gives it, `(###) ###-####`. */
export const PhoneNumber = z
  .string()
  .trim()
  .regex(/^\(\d{3}\) \d{3}-\d{4}$/, { error: 'phone-format' })
  .meta({ title: 'Phone Number', format: 'phone' })

/** A web address; one typed without its scheme gets https. */
export const Website = z
  .string()
  .overwrite((v) => (v.trim() && !/^[a-z]+:/i.test(v.trim()) ? `https://${v.trim()}` : v.trim()))
  .max(500)
  .refine((v) => v === '' || /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(v), { error: 'website-format' })
  .meta({ title: 'Website', format: 'url' })

export const PersonName = line(100, 1)

/** A page of a list, paged by key (never by offset). */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), totalCount: z.number().int().optional() })

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
})
