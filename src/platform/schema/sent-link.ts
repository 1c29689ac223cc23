import { z } from 'zod'
import { Timestamp } from './fields.ts'

/** The state of a sent link. `replaced`: by a newer link, or because its purpose is already fulfilled. */
export const linkStates = ['pending', 'used', 'expired', 'withdrawn', 'replaced'] as const
export const LinkState = z.enum(linkStates)
export type LinkState = z.infer<typeof LinkState>

export interface LinkTimes {
  expiresOn: string
  usedOn: string | null
  withdrawnOn: string | null
  withdrawnBy: string | null
}

/** The same rule for all links. A link that expired before it was withdrawn counts as expired. */
export function linkStateOf(link: LinkTimes, now = Date.now()): LinkState {
  if (link.usedOn) return link.withdrawnOn ? 'withdrawn' : 'used'
  if (link.withdrawnOn && link.withdrawnOn < link.expiresOn) return link.withdrawnBy ? 'withdrawn' : 'replaced'
  return Date.parse(link.expiresOn) <= now ? 'expired' : 'pending'
}

/** A link in the list of sent links, whatever its purpose. */
export const SentLinkTimes = z.object({
  state: LinkState,
  sentOn: Timestamp,
  expiresOn: Timestamp,
  usedOn: Timestamp.nullable(),
  sentByName: z.string().nullable(),
})
