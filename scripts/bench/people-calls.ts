import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { ContactSearch, DuplicateQuery } from '../../src/casework/clients/contact-record.ts'
import { findDuplicates } from '../../src/casework/clients/server/find-duplicates.ts'
import { getContact } from '../../src/casework/clients/server/get-contact.ts'
import { listContacts } from '../../src/casework/clients/server/list-contacts.ts'
import { intakeOf, readIntake } from '../../src/casework/intakes/server/intakes-public.ts'
import type { Opened, Prepared } from './compare-sizes.ts'
import { type MadeAccount, makeCommunity, oneOf } from './made-tickets.ts'
import { type Reading, recordReads } from './recorded-reads.ts'
import { type Call, type CallKind, signIn } from './ticket-calls.ts'
import { numbersFrom } from './ticket-words.ts'

/** The largest organization has a fifth of all people; the others are the next fifteen. */
const CALLERS = 16
const SAMPLE = 12
const json = { 'content-type': 'application/json' }

interface Person {
  id: string
  firstName: string
  lastName: string
  birthDate: string
  phone: string
}
interface Caller {
  who: string
  account: MadeAccount
  organizationId: string
  headers: Record<string, string>
  people: Person[]
  /** drafts with the revision of an answer */
  intakes: { id: string; revision: number }[]
}
async function makeCallers({ product, databaseUrl }: Opened): Promise<Caller[]> {
  const community = makeCommunity()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const callers: Caller[] = []
  for (const [at, organization] of community.organizations.slice(0, CALLERS).entries()) {
    const account = community.members[at]?.[0] as MadeAccount
    const cookie = await signIn(product.url, account, `10.2.0.${at + 1}`)
    const { rows: people } = await client.query<Person>(
      `select contact.id, first_name as "firstName", last_name as "lastName", birth_date::text as "birthDate",
         phone_number as phone from contact join contact_phone on contact_id = contact.id
       where organization_id = $1 and birth_date is not null order by md5(contact.id::text) limit $2`,
      [organization.id, SAMPLE],
    )
    const { rows: intakes } = await client.query<Caller['intakes'][number]>(
      `select id, revision from intake join intake_answer on intake_id = id and item_key = 'worried'
       where organization_id = $1 and state = 'draft' order by md5(id::text) limit $2`,
      [organization.id, SAMPLE * 2],
    )
    callers.push({
      ...{
        who: at ? 'other staff' : 'largest organization',
        account,
        organizationId: organization.id,
        people,
        intakes,
      },
      headers: { cookie, ...json, 'x-account': account.id, 'x-organization': organization.id },
    })
  }
  await client.end()
  return callers
}

/** Two letters in the middle are the wrong way round. */
const misspell = (name: string) => `${name.slice(0, 2)}${name[3] ?? ''}${name[2] ?? ''}${name.slice(4)}`

function readingsOf({ headers, people, intakes }: Caller): Reading[] {
  const search = (name: string, text?: string): Reading => {
    const body = { ...(text ? { search: text } : {}), limit: 20 }
    return {
      ...{ name, call: { method: 'POST', path: '/api/contact/search', headers, body: JSON.stringify(body) } },
      run: (database, actor) => listContacts(database, actor, ContactSearch.parse(body)),
    }
  }
  const duplicate = ({ firstName, lastName, birthDate, phone }: Person): Reading => {
    const body = { firstName, lastName, birthDate, phones: [{ phoneNumber: phone }] }
    return {
      ...{ name: 'duplicates while typing' },
      call: { method: 'POST', path: '/api/contact/duplicate', headers, body: JSON.stringify(body) },
      run: (database, actor) => findDuplicates(database, actor, DuplicateQuery.parse(body)),
    }
  }
  return [
    search('list'),
    search('by a common name', 'maria'),
    ...people.map(({ firstName, lastName }) => search('by full name', `${firstName} ${lastName}`)),
    ...people.map(({ lastName }) => search('by misspelt name', `${misspell(lastName)}q`)),
    ...people.map(({ phone }) => search('by phone', phone.slice(-10))),
    ...people.map(({ birthDate }) => search('by birth date', birthDate)),
    ...people.map(duplicate),
    ...people.map(
      ({ id }): Reading => ({
        ...{ name: 'open a person', call: { method: 'GET', path: `/api/contact/${id}`, headers } },
        run: (database, actor) => getContact(database, actor, id),
      }),
    ),
    ...intakes.map(
      ({ id }): Reading => ({
        ...{ name: 'open an intake', call: { method: 'GET', path: `/api/intake/${id}`, headers } },
        run: async (database, actor) => readIntake(database, await intakeOf(database, actor, id), ''),
      }),
    ),
  ]
}

/** @param part which half of the intakes these calls answer, so that two servers do not meet */
function callsOf(callers: Caller[], part: 0 | 1): CallKind[] {
  const random = numbersFrom(3)
  return [...new Set(callers.map(({ who }) => who))].flatMap((who) => {
    const own = callers.filter((caller) => caller.who === who)
    const kinds = new Map<string, Call[]>()
    for (const caller of own)
      for (const { name, call } of readingsOf(caller)) kinds.set(name, [...(kinds.get(name) ?? []), call])
    const reads = [...kinds].map(
      ([name, calls]): CallKind => ({ name, who, status: 200, next: () => oneOf(calls, random) }),
    )
    const drafts = own.flatMap(({ headers, intakes }) =>
      intakes.filter((_, at) => at % 2 === part).map((intake) => ({ ...intake, headers })),
    )
    let turn = 0
    const save = (): Call => {
      const draft = drafts[turn++ % drafts.length] as (typeof drafts)[number]
      const value = ['often', 'sometimes', 'never'][turn % 3]
      const answer = { item: 'worried', value, base: draft.revision++, changeId: randomUUID() }
      const body = JSON.stringify({ answers: [answer] })
      return { method: 'PUT', path: `/api/intake/${draft.id}/answers`, headers: draft.headers, body }
    }
    return [...reads, { name: 'save an answer', who, status: 200, next: save }]
  })
}

/** All kinds of calls that are measured. */
export async function preparePeopleCalls(opened: Opened): Promise<Prepared> {
  const callers = await makeCallers(opened)
  const file = join(opened.folder, `floor-people-${opened.size}.json`)
  await recordReads(opened.databaseUrl, file, callers, readingsOf)
  return { product: callsOf(callers, 0), floor: callsOf(callers, 1), floorEnvironment: { STATEMENTS: file } }
}
