import { expect, it } from 'vitest'
import {
  type LinkedFacts,
  type LinkFacts,
  linkMoves,
  linkStateOf,
  linkStates,
  linkTable,
  mayClaimBy,
  mayInviteAgain,
  registrationPageOf,
} from './link-machine.ts'
import { beingWorkedOn, referralStatuses } from './referral-machine.ts'

const no = [false, true] as const
const confirmed = [null, '2026-11-03T10:00:00.000Z'] as const
const claims = [null, 'pending', 'refused'] as const

const referrals: LinkedFacts[] = referralStatuses.flatMap((status) =>
  confirmed.flatMap((recipientConfirmedOn) =>
    no.flatMap((wasOpened) =>
      no.flatMap((hasPeople) =>
        no.flatMap((isShared) =>
          (status === 'Recalled' ? no : [false]).map((isTaken) => ({
            ...{ status, recipientConfirmedOn, wasOpened, hasPeople, isShared, isTaken },
            sentOn: status === 'Draft' ? null : '2026-11-01T10:00:00.000Z',
          })),
        ),
      ),
    ),
  ),
)
const linksOf = (createdOn: string): LinkFacts[] =>
  no.flatMap((isUsed) =>
    no.flatMap((isReplaced) =>
      no.flatMap((isLate) => claims.map((claimStatus) => ({ createdOn, isUsed, isReplaced, isLate, claimStatus }))),
    ),
  )
const newer = { isUsed: false, isReplaced: false, isLate: false, claimStatus: null }
/** Every combination of a referral, a link of it, and perhaps a newer one. */
const cases = referrals.flatMap((referral) =>
  linksOf('2026-11-01T10:00:00.000Z').flatMap((link) =>
    [[link], [link, { ...newer, createdOn: '2026-11-02T10:00:00.000Z' }]].map((links) => ({
      ...{ referral, link, links, state: linkStateOf(link, referral, links) },
    })),
  ),
)

it('REF-11 every state of a link occurs and is reached by a move', () => {
  expect([...new Set(cases.map(({ state }) => state))].sort()).toEqual([...linkStates].sort())
  expect([...new Set(linkMoves.flatMap(({ to }) => to ?? []))].sort()).toEqual([...linkStates].sort())
})

it('REF-11 0338 a link opens its referral only while it is held, shared and current, and nobody has an account', () => {
  for (const { referral, link, state } of cases.filter((one) => linkTable[one.state].answerPage === 'referral')) {
    expect(state).toBe('open')
    expect(referral).toMatchObject({ recipientConfirmedOn: null, wasOpened: false, hasPeople: false, isShared: true })
    expect(['Draft', 'Recalled', 'Expired', 'Forwarded', 'Entered In Error']).not.toContain(referral.status)
    expect(link).toMatchObject({ isUsed: false, isReplaced: false })
    expect(link.claimStatus).not.toBe('refused')
    if (link.isLate) expect(beingWorkedOn).toContain(referral.status)
  }
})

it('REF-03 D-REG-1 a link claims once, while it is the newest, for 30 days, and shows the referral to no other claimant', () => {
  for (const { link, state } of cases.filter((one) => mayClaimBy(one.link, one.referral, one.state)))
    expect([state, link]).toMatchObject([expect.stringMatching(/^(open|unconfirmed)$/), { ...newer }])
  const shown = cases.filter((one) => registrationPageOf(one.link, one.referral, one.state) === 'claim')
  for (const { referral, link, state } of shown) {
    expect(referral.wasOpened).toBe(false)
    expect(link).toMatchObject({ isUsed: false, isReplaced: false, isLate: false })
    expect([link.claimStatus, referral.recipientConfirmedOn, state]).not.toContain('refused')
    if (!referral.isShared) expect(referral.hasPeople).toBe(true)
  }
})

it('REF-03 0130 a claim that waits for its review is shown for 30 days, while the referral is held and was not taken back', () => {
  const waiting = cases.filter(({ link }) => link.claimStatus === 'pending')
  const review = waiting.filter((one) => registrationPageOf(one.link, one.referral, one.state) === 'review')
  expect(cases.filter((one) => registrationPageOf(one.link, one.referral, one.state) === 'review')).toEqual(review)
  expect(review.length).toBeGreaterThan(0)
  for (const one of waiting) {
    const { link, referral, state } = one
    const isCurrent = !link.isUsed && !link.isReplaced && !link.isLate
    const isHeld = referral.recipientConfirmedOn === null && !referral.wasOpened
    const isOver = ['Draft', 'Recalled', 'Expired', 'Forwarded', 'Entered In Error'].includes(referral.status)
    const isShown = ['claim', 'review'].includes(registrationPageOf(link, referral, state))
    expect([one, isShown]).toEqual([one, isCurrent && isHeld && !isOver])
  }
})

it('REF-10 0434 another invitation is possible only if its link then opens the referral', () => {
  const possible = cases.filter(({ referral, links }) => mayInviteAgain(referral, links))
  expect(possible.length).toBeGreaterThan(0)
  for (const { referral, links } of possible) {
    const replaced = links.map((link) => ({ ...link, isReplaced: true }))
    const another = { ...newer, createdOn: '2026-11-03T10:00:00.000Z' }
    expect(linkStateOf(another, referral, [...replaced, another])).toBe('open')
  }
})
