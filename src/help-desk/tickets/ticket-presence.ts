import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'

/**
 * A tab reports its presence every {@link HEARTBEAT_SECONDS}, and is dropped {@link PRESENCE_SECONDS} after its last
 * report.
 */
export const HEARTBEAT_SECONDS = 15
export const PRESENCE_SECONDS = 40

const presenceStates = ['looking', 'writing'] as const
export type PresenceState = (typeof presenceStates)[number]

/** `gone` when the tab closes the ticket. */
export const Presence = z.object({ tabId: Id, state: z.enum([...presenceStates, 'gone']) })
export type Presence = z.infer<typeof Presence>

/** Who else is on a ticket: each person once, as writing if any of their tabs is. */
export const Present = z.object({
  items: z.array(
    z.object({
      id: Id,
      contact: z.object({ firstName: z.string(), lastName: z.string() }),
      state: z.enum(presenceStates),
    }),
  ),
})
export type Present = z.infer<typeof Present>
