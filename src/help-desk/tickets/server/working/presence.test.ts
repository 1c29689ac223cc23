import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'

const product = await startTestApp()
const { database } = product
const path = '/api/supportPortal/supportRequest/'
const someone = async (given: Parameters<typeof product.someone>[0]) => ({
  ...(await product.someone(given)),
  tabId: randomUUID(),
})
type Person = Awaited<ReturnType<typeof someone>>
const east = await makeOrganization(database)
const west = await makeOrganization(database)
const ana = await someone({ organizationId: east.id, firstName: 'Ana' })
const ben = await someone({ organizationId: east.id, firstName: 'Ben' })
const cho = await someone({ organizationId: west.id, firstName: 'Cho' })
const sue = await someone({ roles: ['support-agent'], firstName: 'Sue' })
const tom = await someone({ roles: ['platform-admin'], firstName: 'Tom' })
const open = async (call: Caller) => (await call('POST', path, newTicket)).body.id as string
const say = async ({ call, tabId }: Pick<Person, 'call' | 'tabId'>, id: string, state = 'looking') => {
  const { status, body } = await call('POST', `${path}${id}/presence`, { tabId, state })
  return status === 200
    ? body.items.map((x: { contact: { firstName: string }; state: string }) => `${x.contact.firstName} ${x.state}`)
    : status
}

it('D-HD-1 D-PERM-1 who looks at a ticket or writes on it is told to those who see it, agents only to agents', async () => {
  const id = await open(ana.call)
  expect(await say(ana, id)).toEqual([])
  expect(await say(ben, id, 'writing')).toEqual(['Ana looking'])
  expect(await say(sue, id)).toEqual(['Ana looking', 'Ben writing'])
  expect(await say(tom, id, 'writing')).toEqual(['Ana looking', 'Ben writing', 'Sue looking'])
  expect(await say(sue, id)).toEqual(['Ana looking', 'Ben writing', 'Tom writing'])
  expect(await say(ana, id)).toEqual(['Ben writing'])
  expect(await say(cho, id)).toBe(404)
  expect(await say(ben, id, 'gone')).toEqual(['Ana looking'])
  expect(await say(ana, id)).toEqual([])
})

it('D-HD-1 lists a person with two tabs once, as writing if one is, until both have closed or gone silent', async () => {
  const id = await open(ana.call)
  const second = { ...ben, tabId: randomUUID() }
  await say(ben, id)
  await say(second, id, 'writing')
  expect(await say(ana, id)).toEqual(['Ben writing'])
  await say(second, id, 'gone')
  expect(await say(ana, id)).toEqual(['Ben looking'])
  await sql`update support_request_presence set seen_on = now() - interval '41 seconds' where account_id = ${ben.account.id}`.execute(
    database,
  )
  expect(await say(ana, id)).toEqual([])
  for (let i = 0; i < 14; i++) await say({ ...ben, tabId: randomUUID() }, id)
  const { rows } = await sql`select 1 from support_request_presence where account_id = ${ben.account.id}`.execute(
    database,
  )
  expect(rows).toHaveLength(10)
})

it('D-HD-1 a change of presence is told live to those who may know it, a heartbeat that says nothing new to nobody', async () => {
  const id = await open(ana.call)
  await sql`delete from event`.execute(database)
  const audiences = async () =>
    (
      await database.selectFrom('event').select('audience').where('type', '=', 'ticketPresence').orderBy('id').execute()
    ).map(({ audience }) => audience.toSorted())
  await say(sue, id)
  await say(sue, id)
  const agents = ['role:platform-admin', 'role:support-agent']
  expect(await audiences()).toEqual([agents])
  await say(ben, id)
  await say(ben, id, 'writing')
  await say(ben, id, 'gone')
  await say(ben, id, 'gone')
  const all = [`account:${ana.account.id}`, `organization:${east.id}`, ...agents].toSorted()
  expect(await audiences()).toEqual([agents, all, all, all])
})
