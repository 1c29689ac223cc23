import { z } from 'zod'
import { AccountRow, PortalAccountRole } from '#identity/accounts/account.ts'
import { ContactRow } from '#identity/people/contact.ts'
import { Id, line, PageQuery, pageOf, Timestamp } from '#platform/schema/fields.ts'
import { PhoneNumber } from '#platform/schema/phone-number.ts'
import { roleKeys } from '#platform/schema/roles.ts'

/** Waiting: the address is not confirmed yet, or a platform admin has not decided. */
export const accountStates = ['active', 'waiting', 'deactivated'] as const

/** An account as those see it who may; nothing of its passwords leaves the server. */
export const PortalAccount = AccountRow.pick({
  id: true,
  email: true,
  contactId: true,
  organizationId: true,
  language: true,
  createdOn: true,
  lastSignedInOn: true,
  deactivatedOn: true,
  version: true,
}).extend({
  email: z.string(),
  firstName: ContactRow.shape.firstName,
  lastName: ContactRow.shape.lastName,
  title: ContactRow.shape.title,
  phoneNumber: z.string().nullable(),
  organizationName: z.string().nullable(),
  portalAccountRoles: z.array(PortalAccountRole),
  state: z.enum(accountStates),
  /** An address or number that its owner has not confirmed yet; until then the present one counts. */
  pendingEmail: z.string().nullable(),
  pendingPhoneNumber: z.string().nullable(),
})
export type PortalAccount = z.infer<typeof PortalAccount>
export const PortalAccountPage = pageOf(PortalAccount)

/** What the list can be narrowed to: the states, and who still has a change to confirm. */
export const accountFilters = [...accountStates, 'change-pending'] as const
export const PortalAccountQuery = PageQuery.extend({
  search: line(100).optional(),
  state: z.enum(accountFilters).optional(),
  roleId: z.enum(roleKeys).optional(),
  organizationId: Id.optional(),
})
export type PortalAccountQuery = z.infer<typeof PortalAccountQuery>

/** The fields of the form; the whole account may be sent back as it was read, only these are looked at. */
export const AccountForm = z.object({
  firstName: ContactRow.shape.firstName,
  lastName: ContactRow.shape.lastName,
  title: ContactRow.shape.title,
  email: AccountRow.shape.email,
  phoneNumber: PhoneNumber.nullable(),
})

/** `PUT /api/portalAccount/`. A field left out stays as it is; the roles, when given, are all that the account shall have. */
export const PortalAccountChange = AccountForm.partial().extend({
  id: Id,
  portalAccountRoles: z
    .array(z.object({ roleId: z.enum(roleKeys), isDeleted: z.boolean().optional() }))
    .max(20)
    .optional(),
  /** of the messages that are sent to the account */
  language: AccountRow.shape.language.optional(),
  version: AccountRow.shape.version,
})
export type PortalAccountChange = z.infer<typeof PortalAccountChange>

export const changeKinds = ['email', 'phone'] as const
export type ChangeKind = (typeof changeKinds)[number]
/** What waits in the same table: a change of an address or number, or the removal of all second factors. */
export type WaitingKind = ChangeKind | 'factors'

/** What the screen behind a confirming link shows. */
export const OpenChange = z.object({
  kind: z.enum(changeKinds),
  newValue: z.string(),
  firstName: z.string(),
  expiresOn: Timestamp,
  /** Which word the link gives: that of the new mailbox, or of the account's owner in the old one. */
  step: z.enum(['confirm', 'approve']),
})
export type OpenChange = z.infer<typeof OpenChange>

/** What a word brought: the change counts now, or waits for the other word; without it, it counts on this day. */
export const ChangeWord = z.object({ isDone: z.boolean(), countsOn: Timestamp.nullable() })
export type ChangeWord = z.infer<typeof ChangeWord>
