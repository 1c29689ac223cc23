import type { CountKey, Counts, RateKey } from './report.ts'

/** Shares of referrals: what part of which. The texts define each (`definition.…`). */
export const rates = {
  seenRate: { part: 'seen', of: (c) => c.sent },
  answeredRate: { part: 'answered', of: (c) => c.sent },
  acceptedRate: { part: 'accepted', of: (c) => c.answered },
  closedLoopRate: { part: 'loopClosed', of: (c) => c.followed },
  gotHelpRate: { part: 'gotHelp', of: (c) => c.followed },
  gotHelpWithRoomRate: { part: 'gotHelp', of: (c) => c.followed - c.noCapacity },
} as const satisfies Record<RateKey, { part: CountKey; of: (counts: Counts) => number }>

/** A share from 0 to 1; null without any referral that could be part of it. */
export function rateOf(key: RateKey, counts: Counts) {
  const { part, of } = rates[key]
  return of(counts) > 0 ? counts[part] / of(counts) : null
}

/** How many referrals a need took. */
export const triesPerNeed = ({ sent, needs }: { sent: number; needs: number }) => (needs > 0 ? sent / needs : null)
