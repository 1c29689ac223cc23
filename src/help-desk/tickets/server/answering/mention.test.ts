import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freezeAccount } from '#identity/accounts/server/accounts-public.ts'
import { isAcknowledgement } from '#test/acknowledgement.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'

const product = await startTestApp({ PUBLIC_URL: 'https://portal.example.test' })
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'

const east = await makeOrganization(database, { name: 'Eastside' })
const west = await makeOrganization(database, { name: 'Westside' })
const ana = await someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruiz' })
const ben = await someone({ organizationId: east.id, firstName: 'Ben', lastName: 'Núñez', language: 'es' })
const cho = await someone({ organizationId: west.id, firstName: 'Cho', lastName: 'Lin' })
const served = await someone({ organizationId: east.id, roles: ['community-member'], firstName: 'Val', lastName: 'Ek' })
const agent = await someone({ roles: ['support-agent'], firstName: 'Sue', lastName: 'Porter' })
const admin = await someone({ roles: ['platform-admin'], firstName: 'Pia', lastName: 'Moor' })

const open = async (call: Caller, receiveEmailUpdates = false) =>
  (await call('POST', path, { ...newTicket, receiveEmailUpdates })).body as {
    id: string
    ticketNumber: string
    version: number
  }
const note = (call: Caller, id: string, mentioned: { account: { id: string } }[], more: object = {}) =>
  call('POST', `${path}${id}/note`, {
    noteText: 'Look at this',
    mentionedAccountIds: mentioned.map(({ account }) => account.id),
    ...more,
  })
const offered = async (call: Caller, id: string, query = '') =>
  (await call('GET', `${path}${id}/mentionable${query}`)).body.items.map(
    ({ contact }: { contact: { firstName: string } }) => contact.firstName,
  )
const mailsTo = async (email: string) => {
  await product.workJobs()
  return product.outbox(email)
}
const mentionsOf = async (call: Caller) => (await call('GET', '/api/supportPortal/mention/')).body.items

it('NOTE-01 F-24 ‘@’ offers only people who may read the note, and reporters only agents on the ticket', async () => {
  const { id } = await open(ana.call)
  expect(await offered(ana.call, id)).toEqual(['Ben'])
  await note(agent.call, id, [])
  expect(await offered(ana.call, id)).toEqual(['Ben', 'Sue'])
  expect(await offered(agent.call, id)).toEqual(['Ana', 'Ben', 'Pia'])
  expect(await offered(agent.call, id, '?visibility=internal')).toEqual(['Pia'])
  expect(await offered(agent.call, id, '?text=NUN')).toEqual(['Ben'])
  expect(await offered(agent.call, id, '?text=%25')).toEqual([])
  expect((await ana.call('GET', `${path}${id}/mentionable?visibility=internal`)).status).toBe(403)
  expect((await cho.call('GET', `${path}${id}/mentionable`)).status).toBe(404)
  const [first] = (await ana.call('GET', `${path}${id}/mentionable?text=sue`)).body.items
  expect(first).toEqual({
    id: agent.account.id,
    contact: { firstName: 'Sue', lastName: 'Porter' },
    isAgent: true,
  })
})

it('HDV-07 whoever is mentioned hears once by mail and in the portal, until they have seen it', async () => {
  const ticket = await open(ana.call, true)
  const made = await note(agent.call, ticket.id, [ana, ben, ana, agent])
  expect(made.status).toBe(201)
  expect(made.body.mentions.map((m: { id: string }) => m.id)).toEqual([ana.account.id, ben.account.id])
  expect(JSON.stringify(made.body.mentions)).not.toContain('@')
  const mails = (await mailsTo(ana.account.email)).filter(
    (mail) => mail.subject.includes(ticket.ticketNumber) && !isAcknowledgement(mail),
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.html).toContain(`Sue Porter mentioned you in a note to ${ticket.ticketNumber}`)
  expect((await mailsTo(ben.account.email))[0]?.html).toContain(`le mencionó en una nota de ${ticket.ticketNumber}`)
  expect(await mentionsOf(agent.call)).toEqual([])
  expect(await mentionsOf(ben.call)).toEqual([
    {
      noteId: made.body.id,
      supportRequestId: ticket.id,
      ticketNumber: ticket.ticketNumber,
      visibility: 'public',
      createdOn: made.body.createdOn,
      createdByPortalAccount: { id: agent.account.id, contact: { firstName: 'Sue', lastName: 'Porter' } },
    },
  ])
  const { rows } = await sql`select audience from event where type = 'supportRequestMention'
    and subject_id = ${ben.account.id}`.execute(database)
  expect(rows).toEqual([{ audience: [`account:${ben.account.id}`] }])
  expect((await ben.call('POST', `${path}${ticket.id}/mention/seen`)).status).toBe(204)
  expect(await mentionsOf(ben.call)).toEqual([])
  expect(await mentionsOf(ana.call)).toHaveLength(1)
})

