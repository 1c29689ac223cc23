import pg from 'pg'
import { copyRows, dropIndexes } from './copy-rows.ts'
import { type MadeReferral, makeReferrals } from './made-referrals.ts'
import { type MadeCommunity, madeId, makeCommunity } from './made-tickets.ts'
import { seedCommunity } from './seed-tickets.ts'
import { numbersFrom } from './ticket-words.ts'

const DAY = 86_400_000
const time = (at: number) => new Date(at).toISOString()
const timeOrNull = (at: number | null) => (at === null ? null : time(at))

const columns = {
  contact: ['id', 'organization_id', 'first_name', 'last_name', 'birth_date', 'language', 'postal_code', 'created_by'],
  consent: ['id', 'contact_id', 'scope', 'how_given', 'given_on'],
  referral_request: ['id', 'organization_id', 'contact_id', 'need', 'urgency', 'status', 'created_by', 'created_on'],
  referral: [
    ...['id', 'request_id', 'sender_organization_id', 'recipient_organization_id', 'service_id', 'status'],
    ...['assignee_id', 'snapshot', 'consent_id', 'search_text', 'reason', 'outcome', 'sent_on', 'first_viewed_on'],
    ...['responded_on', 'started_on', 'closed_on', 'response_due_on', 'clock_on', 'status_changed_on'],
    ...['status_changed_by', 'message_count', 'last_message_on', 'created_by', 'created_on'],
    ...['recipient_confirmed_on', 'settled_on', 'review_on'],
  ],
  referral_event: [
    ...['referral_id', 'action', 'from_status', 'to_status', 'actor_id', 'organization_id', 'reason', 'outcome'],
    'created_on',
  ],
  referral_message: ['referral_id', 'sequence', 'author_id', 'organization_id', 'text', 'created_on'],
  referral_read: ['referral_id', 'account_id', 'last_sequence', 'read_on'],
}
type Table = keyof typeof columns
type Rows = Record<Table, Awaited<ReturnType<typeof copyRows>>>

const steps = {
  'Closed: Resolved': 'closeResolved',
  'Closed: Unresolved': 'closeUnresolved',
  Declined: 'decline',
  Expired: 'expire',
  Recalled: 'recall',
  'On Hold': 'hold',
} as const

function writeEvents(rows: Rows, made: MadeReferral, ids: { sender: string; recipient: string }) {
  const { id, maker, assignee, status, createdOn, viewedOn, answeredOn, startedOn, closedOn } = made
  let from: string | null = null
  const step = (action: string, to: string, at: number, side: 'sender' | 'recipient', isLast = false) => {
    const actor = action === 'expire' ? null : side === 'sender' ? maker.id : assignee.id
    rows.referral_event.add(
      ...[id, action, from, to, actor, actor && ids[side], isLast ? made.reason : null, isLast ? made.outcome : null],
      time(at),
    )
    from = to
  }
  step('draft', 'Draft', createdOn, 'sender')
  step('send', 'Sent', createdOn, 'sender')
  if (viewedOn) step('view', 'In Review', viewedOn, 'recipient')
  if (answeredOn && status !== 'Declined') step('accept', 'Accepted', answeredOn, 'recipient')
  if (startedOn) step('start', 'In Progress', startedOn, 'recipient')
  const last = steps[status as keyof typeof steps]
  if (last)
    step(last, status, closedOn ?? answeredOn ?? createdOn + DAY, last === 'recall' ? 'sender' : 'recipient', true)
}

function writePerson(rows: Rows, { person, maker, createdOn }: MadeReferral, organizationId: string) {
  const day = time(createdOn).slice(0, 10)
  rows.contact.add(
    ...[person.id, organizationId, person.firstName, person.lastName, person.birthDate, 'en', person.postalCode],
    maker.id,
  )
  rows.consent.add(person.consentId, person.id, 'network', 'written', day)
}

