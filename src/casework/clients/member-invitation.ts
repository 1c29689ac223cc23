import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'

/** `POST /api/contact/:id/invitation`: the ID names the invitation, so that a call whose answer was lost can be repeated. */
export const InviteMember = z.object({ id: Id.optional() })
export type InviteMember = z.infer<typeof InviteMember>
