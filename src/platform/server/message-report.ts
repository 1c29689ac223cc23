import type { Database } from './database.ts'
import type { DeliveryFailure } from './delivery-refused.ts'
import { addJob } from './jobs.ts'

/** What became of a message: the payload of the task that it named. */
export interface MessageReport {
  messageId: string
  /** handed over to the mail server or text service, failed permanently, or not sent because it was over a limit */
  state: 'handed-over' | 'failed' | 'left-out'
  failure: DeliveryFailure | null
  on: string
}

/** Adds the job that reports on a message, in the caller's transaction. Nothing if no task was named. */
export async function reportMessage(
  database: Database,
  task: string | null,
  { messageId, state, failure = null }: Pick<MessageReport, 'messageId' | 'state'> & Partial<MessageReport>,
) {
  const report: MessageReport = { messageId, state, failure, on: new Date().toISOString() }
  if (task) await addJob(database, task, { ...report }, { key: `message-report:${messageId}:${state}` })
}
