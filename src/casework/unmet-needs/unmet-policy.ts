import { caseworkRoles, doesCasework } from '#casework/clients/contact-policy.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { UnmetScope } from './unmet-need.ts'

/** Who may see where help is missing. */
export const unmetRoles = [...caseworkRoles, 'platform-admin', 'data-manager'] as const

/** Whose people a reader may see counted. */
export const scopesOf = (actor: Pick<Actor, 'organizationId' | 'contactId' | 'roles'>): UnmetScope[] =>
  doesCasework(actor) ? ['network', 'own'] : ['network']
