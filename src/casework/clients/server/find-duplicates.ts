import { sql } from 'kysely'
import { comparePeople, MOST_SHARING, type PersonTraits } from '#casework/person-likeness/likeness.ts'
import { otherFirstNames } from '#casework/person-likeness/probe.ts'
import {
  ALIKE,
  countShared,
  listAlike,
  listTraits,
  type Probe,
  personRecord,
  phoneOf,
  readTraits,
} from '#identity/people/server/people-public.ts'
import { readPhone } from '#platform/schema/phone-number.ts'
import { trigramLikeness } from '#platform/schema/word-likeness.ts'
import type { Database } from '#platform/server/database.ts'
import type { ContactInList, DuplicateQuery, LikelyDuplicate } from '../contact-record.ts'
import { type Reader, recordAccess } from './record-access.ts'

const most = 20

/** What is looked for, of what was typed so far. */
const probeOf = ({ phones, ...typed }: DuplicateQuery): Probe => ({
  firstName: typed.firstName,
  lastName: typed.lastName,
  otherFirstNames: otherFirstNames(typed.firstName),
  birthDate: typed.birthDate ?? null,
  email: typed.email || null,
  address1: typed.address1 ?? null,
  postalCode: typed.postalCode ?? null,
  phones: phones.flatMap(({ phoneNumber }) => readPhone(phoneNumber) ?? []),
})

type Shared = Awaited<ReturnType<typeof countShared>>

/** What speaks for one person: what is the same, otherwise what is alike if it is enough. Empty: too little. */
function reasonsFor(typed: PersonTraits, person: PersonTraits, shared: Shared) {
  const likeness = comparePeople(typed, person, shared)
  const isFew = (value: string) => shared.sharedBy(value) <= MOST_SHARING
  const name = (one: PersonTraits) => `${one.firstName} ${one.lastName}`
  const same: LikelyDuplicate['reasons'] = []
  if (typed.birthDate && typed.birthDate === person.birthDate && trigramLikeness(name(typed), name(person)) >= ALIKE)
    same.push('birth-date-and-name')
  if (typed.email && typed.email === person.email) same.push('email')
  if (typed.phones.some((number) => person.phones.includes(number) && isFew(number))) same.push('phone')
  if (likeness.isSameName) same.push('same-name')
  const reasons = same.length ? same : likeness.level ? likeness.reasons : []
  return { id: person.id, score: likeness.score, reasons }
}

/**
 * People of one organization who may be the person described, most likely first: by their names as they are spelled,
 * sound and are shortened, birth date, phone numbers, e-mail address and address. The access is recorded.
 */
export async function findDuplicates(
  database: Database,
  reader: Reader & { organizationId: string },
  query: DuplicateQuery,
): Promise<LikelyDuplicate[]> {
  const { organizationId } = reader
  const probe = probeOf(query)
  const alike = await listAlike(database, organizationId, [probe])
  const typed = await readTraits(database, probe)
  const people = await listTraits(
    database,
    alike.map(({ id }) => id).filter((id) => id !== query.exceptId),
  )
  const shared = await countShared(database, organizationId, [typed, ...people])
  const found = people
    .map((person) => reasonsFor(typed, person, shared))
    .filter(({ reasons }) => reasons.length)
    .sort((one, other) => other.score - one.score || one.id.localeCompare(other.id))
    .slice(0, most)
  const ids = found.map(({ id }) => id)
  const { rows } = await sql<ContactInList>`
    select id, first_name, last_name, birth_date, email, city, postal_code, created_on,
      ${phoneOf(sql`person.id`)} as primary_phone
    from ${personRecord.as('person')} where id = any(${ids}::uuid[])`.execute(database)
  await recordAccess(database, reader, ids, { way: 'duplicate' })
  return found.flatMap(({ id, reasons }) => {
    const row = rows.find((person) => person.id === id)
    return row ? [{ ...row, reasons }] : []
  })
}
