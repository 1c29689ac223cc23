import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { nameKnownAreas } from './find-areas.ts'
import { findTowns } from './find-towns.ts'

const app = await startTestApp()
const { call } = await app.someone({})
const areas = async (text: string) => {
  const { items } = (await call('GET', `/api/area/?text=${encodeURIComponent(text)}`)).body
  return (items as { key: string; kind: string; name: string }[]).map(({ key, kind, name }) => [key, kind, name])
}
const namesOf = async (text: string) => (await areas(text)).map(([, , name]) => name)

it('ORG-05 finds areas by how their name begins, exact names first, then wide ones', async () => {
  expect(await areas('Erie')).toEqual([
    ...['08 CO', '17 IL', '20 KS', '26 MI', '38 ND', '42 PA'].map((one) => {
      const [fips, state] = one.split(' ')
      return [`t${fips}:erie`, 'town', `Erie, ${state}`]
    }),
    ['c36029', 'county', 'Erie County, NY'],
    ['c39043', 'county', 'Erie County, OH'],
    ['c42049', 'county', 'Erie County, PA'],
    ['t36:erieville', 'town', 'Erieville, NY'],
  ])
  expect(await areas('texas')).toEqual([
    ['s48', 'state', 'Texas'],
    ['c29215', 'county', 'Texas County, MO'],
    ['c40139', 'county', 'Texas County, OK'],
    ['t48:texascity', 'town', 'Texas City, TX'],
  ])
  expect((await areas('NY'))[0]).toEqual(['s36', 'state', 'New York'])
  expect(await areas('er')).toHaveLength(20)
})

it('ORG-05 an area can be named with its state, and only areas of that state are found', async () => {
  const ofNewYork = ['Erie County, NY', 'Erieville, NY']
  for (const text of ['Erie, NY', 'erie,ny', ' Erie , New York ']) expect(await namesOf(text), text).toEqual(ofNewYork)
  expect(await namesOf('Erie, Nowhere')).toEqual([])
  expect(await namesOf('texas, tx')).toEqual(['Texas City, TX'])
})

it('ORG-05 areas are found without accents, and however saint, mount and fort are written', async () => {
  expect(await namesOf('San José')).toEqual(['San Jose, CA', 'San Jose, IL', 'San Jose, NM'])
  expect(await namesOf('Doña Ana')).toEqual(await namesOf('dona ana'))
  expect(await namesOf('Doña Ana, NM')).toHaveLength(2)
  for (const text of ['st louis, mo', 'St. Louis, MO', 'Saint Louis, mo'])
    expect(await namesOf(text), text).toEqual(['Saint Louis, MO', 'St. Louis County, MO', 'St. Louis city, MO'])
  expect(await namesOf('ste genevieve, mo')).toEqual(['Sainte Genevieve, MO', 'Ste. Genevieve County, MO'])
  expect(await namesOf('Mt. Rainier, MD')).toEqual(['Mount Rainier, MD'])
  expect(await namesOf('ft worth, tx')).toEqual(['Fort Worth, TX'])
})

it('ORG-05 digits find ZIP codes, and signs are not wildcards', async () => {
  expect(await areas('14609')).toEqual([['z14609', 'zip', '14609 (Rochester, NY)']])
  const some = await areas(' 6060 ')
  expect(some.map(([key]) => key)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `z6060${last}`))
  expect(await areas('146')).toHaveLength(20)
  for (const text of ['1', '146090', 'e', 'e_ie', 'er%', 'e\\']) expect(await areas(text), text).toEqual([])
  expect((await call('GET', '/api/area/?text=')).status).toBe(400)
  expect((await app.anonymous('GET', '/api/area/?text=Erie')).status).toBe(401)
})

it('ORG-05 a ZIP code says its town, state and time zone', async () => {
  const zip = async (code: string) => {
    const { status, body } = await call('GET', `/api/zipCode/${code}`)
    return status === 200 ? body : status
  }
  expect(await zip('14609')).toEqual({ town: 'Rochester', state: 'NY', timeZone: 'America/New_York' })
  expect(await zip('09007')).toEqual({ town: 'APO', state: 'AE', timeZone: 'Europe/Berlin' })
  expect([await zip('99999'), await zip('1460'), await zip('146090')]).toEqual([404, 400, 400])
})

