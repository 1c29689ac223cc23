import { randomUUID } from 'node:crypto'
import type { Actor } from '#platform/schema/roles.ts'
import { type InTransaction, prepared } from '#platform/server/database.ts'
import { derivedId } from '#platform/server/derived-id.ts'
import { problem } from '#platform/server/problem.ts'
import { handlesTickets, maySeeTicket, seesInternalNotes } from '../help-desk-policy.ts'
import type { NewNote, SupportRequestNote } from '../support-request-call.ts'
import { listNotes } from './activity-queries.ts'
import { mention } from './answering/mention.ts'
import { applyNote } from './apply-note.ts'
import type { HelpDeskServices } from './help-desk-services.ts'
import { requireAcceptsNotes } from './merging/ticket-merged.ts'
import { publishTicket } from './notify-about-ticket.ts'
import { notifySubscribers } from './notify-subscribers.ts'
import { type LockedTicket, lockTicket } from './support-request-queries.ts'

/** The ID of the note that a call creates under a key: repeating the call gives the same ID. */
const noteIdOf = (actor: Actor, ticketId: string, { noteText, visibility }: NewNote, key: string) =>
  derivedId([actor.accountId, ticketId, key, visibility, noteText])

/**
 * Adds a note to a ticket that the actor sees.
 * @param key an idempotency key: a repeated call with the same content returns the existing note
 * @throws problem forbidden for an internal note by an actor who may not read it; ticket-merged if the note belongs in
 * another ticket
 */
export const addNote = (
  { database, config }: HelpDeskServices,
  actor: Actor,
  id: string,
  given: NewNote,
  key?: string,
): Promise<SupportRequestNote> =>
  database.transaction().execute(async (transaction) => {
    const ticket = await lockTicket(transaction, id)
    if (!ticket || !maySeeTicket(actor, ticket)) throw problem('not-found')
    if (given.visibility === 'internal' && !seesInternalNotes(actor)) throw problem('forbidden')
    const noteId = key ? noteIdOf(actor, id, given, key) : randomUUID()
    const [made] = key ? await listNotes(transaction, actor, [id], noteId) : []
    if (made) return made
    await requireAcceptsNotes(transaction, actor, ticket)
    const note = { ...given, id: noteId, source: 'screen' as const }
    const written = writeNote({ database: transaction, config }, ticket, actor, note)
    // The note is written immediately; mentions only after the accounts were looked up.
    if (given.mentionedAccountIds.length) await written
    const [[read]] = await Promise.all([listNotes(transaction, actor, [id], noteId), written])
    return read as SupportRequestNote
  })

/** Writes a permitted note and notifies the people concerned, all in the caller's transaction. */
export async function writeNote(
  { database, config }: HelpDeskServices & { database: InTransaction },
  ticket: LockedTicket,
  author: Pick<Actor, 'accountId' | 'roles'>,
  note: NewNote & Pick<SupportRequestNote, 'id' | 'source'>,
) {
  const { id, noteText, visibility, source, mentionedAccountIds: accountIds } = note
  const inserted = database
    .insertInto('supportRequestNote')
    .values({ id, supportRequestId: ticket.id, noteText, visibility, source, createdBy: author.accountId })
    .modifyEnd(prepared)
    .execute()
  const mentioned = accountIds.length
    ? await inserted.then(() => mention(database, ticket, note, { author, accountIds }))
    : []
  // With `Promise.all`, so that if both fail, both rejections are handled.
  const [taken] = await Promise.all([visibility === 'public' ? applyNote(database, ticket, author) : null, inserted])
  const place = taken?.place ?? ticket
  const isReopened = taken?.isReopened === true && place.id === ticket.id
  const speaks = handlesTickets(author) ? 'answer' : 'question'
  const news = {
    kind: 'note',
    key: id,
    visibility,
    mentioned,
    noteText,
    isReopened,
    speaks,
    answeredIn: place.id,
  } as const
  await Promise.all([
    publishTicket(database, ticket, visibility),
    notifySubscribers({ database, config }, ticket, author, news),
  ])
  if (taken?.isReopened && !isReopened) {
    const change = {
      kind: 'status',
      key: `${place.id}:${place.version + 1}`,
      from: 'Closed',
      to: 'Open',
    } as const
    await notifySubscribers({ database, config }, place, author, change)
  }
}
