import { getAccountRow, listRoles } from '#identity/accounts/server/accounts-public.ts'
import { type Listener, listListeners } from '#identity/preferences/server/preferences-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, type MessageKind, nobody } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { createTexts } from '#platform/server/texts.ts'
import { todayIn } from '#platform/server/today-in.ts'
import { MOST_SCHEDULES, type ReportScheduleRow } from '../report-schedule.ts'
import { mayRead } from '../schedule-policy.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }
import { countedExactly, nextDay } from './change-schedules.ts'
import { makeReport } from './make-report.ts'

export const makeReportsTask = 'make-scheduled-reports'
/** Each hour, so that a report waits for no process that was down in the morning. */
export const makeReportsCrontab = `35 * * * * ${makeReportsTask}`

type Product = Pick<Config, 'productName' | 'publicUrl' | 'timeZone' | 'secretKeys'>

const texts = createTexts({ en, es })
const kind: MessageKind = {
  name: 'scheduled-report',
  overBound: 'leave-out',
  bounds: { recipient: { most: MOST_SCHEDULES * 2, seconds: days(1) } },
}

/** Mails a link to a report. No number and no filter about people stands in the mail. */
async function mailLink(transaction: Database, product: Product, { email, language }: Listener, runId: string) {
  const t = texts(language)
  const title = t('title', { product: product.productName })
  await sendMessage(transaction, {
    ...{
      channel: 'email',
      to: email,
      kind,
      about: nobody,
      subject: title,
      expiresOn: null,
      key: `report-run:${runId}`,
    },
    ...renderMail({
      ...{ language, title, productName: product.productName },
      paragraphs: [t('lead'), t('why')],
      action: { label: t('open'), url: `${product.publicUrl}/reports/scheduled/${runId}` },
    }),
  })
}

/** The account of a schedule as it is now; null if it may not see the report any more. */
async function findReader(database: Database, { accountId, report, filters }: ReportScheduleRow) {
  const [listener] = await listListeners(database, [accountId])
  if (!listener) return null
  const { organizationId, contactId } = await getAccountRow(database, accountId)
  const reader = { organizationId, contactId, roles: await listRoles(database, accountId) }
  return mayRead(reader, report, { scope: filters.scope ?? 'network' }) ? { listener, reader } : null
}

/**
 * Makes one report that is due and mails its link, all in one transaction: another process leaves a locked schedule
 * alone, and afterwards it is due later. The schedule of somebody who lost the role or left is deleted.
 */
const makeOne = (database: Database, product: Product, id: string) =>
  database.transaction().execute(async (transaction) => {
    const schedule = await transaction
      .selectFrom('reportSchedule')
      .selectAll()
      .where('id', '=', id)
      .where('nextOn', '<=', todayIn(product.timeZone))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!schedule) return
    const found = await findReader(transaction, schedule)
    if (!found) return transaction.deleteFrom('reportSchedule').where('id', '=', id).execute()
    const { listener, reader } = found
    const result = await makeReport({ database: transaction, config: product }, reader, schedule)
    const run = await transaction
      .insertInto('reportRun')
      .values({
        ...{ scheduleId: id, accountId: schedule.accountId, organizationId: countedExactly(reader) },
        ...{ report: schedule.report, dueOn: schedule.nextOn, result: JSON.stringify(result) as never },
        filters: JSON.stringify(schedule.filters) as never,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await mailLink(transaction, product, listener, run.id)
    return transaction
      .updateTable('reportSchedule')
      .set({ nextOn: nextDay(schedule.cadence, product.timeZone) })
      .where('id', '=', id)
      .execute()
  })

/** Makes all reports that are due. */
export const makeReports =
  ({ database, config }: { database: Database; config: Product }): Task =>
  async () => {
    const due = await database
      .selectFrom('reportSchedule')
      .select('id')
      .where('nextOn', '<=', todayIn(config.timeZone))
      .orderBy('nextOn')
      .orderBy('id')
      .execute()
    const failures: unknown[] = []
    for (const { id } of due) await makeOne(database, config, id).catch((error: unknown) => failures.push(error))
    // One that fails holds up no others; the queue tries it again.
    if (failures.length) throw failures[0]
  }
