import { z } from 'zod'

/** Where a search can start: a town, a county or a position, and the ZIP code in its middle or next to it. */
export const SearchStart = z.object({ name: z.string(), zip: z.string() })
export type SearchStart = z.infer<typeof SearchStart>
export const SearchStarts = z.object({ items: z.array(SearchStart) })
export type SearchStarts = z.infer<typeof SearchStarts>
