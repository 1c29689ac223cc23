import { sql } from 'kysely'
import { confirmFields, editorOf } from '#directory/editing/server/editing-public.ts'
import { anybody, findServiceDocument } from '#directory/services/server/directory-public.ts'
import { accountMayReceive, accountPerson, hashCode, hasRoleAmong } from '#identity/accounts/server/accounts-public.ts'
import { findOrganizationOwner } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { CheckAnswer, CheckLink } from '../listing-check.ts'

type Product = Pick<Config, 'timeZone'>
interface Services {
  database: Database
  config: Product
}

const findLink = (database: Database, { timeZone }: Product, code: string) =>
  database
    .selectFrom('listingCheckLink')
    .selectAll()
    .select([
      sql<boolean>`expires_on <= now()`.as('isExpired'),
      sql<string>`(created_on at time zone ${timeZone})::date`.as('createdDay'),
    ])
    .where('codeHash', '=', hashCode(code))
    .executeTakeFirst()

/**
 * What a link is about, as everybody may read it. Reading changes nothing, because mail programs open links too.
 * @throws problem gone for an unknown code
 */
export async function getCheckLink({ database, config }: Services, code: string): Promise<CheckLink> {
  const link = await findLink(database, config, code)
  const owner = link && (await findOrganizationOwner(database, link.organizationId))
  if (!link || !owner) throw problem('gone')
  const state = link.usedOn ? 'used' : link.isExpired ? 'expired' : 'open'
  if (state !== 'open') return { state, organizationName: owner.name, services: [] }
  const found = await Promise.all(link.serviceIds.map((id) => findServiceDocument(database, id, anybody)))
  const services = found.flatMap((service) => {
    if (!service || service.organizationId !== link.organizationId) return []
    const { id, version, assuredDate, values, places } = service
    return [{ id, version, assuredDate, values, places, isConfirmed: (assuredDate ?? '') >= link.createdDay }]
  })
  return { state, organizationName: owner.name, services }
}

/** Consumes a link; of any number of simultaneous uses, one succeeds. */
const consumeLink = (database: Database, code: string) =>
  database
    .updateTable('listingCheckLink')
    .set({ usedOn: sql<string>`now()` })
    .where('codeHash', '=', hashCode(code))
    .where('usedOn', 'is', null)
    .where('expiresOn', '>', sql<string>`now()`)
    .returning(['accountId', 'organizationId', 'serviceIds'])
    .executeTakeFirst()

/** The admin to whom the link was sent, if they still are one. */
async function findAdmin(
  database: Database,
  { accountId, organizationId }: { accountId: string; organizationId: string },
) {
  const admin = await database
    .selectFrom(accountPerson.as('admin'))
    .select(['admin.id', 'admin.contactId'])
    .where('admin.id', '=', accountId)
    .where('admin.organizationId', '=', organizationId)
    .where(hasRoleAmong(sql.ref('admin.id'), ['organization-admin']))
    .where(accountMayReceive('admin'))
    .executeTakeFirst()
  if (!admin) return undefined
  const actor: Actor = {
    ...{ accountId, organizationId, contactId: admin.contactId, roles: ['organization-admin'] },
    ...{ forcePasswordReset: false, sessionId: '', stage: 'whole', impersonatorId: null },
    authenticatedOn: new Date(0).toISOString(),
  }
  return actor
}

/**
 * Confirms services by a link of a mail, without a sign-in; the link then no longer works. The confirmation counts as
 * that of the admin to whom the mail was sent.
 * @throws problem gone; stale-version: what others changed since has not been seen, and the link still works
 */
export const answerCheck = ({ database, config }: Services, code: string, { services }: CheckAnswer) =>
  database.transaction().execute(async (transaction) => {
    const link = await consumeLink(transaction, code)
    const actor = link && (await findAdmin(transaction, link))
    if (!link || !actor) throw problem('gone')
    if (services.some(({ id }) => !link.serviceIds.includes(id))) throw fieldProblem('services', 'invalid')
    const editor = editorOf('service', config.timeZone)
    // In one order, so that two who confirm the same wait for each other.
    for (const { id, version } of services.toSorted((a, b) => a.id.localeCompare(b.id)))
      await confirmFields(editor, transaction, actor, id, { version, adoptsGuesses: false })
    return { confirmed: services.length }
  })
