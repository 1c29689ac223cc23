import { sql } from 'kysely'
import { listListingAdmins } from '#directory/editing/server/editing-public.ts'
import { managerAudience, maySeeUnlisted } from '#directory/services/directory-policy.ts'
import { findServiceDocument, type PlaceReader } from '#directory/services/server/directory-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import { type Database, inTransaction } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { Language } from '#platform/server/texts.ts'
import { missingPart, type NewSuggestion, type SuggestionSource, type SuggestionTopic } from '../suggestion.ts'
import { findChange } from './find-change.ts'
import { mailOwners } from './suggestion-mail.ts'

/** Who suggests: an account, or somebody without one, who may leave an e-mail address. */
export interface Suggester {
  actor: Actor | null
  email: string | null
  language: Language
  source: SuggestionSource
  /** Whose confidential places they know. */
  reader: PlaceReader
}

export type Product = Pick<Config, 'productName' | 'publicUrl' | 'timeZone'>

const MOST_A_DAY = 40
/** Of one service, on its public page. */
const MOST_OF_PUBLIC_PAGE = 10

/** The service, if this person may see it. @throws problem not-found */
export async function getVisibleService(database: Database, id: string, { actor, reader }: Suggester) {
  const service = await findServiceDocument(database, id, reader)
  if (!service || !(service.isListed || (actor && maySeeUnlisted(actor, service)))) throw problem('not-found')
  return service
}

/** @throws problem too-many-requests */
async function requireFew(database: Database, serviceId: string, { actor, source }: Suggester) {
  if (!actor && source !== 'public-page') return
  const { count } = await database
    .selectFrom('listingSuggestion')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('source', '=', source)
    .$if(actor !== null, (query) => query.where('suggestedBy', '=', actor?.accountId ?? ''))
    .$if(actor === null, (query) => query.where('serviceId', '=', serviceId))
    .where('suggestedOn', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (Number(count) >= (actor ? MOST_A_DAY : MOST_OF_PUBLIC_PAGE)) throw problem('too-many-requests')
}

const json = (value: unknown) => (value === undefined ? null : sql<never>`${JSON.stringify(value)}::jsonb`)

interface Stored {
  serviceId: string
  topic: SuggestionTopic
  after: ReturnType<typeof json>
  proposed: string | null
  note: string | null
}

/** The same correction of the same service that waits already. */
const findSame = (database: Database, { serviceId, topic, after, proposed, note }: Stored) =>
  database
    .selectFrom('listingSuggestion')
    .select('id')
    .where('serviceId', '=', serviceId)
    .where('source', '=', 'public-page')
    .where('state', '=', 'open')
    .where('topic', '=', topic)
    .where(sql<boolean>`(after, proposed, note) is not distinct from (${after}, ${proposed}::text, ${note}::text)`)
    .executeTakeFirst()

/** What the words of a telephone number say that nobody can edit. */
const inWords = ({ text, phone }: NewSuggestion) =>
  text ?? (phone ? `${phone.number ?? '—'} → ${phone.becomes ?? '—'}` : null)

/**
 * Stores a suggested correction, and asks the owner of the listing to decide about it: in a transaction of its own, or in
 * the caller's.
 * @returns its id
 * @throws problem not-found, invalid-request, too-many-requests
 */
export async function suggestCorrection(
  { database, config }: { database: Database; config: Product },
  serviceId: string,
  suggester: Suggester,
  suggestion: NewSuggestion,
): Promise<{ id: string }> {
  const missing = missingPart(suggestion)
  if (missing) throw fieldProblem(missing, 'suggestion-missing')
  return inTransaction(database, async (transaction) => {
    const service = await getVisibleService(transaction, serviceId, suggester)
    // Two at once count each other.
    const counted =
      suggester.source === 'public-page' ? serviceId : suggester.actor && `by ${suggester.actor.accountId}`
    if (counted)
      await sql`select pg_advisory_xact_lock(hashtextextended(${`correction ${counted}`}, 0))`.execute(transaction)
    const about = { service, timeZone: config.timeZone, reader: suggester.reader }
    const change = await findChange(transaction, about, suggestion)
    const stored = {
      ...{ serviceId, topic: suggestion.topic, before: json(change?.before), after: json(change?.after) },
      ...{ proposed: change ? null : inWords(suggestion), note: suggestion.note || null },
    }
    const same = suggester.source === 'public-page' && (await findSame(transaction, stored))
    if (same) return same
    await requireFew(transaction, serviceId, suggester)
    const organizationId = change?.listing.organizationId ?? service.organizationId
    const { id } = await transaction
      .insertInto('listingSuggestion')
      .values({
        ...stored,
        ...{ organizationId, kind: change?.listing.kind ?? null, listingId: change?.listing.id ?? null },
        ...{ version: change?.listing.version ?? null, placeName: change?.placeName ?? null },
        source: suggester.source,
        ...{ suggestedBy: suggester.actor?.accountId ?? null, suggesterLanguage: suggester.language },
        suggesterEmail: suggester.actor ? null : suggester.email,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(transaction, {
      ...{ actorId: suggester.actor?.accountId ?? null, action: 'correction-suggested' },
      ...{ subjectType: 'service', subjectId: serviceId, detail: { suggestionId: id, topic: suggestion.topic } },
    })
    await publishEvent(transaction, {
      ...{ type: 'suggestion', subjectId: id },
      audience: [`organization:${organizationId}`, ...managerAudience],
    })
    const admins = await listListingAdmins(transaction, organizationId)
    await mailOwners(transaction, config, admins, { id, topic: suggestion.topic, service: service.values.name })
    return { id }
  })
}
