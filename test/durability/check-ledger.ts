import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { PASSWORD } from '../factories.ts'
import { fileTicket } from './desk-writers.ts'
import { checkIntakes } from './intake-writers.ts'
import { client, type Ledger } from './ledger.ts'
import type { Peers } from './peers.ts'
import type { Stage } from './stage.ts'

type Counts = Map<string, number>

async function countBy(database: Database, table: string, column: string, values: string[]): Promise<Counts> {
  const { rows } = await sql<{ value: string; count: number }>`
    select ${sql.ref(column)}::text as value, count(*) from ${sql.table(table)}
    where ${sql.ref(column)}::text = any(${values}::text[]) group by 1`.execute(database)
  return new Map(rows.map(({ value, count }) => [value, Number(count)]))
}

const notOnce = (what: string, values: string[], counts: Counts) =>
  values
    .filter((value) => counts.get(value) !== 1)
    .map((value) => `${what} is there ${counts.get(value) ?? 0} times: ${value}`)

/** Rows with unique words that only one call wrote: each exists once. */
async function checkRows(database: Database, ledger: Ledger) {
  const tables: [string, string, string, string[]][] = [
    ['a person', 'contact', 'id', [...ledger.people.keys()]],
    ['a message on a referral', 'referral_message', 'text', [...ledger.messages.values()]],
    ['a ticket', 'support_request', 'description', [...ledger.tickets.values()].map((t) => t.description)],
    ['a note', 'support_request_note', 'note_text', [...ledger.notes.values()]],
    ['a file', 'file', 'id', [...ledger.files.keys()]],
    ['an attached file', 'support_request_file', 'file_id', [...ledger.attached.values()]],
    ['a registered account', 'account', 'email', [...ledger.registered]],
    ['an invitation', 'account_invitation', 'email', [...ledger.invited]],
    ['an account that accepted', 'account', 'email', [...ledger.joined]],
  ]
  const found: string[] = []
  for (const [what, table, column, values] of tables)
    found.push(...notOnce(what, values, await countBy(database, table, column, values)))
  return found
}

/** A referral's history contains what its clients were told, and at most one more step whose response was lost. */
async function checkReferrals(database: Database, ledger: Ledger) {
  const { rows } = await sql<{ id: string; actions: string[] }>`
    select referral_id as id, array_agg(action order by sequence) as actions from referral_event
    where referral_id = any(${[...ledger.referrals.keys()]}::uuid[]) group by 1`.execute(database)
  const histories = new Map(rows.map(({ id, actions }) => [id, actions]))
  return [...ledger.referrals].flatMap(([id, told]) => {
    const actions = histories.get(id) ?? []
    const isSame = told.every((action, index) => actions[index] === action) && actions.length - told.length <= 1
    return isSame ? [] : [`the history of ${id} is [${actions}], its clients were told [${told}]`]
  })
}

/** A repeated change of many referrals, or its undoing, takes no step twice: the history is what clients were told. */
async function checkMany(database: Database, { unansweredBulk, unansweredUndo, referrals }: Ledger) {
  const ids = [...unansweredBulk, ...unansweredUndo].flatMap((call) => call.referrals.map(({ id }) => id))
  const { rows } = await sql<{ id: string; count: number }>`
    select referral_id as id, count(*) from referral_event where referral_id = any(${ids}::uuid[])
    group by 1`.execute(database)
  return rows
    .filter(({ id, count }) => Number(count) !== referrals.get(id)?.length)
    .map(
      ({ id, count }) => `${id} has ${count} steps after a repeated call, its clients were told [${referrals.get(id)}]`,
    )
}

/** Confirmed addresses are confirmed; a new password signs in, and the old one does not. */
async function checkAccounts(database: Database, url: string, ledger: Ledger) {
  const confirmed = await database
    .selectFrom('account')
    .select('email')
    .where('email', 'in', [...ledger.confirmed, ''])
    .where('emailConfirmedOn', 'is not', null)
    .execute()
  const found = [...ledger.confirmed]
    .filter((email) => !confirmed.some((row) => row.email === email))
    .map((email) => `a confirmed address is not: ${email}`)
  for (const [email, password] of ledger.resets) {
    const tryWith = async (given: string) =>
      (await client(url)('POST', '/api/auth/login/fallback', { email, password: given })).status
    if ((await tryWith(password)) !== 200) found.push(`the new password does not open ${email}`)
    if ((await tryWith(PASSWORD)) === 200) found.push(`the forgotten password still opens ${email}`)
  }
  return found
}

