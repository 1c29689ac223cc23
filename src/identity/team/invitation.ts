import { z } from 'zod'
import { AccountRow } from '#identity/accounts/account.ts'
import { NewAccountForm } from '#identity/accounts/new-account.ts'
import { ContactRow } from '#identity/people/contact.ts'
import { Id, line, PageQuery, pageOf, Timestamp } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'
import { LinkState, SentLinkTimes } from '#platform/schema/sent-link.ts'
import { changeKinds } from './portal-account.ts'

const Person = z.object({
  firstName: ContactRow.shape.firstName,
  lastName: ContactRow.shape.lastName,
  title: ContactRow.shape.title,
  email: AccountRow.shape.email,
})

/** `POST /api/portalAccount/`: the person to invite. The default organization is the actor's own. */
export const NewInvitation = Person.partial({ title: true }).extend({
  roles: z.array(z.enum(roleKeys)).min(1).max(roleKeys.length),
  language: AccountRow.shape.language.meta({ title: 'Language of the message' }),
  organizationId: Id.nullish(),
})
export type NewInvitation = z.infer<typeof NewInvitation>

export const Invitation = Person.extend({
  id: Id,
  email: z.string(),
  organizationId: Id.nullable(),
  organizationName: z.string().nullable(),
  roles: z.array(z.enum(roleKeys)),
  language: AccountRow.shape.language,
  invitedByName: z.string().nullable(),
  state: LinkState,
  createdOn: Timestamp,
  expiresOn: Timestamp,
})
export type Invitation = z.infer<typeof Invitation>
export const InvitationPage = pageOf(Invitation)
export const InvitationQuery = PageQuery.extend({ search: line(100).optional(), organizationId: Id.optional() })

/** What the invited person sees before they accept. */
export const InvitedPerson = Invitation.pick({
  firstName: true,
  lastName: true,
  email: true,
  organizationName: true,
  invitedByName: true,
  language: true,
})
export type InvitedPerson = z.infer<typeof InvitedPerson>

/** What they enter; names, address and organization come from the invitation. */
export const AcceptInvitation = NewAccountForm
export type AcceptInvitation = z.infer<typeof AcceptInvitation>

/** One of the links that were sent about an account. */
export const linkKinds = ['resetLink', 'invitation', 'confirmation', ...changeKinds, 'factors'] as const
export const SentLink = SentLinkTimes.extend({
  id: Id,
  kind: z.enum(linkKinds),
  /** the target of a change */
  to: z.string().nullable(),
  mayWithdraw: z.boolean(),
})
export type SentLink = z.infer<typeof SentLink>
export const SentLinks = pageOf(SentLink)
