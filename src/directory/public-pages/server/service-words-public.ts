import type { TFunction } from 'i18next'
import { NO_MAXIMUM, NO_MINIMUM } from '#directory/eligibility/eligibility.ts'
import { hoursSentence } from '#directory/services/hours-sentence.ts'
import { opensNextWords } from '#directory/services/opens-next.ts'
import { serviceWords } from '#directory/services/server/directory-public.ts'
import type { DayHours, ServiceDetail, ServicePlace } from '#directory/services/service-detail.ts'
import type { ShownIntake } from '#directory/services/service-intake.ts'
import type { OpensNext, PhoneLine } from '#directory/services/service-search.ts'
import { codeOfLanguage } from '#directory/services/spoken-language.ts'
import type { WeekDay } from '#directory/services/week-hours.ts'
import { clockWords, correctTimesIn } from '#platform/schema/clock-words.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { Language } from '#platform/server/texts.ts'

/** What the server describes a service with, on pages and paper for people without an account. */
export interface ServiceWriter {
  language: Language
  /** The words of the directory. */
  say: TFunction
  /** A day without a time, or an instant in this time zone. */
  day: (iso: string) => string
  time: (date: Date) => string
}

export function serviceWriter(language: Language, timeZone: string): ServiceWriter {
  const locale = localeOf(language)
  const dayFormat = (zone: string) =>
    new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', year: 'numeric', timeZone: zone })
  return {
    language,
    say: serviceWords(language),
    day: (iso) => dayFormat(iso.length === 10 ? 'UTC' : timeZone).format(new Date(iso)),
    time: (date) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
        .format(date)
        .replace(/[\u202f\u00a0]/g, ' '),
  }
}

/** The search of a map that opens in the phone's own app. */
export const mapUrl = (lines: string[]) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(lines.join(', '))}`

/** One line, cut after a whole word. */
export function clip(text: string, most: number) {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 30)).trimEnd()}…`
}

