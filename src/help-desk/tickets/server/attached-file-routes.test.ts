import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeImage, uploadImage } from '#test/images.ts'

const product = await startTestApp()
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'
const east = await makeOrganization(database)
const west = await makeOrganization(database)
const ana = await someone({ organizationId: east.id })
const ben = await someone({ organizationId: east.id })
const cho = await someone({ organizationId: west.id })
const agent = await someone({ roles: ['support-agent'] })

const open = async (call: Caller) =>
  (
    await call('POST', path, {
      supportRequestType: 'Bug',
      priority: 'Low',
      clearedCache: 'Yes',
      description: 'See the picture',
    })
  ).body
const upload = async (call: Caller) =>
  (await uploadImage(call, await makeImage())).body as { id: string; fileName: string }
const attach = (call: Caller, supportRequestId: string, fileId: string) =>
  call('POST', '/api/supportRequestFile/', { supportRequestId, fileId })
const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id)

it('FILE-01 HDN-05 an upload is attached to a ticket, listed with it, and can be replaced by who attached it', async () => {
  const ticket = await open(ana.call)
  const [one, two, three] = [await upload(ana.call), await upload(ana.call), await upload(ana.call)]
  const first = await attach(ana.call, ticket.id, one.id)
  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    id: expect.any(String),
    supportRequestId: ticket.id,
    fileId: one.id,
    file: { id: one.id, fileName: one.fileName, contentType: 'image/png', size: expect.any(Number) },
  })
  const second = await attach(ana.call, ticket.id, two.id)
  const now = (await ben.call('GET', `${path}${ticket.id}`)).body
  expect(now.supportRequestFiles).toEqual([first.body, second.body])
  expect(now.auditRecords[0]).toMatchObject({ auditAction: 'Screenshot added', to: two.id })

  const change = { id: first.body.id, supportRequestId: ticket.id, fileId: three.id }
  expect((await ben.call('PUT', '/api/supportRequestFile/', change)).status).toBe(403)
  const replaced = await ana.call('PUT', '/api/supportRequestFile/', change)
  expect(replaced.body).toMatchObject({ id: first.body.id, fileId: three.id })
  expect((await ana.call('PUT', '/api/supportRequestFile/', change)).body).toEqual(replaced.body)
  expect((await ben.call('GET', `/api/file/${one.id}`)).status).toBe(404)
  expect((await ben.call('GET', `/api/file/${three.id}`)).status).toBe(200)
})

it('FILE-01 lists by repeated parameters, by id, and pages by key', async () => {
  const [ticket, other, third] = [await open(ana.call), await open(ana.call), await open(ana.call)]
  const made: string[] = []
  for (const holder of [ticket, ticket, other, third])
    made.push((await attach(ana.call, holder.id, (await upload(ana.call)).id)).body.id)
  const list = async (query: string) => (await ben.call('GET', `/api/supportRequestFile/?${query}`)).body
  const both = `supportRequestId=${ticket.id}&supportRequestId=${other.id}`
  expect(idsOf(await list(both)).toSorted()).toEqual(made.slice(0, 3).toSorted())
  expect(idsOf(await list(`id=${made[0]}&id=${made[3]}`)).toSorted()).toEqual([made[0], made[3]].toSorted())
  expect(idsOf(await list(`supportRequestId=${other.id}`))).toEqual([made[2]])
  const page = await list(`${both}&limit=2`)
  const rest = await list(`${both}&limit=2&cursor=${page.nextCursor}`)
  expect([...idsOf(page), ...idsOf(rest)]).toEqual(idsOf(await list(both)))
  expect(rest.nextCursor).toBeNull()
  expect((await ben.call('GET', `/api/supportRequestFile/${made[0]}`)).body.supportRequestId).toBe(ticket.id)
  for (const query of ['id=7', `id=${made[0]}&id=x`, 'cursor=banana', 'limit=0'])
    expect((await ben.call('GET', `/api/supportRequestFile/?${query}`)).status, query).toBe(400)
})

it('NOTE-01 FILE-01 a screenshot is attached to a note, shown with it, and opened through the file service', async () => {
  const ticket = await open(ana.call)
  const note = (await agent.call('POST', `${path}${ticket.id}/note`, { noteText: 'Like this?' })).body
  const file = await upload(agent.call)
  const attached = await agent.call('POST', '/api/noteFile/', { noteId: note.id, fileId: file.id })
  expect(attached.body).toMatchObject({ noteId: note.id, fileId: file.id, file: { fileName: file.fileName } })
  const { notes } = (await ana.call('GET', `${path}${ticket.id}`)).body
  expect(notes[0].noteFiles).toEqual([attached.body])
  const { items } = (await ana.call('GET', `${path}${ticket.id}/activity`)).body
  expect(items[0]).toMatchObject({ changes: 'Note Added', notes: 'Like this?', file: { id: file.id } })
  for (const query of [`?noteId=${note.id}&noteId=${randomUUID()}`, `?id=${attached.body.id}`])
    expect(idsOf((await ana.call('GET', `/api/noteFile/${query}`)).body)).toEqual([attached.body.id])
  expect((await ana.call('GET', `/api/noteFile/${attached.body.id}`)).body).toEqual(attached.body)
  const next = await upload(agent.call)
  const change = { id: attached.body.id, noteId: note.id, fileId: next.id }
  expect((await agent.call('PUT', '/api/noteFile/', change)).body.fileId).toBe(next.id)
  expect((await ana.call('PUT', '/api/noteFile/', change)).status).toBe(403)
  for (const how of ['', '/download']) {
    const shown = await ana.call('GET', `/api/file/${next.id}${how}`)
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png'])
  }
})

