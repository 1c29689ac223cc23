import type { NoticePreference, PreferenceLevel, UserPreference } from '#identity/preferences/user-preference.ts'

/** A level as two checkboxes; the All box is checked if both are. */
export interface Boxes {
  internal: boolean
  external: boolean
}
export const boxesOf = (level: PreferenceLevel): Boxes => ({
  internal: level === 'All' || level === 'Internal',
  external: level === 'All' || level === 'External',
})
export function levelOf({ internal, external }: Boxes): PreferenceLevel {
  if (internal && external) return 'All'
  if (internal) return 'Internal'
  return external ? 'External' : 'None'
}

/** A row of the table of notifications, with the value of each column. */
export interface PreferenceRow {
  row: 'organization' | 'direct' | 'confirmation' | 'statusChange' | 'message'
  text: keyof NoticePreference
  email: keyof NoticePreference
}

/** The rows of the two groups, with the value of each column. */
export const preferenceGroups = {
  incoming: [
    { row: 'organization', text: 'textForIncomingReferral', email: 'emailForIncomingReferral' },
    { row: 'direct', text: 'textForDirectReferral', email: 'emailForDirectReferral' },
  ],
  outgoing: [
    { row: 'confirmation', text: 'textForConfirmationOfSentReferral', email: 'emailForConfirmationOfSentReferral' },
    { row: 'statusChange', text: 'textForStatusChangeOfReferral', email: 'emailForStatusChangeOfReferral' },
  ],
} as const satisfies Record<string, { row: string; text: keyof UserPreference; email: keyof UserPreference }[]>
/** Messages belong to neither group: its switch does not clear them. */
export const messageRows = [
  { row: 'message', text: 'textForMessageOnReferral', email: 'emailForMessageOnReferral' },
] as const satisfies PreferenceRow[]
export type PreferenceGroup = keyof typeof preferenceGroups

const valuesOf = (group: PreferenceGroup) => preferenceGroups[group].flatMap(({ text, email }) => [text, email])

/** On load, a group is switched off if all of its values are off. */
export const isGroupOff = (preference: UserPreference, group: PreferenceGroup) =>
  valuesOf(group).every((name) => preference[name] === 'None')

export const clearGroup = (preference: UserPreference, group: PreferenceGroup): UserPreference => ({
  ...preference,
  ...Object.fromEntries(valuesOf(group).map((name) => [name, 'None'])),
})
