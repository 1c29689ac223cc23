import { sql } from 'kysely'

/** How many searches found nothing, by day and the first three digits of the ZIP code, as a table that a statement joins. */
export const emptySearches = sql<{ day: string; zipArea: string | null; nothing: number }>`(
  select day, zip_area, nothing from search_miss where nothing > 0)`
