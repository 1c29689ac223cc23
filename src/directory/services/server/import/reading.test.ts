import { expect, it } from 'vitest'
import { cleanLine, cleanParagraphs, listInCell } from './clean-text.ts'
import { readDay, readDays, readField, readTime } from './field-values.ts'
import { type FileKind, fileKinds, findFileKind, knownColumns, readHeader } from './file-kinds.ts'
import { splitGluedAddress } from './glued-address.ts'
import { readPhones } from './phone-drafts.ts'
import { splitAddress } from './row-drafts.ts'

it('DIR-03 takes markup, entities, odd blanks and control characters out of texts', () => {
  expect(cleanLine('  Food &amp;\u00a0<b>clothes</b>\u0000\u200b ', 100)).toBe('Food & clothes')
  expect(cleanLine('half a pair \ud800 kept', 100)).toBe('half a pair \ufffd kept')
  expect(cleanParagraphs('<p>Walk in</p><ul><li>Monday</li><li>Friday</li></ul><script>alert(1)</script>', 500)).toBe(
    'Walk in\n\nMonday\n\nFriday',
  )
  expect(cleanParagraphs('one\r\n\r\n\r\n\r\ntwo   three', 500)).toBe('one\n\ntwo three')
  expect(cleanLine('3 < 5 and 7 > 2', 100)).toBe('3 < 5 and 7 > 2')
  expect(cleanLine('N/A', 100)).toBeNull()
  expect(cleanLine('word '.repeat(100), 20)).toBe('word word word…')
})

it('DIR-03 reads lists in a cell whatever separates them', () => {
  expect(listInCell('Spanish, Chinese (Mandarin, Cantonese), Spanish')).toEqual([
    'Spanish',
    'Chinese (Mandarin, Cantonese)',
  ])
  expect(listInCell('Bay County; Lee, Sumter County')).toEqual(['Bay County', 'Lee, Sumter County'])
  expect(listInCell('["a", "b"]')).toEqual(['a', 'b'])
  expect(listInCell('')).toEqual([])
})

it.each([
  ['9:00', '09:00'],
  ['09:30:00', '09:30'],
  ['9am', '09:00'],
  ['4:00 PM', '16:00'],
  ['12 a.m.', '00:00'],
  ['noon', '12:00'],
  ['24:00', '24:00'],
  ['13pm', null],
  ['25:00', null],
  ['9', null],
  ['soon', null],
  ['9:75', null],
])('DIR-03 reads the time %s as %s', (raw, time) => expect(readTime(raw)).toBe(time))

it.each([
  ['2015-12-24', '2015-12-24'],
  ['12/24/2015', '2015-12-24'],
  ['12/24/15', '2015-12-24'],
  ['December 24, 2015', '2015-12-24'],
  ['January 01, 0001', '0001-01-01'],
  ['2015-02-30', null],
  ['13/01/2015', null],
  ['Smarch 1, 2015', null],
  ['', null],
])('DIR-03 reads the date %s as %s', (raw, day) => expect(readDay(raw)).toBe(day))

it.each([
  ['Monday', 'MO'],
  ['mon;Thu', 'MO,TH'],
  ['TH, FR', 'TH,FR'],
  ['1MO,-1fr', '1MO,-1FR'],
  ['7', 'SU'],
  ['Someday', null],
  ['m', null],
])('DIR-03 reads the days %s as %s', (raw, days) => expect(readDays(raw)).toBe(days))

it('DIR-03 gives web addresses their scheme and refuses what is none', () => {
  expect(readField('www.example.org', { is: 'url' })).toEqual({ value: 'https://www.example.org' })
  expect(readField('javascript:alert(1)', { is: 'url' })).toHaveProperty('reason')
  expect(readField('Age 60 or older', { is: 'url' })).toHaveProperty('reason')
  expect(readField('$2,500.50', { is: 'number' })).toEqual({ value: 2500.5 })
  expect(readField('1e999', { is: 'number' })).toHaveProperty('reason')
})

