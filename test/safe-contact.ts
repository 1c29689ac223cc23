import type { SafeContactChange } from '#casework/safe-contact/safe-contact.ts'

/** A number at which everything is safe. */
export const safeAt = (phoneNumber: string) => ({ phoneNumber, mayCall: true, mayVoicemail: true, mayText: true })

/** What staff save of how a person may be contacted: nothing is safe unless it is given. */
export const safeRules = (given: Partial<SafeContactChange> = {}): SafeContactChange => ({
  ...{ doNotContact: false, phones: [], email: null, mayEmail: false, mayMail: false, hours: [] },
  ...{ timeZone: 'America/New_York', hoursNote: null, isDiscreet: false, avoid: null, askFor: null },
  ...{ preferredWay: null, wantsNotices: false, version: 0 },
  ...given,
})

/** Hours of one day that do not contain the present moment. */
export function otherHours(timeZone = 'UTC') {
  const tomorrow = new Date(Date.now() + 36 * 60 * 60 * 1000).getUTCDay() || 7
  return { hours: [{ days: [tomorrow], from: '09:00', to: '12:00' }], timeZone }
}
