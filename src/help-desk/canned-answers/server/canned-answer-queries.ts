import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { Language } from '#platform/server/texts.ts'
import type { CannedAnswer, CannedAnswerChange, CannedAnswerPage, NewCannedAnswer } from '../canned-answer.ts'

const columns = ['id', 'titleEn', 'textEn', 'titleEs', 'textEs', 'version', 'changedOn'] as const

/** All words must occur in a title or text, in either language. There are tens of answers, not thousands. */
function matching(text: string | undefined): RawBuilder<unknown> {
  const words = (text ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
  const parts = words.map(
    (word) =>
      sql`plain_text(title_en || ' ' || title_es || ' ' || text_en || ' ' || text_es) like plain_text(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`,
  )
  return parts.length ? sql.join(parts, sql` and `) : sql`true`
}

export async function listCannedAnswers(
  database: Database,
  query: { text?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<CannedAnswerPage> {
  const after = readCursor(query.cursor, [z.string().max(200), Id])
  const { rows } = await sql<CannedAnswer & { key: string }>`
    select id, title_en, text_en, title_es, text_es, version, changed_on, lower(coalesce(nullif(title_en, ''), title_es)) as key from canned_answer
    where ${matching(query.text)} ${after ? sql`and (lower(coalesce(nullif(title_en, ''), title_es)), id) > (${after[0]}, ${after[1]}::uuid)` : sql``}
    order by key, id limit ${query.limit + 1}`.execute(database)
  const { items, nextCursor } = pageFrom(rows, query.limit, ({ key, id }) => [key, id])
  return { nextCursor, items: items.map(({ key, ...answer }) => answer) }
}

/** The answers that an agent may mean, with matches in the title first. */
export async function findOffered(database: Database, text: string | undefined, language: Language) {
  const inLanguage = (name: 'title' | 'text') => {
    const [own, other] = language === 'es' ? ['Es', 'En'] : ['En', 'Es']
    return sql`coalesce(nullif(${sql.ref(`${name}${own}`)}, ''), ${sql.ref(`${name}${other}`)})`
  }
  const title = inLanguage('title')
  const { rows } = await sql<{ id: string; title: string; text: string }>`
    select id, ${title} as title, ${inLanguage('text')} as text from canned_answer
    where ${matching(text)}
    order by plain_text(${title}) like plain_text(${`%${(text ?? '').replace(/[\\%_]/g, '\\$&')}%`}) desc, lower(${title}), id
    limit 8`.execute(database)
  return rows
}

export const insertCannedAnswer = (database: Database, given: NewCannedAnswer, changedBy: string) =>
  database
    .insertInto('cannedAnswer')
    .values({ ...given, changedBy })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Undefined if it was deleted or changed meanwhile. */
export const updateCannedAnswer = (
  database: Database,
  id: string,
  { version, ...given }: CannedAnswerChange,
  changedBy: string,
) =>
  database
    .updateTable('cannedAnswer')
    .set({ ...given, changedBy, version: version + 1, changedOn: new Date().toISOString() })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst()

export const findCannedAnswer = (database: Database, id: string) =>
  database.selectFrom('cannedAnswer').select(columns).where('id', '=', id).executeTakeFirst()

export const deleteCannedAnswer = (database: Database, id: string) =>
  database.deleteFrom('cannedAnswer').where('id', '=', id).returning('id').executeTakeFirst()
