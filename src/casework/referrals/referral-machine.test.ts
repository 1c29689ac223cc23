import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  findTransition,
  parties,
  type ReferralStatus,
  referralActions,
  referralStatuses,
  transitions,
} from './referral-machine.ts'
import { requestStatusOf } from './referral-request-status.ts'
import { renderStates } from './render-states.ts'
import { addWorkingDays, nextClock } from './working-days.ts'

const statesPage = new URL('../../../docs/referral-states.md', import.meta.url)

describe('the state machine', () => {
  it('REF-02 has docs/referral-states.md say exactly what the table says', () => {
    expect(readFileSync(statesPage, 'utf8')).toBe(renderStates())
  })

  it('REF-02 knows each action of the decisions, from and to the states that they name', () => {
    const lines = transitions.map(
      ({ action, from, to, child, by }) =>
        `${from.length > 11 ? 'any' : from.join(', ')} | ${action} | ${to ?? child} | ${by.join(', ')}`,
    )
    expect(lines).toEqual([
      'none | draft | Draft | sender',
      'Draft | send | Sent | sender',
      'Sent | view | In Review | recipient',
      'Sent, In Review | accept | Accepted | recipient',
      'Sent, In Review | decline | Declined | recipient',
      'Draft | recall | Recalled | sender',
      'Sent, In Review | recall | Recalled | sender',
      'Draft, Sent, In Review | recall | Recalled | system',
      'Sent, In Review | forward | Forwarded | recipient',
      'Sent | expire | Expired | system',
      'In Review | expire | Expired | system',
      'Accepted | start | In Progress | recipient',
      'Accepted, In Progress | hold | On Hold | recipient',
      'On Hold | resume | In Progress | recipient',
      'Accepted, In Progress, On Hold | closeResolved | Closed: Resolved | recipient',
      'Accepted, In Progress, On Hold | closeUnresolved | Closed: Unresolved | recipient, sender',
      'Closed: Resolved, Closed: Unresolved, Declined | reopen | Sent | sender',
      'Closed: Resolved, Closed: Unresolved, Declined | reopen | undefined | recipient',
      'Closed: Resolved, Closed: Unresolved, Declined | declineReopen | undefined | sender',
      'Recalled | reopen | Sent | sender',
      'any | markError | Entered In Error | senderAdmin',
      'Draft | undo | undefined | sender',
      'Accepted, Declined, In Progress, On Hold, Closed: Resolved, Closed: Unresolved | undo | undefined | recipient, sender',
    ])
  })

  it('REF-02 lets nobody who is no party do anything in any state', () => {
    for (const action of referralActions)
      for (const status of referralStatuses) expect(findTransition(action, status, [])).toBe('forbidden')
  })

  it('REF-02 leads every state somewhere, or is an end that can only be marked as an error', () => {
    const ends = referralStatuses.filter((status) =>
      referralActions.every(
        (action) => typeof findTransition(action, status, parties) !== 'object' || action === 'markError',
      ),
    )
    expect(ends).toEqual(['Forwarded', 'Expired', 'Entered In Error'])
  })
})

describe('the request', () => {
  it('REF-02 is completed once a referral got help and none is open, and stays open while the need is unmet', () => {
    const sentOn = '2026-11-20T15:30:00Z'
    const ofSent = (...statuses: ReferralStatus[]) => requestStatusOf(statuses.map((status) => ({ status, sentOn })))
    expect(requestStatusOf([{ status: 'Draft', sentOn: null }])).toBe('draft')
    expect(ofSent('Declined')).toBe('active')
    expect(ofSent('Closed: Unresolved')).toBe('active')
    expect(ofSent('On Hold', 'Declined')).toBe('on hold')
    expect(ofSent('Closed: Resolved', 'Sent')).toBe('active')
    expect(ofSent('Closed: Resolved', 'Declined')).toBe('completed')
    expect(ofSent('Recalled', 'Entered In Error')).toBe('active')
    expect(ofSent('Entered In Error')).toBe('draft')
    expect(requestStatusOf([{ status: 'Recalled', sentOn: null }])).toBe('draft')
    expect(requestStatusOf([{ status: 'Recalled', sentOn }], true)).toBe('revoked')
  })
})

describe('the response clock', () => {
  it('REF-02 counts working days, over weekends and Thanksgiving', () => {
    const friday = new Date('2026-11-20T15:30:00Z')
    expect(addWorkingDays(friday, 1).toISOString()).toBe('2026-11-23T15:30:00.000Z')
    expect(addWorkingDays(friday, 10).toISOString()).toBe('2026-12-07T15:30:00.000Z')
    expect(addWorkingDays(new Date('2026-11-21T15:30:00Z'), 1).toISOString()).toBe('2026-11-23T15:30:00.000Z')
  })

  it('REF-02 reminds after 3 and 6 working days and ends after 10', () => {
    const monday = new Date('2026-11-02T09:00:00Z')
    expect([0, 1, 2].map((sent) => nextClock(monday, sent).toISOString().slice(0, 10))).toEqual([
      '2026-11-05',
      '2026-11-10',
      '2026-11-17',
    ])
  })
})
