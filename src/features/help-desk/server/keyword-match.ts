import { type RawBuilder, sql } from 'kysely'

const MOST_WORDS = 8

/**
 * What a keyword asks for. Every word of it must be there: as it stands, as the beginning of a word, or in another form of it.
 * Undefined for a keyword without a letter or digit.
 */
export function keywordMatch(keyword: string): { words: RawBuilder<boolean>; text: RawBuilder<boolean> } | undefined {
  const words = keyword.match(/[\p{L}\p{N}]+/gu)?.slice(0, MOST_WORDS)
  if (!words) return undefined
  const query = sql.join(
    words.map(
      (word) =>
        sql`(to_tsquery('directory', quote_literal(${word}::text)) || to_tsquery('simple', quote_literal(plain_text(${word}::text)) || ':*'))`,
    ),
    sql` && `,
  )
  const part = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  return {
    words: sql<boolean>`t.search @@ (${query})`,
    // Most texts are plain ASCII, which has no accents to take off: a sixth of the work.
    text: sql<boolean>`case when octet_length(t.description) = length(t.description) then lower(t.description) else plain_text(t.description) end
      like plain_text(${part})`,
  }
}
