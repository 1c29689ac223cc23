/** The six roles of the product, by a key that does not change when the product is given another name. */
export const roleKeys = [
  'platform-admin',
  'developer',
  'support-agent',
  'organization-admin',
  'organization-staff',
  'community-member',
] as const
export type RoleKey = (typeof roleKeys)[number]

/** A session is whole, or half open: its password fitted, and a second factor is still to come. */
export type SessionStage = 'whole' | 'factor-needed'

/** Who is asking: the signed-in account as the policies see it. */
export interface Actor {
  accountId: string
  organizationId: string | null
  contactId: string | null
  roles: RoleKey[]
  forcePasswordReset: boolean
  sessionId: string
  stage: SessionStage
  /** When the person last showed who they are in this session, as an ISO time. */
  authenticatedOn: string
  /** Who acts as this account, when it is not its owner. */
  impersonatorId: string | null
}

export const hasRole = (actor: Pick<Actor, 'roles'>, ...roles: RoleKey[]) => actor.roles.some((r) => roles.includes(r))
