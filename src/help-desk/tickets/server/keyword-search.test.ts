import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { HIGH } from '../support-request.ts'

const product = await startTestApp()
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'
const east = await makeOrganization(database, { name: 'Eastside Pantry' })
const west = await makeOrganization(database, { name: 'Westside Shelter' })
const ana = await someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruíz', email: 'ana@pantry.test' })
const cho = await someone({ organizationId: west.id, firstName: 'Cho', lastName: 'Lin' })
const robin = await someone({ roles: ['community-member'], firstName: 'Robin' })
const sue = await someone({ roles: ['support-agent'] })

const open = async (call: Caller, given: object = {}) => (await call('POST', path, { ...newTicket, ...given })).body
const [ofAna, ofCho, ofRobin] = [await open(ana.call), await open(cho.call), await open(robin.call, { priority: HIGH })]
const note = (call: Caller, id: string, noteText: string, visibility = 'public') =>
  call('POST', `${path}${id}/note`, { noteText, visibility })
const found = async (call: Caller, query: string): Promise<string[]> => {
  const { status, body } = await call('GET', `${path}?${query}`)
  expect(status, query).toBe(200)
  return body.items.map(({ id }: { id: string }) => id)
}
await note(sue.call, ofCho.id, 'The giraffe sits in the router')
await note(sue.call, ofAna.id, 'Her zebra may be misused', 'internal')

const orders = ['', '&sort=priority', '&sort=status&direction=desc', '&sort=createdByPortalAccount']

it('HD-04 HD-05 a keyword finds the words of notes, each reader those that they may read', async () => {
  for (const order of orders) {
    expect(await found(sue.call, `keyword=giraffes${order}`), order).toEqual([ofCho.id])
    expect(await found(sue.call, `keyword=router+giraffe${order}`), order).toEqual([ofCho.id])
    expect(await found(sue.call, `keyword=zebra${order}`), order).toEqual([ofAna.id])
  }
  expect(await found(cho.call, 'keyword=giraffe')).toEqual([ofCho.id])
  expect(await found(ana.call, 'keyword=giraffe')).toEqual([])
  // Even the ticket's own reporter cannot find an internal note; only support can.
  expect(await found(ana.call, 'keyword=zebra')).toEqual([])
  expect(await found(sue.call, 'keyword=giraffe+zebra')).toEqual([])
})

it('HD-04 HD-06 a keyword finds the reporter by name and address, and the organization, within what the reader sees', async () => {
  for (const order of orders) {
    expect(await found(sue.call, `keyword=ana+ruiz${order}`), order).toEqual([ofAna.id])
    expect(await found(sue.call, `keyword=ana%40pantry${order}`), order).toEqual([ofAna.id])
    expect(await found(sue.call, `keyword=westside+she${order}`), order).toEqual([ofCho.id])
  }
  expect(await found(ana.call, 'keyword=ruiz')).toEqual([ofAna.id])
  expect(await found(ana.call, 'keyword=cho+lin')).toEqual([])
  expect(await found(robin.call, 'keyword=cho')).toEqual([])
  expect(await found(sue.call, 'keyword=westside&status=Closed')).toEqual([])
  expect(await found(sue.call, 'keyword=%25')).toEqual([])
})

it('HD-04 HD-05 what a keyword finds comes in pages, each ticket once', async () => {
  const more = []
  for (let i = 0; i < 5; i++) more.push(await open(cho.call, { description: `A giraffe at Westside ${i}` }))
  await note(sue.call, more[2].id, 'One more giraffe at Westside')
  const all: string[] = []
  for (let cursor = ''; cursor !== 'end'; ) {
    const { body } = await sue.call('GET', `${path}?keyword=giraffe&limit=2${cursor && `&cursor=${cursor}`}`)
    all.push(...body.items.map(({ id }: { id: string }) => id))
    cursor = body.nextCursor ?? 'end'
  }
  expect(all).toEqual([...more.toReversed().map(({ id }) => id), ofCho.id])
})

