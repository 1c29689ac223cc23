import { randomUUID } from 'node:crypto'
import { encodeForm, makeImage } from '../images.ts'
import { type Ledger, ok, Unanswered } from './ledger.ts'
import type { Stage } from './stage.ts'

const ticketPath = '/api/supportPortal/supportRequest/'
const form = { supportRequestType: 'Bug', priority: 'Low', clearedCache: 'Yes', receiveEmailUpdates: true }

export const fileTicket = (stage: Stage, { key, description }: { key: string; description: string }) =>
  ok(stage.as.pat, 'POST', ticketPath, { ...form, description }, { 'idempotency-key': key })

/** Files tickets, adds notes, and uploads and attaches screenshots. */
export async function writeTickets(stage: Stage, ledger: Ledger): Promise<never> {
  const image = await makeImage()
  for (let n = 0; ; n++) {
    const filing = { key: randomUUID(), description: `Ticket ${stage.mark} ${n}` }
    const ticket = await fileTicket(stage, filing).catch((error) => {
      if (error instanceof Unanswered) ledger.unansweredTickets.push(filing)
      throw error
    })
    ledger.tickets.set(ticket.id, filing)
    const noteText = `Note ${stage.mark} ${n}`
    const note = await ok(stage.as.maria, 'POST', `${ticketPath}${ticket.id}/note`, { noteText })
    ledger.notes.set(note.id, noteText)
    if (n % 2) continue
    const { body, headers } = await encodeForm([{ name: 'file', value: image, fileName: `Screen ${n}.png` }])
    const file = await ok(stage.as.pat, 'POST', '/api/file/', body, headers)
    ledger.files.set(file.id, file.size)
    if (n % 4) continue
    const attached = await ok(stage.as.pat, 'POST', '/api/supportRequestFile/', {
      supportRequestId: ticket.id,
      fileId: file.id,
    })
    ledger.attached.set(attached.id, file.id)
  }
}
