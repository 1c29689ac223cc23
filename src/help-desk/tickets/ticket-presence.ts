import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'

/** A tab says every {@link HEARTBEAT_SECONDS} that it is there, and is forgotten {@link PRESENCE_SECONDS} after it last did. */
export const HEARTBEAT_SECONDS = 15
export const PRESENCE_SECONDS = 40

const presenceStates = ['looking', 'writing'] as const
export type PresenceState = (typeof presenceStates)[number]

/** `gone` when the tab closes the ticket. */
export const Presence = z.object({ tabId: Id, state: z.enum([...presenceStates, 'gone']) })
export type Presence = z.infer<typeof Presence>

/** Who else is on a ticket: each person once, writing when any of their tabs is. */
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
