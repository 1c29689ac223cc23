import { listDemoAccounts } from '#identity/accounts/server/accounts-public.ts'
import { claimFile, uploadFile } from '#identity/files/server/files-public.ts'
import { recordDemoAudit } from '#platform/server/audit.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import type { FileStore } from '#platform/server/file-store.ts'
import { type DemoTicket, demoPeople, demoTickets } from '../demo/demo-tickets.ts'
import { insertAttached } from './attached-file-queries.ts'
import { assignTicketNumber, setSubscription } from './support-request-queries.ts'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
type Accounts = Map<string, { id: string; organizationId: string | null }>

async function findAccounts(database: Database): Promise<Accounts> {
  const rows = await listDemoAccounts(database, Object.values(demoPeople))
  return new Map(rows.map((row) => [row.email, row]))
}

const recordAt = (
  database: Database,
  record: {
    actorId: string
    subjectId: string
    hoursAgo: number
    detail: { field: string; from?: string; to: string }
  },
) =>
  recordDemoAudit(database, {
    actorId: record.actorId,
    action: `supportRequest.${record.detail.field}`,
    subjectType: 'supportRequest',
    subjectId: record.subjectId,
    detail: record.detail,
    createdOn: ago(record.hoursAgo),
  })

async function seedTicket(database: InTransaction, accounts: Accounts, ticket: DemoTicket, fileId?: string) {
  const maker = accounts.get(demoPeople[ticket.by])
  if (!maker) return
  const { number } = await assignTicketNumber(database)
  const isSupport = (person: DemoTicket['by']) => person === 'sofia'
  const { id } = await database
    .insertInto('supportRequest')
    .values({
      number,
      createdOn: ago(ticket.hoursAgo),
      supportRequestType: ticket.type,
      priority: ticket.priority,
      description: ticket.description,
      clearedCache: 'Yes',
      organizationId: maker.organizationId,
      createdBy: maker.id,
      askedOn: isSupport(ticket.by) ? null : ago(ticket.hoursAgo),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (ticket.wantsMail) await setSubscription(database, id, maker.id, true)
  const made = { actorId: maker.id, subjectId: id, hoursAgo: ticket.hoursAgo }
  await recordAt(database, { ...made, detail: { field: 'created', to: 'Open' } })
  if (fileId) {
    await claimFile(database, { fileId, accountId: maker.id })
    await insertAttached(database, 'supportRequest', { holderId: id, fileId, createdBy: maker.id })
    await recordAt(database, { ...made, detail: { field: 'screenshot', to: fileId } })
  }
  let status = 'Open'
  for (const step of ticket.after ?? []) {
    const actorId = accounts.get(demoPeople[step.by])?.id
    if (!actorId) continue
    if (step.status) {
      await recordAt(database, {
        actorId,
        subjectId: id,
        hoursAgo: step.hoursAgo,
        detail: { field: 'status', from: status, to: step.status },
      })
      await database
        .updateTable('supportRequest')
        .set(({ eb }) => ({ status: step.status, version: eb('version', '+', 1), changedOn: ago(step.hoursAgo) }))
        .where('id', '=', id)
        .execute()
      status = step.status
    }
    if (step.note && !step.isInternal)
      await database
        .updateTable('supportRequest')
        .set(isSupport(step.by) ? { askedOn: null, answeredOn: ago(step.hoursAgo) } : { askedOn: ago(step.hoursAgo) })
        .where('id', '=', id)
        .execute()
    if (step.note)
      await database
        .insertInto('supportRequestNote')
        .values({
          supportRequestId: id,
          noteText: step.note,
          visibility: step.isInternal ? 'internal' : 'public',
          createdBy: actorId,
          createdOn: ago(step.hoursAgo),
        })
        .execute()
  }
}

async function uploadScreenshot(database: Database, store: FileStore, accountId: string, ticket: DemoTicket) {
  if (!ticket.screenshot) return undefined
  const { fileName: givenName, draw } = ticket.screenshot
  const upload = { accountId, givenName, bytes: await draw(), contentType: 'image/png' } as const
  return (await uploadFile({ database, store, config: { scan: null } }, upload, { error: () => undefined })).id
}

/** Tickets of the demo community's people, as if they had worked for weeks. */
export async function seedDemoTickets(database: Database, store: FileStore) {
  const accounts = await findAccounts(database)
  for (const ticket of demoTickets) {
    const maker = accounts.get(demoPeople[ticket.by])
    const fileId = maker && (await uploadScreenshot(database, store, maker.id, ticket))
    await database.transaction().execute((transaction) => seedTicket(transaction, accounts, ticket, fileId))
  }
}
