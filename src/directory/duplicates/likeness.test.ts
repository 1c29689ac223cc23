import { expect, it } from 'vitest'
import { compareListings, keysOf, LEAST_SCORE, type ListingTraits, readTraits, similarity } from './likeness.ts'

const traits = (given: Partial<ListingTraits>) =>
  readTraits({
    ...{ id: 'a', name: 'Food pantry', organizationId: 'o1', organizationName: 'Cedar Mission' },
    ...{ phones: [], addresses: [], websites: [], emails: [], ...given },
  })
const at = (address1: string, postalCode: string, address2: string | null = null) => [
  { address1, address2, city: 'Buffalo', postalCode },
]
const other = { organizationId: 'o2' }

it('DIR-11 the same telephone, address, website and name are recognized however they are written', () => {
  const one = traits({
    ...{
      name: 'The Cedar Mission, Inc.',
      phones: ['(716) 555-0142 ext. 3'],
      addresses: at('12 North Main Street', '14201'),
    },
    ...{ websites: ['https://www.cedarmission.org/food'], emails: ['info@cedarmission.org'] },
  })
  const two = traits({
    ...{ ...other, name: 'Cedar Mission', phones: ['+17165550142'], addresses: at('12 N. Main St', '14201-2233') },
    ...{ websites: ['http://cedarmission.org'], emails: ['INFO@cedarmission.org'] },
  })
  expect(compareListings('organization', one, two)?.reasons).toEqual(['name', 'phone', 'address', 'website', 'email'])
  const shared = keysOf(one).filter((key) => keysOf(two).includes(key))
  for (const kind of ['phone:', 'address:', 'domain:', 'email:', 'name:', 'word:14201:'])
    expect(shared.filter((key) => key.startsWith(kind))).not.toEqual([])
})

it('DIR-11 offices of one house, and numbers and pages that anybody has, are not in common', () => {
  const [one, two] = [
    traits({ addresses: at('9 Oak Ave', '14201', 'Suite 4'), phones: ['211'], websites: ['https://facebook.com/a'] }),
    traits({ addresses: at('9 Oak Avenue', '14201', '# 5'), phones: ['211'], websites: ['https://facebook.com/b'] }),
  ]
  expect(keysOf(one).filter((key) => /^(?:address|phone|domain):/.test(key) && keysOf(two).includes(key))).toEqual([])
  expect(compareListings('location', one, two)).toBeNull()
  const same = traits({ addresses: at('9 Oak Avenue', '14201', 'Apt 4') })
  expect(compareListings('location', one, same)?.reasons).toContain('address')
})

it('DIR-11 services of one organization are the same only if they are called the same, at the same place', () => {
  const shared = { phones: ['716-555-0142'], websites: ['https://cedarmission.org'] }
  const pantry = traits({ ...shared, addresses: at('12 Main St', '14201') })
  const score = (given: Partial<ListingTraits>) => compareListings('service', pantry, traits(given))?.score ?? 0
  expect(score({ ...shared, addresses: at('12 Main St', '14201') })).toBeGreaterThanOrEqual(LEAST_SCORE)
  expect(score({ ...shared, addresses: at('80 Elm St', '14211') })).toBeLessThan(LEAST_SCORE)
  expect(score({ ...shared, name: 'Food delivery', addresses: at('12 Main St', '14201') })).toBe(0)
  // Two sources list all services of one organization, which share all but the name.
  const listed = (name: string) => score({ ...shared, ...other, name, addresses: at('12 Main St', '14201') })
  expect(listed('Food Pantry')).toBeGreaterThanOrEqual(LEAST_SCORE)
  expect(listed('Rent assistance')).toBe(0)
  expect(
    compareListings('service', traits({ name: 'Rent assistance' }), traits({ ...other, name: 'Utility assistance' })),
  ).toBeNull()
})

it('DIR-11 churches of one name in different towns are not the same', () => {
  const church = (given: Partial<ListingTraits>) => traits({ name: 'First Baptist Church', ...given })
  const here = church({ addresses: at('1 Hill Rd', '14201') })
  const score = (given: Partial<ListingTraits>) =>
    compareListings('organization', here, church({ ...other, ...given }))?.score
  expect(score({ addresses: at('7 Lake Rd', '62701') })).toBeLessThan(LEAST_SCORE)
  expect(score({ addresses: at('7 Lake Rd', '14201') })).toBeGreaterThanOrEqual(LEAST_SCORE)
})

it('DIR-11 names are alike by their letters, in either order of the words', () => {
  expect(similarity('food bank', 'foodbank')).toBe(1)
  expect(similarity('abundant life', 'abundent life')).toBeGreaterThan(0.6)
  expect(similarity('life abundant', 'abundant life')).toBe(1)
  expect(similarity('', '')).toBe(0)
})
