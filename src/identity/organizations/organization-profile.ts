import { z } from 'zod'
import { Email, Id, line, PageQuery, pageOf } from '#platform/schema/fields.ts'
import { Organization, OrganizationName } from './organization.ts'

/** An organization as signed-in people see it, without tax numbers and import keys. */
export const OrganizationProfile = Organization.pick({
  id: true,
  name: true,
  alternateName: true,
  description: true,
  email: true,
  website: true,
  yearIncorporated: true,
  legalStatus: true,
  organizationTypeId: true,
  taxStatusId: true,
  parentOrganizationId: true,
  standing: true,
  takesReferrals: true,
  lastVerifiedOn: true,
  createdOn: true,
  changedOn: true,
  version: true,
})
export type OrganizationProfile = z.infer<typeof OrganizationProfile>

const Fields = Organization.pick({
  name: true,
  alternateName: true,
  description: true,
  email: true,
  website: true,
  yearIncorporated: true,
  legalStatus: true,
  organizationTypeId: true,
  taxStatusId: true,
  takesReferrals: true,
}).extend({
  email: z
    .union([z.literal(''), Email])
    .nullable()
    .meta({ title: 'Email', format: 'email' }),
  yearIncorporated: z.number().int().min(1500).max(2200).nullable(),
  legalStatus: line(100).nullable(),
})

export const NewOrganization = Fields.partial().required({ name: true })
export type NewOrganization = z.infer<typeof NewOrganization>

/** What an organization's admins say about it in the directory. The name stays with the review. */
export const ProfileText = Organization.pick({ alternateName: true, description: true, website: true }).extend({
  email: Email.nullable().meta({ title: 'Email', format: 'email' }),
  organizationTypeId: Organization.shape.organizationTypeId,
  taxStatusId: Organization.shape.taxStatusId,
})
export type ProfileText = z.infer<typeof ProfileText>

/** The changed fields, and the version that they are based on. Omitted fields do not change. */
export const OrganizationChange = Fields.partial().extend({ id: Id.optional(), version: Organization.shape.version })
export type OrganizationChange = z.infer<typeof OrganizationChange>

/**
 * Whether everyone in the organization needs a second factor, and whether codes by e-mail are refused once an app or a
 * passkey is enrolled. Only its admins can see and change it.
 */
export const SignInRule = Organization.pick({ requireMfa: true, refuseEmailCodes: true })
export type SignInRule = z.infer<typeof SignInRule>
/** Omitted fields do not change. */
export const SignInRuleChange = SignInRule.partial().refine((change) => Object.keys(change).length > 0, {
  error: 'needed',
})
export type SignInRuleChange = z.infer<typeof SignInRuleChange>

export const OrganizationQuery = PageQuery.extend({ name: line(200).optional() })
export const OrganizationPage = pageOf(OrganizationProfile)
export const OrganizationNames = pageOf(OrganizationName)
export const ReferenceEntry = z.object({ id: Id, name: z.string() })
export const ReferenceList = pageOf(ReferenceEntry)

/** The minimum number of characters for a search. */
export const SEARCH_MIN = 3