/** A client without a response files its ticket again: only one exists. */
async function checkFiledAgain(database: Database, stage: Stage, ledger: Ledger) {
  for (const filing of ledger.unansweredTickets) await fileTicket(stage, filing)
  const descriptions = ledger.unansweredTickets.map(({ description }) => description)
  return notOnce(
    'a ticket filed again',
    descriptions,
    await countBy(database, 'support_request', 'description', descriptions),
  )
}

/**
 * Maria and the recipient, Lee or the holder of a link, received one mail for each step that concerns them: no
 * duplicates, and none missing except those over the message limits.
 */
async function checkNotices(database: Database, stage: Stage, ledger: Ledger, peers: Peers) {
  const { rows } = await sql<{ id: string; byRecipient: number; sent: number }>`
    select referral_id as id,
      count(*) filter (where account.email is distinct from ${stage.addresses.maria}) as by_recipient,
      count(*) filter (where action = 'send') as sent
    from referral_event left join account on account.id = actor_id
    where referral_id = any(${[...ledger.referrals.keys()]}::uuid[]) group by 1`.execute(database)
  const leftOut = await database
    .selectFrom('message')
    .select('id')
    .where('channel', '=', 'email')
    .where('leftOutOn', 'is not', null)
    .limit(1)
    .execute()
  const isRight = (count: number, expected: number) => (leftOut.length ? count <= expected : count === expected)
  const mailsTo = (to: string, words: string) =>
    new Set(peers.mails.filter((mail) => mail.to === to && mail.text.includes(words)).map((m) => m.messageId)).size
  return rows.flatMap(({ id, byRecipient, sent }) => {
    const link = ledger.links.get(id)
    const maria = mailsTo(stage.addresses.maria, `/referrals/${id}`)
    const recipient = link ? mailsTo(link, '/a/') : mailsTo(stage.addresses.lee, `/referrals/${id}`)
    const expected = byRecipient + sent
    return isRight(maria, expected) && isRight(recipient, sent)
      ? []
      : [`of ${id} the sender had ${maria} mails instead of ${expected}, the recipient ${recipient} instead of ${sent}`]
  })
}

/** Everything that was acknowledged exists exactly once. */
export const checkLedger = async (
  database: Database,
  url: string,
  { stage, ledger, peers }: { stage: Stage; ledger: Ledger; peers: Peers },
) => [
  ...(await checkRows(database, ledger)),
  ...(await checkReferrals(database, ledger)),
  ...(await checkMany(database, ledger)),
  ...(await checkIntakes(database, ledger)),
  ...(await checkAccounts(database, url, ledger)),
  ...(await checkFiledAgain(database, stage, ledger)),
  ...(await checkNotices(database, stage, ledger, peers)),
]

/** The sent messages match the database: each mail has one Message-ID, each text was sent once. */
export async function checkPeers(database: Database, { mails, texts }: Peers) {
  const rows = await database.selectFrom('message').select(['id', 'channel', 'deliveredOn', 'failedOn']).execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const mailIds = mails.map((mail) => mail.messageId.replace(/^<|@.*$/g, ''))
  const textKeys = texts.map((text) => text.idempotencyKey)
  const times = (all: string[], id: string) => all.filter((one) => one === id).length
  const found: string[] = []
  for (const id of new Set([...mailIds, ...textKeys]))
    if (!known.has(id)) found.push(`a message left of which the database knows nothing: ${id}`)
  for (const { id, channel, deliveredOn, failedOn } of rows) {
    const count = times(channel === 'email' ? mailIds : textKeys, id)
    if (failedOn) found.push(`a message was given up: ${id}`)
    if (deliveredOn && count === 0) found.push(`a message counts as delivered and never left: ${id}`)
    if (channel === 'sms' && count > 1) found.push(`a text left ${count} times: ${id}`)
  }
  return { found, repeated: mailIds.length - new Set(mailIds).size }
}
