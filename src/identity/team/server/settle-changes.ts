import { sql } from 'kysely'
import { isFrozen, notifyOwner, type SignInMethod } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'
import { applyChange, findLockedChange, isChange, SILENT_DAYS, UNIQUE_VIOLATION } from './confirm-change.ts'
import { applyFactorReset, RESET_DAYS } from './factor-reset.ts'

interface Services {
  database: Database
  config: Config
  signInMethods: SignInMethod[]
}
export const settleChangesTask = 'settle-account-changes'
/** Every hour. */
export const settleChangesCrontab = `23 * * * * ${settleChangesTask}`
/** The days when the old mailbox is reminded of a change that waits for its owner, after the initial request. */
const NOTICE_DAYS = [3, 6]
const DAY_MS = 24 * 3600_000

async function listWaiting(database: Database) {
  const { rows } = await sql<{ id: string; accountId: string }>`select id, account_id from account_change
    where (confirmed_on is not null and approved_on is null or kind = 'factors') and used_on is null and withdrawn_on is null and expires_on > now()
      and (created_on <= now() - make_interval(days => case kind when 'factors' then ${RESET_DAYS}::int else ${SILENT_DAYS}::int end)
        or notices < (select count(*) from unnest(${NOTICE_DAYS}::int[]) d (day) where created_on <= now() - make_interval(days => d.day)))
    order by created_on limit 500`.execute(database)
  return rows
}

/** Checks one change again with its account locked: reminds its owner, or applies it. */
const settle = ({ database, config, signInMethods }: Services, found: { id: string; accountId: string }) =>
  database.transaction().execute(async (transaction) => {
    const change = await findLockedChange(transaction, found.id, found.accountId)
    const waits = change && (change.kind === 'factors' || (change.confirmedOn && !change.approvedOn))
    const isOpen = waits && !change.usedOn && !change.withdrawnOn
    if (!change || !isOpen || change.deactivatedOn || (await isFrozen(transaction, change.accountId))) return
    const days = (Date.now() - Date.parse(change.createdOn)) / DAY_MS
    if (!isChange(change))
      return days >= RESET_DAYS ? applyFactorReset({ database: transaction, config, signInMethods }, change) : undefined
    if (days >= SILENT_DAYS) return applyChange({ database: transaction, config }, change)
    const due = NOTICE_DAYS.filter((day) => days >= day).length
    if (due <= change.notices) return
    await transaction.updateTable('accountChange').set({ notices: due }).where('id', '=', change.id).execute()
    await notifyOwner(transaction, config, change.accountId, 'emailWaiting', { newEmail: change.newValue })
  })

const withdraw = (database: Database, id: string) =>
  database.updateTable('accountChange').set({ withdrawnOn: sql<string>`now()` }).where('id', '=', id).execute()

/**
 * The job for changes of an address whose owner does not reply. If the address got an account meanwhile, the change
 * ends.
 */
export const settleChanges =
  (services: Services): Task =>
  async () => {
    for (const found of await listWaiting(services.database))
      await settle(services, found).catch(async (error: { code?: string }) => {
        if (error.code !== UNIQUE_VIOLATION) throw error
        await withdraw(services.database, found.id)
      })
  }
