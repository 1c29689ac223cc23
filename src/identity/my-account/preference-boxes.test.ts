import { expect, it } from 'vitest'
import { standardPreference } from '#identity/preferences/user-preference.ts'
import { boxesOf, clearGroup, isGroupOff, levelOf } from './preference-boxes.ts'

it('PREF-02 maps the boxes to the four levels and back', () => {
  const pairs = [
    ['All', { internal: true, external: true }],
    ['Internal', { internal: true, external: false }],
    ['External', { internal: false, external: true }],
    ['None', { internal: false, external: false }],
  ] as const
  for (const [level, boxes] of pairs) expect([levelOf(boxes), boxesOf(level)]).toEqual([level, boxes])
})

it('PREF-03 clears one group and knows a cleared one by its four values', () => {
  const cleared = clearGroup(standardPreference, 'incoming')
  expect(cleared).toEqual({
    ...standardPreference,
    emailForIncomingReferral: 'None',
    textForIncomingReferral: 'None',
    emailForDirectReferral: 'None',
    textForDirectReferral: 'None',
  })
  expect([isGroupOff(cleared, 'incoming'), isGroupOff(cleared, 'outgoing')]).toEqual([true, false])
  expect(isGroupOff({ ...cleared, textForDirectReferral: 'Internal' }, 'incoming')).toBe(false)
})
