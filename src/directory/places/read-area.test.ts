import { expect, it } from 'vitest'
import { AreaIndex } from './area-index.ts'
import { guessArea, type KnownStates, readArea } from './read-area.ts'

const county = (fips: string, name: string) => ({ fips, name: `${name} County` })
const index = new AreaIndex(
  [
    county('17031', 'Cook'),
    county('13075', 'Cook'),
    county('27031', 'Cook'),
    county('17027', 'Clinton'),
    county('18023', 'Clinton'),
    county('17051', 'Fayette'),
    county('18041', 'Fayette'),
    county('17133', 'Monroe'),
    county('12087', 'Monroe'),
    county('17157', 'Randolph'),
    county('18135', 'Randolph'),
    county('17163', 'St. Clair'),
    county('17189', 'Washington'),
    county('18175', 'Washington'),
    county('17043', 'DuPage'),
    county('17099', 'LaSalle'),
    county('12109', 'St. Johns'),
    county('12086', 'Miami-Dade'),
    county('12095', 'Orange'),
    county('06059', 'Orange'),
    county('12097', 'Osceola'),
    county('06081', 'San Mateo'),
    county('06037', 'Los Angeles'),
    county('29189', 'St. Louis'),
    county('17097', 'Lake'),
    { fips: '29510', name: 'St. Louis city' },
    { fips: '22071', name: 'Orleans Parish' },
    county('36073', 'Orleans'),
    { fips: '22075', name: 'Plaquemines Parish' },
    { fips: '02110', name: 'City and Borough of Juneau' },
    { fips: '35013', name: 'Doña Ana County' },
  ],
  [
    { town: 'Chicago', state: 'IL' },
    { town: 'Evanston', state: 'IL' },
    { town: 'Washington', state: 'IL' },
    { town: 'East Saint Louis', state: 'IL' },
    { town: 'Belmont', state: 'CA' },
    { town: 'Belmont', state: 'NY' },
    { town: 'San Mateo', state: 'CA' },
    { town: 'Orange', state: 'CA' },
    { town: 'Los Angeles', state: 'CA' },
    { town: 'New York', state: 'NY' },
  ],
)
const illinois: KnownStates = [[], [], ['17']]
const california: KnownStates = [['06']]
const none: KnownStates = [[], [], []]

it.each<[string, KnownStates, string[]]>([
  ['Cook County', illinois, ['c17031']],
  ['  all of Cook  County. ', illinois, ['c17031']],
  ['County of Cook', illinois, ['c17031']],
  ['Cook County, IL', none, ['c17031']],
  ['Cook County in Georgia', illinois, ['c13075']],
  [
    'Clinton, Fayette, Monroe, Randolph, St. Clair and Washington Counties',
    none,
    ['c17027', 'c17051', 'c17133', 'c17157', 'c17163', 'c17189'],
  ],
  ['Cook and Du Page Counties, Illinois', none, ['c17031', 'c17043']],
  ['Counties of Cook & DuPage', illinois, ['c17031', 'c17043']],
  ['Cook, DuPage, La Salle', illinois, ['c17031', 'c17043', 'c17099']],
  ['Orange County; Osceola County', none, ['c12095', 'c12097']],
  ['Saint Johns County; Miami Dade County', none, ['c12109', 'c12086']],
  ['San Mateo County, Los Angeles County', none, ['c06081', 'c06037']],
  ['Cook County and Evanston', illinois, ['c17031', 't17:evanston']],
  ['Orleans Parish', none, ['c22071']],
  ['Orleans and Plaquemines Parishes', none, ['c22071', 'c22075']],
  ['St. Louis County', none, ['c29189']],
  ['St. Louis city', none, ['c29510']],
  ['Juneau Borough', none, ['c02110']],
  ['Dona Ana County', none, ['c35013']],
  ['Illinois', none, ['s17']],
  ['IL', none, ['s17']],
  ['State of Illinois', none, ['s17']],
  ['Illinois (statewide)', none, ['s17']],
  ['Illinois, Indiana and Wisconsin', none, ['s17', 's18', 's55']],
  ['Statewide', illinois, ['s17']],
  ['Throughout Illinois', none, ['s17']],
  ['New York', [['36']], ['s36']],
  ['Nationwide', none, ['us']],
  ['the United States', none, ['us']],
  ['U.S.A.', none, ['us']],
  ['60602', none, ['z60602']],
  ['60602, 60603 and 60604-1234', none, ['z60602', 'z60603', 'z60604']],
  ['ZIP codes: 60602 60603', none, ['z60602', 'z60603']],
  ['Chicago, IL', none, ['t17:chicago']],
  ['Chicago, IL; Belmont, NY', none, ['t17:chicago', 't36:belmont']],
  ['Chicago and Evanston', illinois, ['t17:chicago', 't17:evanston']],
  ['City of Chicago', illinois, ['t17:chicago']],
  ['E. St. Louis and Chicago', illinois, ['t17:chicago']],
  ['New York City', [['36']], ['t36:newyork']],
  ['East St. Louis', illinois, ['t17:eastsaintlouis']],
])('DIR-01 reads “%s” as an area', (text, known, keys) => {
  expect(readArea(text, index, known)).toEqual(keys)
})

