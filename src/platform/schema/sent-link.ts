import { z } from 'zod'
import { Timestamp } from './fields.ts'

/** What became of a link that was sent. Replaced: by a newer one, or because what it was for is done already. */
export const linkStates = ['pending', 'used', 'expired', 'withdrawn', 'replaced'] as const
export const LinkState = z.enum(linkStates)
export type LinkState = z.infer<typeof LinkState>

export interface LinkTimes {
  expiresOn: string
  usedOn: string | null
  withdrawnOn: string | null
  withdrawnBy: string | null
}

/** One rule for every link. A link that ran out before it was withdrawn counts as expired. */
export function linkStateOf(link: LinkTimes, now = Date.now()): LinkState {
  if (link.usedOn) return link.withdrawnOn ? 'withdrawn' : 'used'
  if (link.withdrawnOn && link.withdrawnOn < link.expiresOn) return link.withdrawnBy ? 'withdrawn' : 'replaced'
  return Date.parse(link.expiresOn) <= now ? 'expired' : 'pending'
}

/** A link as the list of sent links shows it, whatever it was for. */
export const SentLinkTimes = z.object({
  state: LinkState,
  sentOn: Timestamp,
  expiresOn: Timestamp,
  usedOn: Timestamp.nullable(),
  sentByName: z.string().nullable(),
})
