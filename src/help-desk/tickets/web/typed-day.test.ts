import { expect, it } from 'vitest'
import { maskDay, readDay, writeDay } from './typed-day.ts'

it('HD-04 sets the slashes of ##/##/#### while one types, and takes nothing but digits', () => {
  const steps = ['1', '12', '123', '1231', '12312', '12312026', '123120267', '12/31/2026', 'a1b2']
  expect(steps.map(maskDay)).toEqual([
    '1',
    '12',
    '12/3',
    '12/31',
    '12/31/2',
    '12/31/2026',
    '12/31/2026',
    '12/31/2026',
    '12',
  ])
})

it('HD-04 reads MM/DD/YYYY in English and DD/MM/YYYY in Spanish, and only days that there are', () => {
  expect(readDay('02/29/2028', 'en')).toBe('2028-02-29')
  expect(readDay('29/02/2028', 'es')).toBe('2028-02-29')
  for (const typed of ['02/29/2027', '13/01/2026', '00/10/2026', '1/2/2026', '02/30/2026', '12/31/26', '', '12/31/'])
    expect(readDay(typed, 'en'), typed).toBeNull()
  for (const language of ['en', 'es']) expect(readDay(writeDay('2026-11-09', language), language)).toBe('2026-11-09')
})
