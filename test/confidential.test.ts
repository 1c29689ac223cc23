import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accessTable, callers, makeWorld } from './access-table.ts'
import { type Caller, startTestApp } from './app.ts'
import { directoryOf } from './directory-rows.ts'

const logged: string[] = []
const logInto = new Writable({
  write(line, _encoding, done) {
    logged.push(String(line))
    done()
  },
})
const product = await startTestApp({ LOG_LEVEL: 'trace' }, logInto)
const { database } = product
const { world, as } = await makeWorld(product)
const { add, makeProvider, makePlace } = directoryOf(product)
const shelterOrganization = await makeProvider()
await database
  .updateTable('organization')
  .set({ takesReferrals: true })
  .where('id', '=', shelterOrganization.id)
  .execute()
const service = await add('service', { organizationId: shelterOrganization.id, name: 'Safe nights' })
const place = await makePlace(
  service,
  {
    ...{ organizationId: shelterOrganization.id, name: 'Rosecottage', alternateName: 'Hollyhock House' },
    ...{
      description: 'Behind the Bluebell mill',
      transportation: 'Bus 93 to Foxglove',
      url: 'https://primrose.example.org',
    },
    ...{ latitude: 38.73151, longitude: -88.08212, zipLatitude: 38.71717, zipLongitude: -88.09393 },
    ...{ doubtedLatitude: 38.74474, doubtedLongitude: -88.04646, externalIdentifier: 'Snowdrop', isConfidential: true },
  },
  {
    ...{ attention: 'Ms. Magnolia', address1: '731 Larkspur Lane', address2: 'Buttercup wing', city: 'Olney' },
    ...{ region: 'Daffodil', stateProvince: 'IL', postalCode: '62450' },
  },
)
const pairing = await database
  .selectFrom('serviceAtLocation')
  .select('id')
  .where('serviceId', '=', service)
  .executeTakeFirstOrThrow()
await database
  .updateTable('serviceAtLocation')
  .set({ description: 'Near the Marigold' })
  .where('id', '=', pairing.id)
  .execute()
// An edit makes history, events and an audit record.
const { call: owner, account: ownAdmin } = await product.someone({
  organizationId: shelterOrganization.id,
  roles: ['organization-admin'],
})

// Neither the end of a timestamp nor a part of an id is its ZIP code, nor is a second its latitude.
const secret =
  /rosecottage|hollyhock|bluebell|foxglove|primrose|snowdrop|magnolia|larkspur|buttercup|olney|daffodil|\b62450\b|marigold|(?<!\d:)38\.(?:73[12]|717|74[45])|88\.(?:082|09[34]|04[67])/i
const clean = new Set<string>()
/** What a text gives away, with the words around it. A text that gave nothing away is not read again. */
const leaks = (where: string, given: unknown) => {
  const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
  if (clean.has(text)) return []
  const at = text.search(secret)
  if (at >= 0) return [`${where}: ${text.slice(Math.max(0, at - 40), at + 60)}`]
  clean.add(text)
  return []
}

const aimed = { ...world, service, place, organizationA: shelterOrganization.id }
/** Searches and records that the table of calls does not ask for. */
const more = [
  ...['safe+nights', 'larkspur', 'olney', '731+Larkspur+Lane', 'rosecottage', 'marigold'].map(
    (words) => `/api/service/?text=${words}`,
  ),
  ...['62419', '62401', '60602'].flatMap((zip) => [
    `/api/service/?near=${zip}&radius=100`,
    `/api/service/?near=${zip}&radius=2&text=safe`,
  ]),
  `/api/service/?organizationId=${shelterOrganization.id}`,
  `/api/service/?organizationId=${shelterOrganization.id}&bbox=-88.1,38.7,-88,38.8`,
  ...[3, 9, 18].flatMap((zoom) => [
    `/api/service/map?view=-88.1,38.7,-88,38.8&zoom=${zoom}`,
    `/api/service/map?view=-130,20,-60,55&zoom=${zoom}&organizationId=${shelterOrganization.id}`,
  ]),
  `/api/referral/destination?organizationId=${shelterOrganization.id}`,
  ...['services', 'organizations', 'service_at_locations'].flatMap((list) => [
    ...['full=true', 'full=false', 'minimal=true', 'format=ndjson', 'format=ndjson&full=true', 'full_service=true'].map(
      (how) => `/hsds/${list}?${how}`,
    ),
  ]),
  ...['larkspur', 'rosecottage', 'nights'].map((words) => `/hsds/services?search=${words}`),
  '/hsds/service_at_locations?postcode=62419&proximity=90000',
  ...['text=safe+nights', 'text=nights&lang=es', 'near=62419&radius=100', 'near=62401&radius=100'].map(
    (how) => `/find?${how}`,
  ),
  ...['', '?lang=es', `?place=${place}`].map((how) => `/find/${service}${how}`),
  `/find/organization/${shelterOrganization.id}`,
  `/hsds/services/${service}`,
  `/hsds/organizations/${shelterOrganization.id}`,
  `/hsds/organizations/${shelterOrganization.id}?full_service=true`,
  `/hsds/service_at_locations/${pairing.id}`,
]
const reads = Object.entries(accessTable)
  .filter(([call]) => call.startsWith('GET ') && !/event\/stream|logout/.test(call))
  .map(([call, row]) => row.path?.(aimed) ?? call.slice('GET '.length))

