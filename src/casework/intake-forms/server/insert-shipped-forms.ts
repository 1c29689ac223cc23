import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { hungerVitalSign } from '../shipped/hunger-vital-sign.ts'
import { socialNeeds } from '../shipped/social-needs.ts'

const shipped = { 'social-needs': socialNeeds, 'hunger-vital-sign': hungerVitalSign }

/** Adds the forms that come with the product, once each; later changes by admins stay. */
export async function insertShippedForms(database: Database) {
  for (const [name, definition] of Object.entries(shipped))
    await sql`
      with added as (insert into intake_form (shipped_as) values (${name}) on conflict (shipped_as) do nothing returning id)
      insert into intake_form_version (form_id, number, state, definition, published_on)
      select id, 1, 'published', ${JSON.stringify(definition)}::jsonb, now() from added`.execute(database)
}
