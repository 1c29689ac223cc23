/** The roles of the product, by keys that do not depend on the product name. */
export const roleKeys = [
  'platform-admin',
  'developer',
  'support-agent',
  'data-manager',
  'organization-admin',
  'organization-staff',
  'community-member',
] as const
export type RoleKey = (typeof roleKeys)[number]

/** A session is `whole`, or only its password has been checked and the second factor is still missing. */
export type SessionStage = 'whole' | 'factor-needed'

/** The signed-in account, as the policies see it. */
export interface Actor {
  accountId: string
  organizationId: string | null
  contactId: string | null
  roles: RoleKey[]
  forcePasswordReset: boolean
  sessionId: string
  stage: SessionStage
  /** When the person last authenticated in this session, as an ISO time. */
  authenticatedOn: string
  /** The account that impersonates this one, if any. */
  impersonatorId: string | null
}

export const hasRole = (actor: Pick<Actor, 'roles'>, ...roles: RoleKey[]) => actor.roles.some((r) => roles.includes(r))
