import { isStale } from '#directory/services/directory-policy.ts'
import { confidentialName, sayAreas, sayReach } from '#directory/services/reach-words.ts'
import type { Reach, ServiceItem } from '#directory/services/service-search.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { callButton, e, hrefOf, type PageWriter, type Visit } from './page-parts.ts'
import { clip, intakeWords, openWords } from './service-words-public.ts'

/** When a service was last confirmed, as a warning if that is long ago. */
export function verifiedWords(assuredDate: string | null, { config, writer: { say, day } }: Visit) {
  const isOld = isStale(assuredDate, dayIn(config.timeZone), config.listings.staleMonths)
  if (!assuredDate) return { isOld, words: say('service.neverVerified') }
  return { isOld, words: say(isOld ? 'service.old' : 'service.verified', { date: day(assuredDate) }) }
}

function reachWords(reach: Reach, { t, say, language }: PageWriter) {
  const words =
    reach.isHere === false && reach.basis !== 'source'
      ? t('find.elsewhere', { areas: sayAreas(reach, say, language) })
      : sayReach(reach, say, language)
  return reach.basis === 'guess' ? `${words} (${say('reach.guessed')})` : words
}

function whereWords({ place, distance, placeCount, organizationName }: ServiceItem, { say, language }: PageWriter) {
  if (!place) return ''
  const address = [place.address, place.city, [place.stateProvince, place.postalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  // Whose office it is, is not known.
  if (organizationName === null && !place.isOwn && !address) return ''
  const miles = distance !== null && distance >= 10 ? Math.round(distance) : distance
  const told = [
    miles !== null &&
      say('service.away', { count: miles, replace: { count: miles.toLocaleString(localeOf(language)) } }),
    placeCount > 1 && say('service.nearestOf', { count: placeCount }),
    !place.isOwn && say('service.office'),
  ].filter(Boolean)
  return [address || place.name || confidentialName(place, say), told.join(', ')].filter(Boolean).join(' · ')
}

/** The page of a service starts with the place of the card: the nearest one, where the search was for a place. */
const placeOf = ({ place, placeCount }: ServiceItem): Record<string, string> =>
  place && placeCount > 1 ? { place: place.id } : {}

/** How much of a card is written. */
export interface CardRoom {
  /** characters of the description */
  excerpt: number
  /** characters of any other line */
  line: number
}

/** A result: what it is, whether it is open, where it is and whom to call. */
export function resultCard(service: ServiceItem, visit: Visit, room: CardRoom) {
  const { writer } = visit
  const { id, organizationName, description, alert, intake, hoursToday, reach } = service
  const [phone] = service.phones
  const open = openWords(service, { hours: hoursToday }, writer)
  const verified = verifiedWords(service.assuredDate, visit)
  const by = organizationName ?? writer.say('service.providerNotNamed')
  const lines = [whereWords(service, writer), reach ? reachWords(reach, writer) : '']
  const parts = [
    `<h3 id="s-${id}"><a href="${e(hrefOf(visit, `/${id}`, placeOf(service)))}">${e(clip(service.name, room.line))}</a></h3>`,
    `<p class="soft">${e(clip(by, room.line))}</p>`,
    `<p class="chip${open.state === 'open' ? ' open' : ''}">${e(open.words)}</p>`,
    alert && `<p class="notice">${e(clip(alert, room.line))}</p>`,
    intake && `<p>${e(intakeWords(intake, writer))}</p>`,
    description && room.excerpt > 0 && `<p>${e(clip(description, room.excerpt))}</p>`,
    ...lines.filter(Boolean).map((line) => `<p>${e(clip(line, room.line))}</p>`),
    phone && callButton(phone.description ? { ...phone, description: clip(phone.description, 60) } : phone, writer),
    `<p class="soft">${e(verified.words)}</p>`,
  ]
  return `<li><article aria-labelledby="s-${id}">${parts.filter(Boolean).join('')}</article></li>`
}
