import { expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'

const app = await startTestApp()
const { database } = app
const stage = await makeStage(app)
const { creator, recipient, third } = stage.as
const path = '/api/referral/export'
type Call = typeof creator

const linesOf = async (call: Call, body: object, headers: Record<string, string> = {}) => {
  const answer = await call('POST', path, body, headers)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  return String(answer.body).replace('\uFEFF', '').trimEnd().split('\r\n')
}
const step = async (call: Call, id: string, action: string, reason: string) => {
  const { version } = (await call('GET', `/api/referral/${id}`)).body
  return call('POST', `/api/referral/${id}/transition`, { action, version, reason })
}

it('REF-12 the filtered list or a selection goes into a file, with what the reader sees in the list', async () => {
  const people = await Promise.all(
    ['Ana', 'Ben', 'Cleo'].map((firstName) => makePerson(creator, { firstName, lastName: 'Quillon' })),
  )
  const ids: string[] = []
  for (const { id: contactId } of people) ids.push((await refer(stage, { contactId })).body.id)
  await step(recipient, ids[2] ?? '', 'decline', 'no capacity')
  await step(creator, ids[1] ?? '', 'recall', '=HYPERLINK("http://x.test")')

  const logged = async () => (await accessLogOf(database, people[0].id)).filter(({ way }) => way === 'referral-list')
  const before = (await logged()).length
  const lines = await linesOf(creator, { direction: 'outgoing', search: 'quillon', sort: 'oldest' })
  expect(lines[0]).toBe(
    'Made on,Sent on,Person,Others in the household,Need,Service,From,To,Status,Status since,Urgency,Needed by,Answer due,Late,In charge,Outcome,Reason',
  )
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(`Ana Q.,,Shelter,,${stage.sender.name},${stage.recipient.name},Sent,`)
  expect(lines[2]).toContain('"\'=HYPERLINK(""http://x.test"")"')
  expect(lines[3]).toMatch(/,Declined,.*,No capacity/)
  expect((await logged()).length).toBe(before + 1)
  const exports = await database
    .selectFrom('auditRecord')
    .select('actorId')
    .where('action', '=', 'referral.export')
    .execute()
  expect(exports).toEqual([{ actorId: stage.accounts.creator.id }])

  // The recipient learns no name of what was recalled, and finds nobody by a whole name who was declined.
  const theirs = await linesOf(recipient, { direction: 'incoming', ids })
  expect(theirs).toHaveLength(4)
  expect(theirs.join()).not.toContain('Ben')
  expect(theirs.join()).not.toContain('HYPERLINK')
  expect(await linesOf(recipient, { direction: 'incoming', ids: [ids[0]], status: ['Declined'] })).toHaveLength(1)
  expect(await linesOf(recipient, { direction: 'incoming', search: 'cleo quillon' })).toHaveLength(1)
  const spanish = await linesOf(recipient, { ids: [ids[0]] }, { 'accept-language': 'es', 'time-zone': 'Mars' })
  expect([spanish[0]?.split(',')[2], spanish[1]?.includes(',Enviada,')]).toEqual(['Persona', true])
})

it('REF-12 nobody exports what is not theirs, or with filters that do not exist', async () => {
  const { id } = (await refer(stage)).body
  expect(await linesOf(third, { direction: 'incoming', ids: [id] })).toHaveLength(1)
  expect(await linesOf(third, { direction: 'outgoing', ids: [id] })).toHaveLength(1)
  expect(await linesOf(third, { contactId: stage.contactId, direction: 'outgoing' })).toHaveLength(1)
  for (const body of [{ status: ['Lost'] }, { ids: Array(201).fill(id) }, { ids: ['x'] }, { direction: 'both' }])
    expect((await creator('POST', path, body)).status).toBe(400)
  expect((await app.anonymous('POST', path, {})).status).toBe(401)
  const support = await app.someone({ roles: ['support-agent'] })
  expect((await support.call('POST', path, {})).status).toBe(403)
})

it('REF-05 the filter by a person finds what one sent oneself, and of what comes in only that', async () => {
  const { id: contactId } = await makePerson(creator)
  const { id } = (await refer(stage, { contactId })).body
  const own = (await refer(stage, { contactId, recipientOrganizationId: stage.sender.id })).body
  const found = async (call: typeof creator, direction: string) => {
    const { items } = (await call('POST', '/api/referral/search', { direction, contactId })).body
    return items.map((item: { id: string }) => item.id).sort()
  }
  expect(await found(creator, 'outgoing')).toEqual([id, own.id].sort())
  expect(await found(creator, 'incoming')).toEqual([own.id])
  expect(await found(recipient, 'incoming')).toEqual([])
})

it('REF-05 the search of what one sends finds a draft by its person and where it goes, also once it was changed', async () => {
  const [first, second] = [
    await makePerson(creator, { firstName: 'Ottoline' }),
    await makePerson(creator, { firstName: 'Peregrine' }),
  ]
  const given = {
    need: 'homelessness',
    urgency: 'routine',
    recipientOrganizationId: stage.recipient.id,
    alsoForIds: [],
  }
  const draft = (await refer(stage, { contactId: first.id, send: false })).body
  const found = async (search: string) =>
    (await creator('POST', '/api/referral/search', { direction: 'outgoing', search })).body.items.length
  expect([await found('ottoline'), await found(`ottoline abadi ${stage.recipient.name}`)]).toEqual([1, 1])
  await creator('PUT', `/api/referral/${draft.id}`, { ...given, contactId: second.id, version: draft.version })
  expect([await found('ottoline'), await found('peregrine')]).toEqual([0, 1])
})

it('REF-12 a selection and a file have no pages: what they would ignore is refused', async () => {
  for (const call of ['/api/referral/selection', path])
    for (const unknown of [{ limit: 1 }, { cursor: 'next' }, { asigned: 'me' }]) {
      const answer = await creator('POST', call, { direction: 'outgoing', ...unknown })
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request'])
    }
})
