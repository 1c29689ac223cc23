import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/** A device and its location as far as known; shown only to the account's owner. */
export const Whereabouts = z.object({
  browser: z.string().nullable(),
  system: z.string().nullable(),
  device: z.enum(['desktop', 'mobile', 'tablet', 'other']),
  ip: z.string().nullable(),
  place: z.enum(['machine', 'network', 'internet', 'unknown']),
})
export type Whereabouts = z.infer<typeof Whereabouts>

export const MySession = Whereabouts.extend({
  id: Id,
  createdOn: Timestamp,
  lastSeenOn: Timestamp,
  isCurrent: z.boolean(),
  /** The name of the person who impersonates the account in this session. */
  impersonatedBy: z.string().nullable(),
})
export type MySession = z.infer<typeof MySession>
export const MySessions = z.object({ items: z.array(MySession) })
export const EndedSessions = z.object({ ended: z.number().int() })

/** The account of a session and its remaining time: until it expires without activity, and in total. */
export const SessionClock = z.object({
  accountId: Id,
  idleSeconds: z.number().int(),
  totalSeconds: z.number().int(),
})
export type SessionClock = z.infer<typeof SessionClock>
