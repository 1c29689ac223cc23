import { dictionary } from '@zxcvbn-ts/language-en'
import { households, papers, populations } from '../../src/directory/eligibility/eligibility.ts'
import { keysAround } from '../../src/directory/places/area.ts'
import { intakeStatuses } from '../../src/directory/services/directory-rows.ts'
import { capital, madeId, oneOf } from './made-tickets.ts'
import { numbersFrom, type Random, zipf } from './ticket-words.ts'

/** A ZIP code with its place. */
export interface Zip {
  zip: string
  town: string
  state: string
  countyFips: string | null
  latitude: number
  longitude: number
}
export interface Term {
  id: string
  name: string
}

/** A ZIP code in the middle of each city, largest first. */
export const cities =
  `10001 90012 60601 77002 85003 19102 78205 92101 75201 95113 78701 32202 43215 28202 46204 94103 98101 80202 20001 02108
  79901 37203 48226 73102 97204 89101 38103 40202 21202 53202 87102 85701 93721 95814 64106 30303 68102 27601 33130 55401
  74103 33602 70112 44114 96813 45202 15222 63101 32801 14202 84111 35203 14604 23219 83702`.split(/\s+/)
/** ZIP codes with little around them. */
export const villages = ['59101', '62450', '82801', '05401', '88220', '97850', '04330', '57501']

/** What many services are about; the other categories follow in the order of their list. */
const frequent = [
  'Food Pantry',
  'Counseling',
  'Help Pay for Housing',
  'Medical Care',
  'Dental Care',
  'Representation',
  'Childcare',
  'Support Groups',
  'Emergency Shelter',
  'Clothing',
  'Transportation',
  'Help Find Work',
]

const plain = ((dictionary['wikipedia-en'] ?? []) as string[]).filter((word) => /^[a-z]{2,}$/.test(word))
/** Words with which services describe themselves, most frequent first. */
const usual =
  `and the for of help to with services assistance community family people program children food free in need housing
  support care health provides low income available or is rent adults information education apply are who resources individuals
  weekly families seniors crisis offers training employment legal monthly emergency county application clients referrals
  eligible residents appointment volunteers veterans spanish youth women utilities bills medical shelter insurance homeless
  disabilities counseling treatment groceries meals transportation school immigrants documents income clothing advice
  nutrition diapers workshops case management parenting domestic violence dental clinic prescription benefits tenants`
    .split(/\s+/)
    .filter((word, place, all) => all.indexOf(word) === place)
const own = new Set(usual)
export const vocabulary = [...usual, ...plain.filter((word) => !own.has(word))]

const endings = ['Program', 'Services', 'Center', 'Project', 'Assistance', 'for Families', 'for Seniors', 'Network']
const ages = [null, null, null, null, [0, 17], [13, 24], [18, null], [60, null]] as const
const noons = ['08:00-16:00', '09:00-17:00', '09:00-17:00', '10:00-18:00', '12:00-20:00', '07:00-19:00'] as const
const DAYS = 'MO,TU,WE,TH,FR'
const week = [DAYS, DAYS, 'TU,TH', 'MO,WE,FR', `${DAYS},SA`, 'SA,SU', '1SA,3SA']
const languages = ['Spanish', 'Spanish', 'Spanish', 'Chinese', 'Vietnamese', 'Arabic', 'Haitian Creole', 'French']

interface MadePlace {
  id: string
  zip: Zip
  latitude: number | null
  longitude: number | null
  street: string
}
export interface MadeService {
  id: string
  name: string
  description: string
  isActive: boolean
  ages: readonly [number, number | null] | null
  cost: string | null
  assuredDaysAgo: number | null
  intake: { status: string; daysAhead: number } | null
  income: string | null
  households: string | null
  populations: string | null
  papers: string | null
  terms: Term[]
  languages: string[]
  phone: string | null
  area: { name: string; key: string } | null
  places: MadePlace[]
  schedule: { byday: string; freq: string; opensAt: string; closesAt: string; isAtPlace: boolean } | null
}
export interface MadeOrganization {
  id: string
  name: string
  places: MadePlace[]
  services: MadeService[]
}

const MILES = 25
/** The ZIP codes around each city, nearest first. */
function metropolises(zips: Zip[]) {
  return cities.map((middle) => {
    const at = zips.find(({ zip }) => zip === middle)
    if (!at) throw new Error(`There is no ZIP code ${middle}.`)
    const miles = (zip: Zip) =>
      Math.hypot((zip.latitude - at.latitude) * 69, (zip.longitude - at.longitude) * 69 * Math.cos(at.latitude / 57.3))
    return zips
      .map((zip) => ({ zip, miles: miles(zip) }))
      .filter((each) => each.miles <= MILES)
      .sort((a, b) => a.miles - b.miles)
      .map((each) => each.zip)
  })
}

/** How many each of `owners` has of `count`, at least one; the first ones have most. */
function shares(count: number, owners: number, random: Random) {
  const all = new Int32Array(owners).fill(1)
  const draw = zipf(owners, random, 0.7, 20)
  for (let left = count - owners; left > 0; left--) {
    const owner = draw()
    all[owner] = (all[owner] ?? 0) + 1
  }
  return all
}

const list = (values: string[]) => `{${values.map((value) => `"${value}"`).join(',')}}`
const some = <Value>(random: Random, share: number, made: () => Value): Value | null =>
  random() < share ? made() : null

