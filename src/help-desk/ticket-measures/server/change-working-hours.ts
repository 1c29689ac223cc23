import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { problem } from '#platform/server/problem.ts'
import { rolesThatMeasure } from '../measures-policy.ts'
import type { WorkingHours } from '../working-hours.ts'
import { findWorkingHours, updateWorkingHours } from './working-hours-queries.ts'

/**
 * Sets the help desk's working hours, which then apply to all times, including those of old tickets.
 * @throws problem stale-version with the current hours, if they were changed since they were read
 */
export const changeWorkingHours = (
  { database, config }: { database: Database; config: Pick<Config, 'timeZone'> },
  actor: Actor,
  given: WorkingHours,
): Promise<WorkingHours> =>
  database.transaction().execute(async (transaction) => {
    const before = await findWorkingHours(transaction, config.timeZone)
    const changed = await updateWorkingHours(transaction, given)
    if (!changed)
      throw problem('stale-version', { extra: { current: await findWorkingHours(transaction, config.timeZone) } })
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'workingHours.change',
      subjectType: 'workingHours',
      subjectId: 'helpDesk',
      detail: { from: before, to: changed },
    })
    await publishEvent(transaction, {
      type: 'workingHours',
      subjectId: 'helpDesk',
      audience: rolesThatMeasure.map((role) => `role:${role}`),
    })
    return changed
  })
