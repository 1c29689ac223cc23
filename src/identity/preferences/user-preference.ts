import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'

export const preferenceLevels = ['All', 'Internal', 'External', 'None'] as const
export type PreferenceLevel = (typeof preferenceLevels)[number]
const Level = z.enum(preferenceLevels)

/** What a person is notified of, and by which channel. Internal: sender and receiver are the same organization. */
export const UserPreference = z.object({
  emailForIncomingReferral: Level,
  textForIncomingReferral: Level,
  emailForDirectReferral: Level,
  textForDirectReferral: Level,
  emailForConfirmationOfSentReferral: Level,
  textForConfirmationOfSentReferral: Level,
  emailForStatusChangeOfReferral: Level,
  textForStatusChangeOfReferral: Level,
})
export type UserPreference = z.infer<typeof UserPreference>

/**
 * The same for messages on referrals. A separate record, because the specification defines the other one completely.
 */
export const MessagePreference = z.object({
  emailForMessageOnReferral: Level,
  textForMessageOnReferral: Level,
})
export type MessagePreference = z.infer<typeof MessagePreference>
export type NoticePreference = UserPreference & MessagePreference

/** For a new account, and for one without a row: everything by e-mail, nothing by text. */
export const standardPreference: UserPreference = {
  emailForIncomingReferral: 'All',
  textForIncomingReferral: 'None',
  emailForDirectReferral: 'All',
  textForDirectReferral: 'None',
  emailForConfirmationOfSentReferral: 'All',
  textForConfirmationOfSentReferral: 'None',
  emailForStatusChangeOfReferral: 'All',
  textForStatusChangeOfReferral: 'None',
}

export const standardMessagePreference: MessagePreference = {
  emailForMessageOnReferral: 'All',
  textForMessageOnReferral: 'None',
}

export const UserPreferenceRow = UserPreference.extend({ ...MessagePreference.shape, accountId: Id })

export type UserPreferenceTable = { accountId: string } & {
  [Column in keyof NoticePreference]: Generated<NoticePreference[Column]>
}
declare module '#platform/server/database.ts' {
  interface Tables {
    userPreference: UserPreferenceTable
  }
}

/** Whether a level allows a notification. */
export const levelAllows = (level: PreferenceLevel, isInternal: boolean) =>
  level === 'All' || level === (isInternal ? 'Internal' : 'External')
