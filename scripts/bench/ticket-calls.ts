import pg from 'pg'
import { HIGH } from '../../src/help-desk/tickets/support-request.ts'
import type { MadeAccount, MadeCommunity } from './made-tickets.ts'
import { lookedFor, numbersFrom, vocabulary, type WordClass, zipf } from './ticket-words.ts'

export const PASSWORD = 'Bench-horse-7-battery'
const path = '/api/supportPortal/supportRequest/'
const CALLERS = 16

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body?: string
}
export interface CallKind {
  name: string
  who: string
  status: number
  next: () => Call
  /** It leaves jobs that run after it: measuring continues once they have. */
  leavesJobs?: boolean
}
interface Caller {
  headers: Record<string, string>
  tickets: { id: string; number: string }[]
}

const json = { 'content-type': 'application/json' }

export async function signIn(url: string, { email }: MadeAccount, from: string) {
  const body = JSON.stringify({ email, password: PASSWORD })
  const headers = { ...json, 'x-forwarded-for': from }
  const answer = await fetch(`${url}/api/auth/login/fallback`, { method: 'POST', headers, body })
  if (answer.status !== 200)
    throw new Error(`The sign-in of ${email} answered ${answer.status}: ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return cookies.join('; ')
}

/** A uniform sample of the tickets that a caller sees. */
async function drawTickets(client: pg.Client, organizationId: string | undefined) {
  const { rows } = await client.query<{ id: string; number: string }>(
    `select id, ticket_number as number from support_request ${organizationId ? 'where organization_id = $1' : ''}
     order by md5(id::text) limit ${organizationId ? 40 : 1000}`,
    organizationId ? [organizationId] : [],
  )
  return rows
}

/**
 * The callers: staff of as many organizations, sampled by tickets (so that large ones are frequent), and support
 * agents. Each signs in through the API and has a session; for the minimal server, headers identify them.
 */
async function makeCallers(url: string, databaseUrl: string, community: MadeCommunity) {
  const random = numbersFrom(5)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const drawOrganization = zipf(community.organizations.length, random, 0.9, 8)
  const everybodys = await drawTickets(client, undefined)
  const caller = async (account: MadeAccount, place: number): Promise<Caller> => {
    const organization = account.organization === null ? undefined : community.organizations[account.organization]?.id
    const cookie = await signIn(url, account, `10.1.0.${place + 1}`)
    return {
      headers: { cookie, 'x-account': account.id, ...(organization ? { 'x-organization': organization } : {}) },
      tickets: organization ? await drawTickets(client, organization) : everybodys,
    }
  }
  const staff: Caller[] = []
  const agents: Caller[] = []
  while (staff.length < CALLERS) {
    const made = await caller(community.members[drawOrganization()]?.[0] as MadeAccount, staff.length)
    if (made.tickets.length) staff.push(made)
  }
  for (const agent of community.agents.slice(0, CALLERS)) agents.push(await caller(agent, 100 + agents.length))
  await client.end()
  return { staff, agent: agents }
}

const lately = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
const filters = [
  'status=Open&status=Viewed',
  'supportRequestType=Bug',
  'status=Closed&supportRequestType=Accessibility&supportRequestType=Other',
  `startDate=${lately}&status=Open`,
]
const orders = [
  'status',
  'priority',
  'supportRequestType',
  'fromOrganization',
  'ticketNumber',
  'createdByPortalAccount',
]

/** All kinds of calls that are measured, for callers of one database. `url` is the product's. */
export async function prepareCalls(url: string, databaseUrl: string, community: MadeCommunity): Promise<CallKind[]> {
  const callers = await makeCallers(url, databaseUrl, community)
  const random = numbersFrom(3)
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const get = (name: string, who: 'staff' | 'agent', address: (caller: Caller) => string): CallKind => ({
    name,
    who,
    status: 200,
    next: () => {
      const caller = oneOf(callers[who])
      return { method: 'GET', path: address(caller), headers: caller.headers }
    },
  })
  const post = (name: string, who: 'staff' | 'agent', address: (caller: Caller) => string, body: () => unknown) => ({
    name,
    who,
    status: 201,
    next: (): Call => {
      const caller = oneOf(callers[who])
      const headers = { ...caller.headers, ...json }
      return { method: 'POST', path: address(caller), headers, body: JSON.stringify(body()) }
    },
  })
  const word = zipf(vocabulary.length, random, 1, 2.7)
  const ticketOf = (caller: Caller) => `${path}${oneOf(caller.tickets).id}`
  const ticket = () => ({
    supportRequestType: oneOf(['Bug', 'Feature Request', 'Other']),
    priority: oneOf(['Low', 'Medium', HIGH]),
    clearedCache: 'Yes',
    description: `${Array.from({ length: 32 }, () => vocabulary[word()]).join(' ')}.`,
    receiveEmailUpdates: false,
  })
  const note = () => ({ noteText: 'It happens again since this morning, on two tablets and with another browser.' })
  const members = community.members.slice(200, 700).map(([first]) => first as MadeAccount)
  let signIns = 0
  const words = Object.keys(lookedFor) as WordClass[]
  return [
    ...(['staff', 'agent'] as const).flatMap((who): CallKind[] => [
      get('list, newest', who, () => `${path}?limit=25`),
      get('list, filtered', who, () => `${path}?limit=25&${oneOf(filters)}`),
      get('list, in another order', who, () => `${path}?limit=25&sort=${oneOf(orders)}`),
      get('ticket number', who, (caller) => `${path}?limit=25&ticketNumber=${oneOf(caller.tickets).number}`),
      ...words.map((word) => get(`keyword, ${word}`, who, () => `${path}?limit=25&keyword=${oneOf(lookedFor[word])}`)),
      get('open', who, ticketOf),
      post('create', who, () => path, ticket),
      post('add a note', who, (caller) => `${ticketOf(caller)}/note`, note),
    ]),
    get('current user', 'staff', () => '/api/portalAccount/current'),
    {
      name: 'sign-in',
      who: 'nobody',
      status: 200,
      next: () => {
        const at = signIns++
        const headers = { ...json, 'x-forwarded-for': `10.2.${(at >> 8) & 255}.${at & 255}` }
        const body = JSON.stringify({ email: members[at % members.length]?.email, password: PASSWORD })
        return { method: 'POST', path: '/api/auth/login/fallback', headers, body }
      },
    },
  ]
}
