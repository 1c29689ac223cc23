import { getOrganizationName } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { needsNeutralWords } from '../safe-contact-policy.ts'
import { findSafeContact } from './safe-contact-queries.ts'

/**
 * The organization that a page names to whoever opened a link, before the person proved who they are; null if messages
 * to the person must not say who writes: whoever reads the message can open its link.
 */
export const findShownSender = async (database: Database, contactId: string, organizationId: string) =>
  needsNeutralWords(await findSafeContact(database, contactId)) ? null : getOrganizationName(database, organizationId)
