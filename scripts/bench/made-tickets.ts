import {
  HIGH,
  type SupportRequestRow,
  supportRequestStatuses,
  supportRequestTypes,
} from '../../src/help-desk/tickets/support-request.ts'
import { numbersFrom, type Random, vocabulary, zipf } from './ticket-words.ts'

const DAY = 86_400_000
const YEARS = 3 * 365 * DAY
export const ORGANIZATIONS = 2_000
export const AGENTS = 24

export interface MadeAccount {
  id: string
  email: string
  firstName: string
  lastName: string
  /** index of the organization; null for a support agent */
  organization: number | null
}
export interface MadeCommunity {
  organizations: { id: string; name: string }[]
  accounts: MadeAccount[]
  /** for each organization, its accounts */
  members: MadeAccount[][]
  agents: MadeAccount[]
}
type Status = SupportRequestRow['status']
export interface MadeTicket {
  id: string
  number: number
  createdOn: number
  type: string
  status: Status
  priority: string
  description: string
  organization: number
  maker: MadeAccount
  /** later events, oldest first */
  later: { at: number; by: MadeAccount; status?: { from: Status; to: Status }; note?: string }[]
}

const hex = (random: Random) => ((random() * 4_294_967_296) >>> 0).toString(16).padStart(8, '0')
/** Has the format of a random UUID. */
export function madeId(random: Random) {
  const all = hex(random) + hex(random) + hex(random) + hex(random)
  return `${all.slice(0, 8)}-${all.slice(8, 12)}-4${all.slice(13, 16)}-a${all.slice(17, 20)}-${all.slice(20)}`
}
export const capital = (word: string) => (word[0] ?? '').toUpperCase() + word.slice(1)
export const oneOf = <Item>(items: readonly Item[], random: Random) =>
  items[Math.floor(random() * items.length)] as Item
const kinds = ['Food Bank', 'Housing', 'Legal Aid', 'Clinic', 'Library', 'Shelter', 'Youth Center', 'Senior Services']

/** Organizations of very different sizes with their staff, and the support agents. */
export function makeCommunity(seed = 7): MadeCommunity {
  const random = numbersFrom(seed)
  const name = () => capital(oneOf(vocabulary.slice(3_000, 12_000), random))
  const organizations = Array.from({ length: ORGANIZATIONS }, (_, place) => ({
    id: madeId(random),
    name: `${name()} ${kinds[place % kinds.length]} ${place + 1}`,
  }))
  const account = (organization: number | null, place: number): MadeAccount => ({
    id: madeId(random),
    email: `bench-${organization === null ? 'agent' : organization + 1}-${place + 1}@example.test`,
    firstName: name(),
    lastName: name(),
    organization,
  })
  const members = organizations.map((_, at) =>
    Array.from({ length: 2 + Math.floor(60 / (1 + at / 25)) }, (_, place) => account(at, place)),
  )
  const agents = Array.from({ length: AGENTS }, (_, place) => account(null, place))
  return { organizations, members, agents, accounts: [...members.flat(), ...agents] }
}

/** Cumulative percentages of the ticket types. */
const typeBelow = [34, 48, 66, 72, 88, 100]
const drawType = (random: Random) => {
  const drawn = random() * 100
  return supportRequestTypes[typeBelow.findIndex((below) => drawn < below)] ?? 'Other'
}
const drawPriority = (random: Random) => {
  const drawn = random()
  return drawn < 0.45 ? 'Low' : drawn < 0.86 ? 'Medium' : HIGH
}

/** The states of a ticket. The newest are still open; nearly all old ones are closed. */
function pickSource(age: number, random: Random): Status[] {
  const drawn = random()
  const isNew = age < 0.01
  if (drawn < (isNew ? 0.5 : 0.015)) return ['Open']
  if (drawn < (isNew ? 0.75 : 0.03)) return ['Open', 'Viewed']
  if (drawn < (isNew ? 0.85 : 0.05)) return ['Open', 'Viewed', 'Added to Backlog']
  if (drawn < (isNew ? 0.9 : 0.06)) return ['Open', 'Viewed', 'Fix Pending']
  if (drawn < 0.94) return random() < 0.6 ? ['Open', 'Closed'] : ['Open', 'Viewed', 'Closed']
  return supportRequestStatuses.slice() as Status[]
}

/** Tickets in the order of their numbers; the same in every run. */
export function* makeTickets(count: number, community: MadeCommunity, now: number, seed = 11): Generator<MadeTicket> {
  const random = numbersFrom(seed)
  // A small shift for the most frequent words, so that the first of them do not fill every ticket.
  const word = zipf(vocabulary.length, random, 1, 2.7)
  const organizationOf = zipf(ORGANIZATIONS, random, 0.9, 8)
  const sentence = (least: number, most: number) => {
    const words = Array.from({ length: least + Math.floor((most - least) * random() ** 2) }, () => vocabulary[word()])
    words[0] = capital(words[0] ?? '')
    return `${words.join(' ')}.`
  }
  const text = () => {
    const code = random() < 0.2 ? ` Error ERR-${Math.floor(random() * 90_000 + 10_000)} at /referral/incoming.` : ''
    return `${sentence(6, 24)} ${sentence(8, 50)}${code}`
  }
  for (let number = 1; number <= count; number++) {
    // A growing help desk: half of its tickets are from the last third of the time.
    const share = (number / count) ** 0.62
    const createdOn = Math.floor(now - YEARS * (1 - share)) - 60_000
    const organization = organizationOf()
    const maker = oneOf(community.members[organization] ?? [], random)
    const age = 1 - number / count
    const way = pickSource(age, random)
    let at = createdOn
    const soon = () => {
      at = Math.min(now - 1_000, at + Math.ceil(3_600_000 + random() ** 3 * 20 * DAY))
      return at
    }
    const later: MadeTicket['later'] = []
    for (let step = 1; step < way.length; step++) {
      if (random() < 0.35)
        later.push({ at: soon(), by: random() < 0.5 ? maker : oneOf(community.agents, random), note: sentence(5, 40) })
      later.push({
        at: soon(),
        by: oneOf(community.agents, random),
        status: { from: way[step - 1] as Status, to: way[step] as Status },
      })
    }
    yield {
      id: madeId(random),
      number,
      createdOn,
      type: drawType(random),
      status: way.at(-1) as Status,
      priority: drawPriority(random),
      description: text(),
      organization,
      maker,
      later,
    }
  }
}
