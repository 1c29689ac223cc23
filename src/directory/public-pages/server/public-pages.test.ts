import { beforeAll, expect, it, vi } from 'vitest'
import { directoryClock } from '#directory/services/server/directory-clock.ts'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { MOST_BYTES } from '#platform/server/plain-page.ts'
import { startTestApp } from '#test/app.ts'
import { cedar, directoryOf, everyDay } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'

const ICON_BYTES = 500
const app = await startTestApp()
const { database } = app
const { add, makeProvider, makePlace } = directoryOf(app)

const read = (path: string, headers: Record<string, string> = {}) => app.anonymous('GET', path, undefined, headers)
const page = async (path: string, headers: Record<string, string> = {}) => String((await read(path, headers)).body)
/** The names of the services on a page of results. */
const namesOn = (html: string) =>
  [...html.matchAll(/<h3 id="s-[^"]+"><a href="[^"]+">([^<]+)</g)].map((found) => found[1])
const linkOf = (html: string, words: string) =>
  new RegExp(`href="([^"]+)"[^>]*>${words}`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? 'no such link'
const idOf = async (name: string) =>
  (await database.selectFrom('service').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id as string

beforeAll(() => importDemoDirectory(database))

it('DIR-15 finds by words near a ZIP code or a town, without an account', async () => {
  const near = await page('/find?text=food&near=14203')
  expect(namesOn(near)).toContain('Weekly Food Pantry')
  expect(near).toMatch(/miles away/)
  const inTown = await page('/find?text=food&near=buffalo')
  expect(namesOn(inTown)).toEqual(expect.arrayContaining(['Weekly Food Pantry']))
  expect(inTown).toContain('Around Buffalo, NY. For another town of this name, add its state.')
  expect(namesOn(await page('/find?text=food&near=Buffalo+ny'))).toEqual(namesOn(inTown))
  expect(namesOn(await page('/find?near=14203&openNow=true&language=Spanish'))).not.toEqual(
    namesOn(await page('/find?near=14203')),
  )
})

it('DIR-15 begins with the kinds of help, also where the form was sent empty', async () => {
  const start = await page('/find')
  expect(linkOf(start, 'Food')).toMatch(/^\/find\?category=[0-9a-f-]{36}$/)
  expect(await page('/find?text=&near=&category=&language=&radius=25')).toBe(start)
  const food = await page(linkOf(start, 'Food'))
  expect(namesOn(food)).toContain('Weekly Food Pantry')
  expect(food).toMatch(/ selected>Food<.*>– Food Pantry</)
})

it('DIR-15 asks which town is meant, and says at its field that a place is not known', async () => {
  const many = await page('/find?near=Springfield')
  expect(many).toContain('<h2 id="towns">Which Springfield?</h2>')
  expect(linkOf(many, 'Springfield, IL')).toBe('/find?near=Springfield%2C+IL')
  expect(namesOn(many)).toEqual([])
  for (const [near, words] of [
    ['00000', 'There is no such ZIP code.'],
    ['1420', 'There is no such ZIP code.'],
    ['Nowhereville', 'We do not know this town.'],
    ['%25', 'We do not know this town.'],
  ]) {
    const { status, body, headers } = await read(`/find?text=food&near=${near}`)
    expect([near, status, headers['cache-control']]).toEqual([near, 400, 'no-store'])
    expect(body).toContain(`<p class="bad" id="near-problem">${words}`)
    expect(body).toContain('aria-invalid="true" aria-describedby="near-problem near-hint"')
    expect(body).toContain('name="text" type="search" maxlength="200" value="food"')
  }
})

it('DIR-15 is never a dead end: it relaxes the search, says so, and offers more', async () => {
  const relaxed = await page('/find?text=food+pantry&near=14203&language=Polish')
  expect(relaxed).toContain('Nothing that fits is in Polish. These are in other languages.')
  expect(linkOf(relaxed, 'Search in any language')).toBe('/find?text=food+pantry&near=14203')
  expect(namesOn(relaxed).length).toBeGreaterThan(0)
  const none = await page('/find?text=zzyzx')
  expect(none).toContain('Nothing fits all of this')
  expect(none).toContain('<a href="tel:211">Not here? Call 211')
})

it('DIR-15 gives a page of ten and the way to the next, which nobody can number anew', async () => {
  const first = await page('/find?near=14203&radius=100')
  const next = linkOf(first, 'Next page').replace(/#results$/, '')
  const second = await page(next)
  expect(namesOn(first)).toHaveLength(10)
  expect(second).toContain('Page 2')
  expect(namesOn(second).filter((name) => namesOn(first).includes(name))).toEqual([])
  const more = new URL(next, 'http://x').searchParams.get('more') ?? ''
  const radiusOf = (html: string) =>
    [...html.matchAll(/<option value="(\d+)"( selected)?>/g)].flatMap(([, miles, chosen]) => (chosen ? miles : []))
  expect(radiusOf(first)).toEqual(['100'])
  expect(first).toContain('<details open>')
  const plain = await page('/find?text=food&near=14203')
  expect(plain).toContain('<details><summary>')
  expect(radiusOf(plain)).toEqual(['25'])
  const filtered = await page('/find?text=food&free=true&language=Spanish')
  expect(filtered).toMatch(/name="free" value="true" checked>/)
  expect(filtered).not.toMatch(/name="openNow" value="true" checked>/)
  expect(filtered).toContain('<option value="Spanish" selected>')
  const elsewhere = await page(`/find?near=14203&radius=50&more=${more}`)
  expect(elsewhere).not.toContain('Page 2')
  expect(namesOn(await page(`/find?near=14203&radius=100&more=${more.slice(0, -2)}`))).toEqual(namesOn(first))
  expect(linkOf(second, 'Español')).toBe(`${next}&lang=es`)
})

it('DIR-15 stops after twenty pages of one search', async () => {
  const provider = await makeProvider()
  const many = Array.from({ length: 215 }, (_, n) => ({ organizationId: provider.id, name: `Plumbline ${n}` }))
  await database.insertInto('service').values(many).execute()
  let html = await page('/find?text=plumbline')
  for (let n = 2; n <= 20; n++) {
    expect(html).not.toContain('More services match')
    html = await page(linkOf(html, 'Next page').replace('#results', ''))
  }
  expect(html).toContain('Page 20')
  expect(html).toContain('More services match than we show here.')
  expect(linkOf(html, 'Next page')).toBe('no such link')
  await database.deleteFrom('service').where('organizationId', '=', provider.id).execute()
})

it('DIR-15 shows all that is known of a service: hours, phones, place, way there, conditions, and when it was confirmed', async () => {
  const provider = await makeProvider()
  const id = await add('service', {
    ...{ organizationId: provider.id, name: 'Night <b>Kitchen</b>', description: 'Soup.\nAnd bread.', cost: 'free' },
    ...{
      applicationProcess: 'Come by at six.',
      eligibilityDescription: 'For everybody hungry.',
      minimumAge: 18,
      maximumAge: 999,
    },
    ...{ income: JSON.stringify({ percent: 200, amounts: [], per: 'year' }), assuredDate: '2026-11-01' },
    ...{ alert: 'Ring the bell', url: 'https://kitchen.example.org/', waitTime: 'Ten minutes' },
    ...{ intakeStatus: 'limited', intakePerWeek: 3, intakeUntil: '2099-01-01', intakeStatedOn: '2026-11-01' },
  })
  await add('phone', {
    serviceId: id,
    number: '716-555-0142',
    extension: '7',
    type: 'voice',
    description: 'Front desk',
  })
  await add('language', { serviceId: id, name: 'Spanish' })
  const locationId = await makePlace(
    id,
    { organizationId: provider.id, name: 'The Old Mill', transportation: 'Bus 8' },
    cedar,
  )
  await add('schedule', {
    serviceId: id,
    locationId,
    byday: everyDay,
    freq: 'WEEKLY',
    opensAt: '00:00',
    closesAt: '24:00',
  })
  const { status, body, headers } = await read(`/find/${id}`)
  expect([status, headers['content-type'], headers['content-language']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'en',
  ])
  for (const words of [
    '<h1>Night &lt;b&gt;Kitchen&lt;/b&gt;</h1>',
    `<a href="/find/organization/${provider.id}">Quillwood Aid</a>`,
    'Open now. Open 24 hours',
    'Takes 3 new people a week',
    '<p class="notice">Ring the bell</p>',
    '<a class="call" href="tel:7165550142;ext=7">Call 716-555-0142 ext. 7</a> <span class="soft">Front desk</span>',
    '<h3>The Old Mill</h3>',
    '12 Elm St<br>Floor 2<br>Cedar Harbor, NY 14203',
    'href="https://www.google.com/maps/search/?api=1&amp;query=12%20Elm%20St',
    '<dt>Getting there</dt><dd>Bus 8</dd>',
    '<p>Soup.</p><p>And bread.</p>\n<p><a class="call"',
    '<p>For everybody hungry.</p><p>Age 18 and over</p><ul><li>Income: at most 200% of the federal poverty level</li></ul>',
    '<dt>How to apply</dt><dd><p>Come by at six.</p></dd>',
    '<dt>Languages</dt><dd><p>Spanish</p></dd>',
    'Free of charge',
    'Last verified November 1, 2026.',
  ])
    expect(body).toContain(words)
  expect(body.match(/<tr><th scope="row">/g)).toHaveLength(7)
  // With the minute, a page that somebody has already would never be answered with 304.
  expect(body).toMatch(/As of [A-Z][a-z]+ \d+, \d{4}\. Hours can change\./)
  const spanish = await page(`/find/${id}?lang=es`)
  expect(spanish).toContain('<html lang="es">')
  expect(spanish).toContain('Recibe')
  expect(spanish).toContain('<dt>Idiomas</dt><dd><p>español</p></dd>')
  const organization = await page(`/find/organization/${provider.id}`)
  expect(organization).toContain('<h1>Quillwood Aid</h1>')
  expect(organization).toContain('Help next door.')
  expect(organization).toContain('mailto:office@quillwood.test')
  expect(namesOn(organization)).toEqual(['Night &lt;b&gt;Kitchen&lt;/b&gt;'])
})

it('DIR-15 says what a service costs, where it is offered, and whom to call first', async () => {
  const provider = await makeProvider()
  const id = await add('service', {
    ...{ organizationId: provider.id, name: 'Ledger desk', cost: 'sliding', feesDescription: 'Bring pay slips.' },
    ...{ url: 'ftp://ledger.test', interpretationServices: 'By telephone', assuredDate: '2020-01-01' },
  })
  const option = { serviceId: id, option: 'Visit', amount: 12.5, amountDescription: 'each' }
  await add('costOption', { ...option, currency: 'cad' })
  await add('costOption', { ...option, option: 'Letter', currency: 'dollars', amountDescription: null })
  await add('serviceArea', { serviceId: id, name: 'Erie County' })
  await add('requiredDocument', { serviceId: id, document: 'A pay slip' })
  await add('language', { serviceId: id, name: 'French', note: 'on Mondays' })
  await add('phone', { serviceId: id, number: '716-555-0150', type: 'fax' })
  await add('phone', { serviceId: id, number: '716-555-0151', type: 'text' })
  const html = await page(`/find/${id}`)
  for (const words of [
    '<ul><li>Letter · $12.50</li><li>Visit · CA$12.50 · each</li></ul>',
    '<p>By income (sliding scale)</p><p>Bring pay slips.</p>',
    '<p>Erie County</p>',
    '<ul><li>A pay slip</li></ul>',
    '<dd><p>French (on Mondays)</p></dd>',
    '<dd><p>By telephone</p></dd>',
    '<p>Fax: 716-555-0150</p>',
    'Text: 716-555-0151</a></p>',
  ])
    expect(html).toContain(words)
  expect(html).not.toContain('ftp://')
  // One that was last confirmed long ago says so at the top.
  expect(html.match(/<p class="notice">/g)).toHaveLength(1)
  expect(html).not.toContain('class="thanks"')
  expect(await page(`/find/${id}?said=correction`)).toContain('class="thanks"')
})

it('DIR-15 begins with the place of the result', async () => {
  const id = await idOf('Weekly Food Pantry')
  const places = await database
    .selectFrom('serviceAtLocation')
    .innerJoin('location', 'location.id', 'locationId')
    .select(['location.id', 'location.name'])
    .where('serviceId', '=', id)
    .execute()
  expect(places.length).toBeGreaterThan(1)
  for (const place of places)
    expect(/<h3>([^<]+)</.exec(await page(`/find/${id}?place=${place.id}`))?.[1]).toBe(place.name)
})

it('DIR-15 reads in the language of the browser, and stays in the one that the reader chose', async () => {
  const spanish = await read('/find?text=food', { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' })
  expect([spanish.headers['content-language'], spanish.headers.vary]).toEqual([
    'es',
    expect.stringContaining('accept-language'),
  ])
  expect(spanish.body).toContain('<html lang="es">')
  expect(spanish.body).toContain('<title>food · Encuentre ayuda · Hearthline</title>')
  expect(linkOf(spanish.body, 'English')).toBe('/find?text=food&lang=en')
  const chosen = await page('/find?text=food&lang=en', { 'accept-language': 'es' })
  expect(chosen).toContain('<html lang="en">')
  expect(chosen).toContain('<input type="hidden" name="lang" value="en">')
  expect(linkOf(chosen, 'Weekly Food Pantry')).toMatch(/lang=en$/)
  expect(await page('/find?lang=xx&lang=es')).toContain('<html lang="en">')
})

it('DIR-15 a page and its icon stay within 30 kB, however long the texts are, and keep how to get help', async () => {
  const words = (length: number) => 'Ñandú wörds & <more> '.repeat(length).slice(0, length)
  const provider = await makeProvider()
  await database
    .updateTable('organization')
    .set({ description: words(5000) })
    .where('id', '=', provider.id)
    .execute()
  for (let n = 0; n < 12; n++) {
    const id = await add('service', {
      ...{ organizationId: provider.id, name: `${n} ${words(200)} wombatry` },
      ...{ description: words(9000), eligibilityDescription: words(9000), applicationProcess: words(9000) },
      ...{ feesDescription: words(9000), waitTime: words(200), alert: words(900) },
    })
    for (let line = 0; line < 9; line++)
      await add('phone', { serviceId: id, number: `716-555-0${n + 100}${line}`, description: words(200) })
    for (let at = 0; at < (n === 0 ? 60 : 2); at++)
      await makePlace(
        id,
        { organizationId: provider.id, name: words(150), transportation: words(500) },
        { ...cedar, address1: words(150) },
      )
  }
  const first = await database
    .selectFrom('service')
    .select('id')
    .where('organizationId', '=', provider.id)
    .orderBy('name')
    .executeTakeFirstOrThrow()
  const paths = [
    '/find',
    '/find?text=wombatry&near=14203',
    `/find/${first.id}`,
    `/find/organization/${provider.id}`,
    '/find?text=suicide',
    '/find?near=Washington',
  ]
  for (const path of paths.flatMap((each) => [each, `${each}${each.includes('?') ? '&' : '?'}lang=es`])) {
    const { body, bytes } = await read(path)
    expect([path, bytes.length + ICON_BYTES <= MOST_BYTES]).toEqual([path, true])
    expect(body).not.toMatch(/<script|javascript:|\son\w+=|<link rel="stylesheet"|<img/i)
  }
  const results = await page('/find?text=wombatry&near=14203')
  expect(namesOn(results)).toHaveLength(10)
  expect(results.match(/class="call" href="tel:/g)).toHaveLength(10)
  const service = await page(`/find/${first.id}`)
  expect(service).toMatch(/class="call" href="tel:/)
  expect(service).toMatch(/And at \d+ more places/)
})

it('ORG-10 DIR-15 shows nothing of where a confidential place is', async () => {
  const provider = await makeProvider()
  const id = await add('service', { organizationId: provider.id, name: 'Safe nights' })
  const hidden = { name: 'Rosecottage', description: 'At the mill', transportation: 'Bus 93', isConfidential: true }
  await makePlace(
    id,
    { organizationId: provider.id, ...hidden, latitude: 42.9, longitude: -78.8 },
    { ...cedar, address1: '731 Larkspur Lane' },
  )
  const service = await page(`/find/${id}`)
  expect(service).toContain('Confidential place in Erie County')
  expect(service).toContain('The address is kept confidential. Call to learn where to go.')
  for (const path of [
    `/find/${id}`,
    '/find?text=safe+nights',
    '/find?text=safe+nights&near=14203',
    `/find/organization/${provider.id}`,
  ])
    expect(await page(path)).not.toMatch(/Larkspur|Rosecottage|Bus 93|At the mill|Cedar Harbor|42\.9|78\.8/)
  expect(namesOn(await page('/find?text=larkspur'))).not.toContain('Safe nights')
})

it('DIR-01 DIR-15 finds an organization without a service by its name, and says how to reach it', async () => {
  const { id } = await makeOrganization(database, { name: 'Quilt & Hall', email: 'desk@quilthall.test' })
  await makeOrganization(database, { name: 'Quilt & Hallway', standing: 'pending' })
  const found = await page('/find?text=quilt+%26+hall')
  expect(found).toContain('<p class="soft" id="organizations">Organization with this name</p>')
  expect(found).toContain(`<li><a href="/find/organization/${id}">Quilt &amp; Hall</a></li>`)
  expect(found).not.toContain('Hallway')
  expect(await page('/find?text=wheelchair')).not.toContain('id="organizations"')
  const itself = await page(`/find/organization/${id}`)
  expect(itself).toContain('mailto:desk@quilthall.test')
  expect(itself).toContain('None of its services is in the directory yet. Call or write to ask what it offers.')
})

it('DIR-15 has no page for what is not listed, and none for what does not exist', async () => {
  const provider = await makeProvider()
  const closed = await add('service', { organizationId: provider.id, name: 'Closed', status: 'inactive' })
  const pending = await makeOrganization(database, { name: 'Ponderosa House', standing: 'pending' })
  const nowhere = '00000000-0000-4000-8000-000000000000'
  for (const path of [
    closed,
    nowhere,
    'x',
    '%00',
    `organization/${nowhere}`,
    `organization/${pending.id}`,
    'organization/x',
  ]) {
    const { status, body, headers } = await read(`/find/${path}`, { 'accept-language': 'es' })
    expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-store'])
    expect(body).toContain('<h1>No tenemos esta página</h1>')
    expect(linkOf(body, 'Nueva búsqueda')).toBe('/find')
  }
})

it('DIR-15 shows the hotlines above a search that indicates a crisis, and below every page', async () => {
  const crisis = await page('/find?text=quiero+morir&lang=es')
  expect(crisis).toContain('<h2 id="crisis">¿Alguien está en peligro? Ayuda ahora mismo</h2>')
  expect(crisis.indexOf('id="crisis"')).toBeLessThan(crisis.indexOf('<form'))
  expect(linkOf(crisis, 'Salir de esta página')).toMatch(/^https:/)
  const usual = await page('/find?text=food')
  expect(usual).not.toContain('id="crisis"')
  for (const number of ['911', '988', '+18007997233', '211']) expect(usual).toContain(`<li><a href="tel:${number}"`)
  expect(usual).toContain('211</a> Shelter tonight, food, and whom to ask</li>')
})

it('DIR-15 allows no script, may be kept for a minute, and answers 304 where nothing changed', async () => {
  const path = `/find/organization/${(await database.selectFrom('service').select('organizationId').where('name', '=', 'Weekly Food Pantry').executeTakeFirstOrThrow()).organizationId}`
  const { headers, body } = await read(path)
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=60', etag: expect.any(String) })
  const again = await read(path, { 'if-none-match': String(headers.etag) })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
  expect((await read(path, { 'if-none-match': String(headers.etag), 'accept-language': 'es' })).status).toBe(200)
  expect(body).toContain('<meta name="robots" content="noindex,nofollow">')
})

it('DIR-15 an operator may let search engines list it, and limits how many pages a network opens', async () => {
  const open = await startTestApp({
    TRUST_PROXY: '1',
    PUBLIC_DIRECTORY_INDEXED: 'true',
    PUBLIC_DIRECTORY_CALL_LIMIT: '5',
    PUBLIC_URL: 'https://help.example.org',
  })
  await importDemoDirectory(open.database)
  const { id } = await open.database
    .selectFrom('service')
    .select('id')
    .where('name', '=', 'Weekly Food Pantry')
    .executeTakeFirstOrThrow()
  const get = (path: string, address = '198.51.100.7') =>
    open.anonymous('GET', path, undefined, { 'x-forwarded-for': address, host: 'help.example.org' })
  const service = (await get(`/find/${id}?place=x`)).body
  expect(service).toContain('<meta name="robots" content="index,follow">')
  expect(service).toContain(`<link rel="canonical" href="https://help.example.org/find/${id}">`)
  expect(service).toContain(`<link rel="alternate" hreflang="es" href="https://help.example.org/find/${id}?lang=es">`)
  expect((await get('/find?text=food')).body).toContain('<meta name="robots" content="noindex,follow">')
  expect((await get('/find')).body).toContain('<meta name="robots" content="index,follow">')
  for (const path of ['/find/x', '/find/organization/x']) expect((await get(path)).status).toBe(404)
  for (const path of ['/find', `/find/${id}`, '/find?lang=es']) {
    const { status, body, headers } = await get(path)
    expect([path, status, headers['cache-control']]).toEqual([path, 429, 'no-store'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(500)
    expect(body).toMatch(
      path.endsWith('es') ? /<h1>Espere un poco.*en 10 minutos/s : /<h1>Please wait a little.*in 10 minutes/s,
    )
  }
  expect((await get('/find', '198.51.100.8')).status).toBe(200)
})

it('DIR-15 is off unless the operator turns it on', async () => {
  const closed = await startTestApp({ PUBLIC_DIRECTORY: 'false' })
  for (const path of ['/find', '/find?text=food']) expect((await closed.anonymous('GET', path)).status).toBe(404)
  expect((await closed.anonymous('GET', '/api/configuration')).body.publicDirectory).toBe(false)
  expect((await app.anonymous('GET', '/api/configuration')).body.publicDirectory).toBe(true)
})

it('DIR-06 DIR-15 after midnight a service is open until its time, also in the night when the clock changes', async () => {
  const service = await add('service', { organizationId: (await makeProvider()).id, name: 'Heron nights' })
  await makePlace(service, { name: 'Night room' }, { ...cedar, addressType: 'physical' })
  await add('schedule', { serviceId: service, freq: 'WEEKLY', byday: 'SA', opensAt: '20:00', closesAt: '01:30' })
  const said = async (instant: string) => {
    const clock = vi.spyOn(directoryClock, 'now').mockReturnValue(new Date(instant))
    try {
      const pages = [await page('/find?text=heron'), await page(`/find/${service}`)]
      return pages.map((html) => /(Open now|Closed now)\.[^<]*/.exec(html)?.[0])
    } finally {
      clock.mockRestore()
    }
  }
  const open = ['Open now. Until 1:30 AM', 'Open now. Until 1:30 AM']
  expect(await said('2026-11-01T04:30:00Z')).toEqual(open)
  // Half past one comes twice in this night; it closes at the first.
  expect(await said('2026-11-01T05:29:00Z')).toEqual(open)
  expect(await said('2026-11-01T05:31:00Z')).toEqual(Array(2).fill('Closed now. Closed today. Opens Saturday at 8 PM'))
})
