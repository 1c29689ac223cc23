import { join } from 'node:path'
import pg from 'pg'
import { ReferralSearch } from '../../src/casework/referrals/referral-call.ts'
import { getReferral } from '../../src/casework/referrals/server/get-referral.ts'
import { listReferrals } from '../../src/casework/referrals/server/referral-list-queries.ts'
import { getWaiting } from '../../src/casework/referrals/server/waiting-queries.ts'
import { type Opened, type Prepared, say, waitForJobs } from './compare-sizes.ts'
import { median, quantile } from './compare-timings.ts'
import { lastNames } from './made-people.ts'
import { type MadeAccount, makeCommunity, oneOf } from './made-tickets.ts'
import { connectTo, measureBlock } from './measure-block.ts'
import { type Reading, recordReads } from './recorded-reads.ts'
import { type Call, type CallKind, signIn } from './ticket-calls.ts'
import { numbersFrom } from './ticket-words.ts'

const CALLERS = 16
/** How many referrals of each caller are opened, written to and moved. */
const SAMPLE = 24
const LIMIT = 50
const json = { 'content-type': 'application/json' }

interface Caller {
  account: MadeAccount
  organizationId: string
  headers: Record<string, string>
  /** of the organization, incoming and outgoing */
  referrals: string[]
  /** on hold or in progress at the organization, with the version that they have */
  worked: { id: string; version: number; status: string }[]
  people: string[]
  recipients: string[]
  nextPage: string
}

async function makeCallers({ product, databaseUrl }: Opened): Promise<Caller[]> {
  const community = makeCommunity()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const idsOf = async (text: string, ...values: unknown[]) =>
    (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => id)
  const callers: Caller[] = []
  for (const [at, organization] of community.organizations.slice(0, CALLERS).entries()) {
    const account = community.members[at]?.[0] as MadeAccount
    const cookie = await signIn(product.url, account, `10.1.0.${at + 1}`)
    const headers = { cookie, ...json, 'x-account': account.id, 'x-organization': organization.id }
    const page = (await (
      await fetch(`${product.url}/api/referral/search`, {
        ...{ method: 'POST', headers },
        body: JSON.stringify({ direction: 'incoming', limit: LIMIT }),
      })
    ).json()) as { nextCursor: string | null }
    const { rows: worked } = await client.query<Caller['worked'][number]>(
      `select id, version, status from referral where recipient_organization_id = $1 and status in ('In Progress', 'On Hold')
       order by md5(id::text) limit $2`,
      [organization.id, SAMPLE * 2],
    )
    callers.push({
      ...{ account, organizationId: organization.id, headers, worked, nextPage: page.nextCursor ?? '' },
      referrals: await idsOf(
        `select id from referral where (sender_organization_id = $1 or recipient_organization_id = $1) order by md5(id::text) limit $2`,
        ...[organization.id, SAMPLE],
      ),
      people: await idsOf(
        'select id from contact where organization_id = $1 and id not in (select contact_id from account) order by md5(id::text) limit $2',
        ...[organization.id, SAMPLE],
      ),
      recipients: community.organizations.slice(CALLERS, CALLERS + SAMPLE).map(({ id }) => id),
    })
  }
  await client.end()
  return callers
}

/** Reads that are asked again and again, as often as each caller has variants of them. */
function readingsOf(caller: Caller): Reading[] {
  const { headers } = caller
  const search = (name: string, asked: Record<string, unknown>): Reading => {
    const body = { limit: LIMIT, ...asked }
    return {
      name,
      call: { method: 'POST', path: '/api/referral/search', headers, body: JSON.stringify(body) },
      run: (database, actor) =>
        listReferrals(database, { ...actor, organizationId: caller.organizationId }, ReferralSearch.parse(body)),
    }
  }
  const names = lastNames.slice(0, 8)
  return [
    {
      ...{ name: 'home', call: { method: 'GET', path: '/api/referral/waiting', headers } },
      run: (database, actor) => getWaiting(database, { ...actor, organizationId: caller.organizationId }),
    },
    search('incoming list', { direction: 'incoming' }),
    search('outgoing list', { direction: 'outgoing' }),
    search('next page', { direction: 'incoming', cursor: caller.nextPage }),
    search('list, by status and need', { status: ['Sent', 'In Review'], need: ['food-insecurity'] }),
    search('list, oldest first', { direction: 'outgoing', sort: 'oldest' }),
    ...names.map((name) => search('list, by a common name', { direction: 'incoming', search: name })),
    search('list, by an absent name', { direction: 'outgoing', search: 'zyxwvutsrq' }),
    ...caller.referrals.map(
      (id): Reading => ({
        ...{ name: 'open', call: { method: 'GET', path: `/api/referral/${id}`, headers } },
        run: (database, actor) => getReferral(database, actor, id),
      }),
    ),
  ]
}

