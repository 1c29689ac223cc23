import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { type Answer, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'

const product = await startTestApp()
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'
const east = await makeOrganization(database)
const ana = await someone({ organizationId: east.id })
const boss = await someone({ organizationId: east.id, roles: ['organization-admin'] })
const root = await someone({ roles: ['platform-admin'] })
const open = async (): Promise<{ id: string; version: number }> => (await ana.call('POST', path, newTicket)).body

/**
 * Makes calls while a ticket is locked, each as soon as the previous one waits for a row; then releases all of them.
 */
async function queuedAt(ticketId: string, calls: (() => Promise<Answer>)[]) {
  const { going } = await database.transaction().execute(async (transaction) => {
    await sql`select 1 from support_request where id = ${ticketId} for update`.execute(transaction)
    const made: Promise<Answer>[] = []
    for (const call of calls) {
      made.push(call())
      await vi.waitFor(async () => {
        const waiting = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
        expect(waiting.rows).toHaveLength(made.length)
      }, 10_000)
    }
    // In an object, because promises alone would be awaited before the commit.
    return { going: made }
  })
  return (await Promise.all(going)).map(({ status }) => status)
}

it('D-HD-1 a merge and a new name of the organization never wait for each other in a circle', async () => {
  // For newly created tickets, the merge locks the later one first.
  let [later, earlier] = [await open(), await open()]
  while (later.id < earlier.id) [later, earlier] = [earlier, await open()]
  const { version } = (await root.call('GET', `/api/organization/${east.id}`)).body
  const statuses = await queuedAt(earlier.id, [
    () => root.call('POST', `${path}merge`, { target: later, duplicates: [earlier] }),
    () => root.call('PUT', '/api/organization/', { id: east.id, version, name: 'Renamed House' }),
  ])
  expect(statuses).toEqual([200, 200])
})

it('ORG-03 HDV-06 a note and a new address of its writer never wait for each other in a circle', async () => {
  const ticket = await open()
  const email = 'ana-moved@example.test'
  const { version } = (await boss.call('GET', `/api/portalAccount/${ana.account.id}`)).body
  await boss.call('PUT', '/api/portalAccount/', { id: ana.account.id, version, email })
  await product.workJobs()
  const codeIn = async (mailbox: string) => {
    const texts = (await product.outbox(mailbox)).map(({ text }) => /account\/confirm\/([\w-]+)/.exec(text)?.[1])
    return texts.find(Boolean)
  }
  await product.anonymous('POST', `/api/accountChange/${await codeIn(ana.account.email)}/confirm`)
  const code = await codeIn(email)
  const statuses = await queuedAt(ticket.id, [
    () => ana.call('POST', `${path}${ticket.id}/note`, { noteText: 'Still so' }),
    () => product.anonymous('POST', `/api/accountChange/${code}/confirm`),
  ])
  expect(statuses).toEqual([201, 200])
})
