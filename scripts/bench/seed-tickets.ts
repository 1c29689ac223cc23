import pg from 'pg'
import { priorities, supportRequestTypes } from '../../src/help-desk/tickets/support-request.ts'
import { copyRows, dropIndexes } from './copy-rows.ts'
import { type MadeCommunity, type MadeTicket, makeCommunity, makeTickets } from './made-tickets.ts'

const tables = [
  'support_request',
  'support_request_times',
  'support_request_note',
  'support_request_subscription',
  'audit_record',
]

const time = (at: number) => new Date(at).toISOString()

/** Inserts organizations with their staff, and the support agents. */
export async function seedCommunity(url: string, community: MadeCommunity, passwordHash: string) {
  const organizations = await copyRows(url, 'organization', ['id', 'name', 'standing', 'takes_referrals'])
  for (const { id, name } of community.organizations) organizations.add(id, name, 'verified', true)
  await organizations.end()
  const contacts = await copyRows(url, 'contact', ['id', 'first_name', 'last_name', 'email'])
  for (const { id, firstName, lastName, email } of community.accounts) contacts.add(id, firstName, lastName, email)
  await contacts.end()
  const columns = ['id', 'email', 'password_hash', 'contact_id', 'organization_id', 'accepted_terms_and_conditions']
  const accounts = await copyRows(url, 'account', [...columns, 'email_confirmed_on', 'approved_on'])
  const now = time(Date.now())
  for (const { id, email, organization } of community.accounts) {
    const its = organization === null ? null : (community.organizations[organization]?.id ?? null)
    accounts.add(id, email, passwordHash, id, its, true, now, now)
  }
  await accounts.end()
  const roles = await copyRows(url, 'account_role', ['account_id', 'role'])
  for (const { id, organization } of community.accounts)
    roles.add(id, organization === null ? 'support-agent' : 'organization-staff')
  await roles.end()
}

const timesColumns = [
  ...['support_request_id', 'created_on', 'organization_id', 'type_rank', 'priority_rank', 'is_open'],
  ...['first_response_on', 'closed_on'],
]
/** When a ticket was first answered by support, and when it was last closed. */
function timesOf({ later, maker }: MadeTicket) {
  const answer = later.find(({ note, by }) => note && by.organization === null && by.id !== maker.id)
  const closing = later.findLast(({ status }) => status?.to === 'Closed')
  return [answer, closing].map((step) => (step ? time(step.at) : null))
}

const ticketColumns = [
  ...['id', 'number', 'created_on', 'changed_on', 'support_request_type', 'status', 'priority', 'description'],
  ...['cleared_cache', 'organization_id', 'created_by', 'organization_name', 'creator_email', 'version'],
]

async function seedTickets(url: string, made: Iterable<MadeTicket>, community: MadeCommunity) {
  const tickets = await copyRows(url, 'support_request', ticketColumns)
  const notes = await copyRows(url, 'support_request_note', [
    'support_request_id',
    'note_text',
    'created_by',
    'created_on',
  ])
  const times = await copyRows(url, 'support_request_times', timesColumns)
  const subscriptions = await copyRows(url, 'support_request_subscription', ['support_request_id', 'account_id'])
  const columns = ['actor_id', 'action', 'subject_type', 'subject_id', 'detail', 'created_on']
  const records = await copyRows(url, 'audit_record', columns)
  const record = (id: string, actorId: string, at: number, detail: { field: string; from?: string; to: string }) =>
    records.add(actorId, `supportRequest.${detail.field}`, 'supportRequest', id, JSON.stringify(detail), time(at))
  // The events of a ticket are written among the tickets of the same day, as in reality.
  const days = new Map<number, { ticketId: string; step: MadeTicket['later'][number] }[]>()
  const dayOf = (at: number) => Math.floor(at / 86_400_000)
  const writeDay = (day: number) => {
    for (const { ticketId, step } of days.get(day) ?? []) {
      if (step.status) record(ticketId, step.by.id, step.at, { field: 'status', ...step.status })
      if (step.note) notes.add(ticketId, step.note, step.by.id, time(step.at))
    }
    days.delete(day)
  }
  let today = 0
  for (const ticket of made) {
    const { id, maker, createdOn, later } = ticket
    for (today ||= dayOf(createdOn); today < dayOf(createdOn); today++) writeDay(today)
    const organization = community.organizations[ticket.organization]
    const steps = later.filter(({ status }) => status)
    tickets.add(
      ...[id, ticket.number, time(createdOn), time(steps.at(-1)?.at ?? createdOn), ticket.type, ticket.status],
      ...[ticket.priority, ticket.description, 'Yes', organization?.id ?? null, maker.id],
      ...[organization?.name.toLowerCase() ?? '', maker.email.toLowerCase(), 1 + steps.length],
    )
    times.add(
      ...[
        id,
        time(createdOn),
        organization?.id ?? null,
        1 + (supportRequestTypes as readonly string[]).indexOf(ticket.type),
      ],
      ...[
        1 + (priorities as readonly string[]).indexOf(ticket.priority),
        ticket.status !== 'Closed',
        ...timesOf(ticket),
      ],
    )
    record(id, maker.id, createdOn, { field: 'created', to: 'Open' })
    if (ticket.number % 5 === 0) subscriptions.add(id, maker.id)
    for (const step of later) {
      const day = days.get(dayOf(step.at)) ?? []
      days.set(dayOf(step.at), day)
      day.push({ ticketId: id, step })
    }
    await Promise.all([tickets, times, notes, records, subscriptions].map((table) => table.flush()))
  }
  for (const day of [...days.keys()].sort((a, b) => a - b)) writeDay(day)
  for (const table of [tickets, times, notes, records, subscriptions]) await table.end()
}

/**
 * Fills a migrated, empty database with a community and its tickets, as after three years of use.
 * @param passwordHash for all accounts
 */
export async function seed(url: string, count: number, passwordHash: string): Promise<MadeCommunity> {
  const community = makeCommunity()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await seedCommunity(url, community, passwordHash)
    const indexes = await dropIndexes(client, tables)
    await seedTickets(url, makeTickets(count, community, Date.now()), community)
    await client.query(
      `update support_request_counter set (last_number, last_created_on) = (select max(number), max(created_on) from support_request)`,
    )
    await client.query("set maintenance_work_mem = '512MB'")
    for (const index of indexes) await client.query(index)
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
  return community
}