/** @param part which half of the referrals in work these calls move, so that two servers do not meet */
function callsOf(callers: Caller[], part: 0 | 1): CallKind[] {
  const random = numbersFrom(3)
  const kinds = new Map<string, Call[]>()
  for (const caller of callers)
    for (const { name, call } of readingsOf(caller)) kinds.set(name, [...(kinds.get(name) ?? []), call])
  const reads = [...kinds].map(
    ([name, calls]): CallKind => ({ name, who: 'staff', status: 200, next: () => oneOf(calls, random) }),
  )
  const post = (path: string, headers: Caller['headers'], body: unknown): Call => ({
    ...{ method: 'POST', path, headers, body: JSON.stringify(body) },
  })
  const worked = callers.flatMap((caller) =>
    caller.worked.filter((_, at) => at % 2 === part).map((referral) => ({ ...referral, headers: caller.headers })),
  )
  let turn = 0
  return [
    ...reads,
    {
      ...{ name: 'send', who: 'staff', status: 201, leavesJobs: true },
      next: () => {
        const { headers, people, recipients } = oneOf(callers, random)
        return post('/api/referral/', headers, {
          ...{ contactId: oneOf(people, random), need: 'food-insecurity', urgency: 'routine' },
          ...{ recipientOrganizationId: oneOf(recipients, random), note: 'Two adults and a child, no car.' },
        })
      },
    },
    {
      ...{ name: 'write a message', who: 'staff', status: 201 },
      next: () => {
        const { id, headers } = oneOf(worked, random)
        return post(`/api/referral/${id}/message`, headers, { text: 'They can come on Tuesday at ten.' })
      },
    },
    {
      ...{ name: 'hold or resume', who: 'staff', status: 200 },
      next: () => {
        const referral = worked[turn++ % worked.length] as (typeof worked)[number]
        const { id, headers, version, status } = referral
        const isHeld = status === 'On Hold'
        referral.version++
        referral.status = isHeld ? 'In Progress' : 'On Hold'
        const reviewOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
        const held = { reason: 'Waits for a document.', reviewOn }
        return post(`/api/referral/${id}/transition`, headers, {
          ...{ action: isHeld ? 'resume' : 'hold', version },
          ...(isHeld ? {} : held),
        })
      },
    },
  ]
}

/** All kinds of calls that are measured, by staff of the sixteen largest organizations. */
export async function prepareReferralCalls(opened: Opened): Promise<Prepared> {
  const callers = await makeCallers(opened)
  const file = join(opened.folder, `floor-statements-${opened.size}.json`)
  await recordReads(opened.databaseUrl, file, callers, readingsOf)
  return { product: callsOf(callers, 0), floor: callsOf(callers, 1), floorEnvironment: { STATEMENTS: file } }
}

const shortly = (times: number[]) => `${median(times).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)} ms`
/** What is measured while notices go out, in this order, and for how many seconds. */
const besideNotices = { send: 20, open: 4, 'incoming list': 4 }

/** Measures sending without a pause, so that it meets the notices of what was sent before, and then what others read. */
export async function measureBesideNotices(opened: Opened) {
  const callers = await makeCallers(opened)
  const kinds = callsOf(callers, 0)
  const to = connectTo(opened.product.url)
  await waitForJobs(opened)
  const told: string[] = []
  for (const [name, seconds] of Object.entries(besideNotices)) {
    const kind = kinds.find((each) => each.name === name)
    if (!kind) throw new Error(`nothing is called ${name}`)
    told.push(`${name} ${shortly((await measureBlock(to, kind, 1, seconds * 1000)).times)}`)
  }
  say(`${opened.size.toLocaleString('en')} referrals, while notices go out: ${told.join(', ')}`)
  await to.destroy()
}
