import { expect, it } from 'vitest'
import { safeRules } from '#test/safe-contact.ts'
import type { SafeHours } from './safe-contact.ts'
import { strictest } from './strictest.ts'

const rulesFor = (hours: SafeHours[], timeZone = 'UTC') => ({ ...safeRules({ hours, timeZone }), changedOn: '' })
const morning = { days: [1, 2, 3], from: '09:00', to: '12:00' }
const noon = { days: [2, 3, 4], from: '11:00', to: '14:00' }

it('INT-15 INT-12 two records of one person keep only the safe hours of both, and none of them means no contact', () => {
  const both = (one: SafeHours[], two: SafeHours[], zone?: string) => {
    const { doNotContact, hours, timeZone } = strictest(rulesFor(one), rulesFor(two, zone))
    return { doNotContact, hours, timeZone }
  }
  const common = [{ days: [2, 3], from: '11:00', to: '12:00' }]
  expect(both([morning], [noon])).toEqual({ doNotContact: false, hours: common, timeZone: 'UTC' })
  expect(both([noon], [morning]).hours).toEqual(common)
  expect(both([], [noon], 'Asia/Tokyo')).toEqual({ doNotContact: false, hours: [noon], timeZone: 'Asia/Tokyo' })
  expect(both([morning], [], 'Asia/Tokyo')).toEqual({ doNotContact: false, hours: [morning], timeZone: 'UTC' })
  const evening = { ...morning, from: '12:00', to: '14:00' }
  expect(both([morning], [evening])).toEqual({ doNotContact: true, hours: [morning], timeZone: 'UTC' })
  expect(both([morning], [morning], 'Asia/Tokyo').doNotContact).toBe(true)
})
