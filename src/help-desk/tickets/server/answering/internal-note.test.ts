import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { makeImage, uploadImage } from '#test/images.ts'

const product = await startTestApp({ PUBLIC_URL: 'https://portal.example.test' })
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'

const east = await makeOrganization(database, { name: 'Eastside' })
const ana = await someone({ organizationId: east.id, firstName: 'Ana', lastName: 'Ruiz' })
const boss = await someone({ organizationId: east.id, roles: ['organization-admin'], firstName: 'Bo', lastName: 'Ito' })
const agent = await someone({ roles: ['support-agent'], firstName: 'Sue', lastName: 'Porter' })
const second = await someone({ roles: ['support-agent'], firstName: 'Ivo', lastName: 'Blum', language: 'es' })
const admin = await someone({ roles: ['platform-admin'], firstName: 'Pia', lastName: 'Moor' })
const developer = await someone({ roles: ['developer'] })

const SECRET = 'She is in dispute with us: careful'
const open = async (call: Caller) =>
  (await call('POST', path, { ...newTicket, receiveEmailUpdates: true })).body as {
    id: string
    ticketNumber: string
    version: number
  }
const note = (call: Caller, id: string, body: object) =>
  call('POST', `${path}${id}/note`, { noteText: 'Hello', ...body })
const mailsTo = async (email: string) => {
  await product.workJobs()
  return product.outbox(email)
}

let ticket: Awaited<ReturnType<typeof open>>
let internal: { id: string; noteFiles: object[] }
let file: { id: string }
let noteFile: { id: string }
beforeAll(async () => {
  ticket = await open(ana.call)
  await agent.call('PUT', `${path}${ticket.id}/watch`, { receiveEmailUpdates: true })
  internal = (await note(agent.call, ticket.id, { noteText: SECRET, visibility: 'internal' })).body
  file = (await uploadImage(agent.call, await makeImage())).body
  noteFile = (await agent.call('POST', '/api/noteFile/', { noteId: internal.id, fileId: file.id })).body
})

it('NOTE-01 a note is public unless an agent says otherwise, and the answer says which', async () => {
  const plain = await note(ana.call, ticket.id, {})
  expect([plain.status, plain.body.visibility, plain.body.source]).toEqual([201, 'public', 'screen'])
  expect(internal).toMatchObject({ visibility: 'internal', noteText: SECRET })
})

it('D-PERM-1 only support agents and Hearthline admins write internal notes', async () => {
  for (const { call } of [ana, boss]) expect((await note(call, ticket.id, { visibility: 'internal' })).status).toBe(403)
  expect((await note(developer.call, ticket.id, { visibility: 'internal' })).status).toBe(404)
  expect((await note(admin.call, ticket.id, { visibility: 'internal' })).status).toBe(201)
  expect((await note(agent.call, ticket.id, { visibility: 'secret' })).body.errors[0].path).toBe('visibility')
})

it('HD-06 no call tells the reporter or their organization of an internal note or its files', async () => {
  await note(second.call, ticket.id, { noteText: SECRET, visibility: 'internal' })
  for (const { call } of [ana, boss]) {
    const answers = [
      await call('GET', path),
      await call('GET', `${path}?keyword=dispute`),
      await call('GET', `${path}${ticket.id}`),
      await call('GET', `${path}${ticket.id}/activity`),
      await call('PUT', path, { ...ticket, status: 'Open', receiveEmailUpdates: true }),
      await call('GET', '/api/noteFile/'),
      await call('GET', `/api/noteFile/?noteId=${internal.id}`),
      await call('GET', '/api/supportPortal/mention/'),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(/dispute|internal/)
      expect(JSON.stringify(body)).not.toContain(internal.id)
      expect(JSON.stringify(body)).not.toContain(file.id)
    }
    for (const url of [`/api/noteFile/${noteFile.id}`, `/api/file/${file.id}`, `/api/file/${file.id}/download`])
      expect((await call('GET', url)).status).toBe(404)
    const mine = (await uploadImage(call, await makeImage())).body
    const attached = await call('POST', '/api/noteFile/', { noteId: internal.id, fileId: mine.id })
    const replaced = await call('PUT', '/api/noteFile/', { id: noteFile.id, noteId: internal.id, fileId: mine.id })
    expect([attached.status, replaced.status]).toEqual([404, 404])
  }
  const seen = (await second.call('GET', `${path}${ticket.id}`)).body
  expect(seen.notes.map((n: { noteText: string }) => n.noteText)).toContain(SECRET)
  const activity = (await admin.call('GET', `${path}${ticket.id}/activity`)).body.items
  expect(activity).toContainEqual(
    expect.objectContaining({ notes: SECRET, visibility: 'internal', file: expect.objectContaining({ id: file.id }) }),
  )
  expect((await second.call('GET', `/api/file/${file.id}`)).status).toBe(200)
})

it('HDV-07 of an internal note only agents who asked for updates hear by mail', async () => {
  const before = (await mailsTo(ana.account.email)).length
  const heard = (await mailsTo(agent.account.email)).length
  await note(second.call, ticket.id, { visibility: 'internal' })
  expect(await mailsTo(ana.account.email)).toHaveLength(before)
  const mails = await mailsTo(agent.account.email)
  expect(mails).toHaveLength(heard + 1)
  expect(mails[0]?.text).toContain('Only support agents and administrators can read it')
  expect(mails[0]?.html).toContain(`Ivo Blum added an internal note to ${ticket.ticketNumber}`)
})

it('HD-06 an internal note and its files cause no live event for the reporter, and no record of the ticket', async () => {
  const last = async () =>
    (await sql<{ id: number }>`select coalesce(max(id), 0) as id from event`.execute(database)).rows[0]?.id ?? 0
  const records = async () => (await ana.call('GET', `${path}${ticket.id}`)).body.auditRecords.length
  const [from, before] = [await last(), await records()]
  const made = (await note(agent.call, ticket.id, { visibility: 'internal' })).body
  const upload = async () => (await uploadImage(agent.call, await makeImage())).body.id
  const attached = (await agent.call('POST', '/api/noteFile/', { noteId: made.id, fileId: await upload() })).body
  const change = { id: attached.id, noteId: made.id, fileId: await upload() }
  expect((await agent.call('PUT', '/api/noteFile/', change)).status).toBe(200)
  const { rows } = await sql<{ audience: string[] }>`
    select audience from event where id > ${from} and type = 'supportRequest'`.execute(database)
  expect(rows).toHaveLength(3)
  for (const { audience } of rows) expect(audience.toSorted()).toEqual(['role:platform-admin', 'role:support-agent'])
  expect(await records()).toBe(before)
})

it('HD-06 an agent who is no longer one reads no internal notes, and hears of none', async () => {
  const leaving = await someone({ organizationId: east.id, roles: ['support-agent'] })
  await leaving.call('PUT', `${path}${ticket.id}/watch`, { receiveEmailUpdates: true })
  await sql`update account_role set role = 'organization-staff' where account_id = ${leaving.account.id}`.execute(
    database,
  )
  await note(agent.call, ticket.id, { noteText: SECRET, visibility: 'internal' })
  expect(JSON.stringify((await leaving.call('GET', `${path}${ticket.id}`)).body)).not.toContain('dispute')
  expect(await mailsTo(leaving.account.email)).toEqual([])
})
