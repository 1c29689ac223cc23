import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { recordAccountEvent } from '#identity/accounts/server/accounts-public.ts'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const { database, app } = product
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Signs in on a device and makes calls with its cookie. */
async function on(email: string, userAgent: string, remoteAddress = '127.0.0.1') {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/authentication/login',
    remoteAddress,
    headers: { 'user-agent': userAgent },
    payload: { email, password: PASSWORD },
  })
  const [cookie] = answer.cookies.filter((c) => c.value)
  return product.withCookie(`${cookie?.name}=${cookie?.value}`)
}
const isIn = async (by: Awaited<ReturnType<typeof on>>) =>
  (await by('GET', '/api/portalAccount/current')).status === 200
const heard = (accountId: string) =>
  database.selectFrom('event').select('type').where('subjectId', '=', accountId).where('type', '=', 'session').execute()

it('D-AUTH-2 a person sees where they are signed in, by device and place, and nobody else’s sessions', async () => {
  const { email } = await makeAccount(database)
  await on((await makeAccount(database)).email, IPHONE)
  await on(email, IPHONE, '203.0.113.9')
  await on(email, 'made <b>up</b>', '192.168.7.20')
  const me = await on(email, IPHONE)
  const { items } = (await me('GET', '/api/mySession/')).body
  expect(items).toHaveLength(3)
  expect(items[0]).toMatchObject({
    isCurrent: true,
    browser: 'Safari',
    system: 'iOS',
    device: 'mobile',
    place: 'machine',
  })
  expect(items.slice(1).map((i: Record<string, unknown>) => [i.isCurrent, i.browser, i.ip, i.place])).toEqual([
    [false, null, '192.168.7.20', 'network'],
    [false, 'Safari', '203.0.113.9', 'internet'],
  ])
  expect(JSON.stringify(items)).not.toContain('tokenHash')
})

it('D-AUTH-2 ends one session, or all others, and their open tabs are told', async () => {
  const { id, email } = await makeAccount(database)
  const [me, phone, desk] = [await on(email, 'a'), await on(email, IPHONE), await on(email, 'b')]
  const { items } = (await me('GET', '/api/mySession')).body
  const phoneId = items.find((i: { browser: string }) => i.browser === 'Safari').id
  const strange = await on((await makeAccount(database)).email, 'c')
  expect((await strange('DELETE', `/api/mySession/${phoneId}`)).status).toBe(404)
  expect(await heard(id)).toEqual([])
  expect((await me('DELETE', `/api/mySession/${phoneId}`)).body).toEqual({ ended: 1 })
  expect([await isIn(me), await isIn(phone), await isIn(desk)]).toEqual([true, false, true])
  expect((await me('DELETE', `/api/mySession/${phoneId}`)).status).toBe(404)
  expect(await heard(id)).toHaveLength(1)
  expect((await me('DELETE', '/api/mySession')).body).toEqual({ ended: 1 })
  expect((await me('DELETE', '/api/mySession')).body).toEqual({ ended: 0 })
  expect([await isIn(me), await isIn(desk), await isIn(strange)]).toEqual([true, false, true])
  for (const bad of ['none', '%00', 'x'.repeat(400)])
    expect((await me('DELETE', `/api/mySession/${bad}`)).status).toBe(400)
})

it('D-AUTH-2 reading the remaining time does not extend the session; keeping it does', async () => {
  const { id, email } = await makeAccount(database)
  const me = await on(email, 'a')
  const age = (last: string, created = '1 hour') =>
    sql`update session set last_seen_on = now() - ${last}::interval, created_on = now() - ${created}::interval where account_id = ${id}`.execute(
      database,
    )
  await age('28 minutes')
  for (let at = 0; at < 3; at++) {
    const { idleSeconds, totalSeconds } = (await me('GET', '/api/authentication/session')).body
    expect(idleSeconds).toBeLessThanOrEqual(120)
    expect(idleSeconds).toBeGreaterThan(100)
    expect(Math.round(totalSeconds / 60)).toBe(660)
  }
  expect((await me('POST', '/api/authentication/session')).body.idleSeconds).toBeGreaterThan(1790)
  await age('0 minutes', '11 hours 59 minutes')
  expect((await me('POST', '/api/authentication/session')).body.totalSeconds).toBeLessThanOrEqual(60)
  await age('31 minutes')
  expect((await me('GET', '/api/authentication/session')).status).toBe(401)
  expect((await me('POST', '/api/authentication/session')).status).toBe(401)
})

