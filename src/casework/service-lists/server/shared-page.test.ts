import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { MOST_BYTES } from '#platform/server/plain-page.ts'
import { startTestApp } from '#test/app.ts'
import { cedar, directoryOf, everyDay } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import type { ListedService } from '../service-list.ts'

const app = await startTestApp()
const { database } = app
const { add, makeProvider, makePlace } = directoryOf(app)
const own = await makeOrganization(database, { name: 'Snowdrop House' })
const provider = await makeProvider()

const makeService = (name: string, more: object = {}) =>
  add('service', { organizationId: provider.id, name, assuredDate: '2026-11-01', ...more })

const kitchen = await makeService('Night <b>Kitchen</b> & "Co"', { applicationProcess: 'Come by.' })
await add('phone', { serviceId: kitchen, number: '716-555-0142', type: 'voice' })
const locationId = await makePlace(kitchen, { organizationId: provider.id }, cedar)
const opening = { byday: everyDay, freq: 'WEEKLY', opensAt: '00:00', closesAt: '24:00' }
const schedule = await add('schedule', { serviceId: kitchen, locationId, ...opening })
const pantry = await makeService('Pantry')

/** A list with its link, made by somebody with a name that must not appear. */
async function share(services = [kitchen, pantry], change: object = {}) {
  const { call } = await app.someone({ organizationId: own.id, firstName: 'Marigold', lastName: 'Staffer' })
  const person = (await call('POST', '/api/contact/', { firstName: 'Hyacinth', lastName: 'Reader', phones: [] })).body
  let list = { id: '', version: 0 }
  for (const serviceId of services) list = (await call('POST', '/api/serviceList/entry', { serviceId })).body
  const path = `/api/serviceList/${list.id}`
  await call('PUT', path, { version: list.version, contactId: person.id, ...change })
  const link = (await call('POST', `${path}/link`)).body
  const { pathname } = new URL(link.url)
  const [created] = (await call('GET', path)).body.links
  return { call, path, pathname, linkId: created.id as string, expiresOn: link.expiresOn as string }
}

const read = async (path: string, headers: Record<string, string> = {}) =>
  app.anonymous('GET', path, undefined, headers)
const keyIn = (html: string) => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''
const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = form) =>
  app.anonymous('POST', path, new URLSearchParams(fields).toString(), headers)

it('DIR-07 the page of a link needs no account and no script, names nobody, and is neither stored nor found', async () => {
  const { pathname } = await share(undefined, { services: [{ serviceId: kitchen, note: 'Ask <at> the door' }] })
  const { status, body, headers } = await read(pathname)
  expect([status, headers['content-type'], headers['cache-control'], headers['x-robots-tag']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
    'noindex, nofollow',
  ])
  expect(body).toContain('<meta name="robots" content="noindex,nofollow">')
  expect(body).not.toMatch(/<script|javascript:|\son\w+=/i)
  expect(body).not.toMatch(/Marigold|Staffer|Hyacinth|Reader|Snowdrop/)
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MOST_BYTES)
  expect(body).toContain('Night &lt;b&gt;Kitchen&lt;/b&gt; &amp; &quot;Co&quot;</h2>')
  expect(body).toContain('Ask &lt;at&gt; the door')
  expect(body).toContain('href="tel:7165550142"')
  expect(body).toMatch(
    /href="https:\/\/www\.google\.com\/maps\/search\/\?api=1&amp;query=12%20Elm%20St[^"]+" rel="noreferrer"/,
  )
  expect(body).toContain('Open now. Open 24 hours')
})

it('DIR-07 shows the facts as they are now', async () => {
  const { pathname } = await share([kitchen])
  expect((await read(pathname)).body).toContain('Open now.')
  await database
    .updateTable('schedule')
    .set({ validTo: '2020-01-01' } as never)
    .where('id', '=', schedule)
    .execute()
  await database.updateTable('service').set({ alert: 'Moved to Oak St' }).where('id', '=', kitchen).execute()
  const { body } = await read(pathname)
  expect(body).not.toContain('Open now.')
  expect(body).toContain('Moved to Oak St')
  await database
    .updateTable('schedule')
    .set({ validTo: null } as never)
    .where('id', '=', schedule)
    .execute()
  await database.updateTable('service').set({ alert: null }).where('id', '=', kitchen).execute()
})

