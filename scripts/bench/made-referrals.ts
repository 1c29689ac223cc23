import type { ReferralStatus } from '../../src/casework/referrals/referral-machine.ts'
import { firstNames, lastNames } from './made-people.ts'
import { type MadeAccount, type MadeCommunity, madeId, oneOf } from './made-tickets.ts'
import { numbersFrom, type Random, zipf } from './ticket-words.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
/** A million referrals are ten thousand a day. */
const DAYS = 100
/** At least so many are not answered or not closed yet, however many there are in all. */
const LEAST_OPEN = 6_000
const openOf = (count: number) => Math.min(count, Math.max(LEAST_OPEN, count / 10))

export interface MadePerson {
  id: string
  consentId: string
  firstName: string
  lastName: string
  birthDate: string
  postalCode: string
  /** index of the organization that keeps the record */
  organization: number
}
export interface MadeReferral {
  id: string
  requestId: string
  createdOn: number
  sender: number
  recipient: number
  hasService: boolean
  maker: MadeAccount
  assignee: MadeAccount
  person: MadePerson
  isNewPerson: boolean
  need: string
  urgency: string
  status: ReferralStatus
  reason: string | null
  outcome: string | null
  isSettled: boolean
  /** milliseconds since the epoch; null: did not happen */
  viewedOn: number | null
  answeredOn: number | null
  startedOn: number | null
  closedOn: number | null
  /** oldest first, at most four */
  messages: { bySender: boolean; at: number; text: string }[]
}

const needs = [
  'food-insecurity',
  'housing-instability',
  'utility-insecurity',
  'transportation-insecurity',
  'legal-help',
]
const openStates: [ReferralStatus, number][] = [
  ['Sent', 30],
  ['In Review', 15],
  ['Accepted', 25],
  ['In Progress', 20],
  ['On Hold', 10],
]
const endStates: [ReferralStatus, number][] = [
  ['Closed: Resolved', 55],
  ['Closed: Unresolved', 15],
  ['Declined', 15],
  ['Expired', 8],
  ['Recalled', 7],
]
const reasons: Partial<Record<ReferralStatus, string[]>> = {
  Declined: ['no capacity', 'not eligible', 'service not provided', 'already enrolled'],
  'Closed: Unresolved': ['could not contact', 'client declined', 'no capacity'],
  Recalled: ['sent by mistake'],
}
const sentences = [
  'Could you call in the morning? Afternoons are hard to reach.',
  'We reached them today and made an appointment for next week.',
  'They still need the form from the landlord; we asked for it.',
  'Thank you. The first visit is done, and we will send the rest.',
]

function draw<Item>(shares: [Item, number][], random: Random): Item {
  let left = random() * shares.reduce((sum, [, share]) => sum + share, 0)
  for (const [item, share] of shares) {
    left -= share
    if (left < 0) return item
  }
  return shares[0]?.[0] as Item
}

function makePerson(organization: number, random: Random): MadePerson {
  const two = (most: number) => String(1 + Math.floor(random() * most)).padStart(2, '0')
  return {
    ...{ id: madeId(random), consentId: madeId(random), organization },
    ...{ firstName: oneOf(firstNames, random), lastName: oneOf(lastNames, random) },
    birthDate: `${1940 + Math.floor(random() * 65)}-${two(12)}-${two(28)}`,
    postalCode: `142${two(25)}`,
  }
}

const was = (status: ReferralStatus, ...statuses: ReferralStatus[]) => statuses.includes(status)

/** When the steps were taken that lead to a state. */
function stepsOf(status: ReferralStatus, sentOn: number, random: Random) {
  const after = (from: number, hours: number) => from + Math.ceil(random() * hours * HOUR)
  const isClosed = was(status, 'Closed: Resolved', 'Closed: Unresolved')
  const isTaken = isClosed || was(status, 'Accepted', 'In Progress', 'On Hold')
  const viewedOn = isTaken || was(status, 'In Review', 'Declined') ? after(sentOn, 4) : null
  const answeredOn = viewedOn && (isTaken || status === 'Declined') ? after(viewedOn, 8) : null
  const startedOn = answeredOn && (isClosed || was(status, 'In Progress', 'On Hold')) ? after(answeredOn, 8) : null
  return { viewedOn, answeredOn, startedOn, closedOn: startedOn && isClosed ? after(startedOn, 48) : null }
}

/**
 * Referrals between the organizations of a community, oldest first: large organizations send and receive most, a third
 * are about a person who is new. The same count gives the same referrals, for one `now`.
 *
 * @param open how many are not answered or not closed yet
 */
export function* makeReferrals(
  count: number,
  community: MadeCommunity,
  now: number,
  open = openOf(count),
): Generator<MadeReferral> {
  const random = numbersFrom(41)
  const { organizations, members } = community
  const organization = zipf(organizations.length, random, 0.9, 8)
  const people = organizations.map((): MadePerson[] => [])
  for (let at = 0; at < count; at++) {
    const createdOn = Math.round(now - 4 * HOUR - DAYS * DAY * (1 - at / count))
    const sender = organization()
    let recipient = organization()
    if (recipient === sender) recipient = (sender + 1) % organizations.length
    const known = people[sender] as MadePerson[]
    const isNewPerson = known.length === 0 || random() < 0.3
    const person = isNewPerson ? makePerson(sender, random) : oneOf(known, random)
    if (isNewPerson) known.push(person)
    const status = at >= count - open ? draw(openStates, random) : draw(endStates, random)
    const steps = stepsOf(status, createdOn, random)
    const reason = reasons[status]
    const talks = steps.answeredOn ? Math.floor(random() * 4) : 0
    yield {
      ...{ id: madeId(random), requestId: madeId(random), createdOn, sender, recipient, person, isNewPerson, status },
      ...steps,
      hasService: random() < 0.7,
      maker: oneOf(members[sender] as MadeAccount[], random),
      assignee: oneOf(members[recipient] as MadeAccount[], random),
      need: oneOf(needs, random),
      urgency: random() < 0.15 ? 'urgent' : 'routine',
      reason: reason ? oneOf(reason, random) : null,
      outcome: status === 'Closed: Resolved' ? oneOf(['got help', 'enrolled'], random) : null,
      isSettled: random() < 0.8,
      messages: Array.from({ length: talks }, (_, turn) => ({
        bySender: turn % 2 === 1,
        at: (steps.answeredOn ?? createdOn) + (turn + 1) * 1_000,
        text: oneOf(sentences, random),
      })),
    }
  }
}
