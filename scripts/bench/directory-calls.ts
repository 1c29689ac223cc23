import pg from 'pg'
import { cities, villages, vocabulary } from './made-directory.ts'
import { MANAGER, STAFF } from './seed-directory.ts'
import { numbersFrom } from './ticket-words.ts'

export const PASSWORD = 'Bench-horse-7-battery'
const LIMIT = 20
const METERS = 40_234
const PER_PAGE = 50
/** Of the service `s`. */
const isOpenOnTuesdayAtEleven = `exists (select from schedule h
  where h.service_id = s.service_id and position('TU' in h.byday) > 0 and h.opens_at <= '11:00' and h.closes_at > '11:00')`

export interface Statement {
  text: string
  values: unknown[]
}
/** One thing that people do: the calls of it, and the simplest statement that answers each. */
export interface Measure {
  name: string
  /** The goal, as the 95th percentile in milliseconds. */
  goal: number | null
  /** Relative to the portal's address. */
  paths: string[]
  /** What is sent with each; without them, nothing. */
  bodies?: unknown[]
  bare: Statement[]
  isOpen?: boolean
}

/** Signs in and returns the cookies. */
export async function signIn(url: string, email: string) {
  const answer = await fetch(`${url}/api/auth/login/fallback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (answer.status !== 200) throw new Error(`The sign-in of ${email} answered ${answer.status}.`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
export const signInStaff = (url: string) => signIn(url, STAFF)
export const signInManager = (url: string) => signIn(url, MANAGER)

interface Asked {
  text?: string
  near?: string
  category?: string
  openNow?: true
  free?: true
}
type Points = Map<string, { latitude: number; longitude: number }>

const pathOf = (asked: Asked) =>
  `/api/service/?${new URLSearchParams({ limit: String(LIMIT), ...(asked as Record<string, string>) })}`

/**
 * The same as one statement: no synonyms, spelling, areas, ranks, zones or holidays; near a place by distance, otherwise in
 * any order.
 */
function bareOf({ text, near, category, openNow, free }: Asked, points: Points): Statement {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    text ? `s.document @@ plainto_tsquery('directory', ${given(text)})` : '',
    category ? `s.term_ids @> array[${given(category)}::uuid]` : '',
    openNow ? isOpenOnTuesdayAtEleven : '',
    free ? 's.is_free' : '',
  ].filter(Boolean)
  const point = near ? points.get(near) : undefined
  if (!point)
    return {
      text: `select s.service_id from service_search s where ${conditions.join(' and ')} limit ${LIMIT}`,
      values,
    }
  const here = `place_point(${given(point.latitude)}::float8, ${given(point.longitude)}::float8)`
  const there = 'place_point(l.shown_latitude, l.shown_longitude)'
  const inside = `${there} <@ cube_enlarge(${here}, ${METERS}, 3)`
  return {
    text: `select s.service_id, min(${there} <-> ${here}) as meters
      from location l join service_at_location p on p.location_id = l.id join service_search s on s.service_id = p.service_id
      where ${[inside, ...conditions].join(' and ')} group by 1 order by meters limit ${LIMIT}`,
    values,
  }
}

const needs = [
  ...[
    'rent assistance',
    'dental care',
    'food pantry',
    'help find work',
    'mental health counseling',
    'emergency shelter',
  ],
  ...[
    'child care',
    'utility bills',
    'diapers',
    'immigration lawyer',
    'transportation to medical appointments',
    'clothing',
  ],
]
const common = ['food', 'family', 'help', 'care', 'housing', 'community', 'monthly', 'free']
const pairs = [
  'food pantry',
  'rent assistance',
  'dental clinic',
  'family counseling',
  'help with utilities',
  'legal aid',
]
const misspelt = ['dentel', 'shleter', 'conseling', 'grocerys', 'imigration', 'emergancy', 'utilites', 'trasportation']
const frequentTerms = ['Food Pantry', 'Dental Care', 'Counseling', 'Childcare', 'Clothing', 'Representation', 'Food']

async function readSample(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const places = [...cities.slice(0, 12), ...villages]
  const points = await client.query('select zip, latitude, longitude from place where zip = any ($1)', [places])
  const terms = await client.query<{ id: string }>(
    'select min(id::text) as id from taxonomy_term where name = any ($1) group by name',
    [frequentTerms],
  )
  const services = await client.query<{ id: string }>(
    'select service_id as id from service_search order by md5(service_id::text) limit 60',
  )
  const names = await client.query<{ name: string }>('select name from organization order by md5(id::text) limit 40')
  const listed = await client.query<{ count: string }>('select count(*) from service_search')
  const late = Math.min(20_000, Math.ceil(Number(listed.rows[0]?.count) / PER_PAGE))
  const skipped = await client.query<{ id: string }>(
    'select service_id as id from service_search order by 1 offset $1 limit 1',
    [(late - 1) * PER_PAGE],
  )
  await client.end()
  return {
    places,
    points: new Map(points.rows.map(({ zip, ...point }) => [zip as string, point])) as Points,
    terms: terms.rows.map(({ id }) => id),
    services: services.rows.map(({ id }) => id),
    names: names.rows.map(({ name }) => name),
    late: { page: late, from: skipped.rows[0]?.id ?? '' },
  }
}
const FIRST = '00000000-0000-0000-0000-000000000000'

/** What is measured on one database. @param count how many different calls of each kind */
export async function prepareMeasures(databaseUrl: string, count: number): Promise<Measure[]> {
  const random = numbersFrom(23)
  const { places, points, terms, services, names, late } = await readSample(databaseUrl)
  const oneOf = (values: readonly string[]) => values[Math.floor(random() * values.length)] as string
  const rare = vocabulary.slice(22_000, 29_000)
  const search = (name: string, made: () => Asked): Measure => {
    const asked = Array.from({ length: count }, made)
    return { name, goal: 50, paths: asked.map(pathOf), bare: asked.map((each) => bareOf(each, points)) }
  }
  const page = (name: string, number: number, from: string): Measure => ({
    ...{ name, goal: null, isOpen: true, paths: [`/hsds/services?page=${number}&per_page=${PER_PAGE}`] },
    bare: [
      {
        text: `select s.* from service s join service_search x on x.service_id = s.id where s.id >= $1 order by s.id limit ${PER_PAGE}`,
        values: [from],
      },
    ],
  })
  return [
    search('words near a ZIP', () => ({ text: oneOf(needs), near: oneOf(places) })),
    search('category near a ZIP', () => ({ category: oneOf(terms), near: oneOf(places) })),
    search('open now near a ZIP', () => ({ openNow: true, near: oneOf(places) })),
    search('words and open now near a ZIP', () => ({ text: oneOf(needs), openNow: true, near: oneOf(places) })),
    search('everything near a ZIP', () => ({ near: oneOf(places) })),
    search('free, near a ZIP', () => ({ free: true, near: oneOf(places) })),
    search('misspelt word near a ZIP', () => ({ text: oneOf(misspelt), near: oneOf(places) })),
    search('rare word', () => ({ text: oneOf(rare) })),
    search('common word', () => ({ text: oneOf(common) })),
    search('two words', () => ({ text: oneOf(pairs) })),
    search('misspelt word', () => ({ text: oneOf(misspelt) })),
    search('words and open now', () => ({ text: oneOf(needs), openNow: true })),
    {
      ...{ name: 'service page', goal: 50, paths: services.map((id) => `/api/service/${id}`) },
      bare: services.map((id) => ({ text: 'select * from service where id = $1', values: [id] })),
    },
    {
      ...{ name: 'organization, autocomplete', goal: 50 },
      paths: names.map((name) => `/api/organization/autocomplete?name=${encodeURIComponent(name.slice(0, 6))}`),
      bare: names.map((name) => ({
        text: 'select id, name from organization where lower(name) like $1 limit 10',
        values: [`%${name.slice(0, 6).toLowerCase()}%`],
      })),
    },
    ...mapMeasures(terms),
    page('HSDS page 1', 1, FIRST),
    page(`HSDS page ${late.page.toLocaleString('en')}`, late.page, late.from),
  ]
}

/** From the whole country to a city. */
const views = {
  country: { view: '-125,25,-66,50', zoom: 4 },
  state: { view: '-80,40,-72,45', zoom: 6.5 },
  county: { view: '-74.8,40.2,-73.2,41.2', zoom: 9 },
  city: { view: '-74.1,40.6,-73.8,40.85', zoom: 11.5 },
}

/** What a part of the map holds, in squares of 2^16. */
function bareMap(view: string, category: string | null, openNow = false): Statement {
  const [west, south, east, north] = view.split(',').map(Number)
  const inView = `p.qx between map_x($1) and map_x($3) and p.qy between map_y($4) and map_y($2)`
  return {
    text: `select p.qx >> 16, p.qy >> 16, count(*) from service_point p ${category || openNow ? 'join service_search s on s.service_id = p.service_id' : ''}
      where ${inView} ${category ? 'and s.term_ids @> array[$5::uuid]' : openNow ? `and ${isOpenOnTuesdayAtEleven}` : ''} group by 1, 2`,
    values: [west, south, east, north, ...(category ? [category] : [])],
  }
}

/** The whole directory, frequent categories, and what is open now, on the map. */
export const mapMeasures = (terms: string[]): Measure[] =>
  Object.entries(views).flatMap(([name, { view, zoom }]) => {
    const measure = (what: string, asked: (string | null)[]): Measure => ({
      ...{ name: `map of the ${name}, ${what}`, goal: 100 },
      paths: asked.map(
        (category) => `/api/service/map?view=${view}&zoom=${zoom}${category ? `&category=${category}` : ''}`,
      ),
      bare: asked.map((category) => bareMap(view, category)),
    })
    const openNow: Measure = {
      ...{ name: `map of the ${name}, open now`, goal: 100 },
      paths: [`/api/service/map?view=${view}&zoom=${zoom}&openNow=true`],
      bare: [bareMap(view, null, true)],
    }
    return [measure('everything', [null]), measure('a common category', terms), openNow]
  })

/** Searches for a person on record, by the staff member who recorded them. The bare ones know nothing about the person. */
export async function personMeasure(url: string, cookie: string, words: Measure): Promise<Measure> {
  const post = async (path: string, body: unknown) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { id: string }
  }
  const { id: contactId } = await post('/api/contact/', {
    ...{ firstName: 'Ana', lastName: 'Rivera', birthDate: '1950-01-01', postalCode: '10001', phones: [] },
  })
  return {
    ...words,
    name: 'fits this person, words near a ZIP',
    paths: words.paths.map(() => '/api/service/search'),
    bodies: words.paths.map((path) => ({
      ...Object.fromEntries(new URLSearchParams(path.split('?')[1])),
      ...{ contactId, fit: 'possible' },
    })),
  }
}

/** The second page of each search near a place, which needs the cursor that the first page gave. */
export async function nextPages(url: string, cookie: string, first: Measure): Promise<Measure> {
  const paths: string[] = []
  for (const path of first.paths) {
    const { nextCursor } = (await (await fetch(url + path, { headers: { cookie } })).json()) as {
      nextCursor: string | null
    }
    if (nextCursor) paths.push(`${path}&cursor=${encodeURIComponent(nextCursor)}`)
  }
  return {
    ...first,
    name: 'next page of words near a ZIP',
    paths,
    bare: first.bare.map(({ text, values }) => ({ text: `${text} offset ${LIMIT}`, values })),
  }
}
