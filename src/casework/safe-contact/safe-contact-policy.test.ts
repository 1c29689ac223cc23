import { expect, it } from 'vitest'
import { safeAt, safeRules } from '#test/safe-contact.ts'
import { mayContact, offerOf } from './safe-contact-policy.ts'

const NUMBER = '+17165550142'
const call = { way: 'call', to: NUMBER } as const
const at = (iso: string) => Date.parse(iso)

it('INT-15 allows everything until somebody asks, and then only what is named as safe', () => {
  expect(mayContact(null, call)).toEqual({ isAllowed: true, until: null })
  const rules = safeRules({
    phones: [{ ...safeAt(NUMBER), mayText: false }],
    ...{ email: 'ana@example.test', mayEmail: true },
  })
  const answerOf = (way: Parameters<typeof mayContact>[1]['way'], to?: string) => {
    const verdict = mayContact(rules, { way, to })
    return verdict.isAllowed || verdict.refusal
  }
  expect([answerOf('call', NUMBER), answerOf('voicemail', NUMBER), answerOf('text', NUMBER)]).toEqual([
    ...[true, true, 'unsafe'],
  ])
  expect(answerOf('call', '+17165550143')).toBe('not-asked')
  expect([answerOf('email', 'Ana@example.test'), answerOf('email', 'old@example.test'), answerOf('mail')]).toEqual([
    ...[true, 'not-asked', 'unsafe'],
  ])
  rules.doNotContact = true
  expect([answerOf('call', NUMBER), answerOf('email', 'ana@example.test'), answerOf('mail')]).toEqual(
    Array(3).fill('do-not-contact'),
  )
})

it('INT-15 waits for the safe hours on the clock of the person, also across a change of the clocks', () => {
  const rules = safeRules({
    phones: [safeAt(NUMBER)],
    hours: [
      { days: [1, 2], from: '09:00', to: '12:00' },
      { days: [7], from: '03:00', to: '03:30' },
    ],
  })
  const verdictAt = (iso: string) => mayContact(rules, call, at(iso))
  // A Monday in New York, which is five hours behind in winter.
  expect(verdictAt('2026-11-23T13:59:59Z')).toEqual({
    ...{ isAllowed: false, refusal: 'not-now', nextOn: at('2026-11-23T14:00:00Z') },
  })
  expect(verdictAt('2026-11-23T14:00:00Z')).toEqual({ isAllowed: true, until: at('2026-11-23T17:00:00Z') })
  expect(verdictAt('2026-11-23T17:00:00Z')).toMatchObject({ nextOn: at('2026-11-24T14:00:00Z') })
  // From Tuesday to Sunday, when the clocks go back at 2, and from Sunday over the end of the week.
  expect(verdictAt('2026-10-27T20:00:30Z')).toMatchObject({ nextOn: at('2026-11-01T08:00:00Z') })
  expect(verdictAt('2026-11-01T23:00:00Z')).toMatchObject({ nextOn: at('2026-11-02T14:00:00Z') })
})

it('INT-15 offers the first number that takes texts, and says why a way is not offered', () => {
  const rules = safeRules({ phones: [{ ...safeAt('+17165550141'), mayText: false }, safeAt(NUMBER)] })
  const offer = offerOf(rules, { email: 'ana@example.test', phoneNumbers: ['+17165550141', NUMBER] })
  expect(offer).toEqual({
    ways: ['sms'],
    to: { email: 'ana@example.test', sms: NUMBER },
    refused: [{ way: 'email', refusal: 'not-asked', nextOn: null }],
  })
  expect(offerOf(null, { email: null, phoneNumbers: [] }).ways).toEqual(['email', 'sms'])
})
