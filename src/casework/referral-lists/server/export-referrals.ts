import type { ReferralInList, WholeReferralSearch } from '#casework/referrals/referral-call.ts'
import { listReferrals, referralWords } from '#casework/referrals/server/referrals-public.ts'
import { needName } from '#directory/needs/server/needs-public.ts'
import { nameForReader } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { localTimeText } from '#platform/schema/zone-time.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { csvOfPages, MOST_ROWS, PAGE_ROWS } from '#platform/server/csv-of-pages.ts'
import type { Database } from '#platform/server/database.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })
type Caseworker = Actor & { organizationId: string }

/** The columns of the file: what the list shows, and nothing more. */
function columnsIn(language: Language, zone: string) {
  const t = texts(language)
  const words = referralWords(language)
  const time = (on: string | null) => (on ? localTimeText(zone, on) : '')
  return {
    created: ({ createdOn }) => time(createdOn),
    sent: ({ sentOn }) => time(sentOn),
    person: ({ personName }) => personName ?? '',
    others: ({ othersCount }) => (othersCount ? String(othersCount) : ''),
    need: ({ need }) => needName(need, language),
    service: ({ serviceName }) => serviceName ?? '',
    from: ({ referringOrganization }) => nameForReader(referringOrganization.name, language),
    to: ({ referredToOrganization }) => nameForReader(referredToOrganization.name, language),
    status: ({ status }) => words.status(status),
    changed: ({ statusChangedOn }) => time(statusChangedOn),
    urgency: ({ urgency }) => t(`export.urgency.${urgency}`),
    neededBy: ({ neededBy }) => neededBy ?? '',
    answerBy: ({ responseDueOn }) => time(responseDueOn),
    late: ({ isLate }) => (isLate ? t('export.yes') : ''),
    assignee: ({ assignee }) => assignee?.name ?? '',
    outcome: ({ outcome }) => (outcome ? words.outcome(outcome) : ''),
    reason: ({ reason }) => (reason ? words.reason(reason) : ''),
  } satisfies Record<string, (row: ReferralInList) => string>
}

/**
 * A list of referrals as a CSV file, in the reader's language: the same rows and columns as on the screen. Each page
 * records whom it named, as the list does; the export is audited.
 */
export async function exportReferrals(
  database: Database,
  actor: Caseworker,
  query: WholeReferralSearch,
  { zone, language }: { zone: string; language: Language },
) {
  await recordAudit(database, {
    actorId: actor.accountId,
    action: 'referral.export',
    subjectType: 'account',
    subjectId: actor.accountId,
  })
  const t = texts(language)
  const columns = Object.entries(columnsIn(language, zone))
  return csvOfPages<ReferralInList>({
    head: columns.map(([name]) => t(`export.column.${name}`)),
    rowOf: (row) => columns.map(([, read]) => read(row)),
    list: (cursor) => listReferrals(database, actor, { ...query, limit: PAGE_ROWS, cursor }),
    capped: t('export.capped', { most: MOST_ROWS }),
  })
}
