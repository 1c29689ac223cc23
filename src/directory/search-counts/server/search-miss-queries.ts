import { type RawBuilder, sql } from 'kysely'
import { categoriesByIds } from '#directory/services/server/directory-public.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import {
  type Counts,
  MOST_LISTED,
  type SearchMiss,
  type SearchMissPage,
  type SearchMissQuery,
  USUAL_DAYS,
} from '../search-miss.ts'

interface Period {
  startDate: string
  endDate: string
}

/** @throws problem invalid-request if the end is before the start */
async function periodOf(database: Database, query: SearchMissQuery, timeZone: string): Promise<Period> {
  const { rows } = await sql<Period>`
    select coalesce(${query.startDate ?? null}::date, least(last, today) - ${USUAL_DAYS - 1}::integer) as start_date, last as end_date
    from (select coalesce(${query.endDate ?? null}::date, today) as last, today
      from (select (now() at time zone ${timeZone})::date as today) clock) chosen`.execute(database)
  const period = rows[0] as Period
  if (period.startDate > period.endDate) throw fieldProblem('endDate', 'end-before-start')
  return period
}

const within = ({ startDate, endDate }: Period, zipArea: string | undefined) => sql`
  day between ${startDate} and ${endDate} ${zipArea ? sql`and zip_area = ${zipArea}` : sql``}`
const sums: RawBuilder<Counts> = sql`
  coalesce(sum(nothing), 0)::integer as nothing, coalesce(sum(relaxed), 0)::integer as relaxed, coalesce(sum(abandoned), 0)::integer as abandoned`

type MissRow = Omit<SearchMiss, 'category'> & { categoryId: string | null }

/** What was searched for in vain within a period, most often first. */
export async function listMisses(
  database: Database,
  query: SearchMissQuery,
  timeZone: string,
): Promise<SearchMissPage> {
  const period = await periodOf(database, query, timeZone)
  const { rows } = await sql<MissRow & { totalCount: number }>`
    with chosen as (
      select words, category_id, zip_area, max(day) as last_day, ${sums}
      from search_miss where ${within(period, query.zipArea)} group by words, category_id, zip_area)
    select words, category_id, max(last_day) as last_day, ${sums}, count(*) over ()::integer as total_count,
      to_json((array_agg(json_build_object('zipArea', zip_area, 'count', nothing + relaxed + abandoned)
        order by nothing + relaxed + abandoned desc, zip_area))[:3]) as areas
    from chosen group by words, category_id
    order by sum(nothing + relaxed + abandoned) desc, words nulls last, category_id limit ${MOST_LISTED}`.execute(
    database,
  )
  const total = await sql<Counts>`select ${sums} from search_miss where ${within(period, query.zipArea)}`.execute(
    database,
  )
  const categories = await categoriesByIds(
    database,
    rows.flatMap(({ categoryId }) => categoryId ?? []),
  )
  return {
    ...period,
    items: rows.map(({ categoryId, totalCount: _, ...row }) => ({
      ...row,
      category: categories.get(categoryId ?? '') ?? null,
    })),
    totalCount: rows[0]?.totalCount ?? 0,
    total: total.rows[0] as Counts,
  }
}

export interface MissOfDay extends Counts {
  day: string
  words: string | null
  categoryId: string | null
  zipArea: string | null
}

/** Every count of a period, by day. */
export async function listDays(database: Database, query: SearchMissQuery, timeZone: string): Promise<MissOfDay[]> {
  const period = await periodOf(database, query, timeZone)
  const { rows } = await sql<MissOfDay>`
    select day, words, category_id, zip_area, nothing, relaxed, abandoned from search_miss
    where ${within(period, query.zipArea)} order by day, words nulls last, category_id, zip_area`.execute(database)
  return rows
}