it('what happened to an account is listed newest first, page by page, with who did it', async () => {
  const { id, email } = await makeAccount(database)
  const boss = await makeAccount(database, { firstName: 'Ada', lastName: 'Quill' })
  await recordAccountEvent(database, { accountId: boss.id, actorId: boss.id, kind: 'signed-in' })
  for (let at = 0; at < 4; at++)
    await recordAccountEvent(database, { accountId: id, actorId: null, kind: 'sign-in-failed', from: '203.0.113.9' })
  await recordAccountEvent(database, { accountId: id, actorId: boss.id, kind: 'reset-link-sent' })
  await sql`insert into account_event (account_id, actor_id, impersonator_id, kind) values (${id}, ${id}, ${boss.id}, 'signed-out')`.execute(
    database,
  )
  const me = await on(email, IPHONE)
  const seen = []
  let cursor = ''
  for (;;) {
    const { body } = await me('GET', `/api/myActivity/?limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.items)
    if (!body.nextCursor) break
    cursor = body.nextCursor
  }
  expect(seen.map((s) => [s.kind, s.by, s.byName, s.actingName])).toEqual([
    ['signed-in', 'owner', null, null],
    ['signed-out', 'owner', null, 'Ada Quill'],
    ['reset-link-sent', 'other', 'Ada Quill', null],
    ...Array.from({ length: 4 }, () => ['sign-in-failed', 'nobody', null, null]),
  ])
  expect(seen[0]).toMatchObject({ browser: 'Safari', device: 'mobile', detail: { method: 'password' } })
  for (const bad of ['x', 'W10', 'WyJhIl0']) expect((await me('GET', `/api/myActivity?cursor=${bad}`)).status).toBe(400)
})

it('OUT-01 signing out stands in the history once, and is not written of somebody who was not wholly signed in', async () => {
  const { id, email } = await makeAccount(database)
  const leave = async (me: Awaited<ReturnType<typeof on>>) =>
    expect((await me('POST', '/api/authentication/logout', undefined, { 'user-agent': IPHONE })).status).toBe(204)
  const me = await on(email, IPHONE)
  await leave(me)
  await leave(me)
  const half = await on(email, IPHONE)
  await sql`update session set stage = 'factor-needed' where account_id = ${id}`.execute(database)
  await leave(half)
  const { items } = (await (await on(email, IPHONE))('GET', '/api/myActivity/')).body
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['signed-in', 'signed-in', 'signed-out', 'signed-in'])
  expect(items[2]).toMatchObject({ by: 'owner', actingName: null, device: 'mobile' })
})

it('F-24 the history is exported as JSON and as a spreadsheet in which no cell is a formula', async () => {
  const { id, email } = await makeAccount(database)
  const trickster = await makeAccount(database, { firstName: '＝HYPERLINK("http://evil.example")', lastName: 'x' })
  await recordAccountEvent(database, { accountId: id, actorId: trickster.id, kind: 'roles-changed' })
  const me = await on(email, IPHONE)
  const csv = await me('GET', '/api/myActivity/export?format=csv', undefined, { 'accept-language': 'es' })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.headers['content-disposition']).toBe('attachment; filename="account-activity.csv"')
  const lines = csv.body.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(lines[0]).toBe('Cuándo (UTC),Qué pasó,Cómo,Quién,Navegador,Sistema,Dirección')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain(`"'＝HYPERLINK(""http://evil.example"") x"`)
  for (const line of lines) for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?[=+@＝-]/)
  const json = await me('GET', '/api/myActivity/export?format=json')
  expect(json.headers['content-disposition']).toContain('account-activity.json')
  expect(json.body.items.map((i: { kind: string }) => i.kind)).toEqual(['signed-in', 'roles-changed'])
  expect((await me('GET', '/api/myActivity/export?format=exe')).status).toBe(400)
})

it('D-AUTH-2 records in audit and history how many sessions were ended, if any', async () => {
  const { id, email } = await makeAccount(database)
  const [me] = [await on(email, IPHONE), await on(email, IPHONE), await on(email, IPHONE)]
  const { items } = (await me('GET', '/api/mySession/')).body
  const [mine, first] = items as { id: string; isCurrent: boolean }[]
  expect(mine?.isCurrent).toBe(true)
  expect((await me('DELETE', `/api/mySession/${first?.id}`)).status).toBeLessThan(300)
  expect((await me('DELETE', `/api/mySession/${first?.id}`)).body.code).toBe('not-found')
  for (const _ of [1, 2]) expect((await me('DELETE', '/api/mySession/')).status).toBeLessThan(300)
  const ended = (await auditsOf(database, id)).filter(({ action }) => action === 'sessions-ended')
  expect(ended).toEqual(
    Array(2).fill({ actorId: id, action: 'sessions-ended', subjectType: 'account', detail: { count: 1 } }),
  )
  const history = await database
    .selectFrom('accountEvent')
    .select(['detail', 'actorId'])
    .where('accountId', '=', id)
    .where('kind', '=', 'sessions-ended')
    .execute()
  expect(history).toEqual(Array(2).fill({ detail: { count: 1 }, actorId: id }))
  expect(await heard(id)).toHaveLength(2)
  expect(await isIn(me)).toBe(true)
})
