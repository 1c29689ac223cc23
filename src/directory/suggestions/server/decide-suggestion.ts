import { sql } from 'kysely'
import { appliedTo, holdsPeople } from '#directory/editing/proposed-change.ts'
import { answerConflict, editorOf, getEditable, saveFields } from '#directory/editing/server/editing-public.ts'
import { managerAudience, mayEditListing } from '#directory/services/directory-policy.ts'
import { staffOf } from '#directory/services/server/directory-public.ts'
import { changesOf, fieldsOf } from '#directory/services/service-document.ts'
import { findOrganizationOwner } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { problem } from '#platform/server/problem.ts'
import type { Suggestion, SuggestionDecision } from '../suggestion.ts'
import type { Product } from './suggest-correction.ts'
import { mailSuggester } from './suggestion-mail.ts'
import { findSuggestion, getSuggestion } from './suggestion-queries.ts'
import { suggestionProblem } from './suggestions-problem.ts'
import type { ListingSuggestionRow } from './suggestions-tables.ts'

const states = { accept: 'accepted', edited: 'edited', reject: 'rejected' } as const

/** A suggestion about which the actor may decide. @throws problem not-found */
async function getDecidable(database: Database, actor: Actor, id: string, options?: { lock: boolean }) {
  const row = await findSuggestion(database, id, options)
  const owner = row && (await findOrganizationOwner(database, row.organizationId))
  if (!row || !owner) throw problem('not-found')
  const isApproved = owner.standing === 'verified'
  if (!mayEditListing(actor, { organizationId: owner.id, isApproved })) throw problem('not-found')
  return row as ListingSuggestionRow
}

/** Saves the proposed value as an edit of the actor, with its history, confirmation and conflicts. */
async function apply(transaction: Database, timeZone: string, actor: Actor, row: ListingSuggestionRow, seen: number) {
  const { kind, listingId, before, after } = row
  if (!kind || !listingId || !before || !after) throw suggestionProblem('suggestion-in-words')
  const editor = editorOf(kind, timeZone)
  const listing = await getEditable(editor, transaction, actor, listingId, { lock: true })
  const values = appliedTo(fieldsOf(listing.values), { before, after })
  if (!values) {
    const isPerson = Object.keys(after).some(holdsPeople)
    throw suggestionProblem(isPerson ? 'suggested-contact-gone' : 'suggested-number-gone')
  }
  const changes = changesOf(values, editor.names)
  await saveFields(editor, transaction, actor, listingId, { version: seen, changes }, 'edit')
}

async function close(
  transaction: Database,
  product: Product,
  actor: Actor,
  row: ListingSuggestionRow,
  decision: SuggestionDecision,
) {
  const state = states[decision.action]
  const reason = decision.action === 'reject' ? decision.reason : null
  await transaction
    .updateTable('listingSuggestion')
    .set({ state, reason, decidedBy: actor.accountId, decidedOn: sql<string>`now()`, suggesterEmail: null })
    .where('id', '=', row.id)
    .execute()
  const { serviceId, organizationId, topic } = row
  await recordAudit(transaction, {
    ...{ actorId: actor.accountId, action: `suggestion-${state}`, subjectType: 'service', subjectId: serviceId },
    detail: { suggestionId: row.id, topic },
  })
  await publishEvent(transaction, {
    ...{ type: 'suggestion', subjectId: row.id },
    audience: [`organization:${organizationId}`, ...managerAudience],
  })
  const { serviceName: service } = await getSuggestion(transaction, row.id, staffOf(actor))
  await mailSuggester(transaction, product, row, { state, reason, service })
}

/**
 * Decides about a suggestion, once. Accepting saves its value; if the same field changed since the version that the
 * person saw, nothing is saved, the answer has both values, and the suggestion stays open.
 * @throws problem not-found, suggestion-decided, suggestion-in-words, suggested-number-gone, stale-version,
 * invalid-request
 */
export async function decideSuggestion(
  { database, config }: { database: Database; config: Product },
  actor: Actor,
  id: string,
  decision: SuggestionDecision,
): Promise<Suggestion> {
  const { kind, listingId } = await getDecidable(database, actor, id)
  const act = () =>
    database.transaction().execute(async (transaction) => {
      const row = await getDecidable(transaction, actor, id, { lock: true })
      if (row.state !== 'open')
        throw suggestionProblem('suggestion-decided', {
          extra: { current: await getSuggestion(transaction, id, staffOf(actor)) },
        })
      if (decision.action === 'accept')
        await apply(transaction, config.timeZone, actor, row, decision.version ?? row.version ?? 0)
      await close(transaction, config, actor, row, decision)
      return getSuggestion(transaction, id, staffOf(actor))
    })
  if (decision.action !== 'accept' || !kind || !listingId) return act()
  return answerConflict(editorOf(kind, config.timeZone), database, actor, listingId, act)
}
