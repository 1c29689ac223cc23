import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeDesk } from '#test/merge-desk.ts'
import { safeAt, safeRules } from '#test/safe-contact.ts'
import type { SafeContactChange } from '../safe-contact.ts'

const app = await startTestApp()
const NUMBER = '+17165550142'

/** Two records of one person, merged on demand, and how each may be contacted. */
async function makePair() {
  const { call, record, get, merge, merged, undo, pair } = await makeDesk(app)
  const phones = [{ phoneNumber: NUMBER }]
  const [own, other] = [await record({ phones }), await record({ phones })]
  const save = async (id: string, given: Partial<SafeContactChange>) =>
    expect((await call('PUT', `/api/contact/${id}/safeContact`, safeRules(given))).status).toBe(200)
  /** Without when it was saved, and how often. */
  const rulesOf = async (id: string) => {
    const { changedOn: _, version: __, ...rules } = (await get(id)).safeContact ?? { changedOn: '', version: 0 }
    return Object.keys(rules).length ? rules : null
  }
  const split = async () => undo((await merged(own.id))[0].mergeId)
  const since = async () => (await merged(own.id))[0].since
  const compare = async () => {
    const { body } = await call('GET', `/api/personPair/${await pair(own.id, other.id)}`)
    const { counts } = body.rows.find(({ table }: { table: string }) => table === 'safe_contact')
    return body.people[0].id === own.id ? counts : counts.toReversed()
  }
  return { own, other, save, rulesOf, since, compare, split, merge: () => merge(own.id, other.id), get }
}

it('INT-15 INT-12 rules that only one record has hold after a merge, and after its undo for that one alone', async () => {
  const { own, other, save, rulesOf, since, compare, split, merge } = await makePair()
  expect(await compare()).toEqual([0, 0])
  await save(other.id, { phones: [safeAt(NUMBER)], avoid: 'the court' })
  expect(await compare()).toEqual([0, 1])
  const theirs = await rulesOf(other.id)
  await merge()
  expect(await rulesOf(own.id)).toEqual(theirs)
  // That the merge brought them is no change since.
  expect(await since()).toEqual([])
  expect((await split()).status).toBe(200)
  expect([await rulesOf(own.id), await rulesOf(other.id)]).toEqual([null, theirs])
})

it('INT-15 INT-12 rules of the record that stays are as before where the other has none', async () => {
  const { own, other, save, rulesOf, split, merge, get } = await makePair()
  await save(own.id, { phones: [safeAt(NUMBER)], askFor: 'Sister Ann' })
  const mine = (await get(own.id)).safeContact
  await merge()
  expect((await get(own.id)).safeContact).toEqual(mine)
  await split()
  expect((await get(own.id)).safeContact).toEqual(mine)
  expect(await rulesOf(other.id)).toBeNull()
})

it('INT-15 INT-12 the undo of a merge restores the rules of both, unless they were changed since', async () => {
  for (const isChanged of [false, true]) {
    const { own, other, save, rulesOf, since, split, merge, get } = await makePair()
    await save(own.id, { phones: [safeAt(NUMBER)], mayMail: true })
    await save(other.id, { phones: [{ ...safeAt(NUMBER), mayCall: false }], mayMail: true, isDiscreet: true })
    const [mine, theirs] = [await rulesOf(own.id), await rulesOf(other.id)]
    await merge()
    const { safeContact } = await get(own.id)
    expect(safeContact).toMatchObject({ isDiscreet: true, phones: [{ mayCall: false, mayText: true }], mayMail: true })
    expect(safeContact?.version).toBe(2)
    if (isChanged) await save(own.id, { doNotContact: true, version: 2 })
    const changed = await rulesOf(own.id)
    expect(await since()).toEqual(isChanged ? [{ table: 'safe_contact', count: 1 }] : [])
    await split()
    expect([await rulesOf(own.id), await rulesOf(other.id)]).toEqual([isChanged ? changed : mine, theirs])
  }
})