/** A point for the random generator to jitter around the middle of a ZIP code, about a mile each way. */
const near = (value: number, random: Random) => Number((value + (random() - 0.5) * 0.03).toFixed(6))

function makePlace(random: Random, zip: Zip): MadePlace {
  const isExact = random() < 0.9
  return {
    id: madeId(random),
    zip,
    latitude: isExact ? near(zip.latitude, random) : null,
    longitude: isExact ? near(zip.longitude, random) : null,
    street: `${1 + Math.floor(random() * 9800)} ${capital(oneOf(vocabulary.slice(2_000, 6_000), random))} Street`,
  }
}

function areaOf(random: Random, zip: Zip) {
  const [, town = '', county = '', state = '', nation = ''] = keysAround(zip)
  const drawn = random()
  if (!zip.countyFips || drawn > 0.115) return null
  if (drawn < 0.05) return { name: zip.state, key: state }
  if (drawn < 0.1) return { name: `${zip.town} County, ${zip.state}`, key: county }
  return drawn < 0.11 ? { name: zip.town, key: town } : { name: 'Nationwide', key: nation }
}

/**
 * Organizations of very different sizes with their places and services: the same in every run. Six of ten are in cities.
 * @param terms the categories
 * @param zips all ZIP codes
 */
export function* makeDirectory(
  count: { services: number; organizations: number; places: number },
  terms: Term[],
  zips: Zip[],
): Generator<MadeOrganization> {
  const random = numbersFrom(17)
  const around = metropolises(zips)
  const drawCity = zipf(around.length, random, 1, 1.5)
  const ranked = [
    ...frequent.flatMap((name) => terms.find((term) => term.name === name) ?? []),
    ...terms.filter(({ name }) => !frequent.includes(name)),
  ]
  const drawTerm = zipf(ranked.length, random, 0.9, 3)
  const drawWord = zipf(vocabulary.length, random, 1, 2.7)
  const services = shares(count.services, count.organizations, random)
  const places = shares(count.places, count.organizations, random)
  const term = () => ranked[drawTerm()] as Term
  const zip = () => {
    if (random() >= 0.6) return oneOf(zips, random)
    const city = around[drawCity()] as Zip[]
    return city[Math.floor(random() ** 1.5 * city.length)] as Zip
  }
  const described = (named: Term) => {
    const words = Array.from({ length: 20 + Math.floor(40 * random()) }, () => vocabulary[drawWord()])
    return `${capital(words.join(' '))}. ${named.name} ${oneOf(endings, random).toLowerCase()}.`
  }
  const makeService = (placesOfAll: MadePlace[]): MadeService => {
    const first = term()
    const drawn = random()
    const visited = drawn < 0.1 ? [] : drawn < 0.9 ? [oneOf(placesOfAll, random)] : placesOfAll.slice(0, 3)
    const home = visited[0]?.zip ?? (placesOfAll[0] as MadePlace).zip
    const [opensAt = '', closesAt = ''] = random() < 0.04 ? ['00:00', '00:00'] : oneOf(noons, random).split('-')
    const byday = oneOf(week, random)
    return {
      id: madeId(random),
      name: `${some(random, 0.4, () => capital(oneOf(vocabulary.slice(80, 4_000), random))) ?? ''} ${first.name} ${oneOf(endings, random)}`.trim(),
      description: described(first),
      isActive: random() < 0.97,
      ages: oneOf(ages, random),
      cost: some(random, 0.45, () => oneOf(['free', 'free', 'sliding', 'fee'], random)),
      assuredDaysAgo: some(random, 0.8, () => Math.floor(random() * 900)),
      intake: some(random, 0.4, () => ({
        status: oneOf(intakeStatuses, random),
        daysAhead: Math.floor(random() * 80) - 20,
      })),
      income: some(random, 0.2, () =>
        JSON.stringify({ percent: oneOf([100, 138, 185, 200, 300], random), amounts: [], per: 'year' }),
      ),
      households: some(random, 0.1, () => list([oneOf(households, random)])),
      populations: some(random, 0.25, () => list([oneOf(populations, random)])),
      papers: some(random, 0.3, () => list([oneOf(papers, random)])),
      terms: random() < 0.4 ? [first, term()].filter((each, at, all) => all.indexOf(each) === at) : [first],
      languages: random() < 0.5 ? ['English'] : ['English', oneOf(languages, random)],
      phone: some(
        random,
        0.65,
        () => `+1${2 + Math.floor(random() * 8)}${String(Math.floor(random() * 1e9)).padStart(9, '0')}`,
      ),
      area: areaOf(random, home),
      places: visited,
      schedule: some(random, 0.8, () => ({
        ...{ byday, freq: /\d/.test(byday) ? 'MONTHLY' : 'WEEKLY', opensAt, closesAt },
        isAtPlace: visited.length === 1 && random() < 0.2,
      })),
    }
  }
  for (let at = 0; at < count.organizations; at++) {
    const home = zip()
    const inside = Array.from({ length: places[at] ?? 1 }, (_, place) =>
      makePlace(random, place === 0 || random() < 0.5 ? home : zip()),
    )
    yield {
      id: madeId(random),
      name: `${capital(oneOf(vocabulary.slice(1_000, 30_000), random))} ${oneOf(['Community Center', 'Family Services', 'Foundation', 'Clinic', 'Food Bank', 'Legal Aid', 'Housing', 'Ministries'], random)} ${at + 1}`,
      places: inside,
      services: Array.from({ length: services[at] ?? 1 }, () => makeService(inside)),
    }
  }
}
