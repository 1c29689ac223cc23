import { expect, it } from 'vitest'
import { CrisisHelp, linesFor, mentionsCrisis } from './crisis.ts'
import shipped from './data/crisis.json' with { type: 'json' }

const help = CrisisHelp.parse(shipped)

it.each([
  'suicide',
  'I feel suicidal',
  'my husband hits me',
  'kicked out',
  'OVERDOSE',
  'domestic violence shelter',
  'I don’t want to live',
  'mi esposo me pega',
  'quiero morirme',
  'sobredosis',
  'violación',
])('D-CRI-1 takes “%s” as a crisis', (text) => {
  expect(mentionsCrisis(text, help)).toBe(true)
})

it.each([
  '',
  'food pantry',
  'violin lessons',
  'rapid rehousing',
  'substance abuse counseling',
  'beauty salon',
  'skills training',
  'despensa de alimentos',
])('D-CRI-1 takes “%s” as none', (text) => {
  expect(mentionsCrisis(text, help)).toBe(false)
})

it('D-CRI-1 still hears the crisis beside words that only sound like one', () => {
  expect(mentionsCrisis('substance abuse and suicide', help)).toBe(true)
})

it('D-CRI-1 ships 911, 988 by call and text, the domestic violence hotline, and 211', () => {
  expect(help.lines.map(({ call, text }) => [call, text])).toEqual([
    ['911', undefined],
    ['988', '988'],
    ['1-800-799-7233', undefined],
    ['211', undefined],
  ])
})

it('D-CRI-1 puts the lines of a region first, and only near it', () => {
  const [first] = help.lines
  if (!first) throw new Error('no line')
  const local = { ...first, call: '716-555-0100', zips: ['142'] }
  const calls = (zip?: string) => linesFor([...help.lines, local], zip).map(({ call }) => call)
  expect(calls('14203')[0]).toBe('716-555-0100')
  expect(calls('33602')).not.toContain('716-555-0100')
  expect(calls()).toHaveLength(4)
})
