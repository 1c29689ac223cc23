import { sql } from 'kysely'
import type { z } from 'zod'
import type { Service } from '../directory-rows.ts'

/**
 * What other features may read of services, as a table that a statement joins:
 * `join ${serviceNames.as('service')} on service.id = …`. PostgreSQL plans it like a direct join of `service`.
 */
export const serviceNames = sql<
  Pick<z.infer<typeof Service>, 'id' | 'name' | 'organizationId' | 'status' | 'mergedInto'>
>`(
  select id, name, organization_id, status, merged_into from service)`

/** The services that the directory shows, with what a search for old ones needs, as a table that a statement joins. */
export const listedServices = sql<
  Pick<z.infer<typeof Service>, 'id' | 'name' | 'organizationId' | 'assuredDate' | 'createdOn' | 'version'>
>`(
  select listed.id, listed.name, listed.organization_id, listed.assured_date, listed.created_on, listed.version
  from service listed join service_search shown on shown.service_id = listed.id)`
