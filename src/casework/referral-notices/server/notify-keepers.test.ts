import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { notifyKeepers } from './notify-referral.ts'

const app = await startTestApp()
const { database } = app
const product = { productName: 'Hearthline', publicUrl: 'https://portal.test', mailDetail: 'full' } as const

/** An organization whose staff has these roles, and who of them is notified of an act on a record that it keeps. */
async function makeKeepers(roles: ('admin' | 'staff')[]) {
  const { id: organizationId } = await makeOrganization(database)
  const staff: { id: string; email: string }[] = []
  for (const role of roles) {
    const given = role === 'admin' ? { roles: ['organization-admin' as const] } : {}
    staff.push((await app.someone({ organizationId, ...given })).account)
  }
  const emails = staff.map(({ email }) => email)
  const tell = async (act: Partial<Parameters<typeof notifyKeepers>[2]> = {}) => {
    await database.deleteFrom('message').where('recipient', 'in', emails).execute()
    await database.transaction().execute((transaction) =>
      notifyKeepers(transaction, product, {
        ...{ eventId: randomUUID(), what: 'consentWithdrawn', contactId: randomUUID(), organizationId, actorId: null },
        ...act,
      }),
    )
    const sent = await database.selectFrom('message').select('recipient').where('recipient', 'in', emails).execute()
    return sent.map(({ recipient }) => emails.indexOf(recipient ?? '')).sort()
  }
  return { ids: staff.map(({ id }) => id), tell }
}

it('INT-13 the admins learn of a withdrawal, without any the whole staff, and never who did it', async () => {
  const led = await makeKeepers(['admin', 'staff', 'admin', 'staff'])
  expect(await led.tell()).toEqual([0, 2])
  expect(await led.tell({ actorId: led.ids[0] as string })).toEqual([2])
  const small = await makeKeepers(['staff', 'staff'])
  expect(await small.tell()).toEqual([0, 1])
  expect(await small.tell({ actorId: small.ids[1] as string })).toEqual([0])
})

it('INT-13 those of the staff whom it concerns learn of it too, once, and nobody of other organizations', async () => {
  const { ids, tell } = await makeKeepers(['admin', 'staff', 'staff'])
  const elsewhere = await makeKeepers(['staff'])
  expect(await tell({ concerned: [ids[1] as string] })).toEqual([0, 1])
  expect(await tell({ concerned: [ids[0] as string, ids[2] as string, ...elsewhere.ids] })).toEqual([0, 2])
  expect(await tell({ concerned: [ids[1] as string], actorId: ids[1] as string })).toEqual([0])
})

it('INT-14 who asked a person learns of the answer instead of the admins, while they work there', async () => {
  const { ids, tell } = await makeKeepers(['admin', 'staff', 'staff'])
  expect(await tell({ askedBy: ids[1] as string, what: 'consentGiven' })).toEqual([1])
  expect(await tell({ askedBy: randomUUID(), what: 'consentRefused' })).toEqual([0])
})
