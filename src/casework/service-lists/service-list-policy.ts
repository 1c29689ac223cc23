import { doesCasework } from '#casework/clients/contact-policy.ts'
import type { Actor } from '#platform/schema/roles.ts'

/** Staff and admins of the organization read and change its lists; for all others they do not exist. */
export const mayUseList = (
  actor: Pick<Actor, 'organizationId' | 'contactId' | 'roles'>,
  list: { organizationId: string },
) => doesCasework(actor) && actor.organizationId === list.organizationId

export type LinkStanding = 'active' | 'expired' | 'withdrawn'

/** Whether a link still opens its list. */
export function standingOf(link: { expiresOn: string; withdrawnOn: string | null }, now = Date.now()): LinkStanding {
  if (link.withdrawnOn) return 'withdrawn'
  return Date.parse(link.expiresOn) <= now ? 'expired' : 'active'
}
