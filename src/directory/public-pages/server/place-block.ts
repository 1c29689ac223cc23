import { confidentialName } from '#directory/services/reach-words.ts'
import type { DayHours, ServicePlace } from '#directory/services/service-detail.ts'
import { clockWords } from '#platform/schema/clock-words.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { callButton, directions, e, type PageWriter, type Visit } from './page-parts.ts'
import { addressLines, clip, languageWords } from './service-words-public.ts'

const NOTE = 300

function dayWords({ hours, byAppointment, isKnown }: DayHours, { say, language }: PageWriter) {
  const span = (opensAt: string, closesAt: string) =>
    opensAt === '00:00' && /^(24|00):00$/.test(closesAt)
      ? say('service.allDay')
      : `${clockWords(opensAt, language)} – ${clockWords(closesAt, language)}`
  if (hours.length) return hours.map(({ opensAt, closesAt }) => span(opensAt, closesAt)).join(', ')
  return say(byAppointment ? 'service.byAppointment' : isKnown ? 'service.dayClosed' : 'service.dayUnknown')
}

/** The hours of today and the next six days; nothing if none is known. @param of what they are the hours of */
export function weekTable(week: DayHours[], notes: string[], of: string, writer: PageWriter) {
  const said = notes.map((note) => `<p>${e(clip(note, NOTE))}</p>`).join('')
  if (!week.some(({ isKnown, byAppointment }) => isKnown || byAppointment)) return said
  const format = new Intl.DateTimeFormat(localeOf(writer.language), {
    weekday: 'long',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const row = (day: DayHours) =>
    `<tr><th scope="row">${e(format.format(new Date(`${day.day}T00:00:00Z`)))}</th><td>${e(dayWords(day, writer))}</td></tr>`
  return `<table aria-label="${e(writer.t('service.hoursOf', { place: of }))}"><tbody>${week.map(row).join('')}</tbody></table>${said}`
}

/** A place: where it is, how to get there, when it is open, and whom to call there. */
export function placeBlock(place: ServicePlace, visit: Visit) {
  const { writer } = visit
  const { say, t } = writer
  const lines = addressLines(place).map((line) => clip(line, 120))
  const name = clip(place.name ?? lines[0] ?? (confidentialName(place, say) || say('service.office')), 160)
  const facts: [string, string][] = [
    ['gettingThere', place.transportation ?? ''],
    ['accessibility', place.accessibility.map(({ details, description }) => details ?? description ?? '').join(' · ')],
    [
      'languages',
      languageWords(
        place.languages.map((one) => one.name),
        writer,
      ).join(', '),
    ],
  ]
  const told = facts.filter(([, words]) => words)
  return [
    `<section class="box"><h3>${e(name)}</h3>`,
    place.isConfidential ? `<p>${e(t('service.confidential'))}</p>` : '',
    lines.length
      ? `<p>${lines
          .filter((line) => line !== name)
          .map(e)
          .join('<br>')}</p>${directions(lines, name, writer)}`
      : '',
    ...place.phones.slice(0, 4).map((phone) => callButton(phone, writer)),
    weekTable(place.week, place.scheduleNotes, name, writer),
    told.length
      ? `<dl>${told.map(([key, words]) => `<dt>${e(say(`service.${key}`))}</dt><dd>${e(clip(words, NOTE))}</dd>`).join('')}</dl>`
      : '',
    '</section>',
  ].join('')
}