it('D-PERM-1 nobody can be mentioned who may not read the note, and who they are is not told', async () => {
  const { id } = await open(ana.call)
  for (const [call, mentioned, more] of [
    [ana.call, [cho], {}],
    [ana.call, [served], {}],
    // An agent not involved in the ticket: reporters cannot mention them.
    [ana.call, [admin], {}],
    [ana.call, [{ account: { id: crypto.randomUUID() } }], {}],
    [agent.call, [ana], { visibility: 'internal' }],
  ] as const) {
    const refused = await note(call, id, [...mentioned], more)
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'mentionedAccountIds', message: 'mention-unknown' }],
    ])
  }
  expect((await ana.call('GET', `${path}${id}`)).body.notes).toEqual([])
  expect((await note(agent.call, id, [admin], { visibility: 'internal' })).status).toBe(201)
})

it('HD-06 a mention in a note that one may no longer read is not shown any more', async () => {
  const { id } = await open(ana.call)
  const moving = await someone({ roles: ['support-agent'], organizationId: east.id })
  await note(agent.call, id, [moving], { visibility: 'internal' })
  expect(await mentionsOf(moving.call)).toHaveLength(1)
  await sql`update account_role set role = 'organization-staff' where account_id = ${moving.account.id}`.execute(
    database,
  )
  expect(await mentionsOf(moving.call)).toEqual([])
})

it('HDV-01 watching a ticket and its ‘Receive Email Updates’ are one subscription', async () => {
  const ticket = await open(ana.call)
  const watch = (call: Caller, receiveEmailUpdates: unknown) =>
    call('PUT', `${path}${ticket.id}/watch`, { receiveEmailUpdates })
  expect((await watch(ben.call, true)).body).toEqual({ receiveEmailUpdates: true })
  expect((await ben.call('GET', `${path}${ticket.id}`)).body).toMatchObject({ receiveEmailUpdates: true, version: 1 })
  await watch(ben.call, true)
  expect((await ben.call('GET', `${path}${ticket.id}`)).body.auditRecords).toHaveLength(2)
  const watchers = async () =>
    (await agent.call('GET', `${path}${ticket.id}/watcher`)).body.items.map((w: { email: string }) => w.email)
  expect(await watchers()).toEqual([ben.account.email])
  await ben.call('PUT', path, { ...ticket, status: 'Open', receiveEmailUpdates: false })
  expect(await watchers()).toEqual([])
  expect((await watch(cho.call, true)).status).toBe(404)
  expect((await watch(ben.call, 'yes')).body.errors[0].path).toBe('receiveEmailUpdates')
  expect((await ana.call('GET', `${path}${ticket.id}/watcher`)).status).toBe(403)
})

it('HDV-07 a frozen account hears nothing: its mailbox may be a thief’s', async () => {
  const ticket = await open(ana.call)
  const frozen = await someone({ organizationId: east.id })
  await frozen.call('PUT', `${path}${ticket.id}/watch`, { receiveEmailUpdates: true })
  await sql`insert into account_freeze (account_id, recovery_email, told_on)
    values (${frozen.account.id}, 'old@example.test', now())`.execute(database)
  await note(agent.call, ticket.id, [])
  expect(await mailsTo(frozen.account.email)).toEqual([])
  expect((await note(agent.call, ticket.id, [frozen])).status).toBe(400)
})

it('D-ACT-1 a watcher whose account is frozen stays on the list, marked', async () => {
  const ticket = await open(ana.call)
  const held = await someone({ organizationId: east.id, firstName: 'Hal', lastName: 'Held' })
  await ben.call('PUT', `${path}${ticket.id}/watch`, { receiveEmailUpdates: true })
  await held.call('PUT', `${path}${ticket.id}/watch`, { receiveEmailUpdates: true })
  await freezeAccount(database, held.account.id, {
    recoveryEmail: 'old@example.test',
    toldOn: new Date().toISOString(),
  })
  const { items } = (await agent.call('GET', `${path}${ticket.id}/watcher`)).body
  const marks = items.map((w: { id: string; isOnHold: boolean }) => [w.id, w.isOnHold])
  expect(Object.fromEntries(marks)).toEqual({ [ben.account.id]: false, [held.account.id]: true })
  await database.updateTable('account').set({ deactivatedOn: sql`now()` }).where('id', '=', held.account.id).execute()
  expect((await agent.call('GET', `${path}${ticket.id}/watcher`)).body.items).toHaveLength(1)
})
