import { claimFile, releaseFile } from '#identity/files/server/files-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { InTransaction } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { maySeeNote } from '../help-desk-policy.ts'
import {
  type AttachedRow,
  findNote,
  type HolderKind,
  insertAttached,
  listFilesOf,
  lockAttached,
  replaceAttached,
} from './attached-file-queries.ts'
import type { HelpDeskServices } from './help-desk-services.ts'
import { requireAcceptsNotes } from './merging/ticket-merged.ts'
import { publishTicket } from './notify-about-ticket.ts'
import { notifySubscribers } from './notify-subscribers.ts'
import { recordTicketChange } from './record-ticket-change.ts'
import { lockTicket } from './support-request-queries.ts'

/** Limits how long it takes to open a ticket or note. */
const MOST_FILES = 20

/** The ticket to which a record belongs; 404 at its field if the actor may not see it. */
async function lockTicketOf(transaction: InTransaction, actor: Actor, kind: HolderKind, holderId: string) {
  const { supportRequestId, visibility, createdBy } =
    (kind === 'note' ? await findNote(transaction, holderId) : undefined) ??
    ({ supportRequestId: kind === 'note' ? null : holderId, visibility: 'public', createdBy: null } as const)
  const ticket = supportRequestId ? await lockTicket(transaction, supportRequestId) : undefined
  if (!ticket || !maySeeNote(actor, ticket, { visibility })) throw problem('not-found')
  return { ticket, visibility, author: createdBy ?? ticket.createdBy }
}

const getAttached = async (transaction: InTransaction, kind: HolderKind, holderId: string, id: string) =>
  (await listFilesOf(transaction, kind, [holderId])).find((row) => row.id === id) as AttachedRow

/**
 * Attaches one of the actor's uploads to a ticket that they see, or to their own note. Safe to repeat.
 * @throws problem not-found, forbidden for another person's note, ticket-merged, conflict if there are too many
 */
export const attachFile = (
  { database, config }: HelpDeskServices,
  actor: Actor,
  kind: HolderKind,
  given: { holderId: string; fileId: string },
) =>
  database.transaction().execute(async (transaction) => {
    const { ticket, visibility, author } = await lockTicketOf(transaction, actor, kind, given.holderId)
    // Nobody would be told that somebody else's note has changed.
    if (kind === 'note' && author !== actor.accountId) throw problem('forbidden')
    const held = await listFilesOf(transaction, kind, [given.holderId])
    // The answer to an earlier call was lost.
    const before = held.find(({ fileId, createdBy }) => fileId === given.fileId && createdBy === actor.accountId)
    if (before) return before
    // Screenshots belong to their note or ticket: its author may add them even if it has been merged meanwhile.
    if (author !== actor.accountId) await requireAcceptsNotes(transaction, actor, ticket)
    if (held.length >= MOST_FILES) throw problem('conflict')
    await claimFile(transaction, { fileId: given.fileId, accountId: actor.accountId })
    const { id } = await insertAttached(transaction, kind, { ...given, createdBy: actor.accountId })
    if (kind === 'supportRequest') {
      await recordTicketChange(transaction, actor, ticket.id, { field: 'screenshot', to: given.fileId })
      await notifySubscribers({ database: transaction, config }, ticket, actor, { kind: 'screenshot', key: id })
    }
    await publishTicket(transaction, ticket, visibility)
    return getAttached(transaction, kind, given.holderId, id)
  })

/** Replaces an upload that the actor attached. With the same file, nothing changes. */
export const replaceFile = (
  { database, config }: HelpDeskServices,
  actor: Actor,
  kind: HolderKind,
  given: { id: string; holderId: string; fileId: string },
) =>
  database.transaction().execute(async (transaction) => {
    const { ticket, visibility } = await lockTicketOf(transaction, actor, kind, given.holderId)
    const row = await lockAttached(transaction, kind, given.id)
    if (row?.holderId !== given.holderId) throw problem('not-found')
    if (row.createdBy !== actor.accountId) throw problem('forbidden')
    if (row.fileId !== given.fileId) {
      await claimFile(transaction, { fileId: given.fileId, accountId: actor.accountId })
      await replaceAttached(transaction, kind, row.id, given.fileId)
      await releaseFile(transaction, row.fileId)
      // Everyone who sees a ticket can read its records; they must not reveal an internal note's image.
      if (visibility === 'public') {
        const change = { field: 'screenshot', from: row.fileId, to: given.fileId } as const
        await recordTicketChange(transaction, actor, ticket.id, change)
        const key = `${row.id}:${given.fileId}`
        await notifySubscribers({ database: transaction, config }, ticket, actor, { kind: 'screenshotReplaced', key })
      }
      await publishTicket(transaction, ticket, visibility)
    }
    return getAttached(transaction, kind, given.holderId, row.id)
  })