it('DIR-06 a typed town is read with or without its state, and is the ZIP code in its middle', async () => {
  const towns = async (text: string) =>
    (await findTowns(app.database, text)).map(({ town, state, zip }) => `${town} ${state} ${zip}`)
  expect(await towns('Erie, pa')).toEqual(['Erie PA 16503'])
  for (const text of ['New York', 'New York, NY', 'new york ny', 'New York New York'])
    expect(await towns(text), text).toEqual(['New York NY 10020'])
  expect(await towns('st louis mo')).toEqual(['Saint Louis MO 63112'])
  expect(await towns('kansas city')).toEqual(['Kansas City MO 64106', 'Kansas City KS 66102'])
  for (const text of ['', 'x', 'Erie, NY', 'Nowhere, NY', '%, NY']) expect(await towns(text), text).toEqual([])
})

it('DIR-06 a search starts at the middle of a town or a county, and at the ZIP code next to a position', async () => {
  const starts = async (query: string) =>
    (await call('GET', `/api/searchStart/${query}`)).body.items.map(
      ({ name, zip }: { name: string; zip: string }) => `${name} ${zip}`,
    )
  const named = (text: string) => starts(`?${new URLSearchParams({ text })}`)
  expect(await named('Buffalo, ny')).toEqual(['Buffalo, NY 14204'])
  const counties = [/^Erie County, NY 14\d{3}$/, /^Erie County, OH 44\d{3}$/, /^Erie County, PA 16\d{3}$/]
  expect(await named('erie county')).toEqual(counties.map((name) => expect.stringMatching(name)))
  expect(await named('Erie County, New York')).toEqual([expect.stringMatching(/^Erie County, NY 14\d{3}$/)])
  expect(await named('orleans parish la')).toEqual([expect.stringMatching(/^Orleans Parish, LA 701\d\d$/)])
  expect((await named('Washington County')).length).toBeGreaterThan(25)
  for (const text of ['Nowhere', '%', '  .  ']) expect(await named(text), text).toEqual([])
  const next = (latitude: number, longitude: number) => starts(`nearest?latitude=${latitude}&longitude=${longitude}`)
  expect(await next(42.89, -78.88)).toEqual([expect.stringMatching(/^Buffalo, NY 142\d\d$/)])
  expect(await next(21.31, -157.86)).toEqual([expect.stringMatching(/^Honolulu, HI 968\d\d$/)])
  expect(await next(48.85, 2.35)).toEqual([])
  const refused = await call('GET', '/api/searchStart/nearest?latitude=91&longitude=x')
  expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual(['latitude', 'longitude'])
  for (const query of ['?text=Buffalo', 'nearest?latitude=42&longitude=-78'])
    expect((await app.anonymous('GET', `/api/searchStart/${query}`)).status).toBe(401)
})

it('HSDS-01 only areas that exist have a name', async () => {
  const keys = ['us', 's36', 's99', 'z14609', 'z99999', 't36:buffalo', 't36:nowhere', 't99:buffalo', 'c36029', 'c99999']
  expect([...(await nameKnownAreas(app.database, [...keys, 'x']))]).toEqual([
    ['us', 'United States'],
    ['s36', 'New York'],
    ['z14609', '14609'],
    ['t36:buffalo', 'Buffalo, NY'],
    ['c36029', 'Erie County, NY'],
  ])
})

