import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { findInvitation } from '#casework/referrals/server/referrals-public.ts'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { OrganizationName } from '#identity/organizations/organization.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { Email } from '#platform/schema/fields.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'

/** The organization of the account with this address. */
const findOrganizationOfAccount = (database: Database, email: string) =>
  database
    .selectFrom(accountPerson.as('account'))
    .innerJoin(organizationNames.as('organization'), 'organization.id', 'account.organizationId')
    .select(['organization.id', 'organization.name', 'account.id as accountId'])
    .where(sql<boolean>`lower(account.email) = ${email}`)
    .executeTakeFirst()

/** The organization of a claim link's code and address. A referral's ID proves nothing. */
async function findOrganizationOfLink(database: Database, code: string, email: string) {
  const invitation = await findInvitation(database, code)
  return invitation?.directReferralContact.email.toLowerCase() === email ? invitation.referredToOrganization : undefined
}

const AccountQuery = z.object({ portalAccountEmail: Email, referralId: z.string().max(100).optional() })

/** D-API-3: answers only callers who may know; for all others the address has no account, whether or not it has one. */
async function lookUpByAccount(database: Database, query: z.infer<typeof AccountQuery>, actor: Actor | null) {
  const { portalAccountEmail: email, referralId } = query
  if (referralId !== undefined) {
    const invited = await findOrganizationOfLink(database, referralId, email)
    if (!invited) throw problem('not-found')
    return { id: invited.id, name: invited.name }
  }
  const found = await findOrganizationOfAccount(database, email)
  const mayKnow =
    actor !== null &&
    (hasRole(actor, 'platform-admin') || actor.accountId === found?.accountId || actor.organizationId === found?.id)
  if (!found || !mayKnow) throw problem('not-found')
  return { id: found.id, name: found.name }
}

/** The organization of an address, for a person who registers by a claim link. */
export const accountOrganizationRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/organization/byPortalAccountEmail',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['organizations'],
        summary: "The organization of an account's address",
        querystring: AccountQuery,
        response: { 200: OrganizationName },
      },
    },
    (request) => lookUpByAccount(database, request.query, request.actor),
  )
}