export const shortDay = (iso: string, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language), {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${iso}T00:00:00Z`))

function dayOf({ hours, byAppointment, isKnown }: DayHours): WeekDay {
  if (hours.length) return { state: 'open', spans: hours }
  return { state: byAppointment ? 'appointment' : isKnown ? 'closed' : 'unknown', spans: [] }
}

/** Monday is 0. */
const weekdayOf = (iso: string) => (new Date(`${iso}T00:00:00Z`).getUTCDay() + 6) % 7

/** The hours of today and the next six days in one sentence; null if none is known. */
export function weekSentence(week: DayHours[], { language }: ServiceWriter): string | null {
  if (!week.some(({ isKnown, byAppointment }) => isKnown || byAppointment)) return null
  const days = week.toSorted((one, other) => weekdayOf(one.day) - weekdayOf(other.day)).map(dayOf)
  return hoursSentence({ days, rules: [] }, language)
}

interface OpenWords {
  state: 'open' | 'closed' | 'unknown'
  words: string
}

interface OpenNow {
  isOpenNow: boolean | null
  openUntil: string | null
  opensNext: OpensNext | null
}

/** Whether it is open now, and until when, or when it opens next. */
export function openWords(
  { isOpenNow: isOpen, openUntil, opensNext }: OpenNow,
  today: Pick<DayHours, 'hours'> | undefined,
  writer: ServiceWriter,
): OpenWords {
  const { say, language } = writer
  if (isOpen === null) return { state: 'unknown', words: say('service.hoursUnknown') }
  const state = isOpen ? 'open' : 'closed'
  const clock = (time: string) => clockWords(time, language)
  const spans = today?.hours.map(({ opensAt, closesAt }) => `${clock(opensAt)} – ${clock(closesAt)}`).join(', ')
  const isAllDay = today?.hours.some(({ opensAt, closesAt }) => opensAt === '00:00' && /^(24|00):00$/.test(closesAt))
  const until = openUntil && !isAllDay ? say('service.openUntil', { time: clock(openUntil) }) : ''
  const hours = isAllDay
    ? say('service.allDay')
    : spans
      ? say('service.today', { hours: spans })
      : !until && say('service.closedToday')
  const opens = opensNextWords(opensNext, today?.hours ?? [], say, language)
  const more = [until, hours, opens].filter(Boolean).join('. ')
  return { state, words: correctTimesIn(`${say(`service.${state}`)}. ${more}`.replace(/[\u202f\u00a0]/g, ' ')) }
}

/** Whether it takes new people, if that is known. */
export function intakeWords(intake: ShownIntake, { say, language }: ServiceWriter) {
  const { status, perWeek, waitWeeks, until, isConfirmed } = intake
  const words =
    status === 'limited' && perWeek
      ? say('intake.limitedTo', { count: perWeek })
      : status === 'waitlist' && waitWeeks
        ? say('intake.waitlistOf', { count: waitWeeks })
        : status === 'paused'
          ? say('intake.pausedUntil', { date: shortDay(until, language) })
          : say(`intake.${status}`)
  return isConfirmed ? words : say('intake.notConfirmed', { words })
}

const PHONES_SHOWN = 3

/** Numbers to call: its own and those of the place, else those of its organization; no faxes. */
export function phonesOf(service: ServiceDetail, place: ServicePlace | undefined, { say }: ServiceWriter) {
  const own = [...service.phones, ...(place?.phones ?? [])].filter(({ type }) => type !== 'fax')
  const all = own.length ? own : service.organization.phones.filter(({ type }) => type !== 'fax')
  const different = new Map(all.map((phone) => [`${phone.number} ${phone.extension}`, phone]))
  return [...different.values()].slice(0, PHONES_SHOWN).map((phone) => ({
    kind: say(`phoneType.${phone.type}`),
    shown: phone.extension
      ? `${phone.number} ${say('service.extension', { extension: phone.extension })}`
      : phone.number,
    href: phoneHref(phone),
  }))
}

/** What a telephone does with a number; null if it can do nothing. */
export function phoneHref({ number, extension, type }: PhoneLine) {
  const digits = number.replace(/[^\d+]/g, '')
  if (digits.length < 3) return null
  return type === 'text' ? `sms:${digits}` : `tel:${digits}${extension ? `;ext=${extension.replace(/\D/g, '')}` : ''}`
}

/** The lines of an address; empty if it is not known, or not for this reader. */
export function addressLines({ addresses }: ServicePlace) {
  const address = addresses.find(({ addressType }) => addressType === 'physical') ?? addresses[0]
  if (!address) return []
  const { address1, address2, city, stateProvince, postalCode } = address
  const town = [city, [stateProvince, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [address1, address2, town].filter((line): line is string => Boolean(line))
}

/** Languages that a directory names in English, in the reader's language. */
export function languageWords(names: string[], { language }: ServiceWriter) {
  const display = new Intl.DisplayNames(localeOf(language), { type: 'language' })
  return [...new Set(names)].map((name) => {
    const code = codeOfLanguage(name)
    return code && language !== 'en' ? (display.of(code) ?? name) : name
  })
}

/** The ages that it is for; empty if nobody said, or if it is for all. */
export function ageWords(service: Pick<ServiceDetail, 'minimumAge' | 'maximumAge'>, { say }: ServiceWriter) {
  const minimumAge = service.minimumAge === NO_MINIMUM ? null : service.minimumAge
  const maximumAge = service.maximumAge === NO_MAXIMUM ? null : service.maximumAge
  if (minimumAge !== null && maximumAge !== null) return say('service.ages', { from: minimumAge, to: maximumAge })
  if (minimumAge !== null) return say('service.agesFrom', { from: minimumAge })
  return maximumAge !== null ? say('service.agesTo', { to: maximumAge }) : ''
}