it('DIR-06 an address is looked up by the configured geocoder, and nothing else is sent to it', async () => {
  const asked: URLSearchParams[] = []
  const agents: unknown[] = []
  let answer: unknown = []
  let statusCode = 200
  const geocoder = createServer((request, reply) => {
    asked.push(new URL(request.url ?? '', 'http://geocoder').searchParams)
    agents.push([request.headers.accept, request.headers['user-agent']])
    reply.statusCode = statusCode
    if (answer === 'moved') return reply.writeHead(302, { location: '/elsewhere' }).end()
    reply.setHeader('content-type', 'application/json')
    reply.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((done) => geocoder.listen(0, '127.0.0.1', done))
  onTestFinished(() => void geocoder.close())
  const { port } = geocoder.address() as AddressInfo
  const other = await startTestApp({ GEOCODER_URL: `http://127.0.0.1:${port}/search?key=of-the-portal` })
  const { call: ask } = await other.someone({})
  const starts = async (text: string) => ask('GET', `/api/searchStart/?${new URLSearchParams({ text })}`)
  const house = { house_number: '65', road: 'Niagara Square', city: 'Buffalo', state: 'New York' }
  const cityHall = { lat: '42.8866', lon: '-78.8789', display_name: '65, Niagara Square, Buffalo', address: house }
  answer = [
    cityHall,
    { ...cityHall, lat: '42.8867' },
    {
      lat: '43.1566',
      lon: '-77.6088',
      display_name: '65, Niagara Street, Rochester, Monroe County, New York, United States',
    },
  ]
  expect((await starts('65 niagara square, buffalo')).body.items).toEqual([
    { name: '65 Niagara Square, Buffalo, New York', zip: expect.stringMatching(/^142\d\d$/) },
    { name: '65, Niagara Street, Rochester, Monroe County', zip: expect.stringMatching(/^146\d\d$/) },
  ])
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    ...{ key: 'of-the-portal', q: '65 niagara square, buffalo', format: 'jsonv2', addressdetails: '1', limit: '5' },
    countrycodes: 'us,pr,vi,gu,as,mp',
  })
  expect(agents).toEqual([['application/json', 'Hearthline']])
  // Towns, counties, numbers and names of people are not.
  for (const text of ['Buffalo', 'Erie County, NY', 'Ana Alvarez', '555-0142', '12 b 3']) await starts(text)
  expect(asked).toHaveLength(1)
  answer = []
  expect((await starts('1 nowhere')).body.items).toEqual([])
  const named = async (address: object, display_name = '') => {
    answer = [{ ...cityHall, display_name, address }]
    return (await starts('1 main st')).body.items[0].name
  }
  expect(await named({ road: 'Main Street', town: 'Aurora' })).toBe('Main Street, Aurora')
  expect(await named({ road: 'Main Street', village: 'Akron', hamlet: 'Alden' })).toBe('Main Street, Akron')
  expect(await named({ road: 'Main Street', hamlet: 'Alden' })).toBe('Main Street, Alden')
  expect(await named({ town: 'Aurora' }, 'Town Hall, Aurora')).toBe('Town Hall, Aurora')
  expect(await named({}, 'x'.repeat(130))).toBe('x'.repeat(120))
  const far = { lat: '43.1566', lon: '-77.6088', display_name: 'Rochester' }
  // The geocoder is asked for five, and of more that it answers five are read.
  answer = [...Array(4).fill(cityHall), far]
  expect((await starts('1 main st')).body.items).toHaveLength(2)
  answer = [...Array(5).fill(cityHall), far]
  expect((await starts('1 main st')).body.items).toHaveLength(1)
  const nowhere = [{ lat: '91' }, { lat: '-91' }, { lon: '181' }, { lon: '-181' }].map((at) => [{ ...cityHall, ...at }])
  for (const broken of ['<html>', '{"error":"no"}', 'moved', [{ lat: 'x', lon: '1', display_name: '' }], ...nowhere]) {
    answer = broken
    expect((await starts('1 main st')).body.code).toBe('busy')
  }
  answer = [cityHall]
  statusCode = 500
  const away = await starts('1 main st')
  expect([away.status, away.body.code]).toEqual([503, 'busy'])
  statusCode = 200
  // Redirects are not followed.
  expect(asked.filter((query) => query.size === 0)).toEqual([])
  expect((await call('GET', '/api/searchStart/?text=1+main+st')).body.items).toEqual([])
  expect((await other.anonymous('GET', '/api/configuration')).body.findsAddresses).toBe(true)
})