function writeReferral(rows: Rows, made: MadeReferral, { organizations }: MadeCommunity, services: string[]) {
  const [from, to] = [organizations[made.sender], organizations[made.recipient]]
  if (!from || !to) return
  const { id, person, maker, assignee, status, createdOn, messages } = made
  if (made.isNewPerson) writePerson(rows, made, from.id)
  const isOpen = !(status in steps) || status === 'On Hold'
  const requestStatus = isOpen ? 'active' : status === 'Closed: Resolved' ? 'completed' : 'active'
  rows.referral_request.add(
    ...[made.requestId, from.id, person.id, made.need, made.urgency, requestStatus, maker.id, time(createdOn)],
  )
  const { firstName, lastName, birthDate, postalCode } = person
  const shared = { firstName, lastName, birthDate, email: null, language: 'en', city: null, postalCode }
  const changedOn = made.closedOn ?? made.startedOn ?? made.answeredOn ?? made.viewedOn ?? createdOn
  rows.referral.add(
    ...[id, made.requestId, from.id, to.id, made.hasService ? (services[made.recipient] ?? null) : null, status],
    ...[
      made.answeredOn && status !== 'Declined' ? assignee.id : null,
      JSON.stringify({ ...shared, phoneNumber: null }),
    ],
    ...[person.consentId, `${firstName} ${lastName} ${to.name} ${from.name}`.toLowerCase(), made.reason, made.outcome],
    ...[time(createdOn), timeOrNull(made.viewedOn), timeOrNull(made.answeredOn), timeOrNull(made.startedOn)],
    ...[timeOrNull(made.closedOn), time(createdOn + 14 * DAY), time(createdOn + 20 * DAY), time(changedOn)],
    ...[maker.id, messages.length, timeOrNull(messages.at(-1)?.at ?? null), maker.id, time(createdOn), time(createdOn)],
    ...[made.isSettled && (status === 'Declined' || status === 'Expired') ? time(changedOn) : null],
    status === 'On Hold' ? time(createdOn + 30 * DAY).slice(0, 10) : null,
  )
  writeEvents(rows, made, { sender: from.id, recipient: to.id })
  for (const [turn, { bySender, at, text }] of messages.entries())
    rows.referral_message.add(
      ...[id, turn + 1, bySender ? maker.id : assignee.id, bySender ? from.id : to.id, text, time(at)],
    )
  // Of four referrals, one has messages that nobody has read yet.
  if (messages.length && Number.parseInt(id.slice(0, 1), 16) % 4)
    for (const reader of new Set([maker.id, assignee.id]))
      rows.referral_read.add(id, reader, messages.length, time(changedOn))
}

/** One service of each organization. */
async function seedServices(url: string, { organizations }: MadeCommunity) {
  const random = numbersFrom(43)
  const services = await copyRows(url, 'service', ['id', 'organization_id', 'name', 'status'])
  const ids = organizations.map(() => madeId(random))
  for (const [at, { id, name }] of organizations.entries()) services.add(ids[at] ?? '', id, `Help of ${name}`, 'active')
  await services.end()
  return ids
}

/**
 * Fills a migrated, empty database with a community and its referrals of a hundred days.
 * @param passwordHash for all accounts
 * @param open how many referrals are not answered or not closed yet; otherwise a share of them
 */
export async function seedReferrals(url: string, count: number, passwordHash: string, open?: number): Promise<void> {
  const community = makeCommunity()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await seedCommunity(url, community, passwordHash)
    const services = await seedServices(url, community)
    const tables = Object.keys(columns) as Table[]
    const indexes = await dropIndexes(client, tables)
    const opened = await Promise.all(tables.map(async (table) => [table, await copyRows(url, table, columns[table])]))
    const rows = Object.fromEntries(opened) as Rows
    for (const made of makeReferrals(count, community, Date.now(), open)) {
      writeReferral(rows, made, community, services)
      await Promise.all(Object.values(rows).map((table) => table.flush()))
    }
    for (const table of Object.values(rows)) await table.end()
    await client.query("set maintenance_work_mem = '512MB'")
    for (const index of indexes) await client.query(index)
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
