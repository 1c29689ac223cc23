import { localeOf } from '#platform/schema/locale-of.ts'
import type { ContactWay, SafeContact, SafeHours, SafePhone } from './safe-contact.ts'

/** Why a person may not be contacted in a way; a key under `refused.…` in the texts. */
export const refusals = ['do-not-contact', 'unsafe', 'not-asked', 'not-now'] as const
export type Refusal = (typeof refusals)[number]

export type Verdict =
  /** `until`: when the safe hours end, in milliseconds since 1970; null if they do not. */
  | { isAllowed: true; until: number | null }
  /** `nextOn`: when it is safe again, for `not-now`. */
  | { isAllowed: false; refusal: Refusal; nextOn: number | null }

interface Asking {
  way: ContactWay
  /** The stored number or the address; for a letter, nothing. */
  to?: string | null | undefined
}

type Rules = Omit<SafeContact, 'version' | 'changedOn'>

const flags = { call: 'mayCall', voicemail: 'mayVoicemail', text: 'mayText' } as const satisfies Partial<
  Record<ContactWay, keyof SafePhone>
>

function refusalOf(rules: Rules, { way, to }: Asking): Refusal | null {
  if (rules.doNotContact) return 'do-not-contact'
  if (way === 'mail') return rules.mayMail ? null : 'unsafe'
  if (way === 'email') {
    if (!rules.email || rules.email !== to?.toLowerCase()) return 'not-asked'
    return rules.mayEmail ? null : 'unsafe'
  }
  const phone = rules.phones.find(({ phoneNumber }) => phoneNumber === to)
  if (!phone) return 'not-asked'
  return phone[flags[way]] ? null : 'unsafe'
}

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Minutes since the beginning of Monday, on the clocks of a zone. */
function weekMinute(timeZone: string, moment: number) {
  const parts = new Intl.DateTimeFormat(localeOf('en'), {
    ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).formatToParts(moment)
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return weekdays.indexOf(read('weekday')) * DAY_MINUTES + Number(read('hour')) * 60 + Number(read('minute'))
}

const clockMinutes = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
const spansOf = (hours: readonly SafeHours[]) =>
  hours.flatMap(({ days, from, to }) =>
    days.map((day) => {
      const start = (day - 1) * DAY_MINUTES
      return { from: start + clockMinutes(from), to: start + clockMinutes(to) }
    }),
  )

/** The moment that is so many minutes later on the clocks of a zone, which may be changed in between. */
function laterOnTheClock(timeZone: string, now: number, minutes: number) {
  const start = Math.floor(now / MINUTE) * MINUTE
  const then = start + minutes * MINUTE
  const wanted = (weekMinute(timeZone, now) + minutes) % WEEK_MINUTES
  const off = wanted - weekMinute(timeZone, then)
  // A clock change moves by an hour or less; across the end of the week, the difference is a week more.
  const change = off > WEEK_MINUTES / 2 ? off - WEEK_MINUTES : off < -WEEK_MINUTES / 2 ? off + WEEK_MINUTES : off
  return then + change * MINUTE
}

function withinHours({ hours, timeZone }: Pick<Rules, 'hours' | 'timeZone'>, now: number): Verdict {
  if (hours.length === 0) return { isAllowed: true, until: null }
  const minute = weekMinute(timeZone, now)
  const spans = spansOf(hours)
  const ends = spans.filter(({ from, to }) => from <= minute && minute < to).map(({ to }) => to)
  if (ends.length) return { isAllowed: true, until: laterOnTheClock(timeZone, now, Math.max(...ends) - minute) }
  const waits = spans.map(({ from }) => (from - minute + WEEK_MINUTES) % WEEK_MINUTES)
  return { isAllowed: false, refusal: 'not-now', nextOn: laterOnTheClock(timeZone, now, Math.min(...waits)) }
}

/**
 * Whether a person may be contacted in this way at this moment. The only place where this is decided: by whoever sends,
 * and by the screens that offer it. Nobody was asked yet if there are no rules; then everything is allowed.
 */
export function mayContact(rules: Rules | null, asking: Asking, now = Date.now()): Verdict {
  if (!rules) return { isAllowed: true, until: null }
  const refusal = refusalOf(rules, asking)
  return refusal ? { isAllowed: false, refusal, nextOn: null } : withinHours(rules, now)
}

/** The rules for organizations with which this number and address were shared; other ones stay unknown to them. */
export function rulesAsShared(
  rules: SafeContact | null,
  { email, phoneNumber }: { email: string | null; phoneNumber: string | null },
): SafeContact | null {
  if (!rules) return null
  const isAddressShared = rules.email === (email?.toLowerCase() ?? null)
  return {
    ...rules,
    phones: rules.phones.filter((phone) => phone.phoneNumber === phoneNumber),
    ...(isAddressShared ? {} : { email: null, mayEmail: false }),
  }
}

/** Whether a message must say neither who sends it nor what it is about. */
export const needsNeutralWords = (rules: Rules | null) => Boolean(rules && (rules.isDiscreet || rules.avoid))

/** The ways in which the portal itself sends something. */
export const sentWays = ['email', 'sms'] as const
export type SentWay = (typeof sentWays)[number]

interface Reachable {
  email: string | null
  /** The one to begin with first. */
  phoneNumbers: string[]
}

/** A way that is not offered. */
export interface Refused {
  way: SentWay
  refusal: Refusal
  nextOn: number | null
}

/** Where a message to a person can go now. Without rules anything is offered, also what is not on record. */
export interface Offer {
  ways: SentWay[]
  /** Where to, by way; empty if nothing is on record. */
  to: Record<SentWay, string>
  refused: Refused[]
}

/** Which ways to send a person a message are safe now, and why the others are not. */
export function offerOf(rules: Rules | null, { email, phoneNumbers }: Reachable, now = Date.now()): Offer {
  const asked = {
    email: [{ to: email, verdict: mayContact(rules, { way: 'email', to: email }, now) }],
    sms: (phoneNumbers.length ? phoneNumbers : [null]).map((to) => ({
      to,
      verdict: mayContact(rules, { way: 'text', to }, now),
    })),
  }
  const bestOf = (way: SentWay) => asked[way].find(({ verdict }) => verdict.isAllowed) ?? asked[way][0]
  const refused = sentWays.flatMap((way) => {
    const verdict = bestOf(way)?.verdict
    return verdict && !verdict.isAllowed ? [{ way, refusal: verdict.refusal, nextOn: verdict.nextOn }] : []
  })
  return {
    ways: sentWays.filter((way) => refused.every((one) => one.way !== way)),
    to: { email: bestOf('email')?.to ?? '', sms: bestOf('sms')?.to ?? '' },
    refused,
  }
}
