import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { containing, findContactRow, listPhones, lockContact } from './person-queries.ts'
import {
  blankPerson,
  insertPerson,
  insertServedPerson,
  renamePerson,
  replacePhones,
  setPersonEmail,
  setPrimaryPhone,
  touchPerson,
  updatePerson,
} from './person-record.ts'

const { database } = await startTestApp()
const LOCK_NOT_AVAILABLE = '55P03'
const YEARS_AGO = '2020-01-01T00:00:00.000Z'
const person = { firstName: 'Ada', lastName: 'Moss', email: 'ada@example.test' }
const read = async (id: string) => {
  const row = await findContactRow(database, id)
  if (!row) throw new Error('There is no such person.')
  return row
}
/** As if nothing had changed for years. */
const age = (id: string) => database.updateTable('contact').set({ changedOn: YEARS_AGO }).where('id', '=', id).execute()
const isAged = async (id: string) => new Date((await read(id)).changedOn).toISOString() === YEARS_AGO
const phonesOf = async (id: string) =>
  (await listPhones(database, id)).map(({ phoneNumber, kind, isPrimary }) => [phoneNumber, kind, isPrimary])
const makeServed = async (given: object = {}) => {
  const { id: organizationId } = await makeOrganization(database)
  return insertServedPerson(database, { ...person, organizationId, ...given })
}

it('ORG-03 records the person behind an account, with a work number where one is given', async () => {
  const bare = await insertPerson(database, person)
  expect(await read(bare)).toMatchObject({ ...person, title: null, organizationId: null })
  expect(await phonesOf(bare)).toEqual([])
  const reached = await insertPerson(database, { ...person, title: 'Director', phoneNumber: '+17165550101' })
  expect((await read(reached)).title).toBe('Director')
  expect(await phonesOf(reached)).toEqual([['+17165550101', 'work', true]])
})

it('PREF-05 a new primary number takes the place of the one before, keeps its kind, and leaves the others', async () => {
  const id = await insertPerson(database, person)
  const other = await insertPerson(database, { ...person, phoneNumber: '+17165550109' })
  await replacePhones(database, id, [
    { phoneNumber: '+17165550102', kind: 'mobile', isPrimary: true },
    { phoneNumber: '+17165550103', kind: 'home', isPrimary: false },
  ])
  await setPrimaryPhone(database, id, '+17165550104')
  expect(await phonesOf(id)).toEqual([
    ['+17165550104', 'mobile', true],
    ['+17165550103', 'home', false],
  ])
  await setPrimaryPhone(database, id, null)
  expect(await phonesOf(id)).toEqual([['+17165550103', 'home', false]])
  await setPrimaryPhone(database, id, '+17165550105')
  expect(await phonesOf(id)).toEqual([
    ['+17165550105', 'work', true],
    ['+17165550103', 'home', false],
  ])
  expect(await phonesOf(other)).toEqual([['+17165550109', 'work', true]])
})

it('INT-01 of the numbers of a person exactly one is the primary: the one that is said, else the first', async () => {
  const id = await makeServed()
  const other = await makeServed()
  const phone = (phoneNumber: string, isPrimary: boolean) => ({ phoneNumber, kind: 'home' as const, isPrimary })
  const primaries = async () => (await phonesOf(id)).filter(([, , isPrimary]) => isPrimary).map(([number]) => number)
  await replacePhones(database, other, [phone('+17165550110', true)])
  await replacePhones(database, id, [phone('+17165550111', false), phone('+17165550112', false)])
  expect(await primaries()).toEqual(['+17165550111'])
  await replacePhones(database, id, [phone('+17165550111', false), phone('+17165550112', true)])
  expect(await primaries()).toEqual(['+17165550112'])
  await replacePhones(database, id, [phone('+17165550113', true), phone('+17165550114', true)])
  expect(await primaries()).toEqual(['+17165550113'])
  expect(await phonesOf(id)).toHaveLength(2)
  await replacePhones(database, id, [])
  expect(await phonesOf(id)).toEqual([])
  expect(await phonesOf(other)).toHaveLength(1)
})

it('ORG-03 changes the name or the address of one person alone, and notes when the name changed', async () => {
  const [id, other] = [await insertPerson(database, person), await insertPerson(database, person)]
  for (const each of [id, other]) await age(each)
  await setPersonEmail(database, id, 'new@example.test')
  expect([(await read(id)).email, await isAged(id)]).toEqual(['new@example.test', true])
  await setPersonEmail(database, id, null)
  expect((await read(id)).email).toBeNull()
  await renamePerson(database, id, { firstName: 'Eve', lastName: 'Lund', title: 'Nurse' })
  expect(await read(id)).toMatchObject({ firstName: 'Eve', lastName: 'Lund', title: 'Nurse' })
  expect(await isAged(id)).toBe(false)
  expect(await read(other)).toMatchObject(person)
  expect(await isAged(other)).toBe(true)
})

