import { sql } from 'kysely'
import type { Organization } from '../organization.ts'

/*
 * What other features may read of organizations, as tables that a statement joins:
 * `join ${organizationNames.as('sender')} on sender.id = …`. PostgreSQL plans them like a join of `organization`.
 */

/** Organizations by name, with their standing. */
export const organizationNames = sql<Pick<Organization, 'id' | 'name' | 'standing' | 'mergedInto'>>`(
  select id, name, standing, merged_into from organization)`

type ProfileColumns =
  | 'id'
  | 'name'
  | 'alternateName'
  | 'description'
  | 'email'
  | 'website'
  | 'yearIncorporated'
  | 'legalStatus'
  | 'parentOrganizationId'
  | 'standing'
  | 'takesReferrals'
  | 'isStandIn'
  | 'sourceName'

/** Organizations as the directory publishes them. */
export const organizationProfiles = sql<Pick<Organization, ProfileColumns>>`(
  select id, name, alternate_name, description, email, website, year_incorporated, legal_status,
    coalesce((select parent.merged_into from organization parent where parent.id = organization.parent_organization_id), parent_organization_id) as parent_organization_id,
    standing, takes_referrals, is_stand_in, source_name
  from organization)`

/** The addresses of organizations: their own, and those of the source they were imported from. */
export const organizationAddresses = sql<
  Pick<Organization, 'id' | 'email' | 'website' | 'sourceEmail' | 'sourceWebsite'>
>`(select id, email, website, source_email, source_website from organization)`

/** How the people of organizations sign in. */
export const organizationSignInRules = sql<Pick<Organization, 'id' | 'requireMfa' | 'refuseEmailCodes'>>`(
  select id, require_mfa, refuse_email_codes from organization)`
