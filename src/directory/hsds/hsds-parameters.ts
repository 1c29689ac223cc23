import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'

const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional()
const words = z.string().trim().min(1).max(200).optional()

/** The most records on a page, and the most identifiers of a page of `minimal`. */
export const PAGE_MAX = 200
export const MINIMAL_MAX = 10_000
/** The most organizations on a page with all of their services, which may be thousands. */
const FULL_SERVICE_MAX = 10
const PAGE_USUAL = 50

const paging = {
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  per_page: z.coerce.number().int().min(1).max(MINIMAL_MAX).optional(),
  format: z.enum(['json', 'ndjson']).default('json'),
}
/** PostgreSQL reads offsets of up to 15 hours; no zone has more than 14. */
const hasKnownOffset = (time: string) => !/[+-](1[6-9]|2\d):\d\d$/.test(time)

const categories = { taxonomy_term_id: Id.optional(), taxonomy_id: Id.optional() }
const selection = {
  search: words,
  ...categories,
  organization_id: Id.optional(),
  modified_after: z.union([z.iso.datetime({ offset: true }).refine(hasKnownOffset), z.iso.date()]).optional(),
  full: flag,
}

/**
 * The parameters of each list, as the official document has them. Any other is refused: a caller must not take records
 * that it did not ask for.
 */
export const hsdsParameters = {
  services: z.strictObject({ ...selection, minimal: flag, ...paging }),
  organizations: z.strictObject({ search: words, full: flag, full_service: flag, ...categories, ...paging }),
  service_at_locations: z.strictObject({
    ...selection,
    postcode: z
      .string()
      .trim()
      .regex(/^\d{5}$/)
      .optional(),
    proximity: z.coerce.number().min(1).max(1_000_000).optional(),
    ...paging,
  }),
  taxonomies: z.strictObject({ search: words, ...paging }),
  taxonomy_terms: z.strictObject({
    search: words,
    taxonomy_id: Id.optional(),
    top_only: flag,
    parent_id: Id.optional(),
    ...paging,
  }),
}
export const OrganizationParameters = z.strictObject({ full_service: flag })

/** All parameters of all lists; a list has those of its contract. */
export interface HsdsParameters {
  search?: string | undefined
  taxonomy_term_id?: string | undefined
  taxonomy_id?: string | undefined
  organization_id?: string | undefined
  modified_after?: string | undefined
  minimal?: boolean | undefined
  full?: boolean | undefined
  full_service?: boolean | undefined
  postcode?: string | undefined
  proximity?: number | undefined
  top_only?: boolean | undefined
  parent_id?: string | undefined
  page?: number | undefined
  per_page?: number | undefined
  format: 'json' | 'ndjson'
}

/** Parameters that contradict each other. @returns the field that cannot be followed and why; null if there is none */
export function findContradiction(given: HsdsParameters): { field: string; why: string } | null {
  if (given.format === 'ndjson' && given.page !== undefined) return { field: 'page', why: 'ndjson has no pages' }
  if (given.format === 'ndjson' && given.per_page !== undefined)
    return { field: 'per_page', why: 'ndjson has no pages' }
  if (given.minimal && given.full) return { field: 'full', why: 'not together with minimal' }
  if (!given.minimal && (given.per_page ?? 0) > PAGE_MAX) return { field: 'per_page', why: `at most ${PAGE_MAX}` }
  if (given.full_service && (given.per_page ?? 0) > FULL_SERVICE_MAX)
    return { field: 'per_page', why: `at most ${FULL_SERVICE_MAX} with full_service` }
  if (given.proximity !== undefined && given.postcode === undefined)
    return { field: 'proximity', why: 'needs a postcode' }
  return null
}

/** A copy that looks for changes gets all identifiers at once where it can. */
export const pageOf = ({ page = 1, per_page, minimal, full_service }: HsdsParameters) => ({
  page,
  perPage: per_page ?? (minimal ? MINIMAL_MAX : full_service ? FULL_SERVICE_MAX : PAGE_USUAL),
})