it('HD-04 HD-05 narrows by priority, organization and assignee, and the counts follow the filters', async () => {
  expect(await found(sue.call, 'priority=High')).toEqual([ofRobin.id])
  expect(await found(sue.call, `priority=${encodeURIComponent(HIGH)}&priority=Medium`)).toEqual([ofRobin.id])
  expect(await found(sue.call, `organizationId=${east.id}`)).toEqual([ofAna.id])
  expect(await found(sue.call, `organizationId=${east.id}&priority=Low&sort=status`)).toEqual([ofAna.id])
  expect(await found(ana.call, `organizationId=${west.id}`)).toEqual([])
  await sue.call('POST', `${path}bulk`, {
    tickets: [{ id: ofRobin.id, version: ofRobin.version }],
    change: { assigneeId: sue.account.id },
  })
  expect(await found(sue.call, `assignee=${sue.account.id}&priority=High`)).toEqual([ofRobin.id])
  const counts = async (query: string) => (await sue.call('GET', `${path}counts?${query}`)).body
  expect((await counts('priority=High')).status).toMatchObject({ Open: 1, Closed: 0 })
  expect(await counts('priority=High')).toMatchObject({ mine: 1, unassigned: 0, needsAnswer: 1 })
  expect((await counts(`organizationId=${east.id}`)).status.Open).toBe(1)
  expect((await counts('startDate=2020-01-01&endDate=2020-01-02')).status.Open).toBe(0)
  expect((await sue.call('GET', `${path}?priority=Urgent`)).status).toBe(400)
  expect((await sue.call('GET', `${path}?organizationId=none`)).status).toBe(400)
})

it('HD-04 HD-05 a ticket number and a keyword together look in notes, reporters and organizations too', async () => {
  const org = await makeOrganization(database, { name: 'Quokka Center' })
  const kim = await someone({ organizationId: org.id, firstName: 'Kim', lastName: 'Ostrander' })
  const [mine, other] = [await open(kim.call), await open(kim.call)]
  await note(sue.call, mine.id, 'The narwhal is fixed')
  const of = (ticket: { ticketNumber: string }, keyword: string) =>
    found(sue.call, `ticketNumber=${ticket.ticketNumber}&keyword=${keyword}`)
  expect(await of(mine, 'narwhal')).toEqual([mine.id])
  expect(await of(other, 'narwhal')).toEqual([])
  expect(await of(other, 'ostrander')).toEqual([other.id])
  expect(await of(other, 'quokka')).toEqual([other.id])
  expect(await found(sue.call, 'ticketNumber=HD&keyword=narwhal')).toEqual([mine.id])
})

it('HD-04 HD-05 names of organizations and people without tickets, and notes of others, crowd nothing out', async () => {
  const zinnia = await makeOrganization(database, { name: 'Zinnia Works' })
  const dee = await someone({ organizationId: zinnia.id, firstName: 'Dee', lastName: 'Quince' })
  const ofDee = await open(dee.call)
  await sql`insert into organization (name) select 'Zinnia ' || n from generate_series(1, 60) n`.execute(database)
  await sql`with people as (insert into contact (first_name, last_name)
      select 'Dee', 'Quince' || n from generate_series(1, 60) n returning id)
    insert into account (contact_id, email) select id, id || '@quince.test' from people`.execute(database)
  // Otherwise, rows from before the last vacuum would come first just because of their place on disk.
  await sql`update organization set name = name where id = ${zinnia.id}::uuid`.execute(database)
  expect(await found(sue.call, 'keyword=zinnia')).toEqual([ofDee.id])
  expect(await found(sue.call, 'keyword=quince')).toEqual([ofDee.id])
  await sql`insert into support_request_note (support_request_id, note_text, created_by)
    select ${ofCho.id}::uuid, 'A marmot, again ' || n, ${sue.account.id}::uuid from generate_series(1, 2100) n`.execute(
    database,
  )
  await note(sue.call, ofDee.id, 'A marmot ate the cable')
  expect(await found(dee.call, 'keyword=marmot')).toEqual([ofDee.id])
})
