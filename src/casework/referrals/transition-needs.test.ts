import { afterEach, expect, it, vi } from 'vitest'
import { missingParts } from './transition-needs.ts'

afterEach(() => void vi.useRealTimers())

it('REF-02 the day to look again is from today on, also where it is still yesterday', () => {
  const isTaken = (reviewOn: string, now: string) => {
    vi.useFakeTimers({ now: new Date(now) })
    return missingParts({ needs: ['reviewOn'] }, { reviewOn }).length === 0
  }
  expect(isTaken('2026-11-27', '2026-11-27T18:00:00Z')).toBe(true)
  // An evening in the United States.
  expect(isTaken('2026-11-26', '2026-11-27T02:00:00Z')).toBe(true)
  expect(isTaken('2026-11-25', '2026-11-27T02:00:00Z')).toBe(false)
  expect(isTaken('2026-11-26', '2026-11-27T18:00:00Z')).toBe(false)
})