it('DIR-07 is in the language of the list, with a link to the other one', async () => {
  const { pathname } = await share(undefined, { language: 'es' })
  const spanish = await read(pathname)
  expect([spanish.headers['content-language'], /<html lang="(\w+)"/.exec(spanish.body)?.[1]]).toEqual(['es', 'es'])
  expect(spanish.body).toContain('Alguien que le ayuda eligió estos 2 lugares para usted.')
  expect(spanish.body).toContain(`<a href="${pathname}?language=en" lang="en" hreflang="en">English</a>`)
  const english = (await read(`${pathname}?language=en`)).body
  expect(english).toContain('Somebody who helps you chose these 2 places for you.')
  expect(english).toContain(`<a href="${pathname}?language=es" lang="es" hreflang="es">Español</a>`)
  expect((await read(`${pathname}?language=xx&said=yy`)).status).toBe(200)
})

it('DIR-07 the longest list that can be stays within 30 kB and keeps how to reach each place', async () => {
  const words = (length: number) => 'Ñandú wörds & <more> '.repeat(length).slice(0, length)
  const services: string[] = []
  for (let n = 0; n < 12; n++) {
    const id = await makeService(`${n} ${words(200)}`, {
      ...{ description: words(3000), eligibilityDescription: words(3000), applicationProcess: words(3000) },
      ...{ feesDescription: words(3000), waitTime: words(200), alert: words(300) },
    })
    for (let line = 0; line < 4; line++) await add('phone', { serviceId: id, number: `716-555-0${n + 100}${line}` })
    await makePlace(id, { organizationId: provider.id, name: words(150) }, { ...cedar, address1: words(150) })
    services.push(id)
  }
  const { pathname } = await share(services, {
    services: services.map((serviceId) => ({ serviceId, note: words(300) })),
  })
  const { body } = await read(pathname)
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MOST_BYTES)
  expect(body.match(/href="tel:/g)?.length).toBeGreaterThanOrEqual(12)
  expect(body.match(/<article/g)).toHaveLength(12)
})

it('DIR-07 counts "I got help" once for each service and link, for the staff who made the list', async () => {
  const { call, path, pathname } = await share()
  const { body } = await read(pathname)
  const fields = { serviceId: kitchen, key: keyIn(body), language: 'en' }
  const first = await post(`${pathname}/helped`, fields)
  expect([first.status, first.headers.location]).toEqual([303, `${pathname}?said=helped&language=en`])
  await Promise.all([1, 2, 3].map(() => post(`${pathname}/helped`, fields)))
  const said = (await read(`${pathname}?said=helped`)).body
  expect(said).toContain('<p class="thanks" role="status">Thank you. It is good to know that you got help.</p>')
  expect(said).toContain('You said that you got help here.')
  expect(said.match(/<button form="helped"/g)).toHaveLength(1)
  const second = (await call('POST', `${path}/link`)).body.url
  const { pathname: other } = new URL(second)
  await post(`${other}/helped`, { ...fields, key: keyIn((await read(other)).body) })
  const { services } = (await call('GET', path)).body
  expect(services.map(({ helpedCount }: ListedService) => helpedCount)).toEqual([2, 0])
})

it('DIR-07 takes "This was wrong" once for each service, thing and link', async () => {
  const { call, path, pathname } = await share()
  const key = keyIn((await read(pathname)).body)
  const wrong = { serviceId: pantry, key, topic: 'hours', words: ' It closes at noon. ', language: 'es' }
  const sent = await post(`${pathname}/wrong`, wrong)
  expect([sent.status, sent.headers.location]).toEqual([303, `${pathname}?said=wrong&language=es`])
  await post(`${pathname}/wrong`, { ...wrong, words: 'again' })
  await post(`${pathname}/wrong`, { ...wrong, topic: 'closed', words: '' })
  const { services } = (await call('GET', path)).body
  expect(services[0].reports).toEqual([])
  expect(services[1].reports).toEqual([
    { topic: 'closed', words: null, answeredOn: expect.any(String) },
    { topic: 'hours', words: 'It closes at noon.', answeredOn: expect.any(String) },
  ])
  const suggested = await database
    .selectFrom('listingSuggestion')
    .select(['topic', 'proposed', 'note', 'suggestedBy', 'suggesterLanguage'])
    .where('serviceId', '=', pantry)
    .orderBy('suggestedOn')
    .execute()
  const byReader = { note: 'From somebody with a shared list of services.', suggestedBy: null, suggesterLanguage: 'es' }
  expect(suggested).toEqual([
    { topic: 'hours', proposed: 'It closes at noon.', ...byReader },
    { topic: 'closed', proposed: null, ...byReader },
  ])
  expect((await read(`${pathname}?said=wrong&language=es`)).body).toContain('Se lo comunicamos a quien mantiene')
})

it('DIR-07 DIR-08 stores what was wrong and asks the owner in one act, also if the form is sent twice at once', async () => {
  const soup = await makeService('Soup at once')
  const { pathname } = await share([soup])
  const wrong = { serviceId: soup, key: keyIn((await read(pathname)).body), topic: 'hours', words: 'Closed at noon.' }
  const stored = async (table: 'serviceListAnswer' | 'listingSuggestion') =>
    (await database.selectFrom(table).select('id').where('serviceId', '=', soup).execute()).length
  const sent = await database.transaction().execute(async (transaction) => {
    await sql`lock table listing_suggestion in share mode`.execute(transaction)
    const both = Promise.all([post(`${pathname}/wrong`, wrong), post(`${pathname}/wrong`, wrong)])
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
            and relation = 'listing_suggestion'::regclass`.execute(database)
        return rows.length
      })
      .toBe(1)
    expect(await stored('serviceListAnswer')).toBe(0)
    return { both }
  })
  expect((await sent.both).map(({ status }) => status)).toEqual([303, 303])
  expect([await stored('serviceListAnswer'), await stored('listingSuggestion')]).toEqual([1, 1])
})

it('DIR-07 DIR-08 without words only what was wrong reaches the owner, and of what is not listed nothing', async () => {
  const [soup, gone] = [await makeService('Soup'), await makeService('Gone soup')]
  const { call, path, pathname } = await share([soup, gone])
  await database.updateTable('service').set({ status: 'inactive' }).where('id', '=', gone).execute()
  const key = keyIn((await read(pathname)).body)
  for (const serviceId of [soup, gone])
    expect((await post(`${pathname}/wrong`, { serviceId, key, topic: 'application' })).status).toBe(303)
  const suggested = await database
    .selectFrom('listingSuggestion')
    .select(['serviceId', 'topic', 'proposed', 'after'])
    .where('serviceId', 'in', [soup, gone])
    .execute()
  const proposed = 'Somebody with a shared list of services says that this is wrong: How to apply.'
  expect(suggested).toEqual([{ serviceId: soup, topic: 'other', proposed, after: null }])
  const { services } = (await call('GET', path)).body
  expect(services.map(({ reports }: ListedService) => reports.length)).toEqual([1, 1])
})

it('DIR-07 refuses forms that do not come from the page, and what the list does not contain', async () => {
  const { call, path, pathname } = await share([kitchen])
  const { pathname: other } = await share([kitchen])
  const key = keyIn((await read(pathname)).body)
  const wrong = { serviceId: kitchen, key, topic: 'phone' }
  const refused: [Record<string, string>, Record<string, string>?][] = [
    [{ ...wrong, key: '' }],
    [{ ...wrong, key: keyIn((await read(other)).body) }],
    [{ ...wrong, serviceId: pantry }],
    [{ ...wrong, topic: 'weather' }],
    [{ ...wrong, words: 'x'.repeat(501) }],
    [{ ...wrong, serviceId: 'no' }],
  ]
  for (const [fields, headers] of refused) {
    const { status, body } = await post(`${pathname}/wrong`, fields, headers)
    expect([status, /<h1>([^<]+)</.exec(body)?.[1]]).toEqual([400, 'That was not sent'])
    expect(body).toContain(`<a href="${pathname}">Back to the list</a>`)
  }
  expect((await post(`${pathname}/wrong`, { ...wrong, words: 'x'.repeat(20_000) })).status).toBe(413)
  expect((await post(`${pathname}/wrong`, wrong, { ...form, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await call('GET', path)).body.services[0]).toMatchObject({ helpedCount: 0, reports: [] })
})

it('DIR-07 a link that expired or was withdrawn says so, in the language of the reader, and takes no form', async () => {
  const { call, path, pathname, linkId, expiresOn } = await share([kitchen])
  expect(Math.round((Date.parse(expiresOn) - Date.now()) / 86_400_000)).toBe(90)
  const key = keyIn((await read(pathname)).body)
  const later = await share([kitchen])
  await sql`update service_list_link set expires_on = now() - interval '1 second' where id = ${linkId}::uuid`.execute(
    database,
  )
  expect((await later.call('DELETE', `${later.path}/link/${later.linkId}`)).body.links[0].withdrawnOn).not.toBeNull()
  for (const ended of [pathname, later.pathname]) {
    const { status, body, headers } = await read(ended, { 'accept-language': 'es' })
    expect([status, /<h1>([^<]+)</.exec(body)?.[1]]).toEqual([410, 'Esta lista ya no está abierta'])
    expect([headers['x-robots-tag'], headers['cache-control']]).toEqual(['noindex, nofollow', 'no-store'])
    expect(body).not.toContain('Kitchen')
    expect(body).toContain('llame al <a href="tel:211">211</a>: conocen la ayuda local.')
  }
  expect((await post(`${pathname}/helped`, { serviceId: kitchen, key })).status).toBe(410)
  expect((await call('GET', path)).body.services[0].helpedCount).toBe(0)
  await sql`update service_list_link set expires_on = now() - interval '13 months' where id = ${linkId}::uuid`.execute(
    database,
  )
  await app.runTask('tidy')
  expect((await read(pathname)).status).toBe(404)
})

it('DIR-07 stores tokens as hashes only, tells nothing about an unknown one, and lets nobody try many', async () => {
  const { pathname } = await share([kitchen])
  const token = pathname.slice('/l/'.length)
  expect(token).toMatch(/^[1-9A-HJ-NP-Za-km-z]{15,17}$/)
  const stored = await database.selectFrom('serviceListLink').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  const from = (url: string) => app.app.inject({ method: 'GET', url, remoteAddress: '203.0.113.9' })
  const unknown = await from(`/l/${token.slice(0, -1)}`)
  expect([unknown.statusCode, /<h1>([^<]+)</.exec(unknown.body)?.[1]]).toEqual([404, 'We do not know this link'])
  for (const odd of ['%00', 'x'.repeat(500), '..%2F..%2Fetc', "'--"])
    expect((await from(`/l/${odd}`)).statusCode, odd).toBe(404)
  let tries = 0
  while ((await from(`/l/guess${tries}`)).statusCode === 404) tries++
  expect(tries).toBe(300 - 5)
  const busy = await from(pathname)
  expect([busy.statusCode, Number(busy.headers['retry-after']) > 0]).toEqual([429, true])
  expect(busy.body).toContain('<h1>Please wait a little</h1>')
  expect((await read(pathname)).status).toBe(200)
})

it('DIR-07 DIR-11 a service that was merged into another one is answered about, and both are one on the page', async () => {
  const [one, other] = [await makeService('Twin A'), await makeService('Twin B')]
  const { call, path, pathname } = await share([one, kitchen, other])
  const { version } = (await call('GET', path)).body
  const entries = [
    { serviceId: one, note: 'Ask for Ana.' },
    { serviceId: kitchen, note: null },
    { serviceId: other, note: 'Go early.' },
  ]
  expect((await call('PUT', path, { version, services: entries })).status).toBe(200)
  await database.updateTable('service').set({ mergedInto: other }).where('id', '=', one).execute()
  const { body } = await read(pathname)
  expect(body.match(/<h2[^>]*>[^<]*Twin [AB]/g)).toEqual([expect.stringContaining('Twin B')])
  expect(body).toContain('Ask for Ana. Go early.')
  const [, shown = ''] = /name="serviceId" value="([^"]+)" aria-label="[^"]*Twin B/.exec(body) ?? []
  const fields = { serviceId: shown, key: keyIn(body), language: 'en' }
  expect((await post(`${pathname}/helped`, fields)).status).toBe(303)
  expect((await post(`${pathname}/wrong`, { ...fields, topic: 'phone', words: 'It rings out.' })).status).toBe(303)
  expect((await read(pathname)).body).toContain('You said that you got help here.')
  const { services } = (await call('GET', path)).body
  expect(services[0]).toMatchObject({ serviceId: one, helpedCount: 1, reports: [{ topic: 'phone' }] })
  const asked = await database
    .selectFrom('listingSuggestion')
    .select('serviceId')
    .where('serviceId', 'in', [one, other])
  expect(await asked.execute()).toEqual([{ serviceId: other }])
})
