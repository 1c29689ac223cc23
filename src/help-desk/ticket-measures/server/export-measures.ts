import english from '#help-desk/tickets/texts/en.json' with { type: 'json' }
import spanish from '#help-desk/tickets/texts/es.json' with { type: 'json' }
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import { BYTE_ORDER_MARK, csvLines } from '#platform/server/csv.ts'
import type { Database } from '#platform/server/database.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { Measure, MeasureQuery } from '../measure.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }
import { measure } from './measure.ts'

const texts = createTexts({ en: { ...english, ...en }, es: { ...spanish, ...es } })
const counts = ['tickets', 'answered', 'waiting', 'unanswered', 'closed', 'open'] as const

/** Hours with two decimals, so that spreadsheets can calculate with them. */
const asHours = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? '' : (seconds / 3600).toFixed(2)

/** The tables as one CSV file, in the reader's language, with times in hours. The export is audited. */
export async function exportMeasures(
  services: { database: Database; config: Pick<Config, 'timeZone'> },
  actor: Actor,
  query: MeasureQuery,
  language: Language,
) {
  const t = texts(language)
  const { total, byType, byPriority, byOrganization, ...about } = await measure(services, actor, query)
  await recordAudit(services.database, {
    actorId: actor.accountId,
    action: 'supportRequestMeasure.export',
    subjectType: 'account',
    subjectId: actor.accountId,
  })
  const rowOf = (by: string, name: string, row: Measure) => [
    by,
    name,
    ...counts.map((key) => String(row[key])),
    ...[row.response?.median, row.response?.ninetieth, row.oldestWaiting].map(asHours),
    ...[row.resolution?.median, row.resolution?.ninetieth, row.oldestOpen].map(asHours),
    about.startDate,
    about.endDate,
    t(`clock.${about.clock}`),
  ]
  const heads = [
    ...['by', 'name', ...counts, 'responseMedian', 'responseNinetieth', 'oldestWaiting'],
    ...['resolutionMedian', 'resolutionNinetieth', 'oldestOpen', 'startDate', 'endDate', 'clock'],
  ]
  return (
    BYTE_ORDER_MARK +
    csvLines([
      heads.map((head) => t(`file.${head}`)),
      rowOf(t('by.total'), '', total),
      ...byType.map((row) => rowOf(t('by.type'), t(`choices.supportRequestType.${row.type}`), row)),
      ...byPriority.map((row) => rowOf(t('by.priority'), t(`choices.priority.${row.priority}`), row)),
      ...(byOrganization ?? []).map((row) =>
        rowOf(
          t('by.organization'),
          row.organization?.name ?? (row.others ? t('others', { count: row.others }) : t('noOrganization')),
          row,
        ),
      ),
    ])
  )
}