it('HD-06 FILE-02 nobody reaches another organization’s ticket, note or file by its id', async () => {
  const ticket = await open(ana.call)
  const note = (await ana.call('POST', `${path}${ticket.id}/note`, { noteText: 'x' })).body
  const [a, b] = [await upload(ana.call), await upload(ana.call)]
  const ticketFile = (await attach(ana.call, ticket.id, a.id)).body
  const noteFile = (await ana.call('POST', '/api/noteFile/', { noteId: note.id, fileId: b.id })).body
  const own = await upload(cho.call)
  const ownTicket = await open(cho.call)
  const calls: [string, string, unknown?][] = [
    ['GET', `${path}${ticket.id}`],
    ['GET', `/api/supportRequestFile/${ticketFile.id}`],
    ['GET', `/api/noteFile/${noteFile.id}`],
    ['GET', `/api/file/${a.id}`],
    ['GET', `/api/file/${a.id}/download`],
    ['GET', `/api/file/${b.id}`],
    ['POST', '/api/supportRequestFile/', { supportRequestId: ticket.id, fileId: own.id }],
    ['POST', '/api/noteFile/', { noteId: note.id, fileId: own.id }],
    ['POST', '/api/supportRequestFile/', { supportRequestId: ownTicket.id, fileId: a.id }],
    ['PUT', '/api/supportRequestFile/', { id: ticketFile.id, supportRequestId: ticket.id, fileId: own.id }],
    ['PUT', '/api/supportRequestFile/', { id: ticketFile.id, supportRequestId: ownTicket.id, fileId: own.id }],
    ['PUT', '/api/noteFile/', { id: noteFile.id, noteId: note.id, fileId: own.id }],
  ]
  for (const [method, at, body] of calls) expect((await cho.call(method, at, body)).status, `${method} ${at}`).toBe(404)
  for (const at of [
    `/api/supportRequestFile/?supportRequestId=${ticket.id}&id=${ticketFile.id}`,
    `/api/supportRequestFile/?fileId=${a.id}`,
    `/api/noteFile/?noteId=${note.id}`,
  ])
    expect((await cho.call('GET', at)).body.items, at).toEqual([])
  expect((await ben.call('GET', `/api/file/${a.id}`)).status).toBe(200)
  expect((await agent.call('GET', `/api/file/${b.id}/download`)).status).toBe(200)
})

it('FILE-01 one file is attached once, however many ask at once, and never somebody else’s upload', async () => {
  const ticket = await open(ana.call)
  const file = await upload(ana.call)
  const answers = await Promise.all(Array.from({ length: 6 }, () => attach(ana.call, ticket.id, file.id)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const now = (await ana.call('GET', `${path}${ticket.id}`)).body
  expect(now.supportRequestFiles).toHaveLength(1)
  const added = now.auditRecords.filter(
    ({ auditAction }: { auditAction: string }) => auditAction === 'Screenshot added',
  )
  expect(added).toHaveLength(1)
  expect((await attach(ana.call, (await open(ana.call)).id, file.id)).status).toBe(409)
  expect((await attach(ben.call, ticket.id, (await upload(ana.call)).id)).status).toBe(404)
  for (const body of [{}, { supportRequestId: ticket.id }, { supportRequestId: 'x', fileId: file.id }, []])
    expect((await ana.call('POST', '/api/supportRequestFile/', body)).status, JSON.stringify(body)).toBe(400)
})

it('NOTE-01 FILE-01 a note whose screenshot was attached but not answered for can be finished', async () => {
  const ticket = await open(ana.call)
  const note = (await ana.call('POST', `${path}${ticket.id}/note`, { noteText: 'Like this.' })).body
  const file = await upload(ana.call)
  const save = () => ana.call('POST', '/api/noteFile/', { noteId: note.id, fileId: file.id })
  const [first, again] = [await save(), await save()]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect((await ana.call('GET', `${path}${ticket.id}`)).body.notes[0].noteFiles).toEqual([first.body])
})

it('HDV-07 HDV-06 each replacement of a screenshot is mailed to those who ticked e-mail updates, once', async () => {
  const ticket = await open(ana.call)
  await ben.call('PUT', `${path}${ticket.id}/watch`, { receiveEmailUpdates: true })
  const [one, two, three] = [await upload(ana.call), await upload(ana.call), await upload(ana.call)]
  const { id } = (await attach(ana.call, ticket.id, one.id)).body
  const mails = async () => {
    await product.workJobs()
    return (await product.outbox(ben.account.email)).map(({ subject }) => subject)
  }
  const before = await mails()
  const replace = (fileId: string) =>
    ana.call('PUT', '/api/supportRequestFile/', { id, supportRequestId: ticket.id, fileId })
  for (const fileId of [two.id, two.id, three.id]) expect((await replace(fileId)).status).toBe(200)
  const now = await mails()
  expect(now).toHaveLength(before.length + 2)
  expect(now.filter((subject) => /replaced a screenshot/.test(subject))).toHaveLength(2)
})

it('NOTE-01 HDV-06 only the author of a note attaches a screenshot to it', async () => {
  const ticket = await open(ana.call)
  const write = async (call: Caller) => (await call('POST', `${path}${ticket.id}/note`, { noteText: 'Look' })).body.id
  for (const author of [ana, agent]) {
    const noteId = await write(author.call)
    for (const { call } of [ana, ben, agent]) {
      const fileId = (await upload(call)).id
      const { status } = await call('POST', '/api/noteFile/', { noteId, fileId })
      expect(status).toBe(call === author.call ? 201 : 403)
    }
  }
})
