import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { Organization } from '../organization.ts'

const OrganizationTypeRow = z.object({
  id: Id,
  name: z.string(),
})

const TaxStatusRow = z.object({
  id: Id,
  name: z.string(),
})

/** The tables that only this feature writes. */
export const organizationsTables: Record<string, z.ZodObject> = {
  organization: Organization,
  organization_type: OrganizationTypeRow,
  tax_status: TaxStatusRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    organizationType: TableFor<z.infer<typeof OrganizationTypeRow>, 'id'>
    taxStatus: TableFor<z.infer<typeof TaxStatusRow>, 'id'>
  }
}
