import { z } from 'zod'
import { AccountRow, PortalAccountRole } from '#identity/accounts/account.ts'
import { ContactRow } from '#identity/people/contact.ts'
import { Id, line, PageQuery, pageOf, Timestamp } from '#platform/schema/fields.ts'
import { PhoneNumber } from '#platform/schema/phone-number.ts'
import { roleKeys } from '#platform/schema/roles.ts'

/** Waiting: the address is not confirmed yet, or a platform admin has not decided. */
export const accountStates = ['active', 'waiting', 'deactivated'] as const

/** An account, for those who may see it; nothing about its passwords leaves the server. */
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
  /** An address or number that its owner has not confirmed yet; until then the current one applies. */
  pendingEmail: z.string().nullable(),
  pendingPhoneNumber: z.string().nullable(),
  /** The removal of all second factors was requested, and the owner can still object. */
  isFactorResetPending: z.boolean(),
})
export type PortalAccount = z.infer<typeof PortalAccount>
export const PortalAccountPage = pageOf(PortalAccount)

/** Filters of the list: the states, and accounts with an unconfirmed change. */
export const accountFilters = [...accountStates, 'change-pending'] as const
export const PortalAccountQuery = PageQuery.extend({
  search: line(100).optional(),
  state: z.enum(accountFilters).optional(),
  roleId: z.enum(roleKeys).optional(),
  organizationId: Id.optional(),
})
export type PortalAccountQuery = z.infer<typeof PortalAccountQuery>

/** The fields of the form; the whole account may be sent back, but only these are used. */
export const AccountForm = z.object({
  firstName: ContactRow.shape.firstName,
  lastName: ContactRow.shape.lastName,
  title: ContactRow.shape.title,
  email: AccountRow.shape.email,
  phoneNumber: PhoneNumber.nullable(),
})

/** `PUT /api/portalAccount/`. Omitted fields do not change; the roles, if given, replace all roles of the account. */
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
/** The kinds of pending changes: of an address or number, or the removal of all second factors. */
export type WaitingKind = ChangeKind | 'factors'

/** What the screen of a confirmation link shows. */
export const OpenChange = z.object({
  kind: z.enum(changeKinds),
  newValue: z.string(),
  firstName: z.string(),
  expiresOn: Timestamp,
  /** Whose consent the link gives: of the new mailbox, or of the account's owner at the old address. */
  step: z.enum(['confirm', 'approve']),
})
export type OpenChange = z.infer<typeof OpenChange>

/**
 * The result of a consent: the change applies now, or waits for the other consent; without it, it applies on this day.
 */
export const ChangeWord = z.object({ isDone: z.boolean(), countsOn: Timestamp.nullable() })
export type ChangeWord = z.infer<typeof ChangeWord>
