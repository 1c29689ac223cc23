import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'

/** What a notification needs. */
export type NoticeProduct = Pick<Config, 'publicUrl' | 'productName' | 'mailDetail' | 'timeZone'>
export type Product = NoticeProduct & Pick<Config, 'sendUndoSeconds'>
export interface ReferralServices {
  database: Database
  config: Product
}
/** Somebody of the recipient, without an account, who proved the address to which the invitation was sent. */
export interface LinkHolder {
  accountId: null
  organizationId: string
  name: string
}
/** The actor; null is the portal's own schedule. */
export type Acting = Actor | LinkHolder | null
export const isAccount = (actor: Acting): actor is Actor => actor !== null && actor.accountId !== null
export const linkHolderOf = (actor: Acting) => (actor && actor.accountId === null ? actor.name : null)
