import { expect, it } from 'vitest'
import { maskPhone } from '../web/phone-mask.ts'
import { dialable, PhoneNumber, phoneLink, phoneText, readPhone } from './phone-number.ts'

it('D-PHO-1 reads national and international numbers, and keeps them as E.164 with the extension', () => {
  for (const typed of ['(716) 555-0142', '716-555-0142', '7165550142', '1 716 555 0142', '+1 (716) 555-0142'])
    expect(PhoneNumber.parse(typed), typed).toBe('+17165550142')
  expect(PhoneNumber.parse(' +52 55 1234 5678 ')).toBe('+525512345678')
  expect(PhoneNumber.parse('(716) 555-0142 ext. 3')).toBe('+17165550142;ext=3')
  expect(PhoneNumber.parse('716 555 0142 x3')).toBe('+17165550142;ext=3')
  // The stored form parses to itself.
  for (const stored of ['+17165550142', '+17165550142;ext=3', '+525512345678']) expect(readPhone(stored)).toBe(stored)
})

it('D-PHO-1 refuses what it cannot read, and changes nothing of it', () => {
  for (const typed of [
    '',
    '555-0199',
    '12345',
    'call 716 555 0142',
    '(716) 555-01429',
    '+999 1',
    'none',
    '(555) 019-9',
  ])
    expect(PhoneNumber.safeParse(typed).error?.issues[0]?.message, typed).toBe('phone-format')
})

it('D-PHO-1 takes back a stored number whose digits are not in use, and refuses it when it is typed', () => {
  expect(PhoneNumber.parse('+15551234567')).toBe('+15551234567')
  expect(phoneText('+15551234567')).toBe('(555) 123-4567')
  expect(PhoneNumber.safeParse('(555) 123-4567').success).toBe(false)
})

it('D-PHO-1 shows, dials and links a stored number', () => {
  expect(phoneText('+17165550142;ext=3')).toBe('(716) 555-0142 ext. 3')
  expect(phoneText('+525512345678')).toBe('+52 55 1234 5678')
  expect(phoneText('(555) 019-9')).toBe('(555) 019-9')
  expect([dialable('+17165550142;ext=3'), dialable('(716) 555-0142')]).toEqual(['+17165550142', '+17165550142'])
  expect(phoneLink('+17165550142;ext=3')).toBe('tel:+17165550142;ext=3')
})

it('D-PHO-1 REG-09 masks numbers of the United States alone, and never drops a digit', () => {
  expect(['7', '7165', '7165550142', '17165550142'].map(maskPhone)).toEqual([
    '(7',
    '(716) 5',
    '(716) 555-0142',
    '(716) 555-0142',
  ])
  for (const typed of [
    '+52 55 1234 5678',
    '(716) 555-0142 ext. 3',
    '(716) 555-01429',
    '525512345678',
    '(716) 555-0142 x',
  ])
    expect(maskPhone(typed)).toBe(typed)
})
