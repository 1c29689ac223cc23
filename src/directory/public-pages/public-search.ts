import { z } from 'zod'
import { DEFAULT_RADIUS_MILES, ServiceQuery } from '#directory/services/service-search.ts'
import { line } from '#platform/schema/fields.ts'

const { text, radius, category, openNow, free, language } = ServiceQuery.shape

/** A parameter that a person typed wrong into the address counts as missing: there is nobody to correct it. */
const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.catch(undefined as never)

/** The language of the page, if the reader chose one. */
export const PageLanguage = lenient(z.enum(['en', 'es']).optional()).meta({ title: 'Language of the page' })

/** The form of the public search: its fields have the names of the directory's own search. */
export const PublicQuery = z.object({
  text: lenient(text),
  /** A ZIP code or a town. */
  near: lenient(line(100).optional()).meta({ title: 'ZIP code or town' }),
  radius: lenient(radius),
  category: lenient(category),
  openNow: lenient(openNow),
  free: lenient(free),
  language: lenient(language),
  lang: PageLanguage,
  /** Where the next page begins; only a page before it can say so. */
  more: lenient(z.string().max(2000).optional()),
})
export type PublicQuery = z.infer<typeof PublicQuery>

/** The conditions of a search, by the names of the parameters. */
export type Conditions = Record<string, string>

export function conditionsOf({ text, near, radius, category, openNow, free, language }: PublicQuery): Conditions {
  const given = {
    ...{ text, near, category: category?.[0], language },
    // The form always sends a distance.
    radius: radius && radius !== DEFAULT_RADIUS_MILES ? String(radius) : '',
    ...{ openNow: openNow ? 'true' : '', free: free ? 'true' : '' },
  }
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** Services on a page of results. */
export const PAGE_SIZE = 10
/** Nobody reads further by hand; what is farther down is found with better words. */
export const MOST_PAGES = 20