it('DIR-03 reads numbers with labels, extensions and neighbors', () => {
  expect(readPhones('tollfree: 800-625-2257, tdd: 800-955-8771')).toEqual([
    { number: '800-625-2257', extension: null, label: 'tollfree' },
    { number: '800-955-8771', extension: null, label: 'tdd' },
  ])
  expect(readPhones('312-346-9766 x 715')).toEqual([{ number: '312-346-9766', extension: '715', label: null }])
  expect(readPhones('(618) 394-7300 or (877) 342-7891')).toHaveLength(2)
  expect(readPhones('no phone')).toEqual([])
})

it('DIR-03 takes an address in one cell apart', () => {
  expect(splitAddress('9525 Sterling Drive, Cutler Bay, FL 33157')).toEqual({
    address_1: '9525 Sterling Drive',
    city: 'Cutler Bay',
    state_province: 'FL',
    postal_code: '33157',
  })
  expect(splitAddress('State: FL')).toEqual({ state_province: 'FL' })
  expect(splitAddress('Behind the church')).toEqual({ address_1: 'Behind the church' })
})

it.each([
  ['120 South LaSalle StreetSuite 900Chicago', '120 South LaSalle Street, Suite 900', 'Chicago'],
  ['77 W Washington StSuite 1820Chicago', '77 W Washington St, Suite 1820', 'Chicago'],
  ['P.O. Box 726Homewood', 'P.O. Box 726', 'Homewood'],
  ['150 Court Street2nd FloorBrooklyn', '150 Court Street, 2nd Floor', 'Brooklyn'],
  ['25 East Jackson Blvd.Chicago', '25 East Jackson Blvd.', 'Chicago'],
])('DIR-03 takes an address apart that lost its line ends: %s', (glued, address, city) => {
  const row = { address_1: glued, state_province: 'IL', postal_code: '60601' }
  expect(splitGluedAddress(row)).toEqual({ ...row, address_1: address, city })
})

it('DIR-03 leaves an address alone that only looks like it', () => {
  for (const row of [
    { address_1: '10 McKinley Ave', state_province: 'IL' },
    { address_1: '100 LaSalle', state_province: 'IL' },
    { address_1: 'NorthShore Plaza, 2nd', state_province: 'IL' },
    { address_1: 'One StreetSuite 9Chicago', city: 'Chicago', state_province: 'IL' },
  ])
    expect(splitGluedAddress(row)).toEqual(row)
})

it('DIR-03 knows columns by their older names and with the record’s name before them', () => {
  expect(
    readHeader('service', [
      'service_uuid',
      'organization_uuid',
      'service_name',
      'service_min_age',
      'url',
      'website',
      'Mood',
    ]),
  ).toEqual(['id', 'organization_id', 'name', 'minimum_age', 'url', null, null])
  expect(readHeader('taxonomy_term', ['taxonomy_id', 'name', 'parent_id', 'parent_name'])).toEqual([
    'id',
    'name',
    'parent_id',
    'parent_name',
  ])
  expect(readHeader('taxonomy_term', ['id', 'name', 'taxonomy_id'])).toEqual(['id', 'name', 'taxonomy_id'])
  expect(readHeader('schedule', ['\ufeffid'.slice(1), 'weekday'])).toEqual(['id', 'byday'])
  expect(findFileKind('regular_schedules.csv', [])).toBe('schedule')
  expect(findFileKind('taxonomy.csv', ['taxonomy_id', 'name', 'parent_id'])).toBe('taxonomy_term')
  expect(findFileKind('taxonomies.csv', ['id', 'name'])).toBe('taxonomy')
  expect(findFileKind('funding.csv', ['id'])).toBeNull()
})

it('DIR-03 every older name of a column leads to one that its kind has', () => {
  for (const [kind, { aliases = {} }] of Object.entries(fileKinds))
    for (const [older, column] of Object.entries(aliases))
      expect([...knownColumns(kind as FileKind)], `${kind}.${older}`).toContain(column)
})
