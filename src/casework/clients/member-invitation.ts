import { z } from 'zod'
import { WithArrival } from '#casework/link-deliveries/link-delivery.ts'
import { Id } from '#platform/schema/fields.ts'
import { SentLinkTimes } from '#platform/schema/sent-link.ts'

/** `POST /api/contact/:id/invitation`: the ID names the invitation, so that a call whose answer was lost can be repeated. */
export const InviteMember = z.object({ id: Id.optional() })
export type InviteMember = z.infer<typeof InviteMember>

/** An invitation as the staff who keep the record see it. */
export const MemberInvitation = SentLinkTimes.extend({ id: Id, ...WithArrival.shape })
export type MemberInvitation = z.infer<typeof MemberInvitation>