it.each<[string, KnownStates]>([
  ['Cook County', none],
  ['Orange County', none],
  ['Orange County', [['12', '06']]],
  ['Belmont', none],
  ['Belmont', [['06', '36']]],
  ['Orange, Los Angeles', california],
  ['San Mateo', california],
  ['Washington', illinois],
  ['Statewide', none],
  ['Statewide', [['17', '18']]],
  ['in', none],
  ['the north side', illinois],
  ['call for details', illinois],
  ['1234', none],
  ['Cedar County', illinois],
  ['', illinois],
])('DIR-03 an area that cannot be read is no area: “%s”', (text, known) => {
  expect(readArea(text, index, known)).toEqual([])
})

it.each<[string, string | null, string[] | undefined, string | undefined]>([
  ['Free legal information and forms in Cook County', null, ['c17031'], 'Cook County'],
  ['Legal help in Cook and DuPage Counties', null, ['c17031', 'c17043'], 'Cook and DuPage Counties'],
  ['Cook County Legal Help', null, ['c17031'], 'Cook County'],
  ['Legal help in East St. Louis for families', null, ['t17:eastsaintlouis'], 'East St. Louis'],
  ['Help for Chicago residents', null, ['t17:chicago'], 'Chicago'],
  [
    'Immigration help in Illinois, Indiana and Wisconsin',
    null,
    ['s17', 's18', 's55'],
    'Illinois, Indiana and Wisconsin',
  ],
  ['Legal aid', 'Lawyers throughout Illinois answer questions.', ['s17'], 'Illinois'],
  ['Statewide hotline', null, ['s17'], 'statewide'],
  ['Illinois Legal Aid Online', 'Chicago, Cook County', undefined, undefined],
  ['Chicago Office - Help', null, undefined, undefined],
  ['County fair', null, undefined, undefined],
])(
  'DIR-03 guesses an area only from the service’s own words, and says which: “%s”',
  (name, description, keys, because) => {
    const guess = guessArea({ name, description }, index, illinois)
    expect([guess?.keys, guess?.because]).toEqual([keys, because])
  },
)

it.each<[string, string[] | undefined]>([
  ['Must live in Cook County', ['c17031']],
  ['Resident of Cook or DuPage Counties', ['c17031', 'c17043']],
  ['People who live in Chicago, age 55 or over', ['t17:chicago']],
  ['Personas que viven en el condado de Cook', ['c17031']],
  ['Residentes de Chicago y Evanston', ['t17:chicago', 't17:evanston']],
  ['Veterans of Washington', undefined],
  ['Adults', undefined],
])('ORG-09 DIR-03 guesses where people must live from the words about who can get it: “%s”', (words, keys) => {
  const guess = guessArea({ name: 'Legal aid', description: null, eligibilityDescription: words }, index, illinois)
  expect(guess?.keys).toEqual(keys)
})
