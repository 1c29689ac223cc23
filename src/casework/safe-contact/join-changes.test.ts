import { expect, it } from 'vitest'
import { safeRules } from '#test/safe-contact.ts'
import { joinChanges } from './join-changes.ts'

const base = safeRules({ email: 'noor@example.test', mayEmail: false, askFor: 'Ann', avoid: '' })

it('INT-15 two changes of safe contact are joined: each field that one of them changed, and words of both', () => {
  const mine = { ...base, mayMail: !base.mayMail, askFor: 'Cy', hoursNote: 'Mornings', isDiscreet: true }
  const theirs = { ...base, doNotContact: true, askFor: 'Bo', avoid: 'The shelter', isDiscreet: true, version: 7 }
  expect(joinChanges(base, mine, theirs)).toEqual({
    ...theirs,
    ...{ mayMail: !base.mayMail, hoursNote: 'Mornings', askFor: 'Bo / Cy' },
  })
})

it('INT-15 of what both changed without words, the saved one counts; a permission is not moved to another address', () => {
  const mine = { ...base, mayEmail: true, preferredWay: 'email' as const, avoid: 'The shelter' }
  const theirs = { ...base, email: 'new@example.test', preferredWay: 'call' as const, avoid: 'Her work' }
  expect(joinChanges(base, mine, theirs)).toEqual({ ...theirs, avoid: 'Her work\nThe shelter' })
  expect(joinChanges(base, { ...base, askFor: '' }, { ...base, askFor: 'Bo' }).askFor).toBe('Bo')
  expect(joinChanges(base, { ...base, avoid: 'Her work' }, theirs).avoid).toBe('Her work')
})
