import { type RawBuilder, sql } from 'kysely'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { scopeOf } from '../help-desk-policy.ts'
import { readableBy } from './answering/note-visibility.ts'
import { inScope } from './ticket-scope.ts'

const MOST_WORDS = 8
/** The maximum number of matching notes; beyond that, an arbitrary selection. */
const NOTES = sql.raw('2000')
/** The maximum number of people, and of organizations, with tickets that match by name. */
const NAMES = sql.raw('20')
/** How many matching names are checked for tickets. */
const CANDIDATES = sql.raw('5000')

export interface KeywordMatch {
  /** a condition on a ticket `t`: each word occurs in it, as a prefix of a word, or inflected */
  words: RawBuilder<boolean>
  /** a condition on the description of a ticket `t`, literally */
  text: RawBuilder<boolean>
  /** the tickets whose notes contain the words, as far as the actor may read them: `id` */
  ofNotes: RawBuilder<unknown>
  /** the accounts and organizations whose name contains the keyword: `id`; null if that would not narrow anything */
  ofReporters: RawBuilder<unknown> | null
  ofOrganizations: RawBuilder<unknown> | null
}

/**
 * What a keyword matches: words of the description or of a note, the reporter's name or address, or their
 * organization's name. Undefined for a keyword without letters or digits.
 */
export function keywordMatch(
  keyword: string,
  actor: Pick<Actor, 'accountId' | 'organizationId' | 'roles'>,
): KeywordMatch | undefined {
  const words = keyword.match(/[\p{L}\p{N}]+/gu)?.slice(0, MOST_WORDS)
  if (!words) return undefined
  const query = sql.join(
    words.map(
      (word) =>
        sql`(to_tsquery('directory', quote_literal(${word}::text)) || to_tsquery('simple', quote_literal(plain_text(${word}::text)) || ':*'))`,
    ),
    sql` && `,
  )
  const part = sql`plain_text(${`%${keyword.trim().replace(/[\\%_]/g, '\\$&')}%`})`
  const scope = scopeOf(actor)
  const within = scope.kind === 'organization' ? sql`p.organization_id = ${scope.id}::uuid and` : sql``
  return {
    words: sql<boolean>`t.search @@ (${query})`,
    // Most texts are plain ASCII and have no accents to remove: a sixth of the work.
    text: sql<boolean>`case when octet_length(t.description) = length(t.description) then lower(t.description) else plain_text(t.description) end
      like ${part}`,
    ofNotes: sql`select distinct support_request_id as id from (
      select n.support_request_id from support_request_note n join support_request t on t.id = n.support_request_id
      where ${sql.join([sql`n.search @@ (${query})`, readableBy(actor), ...inScope(scope)], sql` and `)} limit ${NOTES}) f`,
    ofReporters:
      scope.kind === 'creator'
        ? null
        : sql`select named.id from (select p.id from ${accountPerson.as('p')}
            where ${within} (plain_text(p.name) like ${part} or lower(p.email) like ${part})
            limit ${CANDIDATES}) named
            where exists (select from support_request s where s.created_by = named.id) limit ${NAMES}`,
    ofOrganizations:
      scope.kind === 'all'
        ? sql`select named.id from (select o.id from ${organizationNames.as('o')} where plain_text(o.name) like ${part} limit ${CANDIDATES}) named
            where exists (select from support_request s where s.organization_id = named.id) limit ${NAMES}`
        : null,
  }
}
