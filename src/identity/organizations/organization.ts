import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id, line, paragraphs, Timestamp, Website } from '#platform/schema/fields.ts'

/** Merged into another organization. */
export const standings = ['listed', 'pending', 'verified', 'refused', 'merged'] as const

export const Organization = z.object({
  id: Id,
  name: line(200, 1).meta({ title: 'Organization Name' }),
  alternateName: line(200).nullable().meta({ title: 'Also known as' }),
  description: paragraphs(4000).nullable().meta({ title: 'Description', format: 'paragraphs' }),
  email: z.string().nullable().meta({ title: 'Email' }),
  website: Website.nullable().meta({ title: 'Website', format: 'url' }),
  yearIncorporated: z.number().int().nullable(),
  legalStatus: z.string().nullable(),
  taxId: z.string().nullable(),
  organizationTypeId: Id.nullable().meta({ title: 'Type of organization' }),
  taxStatusId: Id.nullable().meta({ title: 'Tax status' }),
  parentOrganizationId: Id.nullable(),
  standing: z.enum(standings),
  /** The organization into which it was merged, because both are the same one. */
  mergedInto: Id.nullable(),
  takesReferrals: z.boolean().meta({ title: 'Takes referrals through the portal' }),
  requireMfa: z.boolean(),
  refuseEmailCodes: z.boolean(),
  /** Created by an import for rows whose organization is missing in the source. */
  isStandIn: z.boolean(),
  sourceName: z.string().nullable(),
  sourceKey: z.string().nullable(),
  /** the values from an import, whatever people on the portal have entered in `email` and `website` since */
  sourceEmail: z.string().nullable(),
  sourceWebsite: z.string().nullable(),
  lastVerifiedOn: Timestamp.nullable(),
  createdOn: Timestamp,
  changedOn: Timestamp,
  version: z.number().int(),
})
export type Organization = z.infer<typeof Organization>

/** An organization in a list or an autocomplete. */
export const OrganizationName = Organization.pick({ id: true, name: true })

type FilledByDatabase =
  | 'id'
  | 'standing'
  | 'takesReferrals'
  | 'requireMfa'
  | 'refuseEmailCodes'
  | 'isStandIn'
  | 'createdOn'
  | 'changedOn'
  | 'version'
type Optional =
  | 'alternateName'
  | 'email'
  | 'yearIncorporated'
  | 'legalStatus'
  | 'taxId'
  | 'organizationTypeId'
  | 'taxStatusId'
  | 'parentOrganizationId'
  | 'sourceName'
  | 'sourceKey'
  | 'sourceEmail'
  | 'sourceWebsite'
  | 'lastVerifiedOn'
  | 'mergedInto'
  | 'description'
  | 'website'
export type OrganizationTable = {
  [Column in keyof Organization]: Column extends FilledByDatabase | Optional
    ? Generated<Organization[Column]>
    : Organization[Column]
}
declare module '#platform/server/database.ts' {
  interface Tables {
    organization: OrganizationTable
  }
}
