import { categoriesByIds } from '#directory/services/server/directory-public.ts'
import { categoryName } from '#directory/services/service-search.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import { BYTE_ORDER_MARK, csvLines } from '#platform/server/csv.ts'
import type { Database } from '#platform/server/database.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { SearchMissQuery } from '../search-miss.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }
import { listDays } from './search-miss-queries.ts'

const texts = createTexts({ en, es })
const heads = ['day', 'words', 'category', 'zipArea', 'nothing', 'relaxed', 'abandoned'] as const

/** Every count of a period as a CSV file, in the reader's language. The export is audited. */
export async function exportMisses(
  { database, config }: { database: Database; config: Pick<Config, 'timeZone'> },
  actor: Actor,
  query: SearchMissQuery,
  language: Language,
) {
  const t = texts(language)
  const rows = await listDays(database, query, config.timeZone)
  const categories = await categoriesByIds(
    database,
    rows.flatMap(({ categoryId }) => categoryId ?? []),
  )
  await recordAudit(database, {
    ...{ actorId: actor.accountId, action: 'searchMiss.export', subjectType: 'account', subjectId: actor.accountId },
  })
  return (
    BYTE_ORDER_MARK +
    csvLines([
      heads.map((head) => t(`file.${head}`)),
      ...rows.map(({ categoryId, ...row }) => {
        const category = categories.get(categoryId ?? '')
        return [
          row.day,
          row.words ?? t('notKept'),
          category ? categoryName(category, language) : '',
          row.zipArea ?? '',
          ...[row.nothing, row.relaxed, row.abandoned].map(String),
        ]
      }),
    ])
  )
}
