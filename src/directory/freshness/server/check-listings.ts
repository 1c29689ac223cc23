import { sql } from 'kysely'
import { listListingAdmins } from '#directory/editing/server/editing-public.ts'
import { anybody, findServiceDocument } from '#directory/services/server/directory-public.ts'
import { findOrganizationOwner, lockOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'
import { todayIn } from '#platform/server/today-in.ts'
import { MAILS } from '../listing-check.ts'
import { mailAdmins } from './check-mail.ts'
import { type CheckProduct, endFinished, type ListBusyServices, startChecks } from './start-checks.ts'

export const checkListingsTask = 'check-listings'
/** In the morning of most of the country, after the questions about new people. */
export const checkListingsCrontab = `20 14 * * * ${checkListingsTask}`

/** The organizations that are to be asked today. */
async function listDueOrganizations(database: Database, timeZone: string) {
  const rows = await database
    .selectFrom('listingCheck')
    .select('organizationId')
    .distinct()
    .where('nextOn', '<=', todayIn(timeZone))
    .orderBy('organizationId')
    .execute()
  return rows.map(({ organizationId }) => organizationId)
}

const dueOf = (database: Database, organizationId: string, timeZone: string) =>
  database
    .selectFrom('listingCheck')
    .select(['serviceId', 'mailsSent'])
    .where('organizationId', '=', organizationId)
    .where('nextOn', '<=', todayIn(timeZone))
    .orderBy('importance', 'desc')
    .orderBy('serviceId')
    .execute()

/** Asks an organization, or reminds it. Nobody answers: its services go to the work list of the data managers. */
async function ask(database: Database, product: CheckProduct, organizationId: string) {
  const { timeZone, listings } = product
  // Another process may be doing the same.
  await lockOrganization(database, organizationId)
  const due = await dueOf(database, organizationId, timeZone)
  const owner = await findOrganizationOwner(database, organizationId)
  const admins = owner?.standing === 'verified' ? await listListingAdmins(database, organizationId) : []
  const asked = admins.length ? due.filter(({ mailsSent }) => mailsSent < MAILS) : []
  const idsOf = (some: typeof due) => some.map(({ serviceId }) => serviceId)
  await database
    .updateTable('listingCheck')
    .set({ nextOn: null })
    .where('serviceId', '=', sql<string>`any(${idsOf(due.filter((one) => !asked.includes(one)))}::uuid[])`)
    .execute()
  if (!owner || !asked.length) return
  await database
    .updateTable('listingCheck')
    .set({ mailsSent: sql`mails_sent + 1`, nextOn: sql`${todayIn(timeZone)} + ${listings.reminderDays}::integer` })
    .where('serviceId', '=', sql<string>`any(${idsOf(asked)}::uuid[])`)
    .execute()
  const found = await Promise.all(idsOf(asked).map((id) => findServiceDocument(database, id, anybody)))
  const services = found.filter((service) => service !== undefined)
  const reminder = Math.max(...asked.map(({ mailsSent }) => mailsSent))
  await mailAdmins(database, product, { admins, organization: owner, services, reminder })
}

/**
 * Once a day: asks organizations whether what the directory says about their services is still correct, reminds them
 * twice, and hands what nobody answers to the data managers.
 */
export const checkListings =
  ({ database, config }: { database: Database; config: CheckProduct }, listBusy: ListBusyServices): Task =>
  async () => {
    await endFinished(database, config)
    if (config.listings.checkDays === 0) return
    await database.transaction().execute((transaction) => startChecks(transaction, config, listBusy))
    const failures: unknown[] = []
    for (const organizationId of await listDueOrganizations(database, config.timeZone))
      await database
        .transaction()
        .execute((transaction) => ask(transaction, config, organizationId))
        .catch((error: unknown) => failures.push(error))
    // One that fails holds up no others; the queue tries it again.
    if (failures.length) throw failures[0]
  }
