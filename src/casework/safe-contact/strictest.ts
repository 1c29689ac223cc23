import type { SafeContact, SafeHours } from './safe-contact.ts'

const joined = (one: string | null, other: string | null, by: string, most: number) =>
  [...new Set([one, other].filter(Boolean))].join(by).slice(0, most) || null

type Hours = Pick<SafeContact, 'hours' | 'timeZone'>

/** The safe hours of both; null if none are common, or their clocks differ. */
function commonHours(own: Hours, other: Hours): Hours | null {
  if (other.hours.length === 0) return own
  if (own.hours.length === 0) return other
  if (own.timeZone !== other.timeZone) return null
  const hours = own.hours.flatMap((one) =>
    other.hours.flatMap((two): SafeHours[] => {
      const days = one.days.filter((day) => two.days.includes(day))
      const [, from = ''] = [one.from, two.from].sort()
      const [to = ''] = [one.to, two.to].sort()
      return days.length > 0 && from < to ? [{ days, from, to }] : []
    }),
  )
  return hours.length > 0 ? { hours: hours.slice(0, 14), timeZone: own.timeZone } : null
}

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
  const common = commonHours(own, other)
  const aboutIt = [own, other].filter(({ email }) => email === address)
  return {
    ...own,
    // Without a time that both allow, nobody contacts them until staff ask again.
    doNotContact: own.doNotContact || other.doNotContact || !common,
    phones: [...phones, ...more].slice(0, 10),
    email: address,
    mayEmail: aboutIt.every(({ mayEmail }) => mayEmail),
    mayMail: own.mayMail && other.mayMail,
    ...(common && { hours: common.hours, timeZone: common.timeZone }),
    hoursNote: joined(own.hoursNote, other.hoursNote, '; ', 200),
    isDiscreet: own.isDiscreet || other.isDiscreet,
    avoid: joined(own.avoid, other.avoid, '\n', 1000),
    askFor: joined(own.askFor, other.askFor, ', ', 100),
    preferredWay: own.preferredWay ?? other.preferredWay,
    wantsNotices: own.wantsNotices && other.wantsNotices,
  }
}