it('INT-01 counts activity on the record of somebody served, and not on that of an account', async () => {
  const [served, other, own] = [await makeServed(), await makeServed(), await insertPerson(database, person)]
  for (const id of [served, other, own]) await age(id)
  await touchPerson(database, served)
  await touchPerson(database, own)
  expect([await isAged(served), await isAged(other), await isAged(own)]).toEqual([false, true, true])
})

it('INT-01 changes a record to its next version and notes when', async () => {
  const [id, other] = [await makeServed(), await makeServed()]
  for (const each of [id, other]) await age(each)
  await updatePerson(database, id, { city: 'Buffalo', version: 7 })
  expect(await read(id)).toMatchObject({ city: 'Buffalo', version: 7, firstName: 'Ada' })
  expect(await read(other)).toMatchObject({ city: null, version: 1 })
  expect([await isAged(id), await isAged(other)]).toEqual([false, true])
})

it('F-22 blanks everything that a record says of a person, and keeps its id', async () => {
  const whole = {
    title: 'Ms',
    birthDate: '1990-02-03',
    language: 'es' as const,
    address1: '1 Elm Street',
    address2: 'Apt 2',
    city: 'Buffalo',
    stateProvince: 'NY',
    postalCode: '14201',
    note: 'Calls in the evening.',
  }
  const [id, other] = [await makeServed(whole), await makeServed(whole)]
  for (const each of [id, other])
    await replacePhones(database, each, [{ phoneNumber: '+17165550120', kind: 'home', isPrimary: true }])
  await age(id)
  const before = await read(id)
  expect(before).toMatchObject(whole)
  await blankPerson(database, id)
  const { id: same, version, changedOn, createdOn, createdBy, ...rest } = await read(id)
  expect([same, version, createdOn, createdBy]).toEqual([id, before.version + 1, before.createdOn, before.createdBy])
  expect(Date.parse(changedOn)).toBeGreaterThan(Date.parse(YEARS_AGO))
  expect(Object.values(rest).filter((value) => value !== null && value !== '')).toEqual([])
  expect([rest.firstName, rest.lastName]).toEqual(['', ''])
  expect(await phonesOf(id)).toEqual([])
  expect(await read(other)).toMatchObject(whole)
  expect(await phonesOf(other)).toHaveLength(1)
})

it('INT-01 looks for every sign of a search as itself', async () => {
  const organizationId = (await makeOrganization(database)).id
  for (const firstName of ['a%b', 'a_b', 'a\\b', 'axb'])
    await insertServedPerson(database, { ...person, firstName, organizationId })
  const found = async (text: string) => {
    const rows = await database
      .selectFrom('contact')
      .select('firstName')
      .where('organizationId', '=', organizationId)
      .where('firstName', 'like', containing(text))
      .execute()
    return rows.map(({ firstName }) => firstName).sort()
  }
  expect(await found('%')).toEqual(['a%b'])
  expect(await found('_')).toEqual(['a_b'])
  expect(await found('\\')).toEqual(['a\\b'])
  expect(await found('B')).toEqual(['a%b', 'a\\b', 'a_b', 'axb'])
  expect(await found('a%b_')).toEqual([])
})

it('F-22 holds the record of a person until the transaction ends, for readers together and for a change alone', async () => {
  const id = await makeServed()
  const tryIn = (strength: 'key share' | 'share' | 'update', held: 'share' | 'no-key-update' | 'update') =>
    database.transaction().execute(async (one) => {
      expect(await lockContact(one, id, held)).toMatchObject({ id, ...person })
      const second = database.transaction().execute((two) => {
        const lock = two.selectFrom('contact').select('id').where('id', '=', id)
        return lock.modifyEnd(sql.raw(`for ${strength} nowait`)).execute()
      })
      return second.then(
        () => 'taken',
        (error: { code: string }) => (error.code === LOCK_NOT_AVAILABLE ? 'waits' : error.code),
      )
    })
  expect(await tryIn('share', 'share')).toBe('taken')
  expect(await tryIn('update', 'share')).toBe('waits')
  expect(await tryIn('share', 'update')).toBe('waits')
  expect(await tryIn('share', 'no-key-update')).toBe('waits')
  // What a row takes that refers to the record.
  expect(await tryIn('key share', 'no-key-update')).toBe('taken')
  expect(await tryIn('key share', 'update')).toBe('waits')
  expect(await lockContact(database, crypto.randomUUID(), 'share')).toBeUndefined()
})
