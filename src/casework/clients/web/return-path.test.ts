import { expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

const origin = 'https://portal.example.org'
const id = '0b9cf6f2-7a33-4a35-8b53-6f3c4c3a6c11'

it('INT-01 goes back with the recorded person to the place that asked for one', () => {
  expect(returnPath('/referrals/new', id, origin)).toBe(`/referrals/new?contactId=${id}`)
  expect(returnPath('/referrals/new?serviceId=7#need', id, origin)).toBe(
    `/referrals/new?serviceId=7&contactId=${id}#need`,
  )
  expect(returnPath('/referrals/new?contactId=old', id, origin)).toBe(`/referrals/new?contactId=${id}`)
})

it('INT-01 never leads to another site', () => {
  for (const elsewhere of [
    'https://evil.example',
    '//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'referrals/new',
    '',
    null,
  ])
    expect(returnPath(elsewhere, id, origin), String(elsewhere)).toBeNull()
})
