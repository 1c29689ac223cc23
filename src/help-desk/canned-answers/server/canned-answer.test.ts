import { beforeEach, expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { fillPlaceholders } from '../canned-answer.ts'

const product = await startTestApp()
const { database, someone } = product
const path = '/api/supportPortal/cannedAnswer/'

const east = await makeOrganization(database, { name: 'Eastside' })
const agent = await someone({ roles: ['support-agent'], firstName: 'Sue', lastName: 'Porter' })
const admin = await someone({ roles: ['platform-admin'] })
const ana = await someone({
  organizationId: east.id,
  firstName: 'Ana {{ticketNumber}} $&',
  lastName: 'Ruiz',
  language: 'es',
})
const given = {
  titleEn: 'Clear the cache',
  textEn: 'Hello {{firstName}}, please clear your cache ({{ ticketNumber }}). {{agentName}}',
  titleEs: 'Borrar la caché',
  textEs: 'Hola, {{firstName}}: borre la caché ({{ticketNumber}}). {{agentName}}',
}

beforeEach(async () => {
  await database.deleteFrom('cannedAnswer').execute()
})

it('NOTE-01 agents and Hearthline admins keep canned answers in both languages, nobody else sees them', async () => {
  const made = await agent.call('POST', path, given)
  expect([made.status, made.body]).toMatchObject([201, { ...given, version: 1 }])
  const { id } = made.body
  const changed = await admin.call('PUT', `${path}${id}`, { ...given, titleEn: 'Clear it', version: 1 })
  expect(changed.body).toMatchObject({ titleEn: 'Clear it', version: 2 })
  const stale = await agent.call('PUT', `${path}${id}`, { ...given, version: 1 })
  expect([stale.status, stale.body.current.titleEn]).toEqual([409, 'Clear it'])
  expect((await agent.call('GET', `${path}?text=CACHE%20borrar`)).body.items).toHaveLength(1)
  expect((await agent.call('GET', `${path}?text=%25`)).body.items).toHaveLength(0)
  for (const method of ['GET', 'POST'] as const)
    expect((await ana.call(method, path, method === 'POST' ? given : undefined)).status).toBe(403)
  expect((await agent.call('DELETE', `${path}${id}`)).status).toBe(204)
  expect((await agent.call('DELETE', `${path}${id}`)).status).toBe(404)
  expect((await agent.call('PUT', `${path}${id}`, { ...given, version: 2 })).status).toBe(404)
  const records = await database
    .selectFrom('auditRecord')
    .select('action')
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute()
  expect(records.map(({ action }) => action)).toEqual([
    'cannedAnswer.create',
    'cannedAnswer.change',
    'cannedAnswer.delete',
  ])
})

it.each([
  ['titleEn', { titleEn: '' }],
  ['textEs', { textEs: 'Hola, {{password}}' }],
  ['textEn', { textEn: '{{}}' }],
  ['titleEs', { titleEs: 'x'.repeat(101) }],
])('NOTE-01 a canned answer with a wrong %s is refused at that field', async (path_, change) => {
  const refused = await agent.call('POST', path, { ...given, ...change })
  expect([refused.status, refused.body.errors.map((e: { path: string }) => e.path)]).toEqual([400, [path_]])
})

it('NOTE-01 answers are offered in the reporter’s language, found by words, with their placeholders filled in once', async () => {
  const { id, ticketNumber } = (await ana.call('POST', '/api/supportPortal/supportRequest/', newTicket)).body
  await agent.call('POST', path, { ...given, titleEn: 'Aaa', titleEs: 'Aaa' })
  await agent.call('POST', path, given)
  const offered = async (text: string) =>
    (await agent.call('GET', `/api/supportPortal/supportRequest/${id}/cannedAnswer?text=${encodeURIComponent(text)}`))
      .body
  const { language, items } = await offered('cache')
  expect([language, items.length, items[0].title]).toEqual(['es', 2, 'Borrar la caché'])
  expect(items[0].text).toBe(`Hola, Ana {{ticketNumber}} $&: borre la caché (${ticketNumber}). Sue Porter`)
  expect((await offered('nothing like it')).items).toEqual([])
  expect((await ana.call('GET', `/api/supportPortal/supportRequest/${id}/cannedAnswer`)).status).toBe(403)
})

it('NOTE-01 an answer in one language alone is offered to everybody; half a language is refused at what is missing', async () => {
  const { id } = (await ana.call('POST', '/api/supportPortal/supportRequest/', newTicket)).body
  const english = { titleEn: 'Zebra crossing', textEn: 'Hello {{agentName}}', titleEs: '', textEs: '' }
  expect((await agent.call('POST', path, english)).status).toBe(201)
  const { items } = (await agent.call('GET', `/api/supportPortal/supportRequest/${id}/cannedAnswer?text=zebra`)).body
  expect(items).toMatchObject([{ title: 'Zebra crossing', text: 'Hello Sue Porter' }])
  const missing = async (given: object) =>
    (await agent.call('POST', path, { ...english, ...given })).body.errors.map((e: { path: string }) => e.path)
  expect(await missing({ textEn: '' })).toEqual(['textEn'])
  expect(await missing({ titleEs: 'Cebra' })).toEqual(['textEs'])
  expect(await missing({ titleEn: '', textEn: '' })).toEqual(['titleEn', 'textEn'])
})

it('NOTE-01 pages canned answers by key without losing or repeating one', async () => {
  for (const n of [1, 2, 3, 4, 5]) await agent.call('POST', path, { ...given, titleEn: `page ${n % 2}` })
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await agent.call('GET', `${path}?text=page&limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.items.map(({ id }: { id: string }) => id))
    cursor = body.nextCursor
  }
  expect([seen.length, new Set(seen).size]).toEqual([5, 5])
})

it('NOTE-01 what is no placeholder stays as it is written', () => {
  const values = { firstName: 'A', ticketNumber: 'HD-000001', agentName: 'B' }
  expect(fillPlaceholders('{{constructor}} {{__proto__}} { {firstName} } {{firstName}}', values)).toBe(
    '{{constructor}} {{__proto__}} { {firstName} } A',
  )
})
