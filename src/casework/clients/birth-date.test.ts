import { afterEach, expect, it, vi } from 'vitest'
import { NewContact } from './contact-record.ts'

afterEach(() => void vi.useRealTimers())

it('INT-01 a birth date of today is taken wherever today has begun, and none that has begun nowhere', () => {
  const isTaken = (birthDate: string, now: string) => {
    vi.useFakeTimers({ now: new Date(now) })
    return NewContact.safeParse({ firstName: 'Ida', lastName: 'Berg', birthDate }).success
  }
  expect(isTaken('2026-11-27', '2026-11-27T00:00:00Z')).toBe(true)
  // On Kiribati, Friday begins at ten on Thursday.
  expect(isTaken('2026-11-27', '2026-11-26T10:00:00Z')).toBe(true)
  expect(isTaken('2026-11-27', '2026-11-26T09:59:00Z')).toBe(false)
  expect(isTaken('1879-12-31', '2026-11-27T00:00:00Z')).toBe(false)
})
