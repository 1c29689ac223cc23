import type { SafeContact } from './safe-contact.ts'

const joined = (one: string | null, other: string | null, by: string, most: number) =>
  [...new Set([one, other].filter(Boolean))].join(by).slice(0, most) || null

/** The rules for two records of one person: nothing is allowed that one of them forbids. */
export function strictest(own: SafeContact, other: SafeContact): SafeContact {
  const phones = own.phones.map((phone) => {
    const same = other.phones.find(({ phoneNumber }) => phoneNumber === phone.phoneNumber)
    if (!same) return phone
    const both = (flag: 'mayCall' | 'mayVoicemail' | 'mayText') => phone[flag] && same[flag]
    return { ...phone, mayCall: both('mayCall'), mayVoicemail: both('mayVoicemail'), mayText: both('mayText') }
  })
  const more = other.phones.filter(({ phoneNumber }) => !phones.some((phone) => phone.phoneNumber === phoneNumber))
  const address = own.email ?? other.email
  const aboutIt = [own, other].filter(({ email }) => email === address)
  return {
    ...own,
    doNotContact: own.doNotContact || other.doNotContact,
    phones: [...phones, ...more].slice(0, 10),
    email: address,
    mayEmail: aboutIt.every(({ mayEmail }) => mayEmail),
    mayMail: own.mayMail && other.mayMail,
    // Times of both cannot be met at once; those of the other one are said in words below.
    ...(own.hours.length ? {} : { hours: other.hours, timeZone: other.timeZone }),
    hoursNote: joined(own.hoursNote, other.hoursNote, '; ', 200),
    isDiscreet: own.isDiscreet || other.isDiscreet,
    avoid: joined(own.avoid, other.avoid, '\n', 1000),
    askFor: joined(own.askFor, other.askFor, ', ', 100),
    preferredWay: own.preferredWay ?? other.preferredWay,
  }
}
