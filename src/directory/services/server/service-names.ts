import { sql } from 'kysely'
import type { z } from 'zod'
import type { Service } from '../directory-rows.ts'

/**
 * What other features may read of services, as a table that a statement joins:
 * `join ${serviceNames.as('service')} on service.id = …`. PostgreSQL plans it as if `service` stood there.
 */
export const serviceNames = sql<Pick<z.infer<typeof Service>, 'id' | 'name' | 'organizationId' | 'status'>>`(
  select id, name, organization_id, status from service)`