it('ORG-10 no call, feed, mail, text, export, log line or history of a seeded shelter holds its address or point', async () => {
  const document = (await product.anonymous('GET', '/api/openapi.json')).body as { paths: Record<string, object> }
  expect(reads.length).toBeGreaterThan(Object.values(document.paths).filter((calls) => 'get' in calls).length - 20)
  // What its own organization does leaves traces.
  const { version, values } = (await owner('GET', `/api/service/${service}/editor`)).body
  const hours = { [place]: { ...values.hours[place], days: values.hours[place].days } }
  const saved = await owner('PUT', `/api/service/${service}`, {
    version,
    changes: { description: 'A room for the night.', hours },
  })
  expect(saved.status).toBe(200)
  for (const [n, isConfidential] of [false, true].entries())
    expect(
      (await owner('PUT', `/api/location/${place}/confidentiality`, { version: n + 1, isConfidential })).status,
    ).toBe(200)
  const staffA = await as('staffA')
  const sent = await staffA('POST', '/api/referral/', {
    contactId: world.contact,
    recipientOrganizationId: shelterOrganization.id,
    serviceId: service,
    need: 'housing-instability',
    send: true,
  })
  expect([sent.status, sent.body.status]).toEqual([201, 'Sent'])
  const found = new Set<string>()
  let answered = 0
  for (const name of callers) {
    const call: Caller = name === 'anonymous' ? product.anonymous : await as(name)
    const searched = await call('POST', '/api/referral/destination/search', { text: 'safe nights', near: '62419' })
    for (const leak of leaks(`${name} destinations`, searched.body)) found.add(leak)
    // Files, the description of the calls and the published lists are the same for all; every search is asked by one of each kind.
    const isAsked = (path: string) =>
      path.startsWith('/api/') && !/^\/api\/(docs|openapi)/.test(path)
        ? !more.includes(path) || ['member', 'adminA', 'platformAdmin'].includes(name)
        : name === 'anonymous'
    const read = async (path: string) => {
      const { status, body } = await call('GET', path)
      if (status === 200) answered++
      // The words of the search are the caller's own.
      const said = typeof body === 'object' && body?.searchedFor ? { ...body, searchedFor: null } : body
      for (const leak of leaks(`${name} ${path}`, said)) found.add(leak)
    }
    await Promise.all([...reads, ...more, `/api/referral/${sent.body.id}`].filter(isAsked).map(read))
    for (const words of ['larkspur', 'rosecottage', '731+Larkspur+Lane'])
      if (name !== 'anonymous') {
        const { items } = (await call('GET', `/api/service/?text=${words}`)).body
        if (items?.some((item: { id: string }) => item.id === service)) found.add(`${name} finds it by ${words}`)
      }
  }
  expect([...found]).toEqual([])
  expect(answered).toBeGreaterThan(200)
  const accepted = await owner('POST', `/api/referral/${sent.body.id}/transition`, {
    action: 'accept',
    version: sent.body.version,
  })
  expect(accepted.status).toBe(200)
  // Nor is it stored where anything but the place itself could show it: messages, history, events, search.
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    database,
  )
  // What the searches above typed themselves is kept for half an hour.
  const ownTables = ['location', 'address', 'service_at_location', 'place', 'search_attempt']
  for (const { name } of tables.filter((table) => !ownTables.includes(table.name))) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(
      database,
    )
    for (const { row } of rows) for (const leak of leaks(name, row)) found.add(leak)
  }
  // The address of a request is the caller's own words.
  for (const line of logged) for (const leak of leaks('log', line.replace(/"(url|path)":"[^"]*"/g, ''))) found.add(leak)
  expect(logged.length).toBeGreaterThan(100)
  expect([...found]).toEqual([])
  // The test would notice: its own organization reads it.
  expect(ownAdmin.organizationId).toBe(shelterOrganization.id)
  const [own] = (await owner('GET', `/api/service/${service}`)).body.places
  expect(leaks('own', own)).toHaveLength(1)
}, 240_000)
