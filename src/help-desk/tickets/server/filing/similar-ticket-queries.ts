import { type RawBuilder, sql } from 'kysely'
import { hasRoleAmong } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { scopeOf, ticketRoles } from '../../help-desk-policy.ts'
import type { SimilarTicket } from '../../similar-ticket.ts'
import { inScope } from '../ticket-scope.ts'

/** The newest tickets, which are compared word by word. They also determine which words are rare. */
const COMPARED = sql.raw('1000')
/**
 * How many older tickets that share two rare words are added. A word is rare if at most this many of the compared
 * tickets contain it.
 */
const OLDER = sql.raw('300')
const RARE = sql.raw('20')
const MOST_WORDS = sql.raw('40')
const OFFERED = sql.raw('5')

const all = (parts: RawBuilder<unknown>[]) => (parts.length ? sql.join(parts, sql` and `) : sql`true`)

/**
 * Tickets in the reader's scope that share significant words with a text: the fewer tickets contain a word, the more it
 * counts. Of equally similar tickets, those answered and closed come first. The work is bounded for any number of
 * tickets: the newest are compared, and of the others only those that the word index finds for two rare words.
 */
export async function listSimilarTickets(database: Database, actor: Actor, text: string): Promise<SimilarTicket[]> {
  const scope = inScope(scopeOf(actor))
  const { rows } = await sql<SimilarTicket>`
    with word as materialized (
      -- A word that the Spanish dictionary passes over says as little as one that the English does.
      select lexeme, quote_literal(lexeme)::tsquery as query from unnest(to_tsvector('directory', ${text}))
      where lexeme ~ '^[[:alnum:]]{3,}$' and ts_lexize('spanish_stem', lexeme) is distinct from '{}'
      order by positions[1] limit ${MOST_WORDS}
    ), newest as materialized (
      select t.id, t.search from support_request t where ${all(scope)} order by t.created_on desc, t.number desc limit ${COMPARED}
    ), near as materialized (
      select n.id, w.lexeme from newest n join word w on n.search @@ w.query
    ), weighed as materialized (
      select w.lexeme, w.query, f.count, ln((size.count + 1) / (f.count + 0.5)) as weight
      from word w cross join (select count(*)::float8 from newest) size
      cross join lateral (select count(*)::float8 from near where near.lexeme = w.lexeme) f
    ), rare as (
      select query from weighed where count <= ${RARE} order by weight desc, lexeme limit 8
    ), older as materialized (
      select t.id, t.search from support_request t
      where ${all([
        ...scope,
        sql`t.search @@ (select string_agg('(' || (a.query && b.query)::text || ')', ' | ')::tsquery from rare a join rare b on a.query < b.query)`,
        sql`(select count(*) from newest) = ${COMPARED}`,
      ])}
    ), shared as (
      select id, lexeme from near
      union select o.id, w.lexeme from (select * from older limit ${OLDER}) o join word w on o.search @@ w.query
    ), best as materialized (
      select s.id, sum(w.weight) as score from shared s join weighed w using (lexeme) group by s.id
      -- A third of what the ten most telling words of the text weigh.
      having count(*) > 1 and sum(w.weight) >= 0.3 * (select sum(weight) from (select weight from weighed order by weight desc limit 10) top)
      order by score desc limit 20
    )
    select t.id, t.ticket_number, t.created_on, t.status, left(t.description, 200) as beginning, answer.note_text as answer
    from best join support_request t on t.id = best.id
    left join lateral (
      select left(n.note_text, 200) as note_text from support_request_note n
      where t.status = 'Closed' and n.support_request_id = t.id and n.visibility = 'public' and n.note_text <> '' and n.created_by <> t.created_by
        and ${hasRoleAmong(sql`n.created_by`, ticketRoles)}
      order by n.created_on desc, n.id desc limit 1
    ) answer on true
    -- A duplicate says nothing that the ticket that it was merged into does not say, where that is offered too.
    where t.merged_into is null or t.merged_into not in (select id from best)
    order by best.score * case when t.status <> 'Closed' then 1 when answer.note_text is null then 0.7 else 1.3 end desc, t.number desc
    limit ${OFFERED}`.execute(database)
  return rows
}
