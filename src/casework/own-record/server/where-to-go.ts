import { linesToGo, placeToGo } from '#casework/service-lists/server/service-lists-public.ts'
import {
  mapUrl,
  phoneHref,
  phonesOf,
  serviceWriter,
  weekSentence,
} from '#directory/public-pages/server/service-words-public.ts'
import { anybody, findServiceDetail, listPhones } from '#directory/services/server/directory-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { WhereToGo } from '../where-to-go.ts'

/** Numbers to call, the place and the hours of a service, as everybody may know them. Null if it is not listed. */
async function whereOfService(database: Database, serviceId: string, timeZone: string): Promise<WhereToGo | null> {
  const service = await findServiceDetail(database, serviceId, timeZone, anybody)
  if (!service?.isListed) return null
  const place = placeToGo(service)
  const { week } = place?.isOwn ? place : service
  const [en, es] = [serviceWriter('en', timeZone), serviceWriter('es', timeZone)]
  const hours = { en: weekSentence(week, en), es: weekSentence(week, es) }
  const lines = place ? linesToGo(place) : []
  return {
    phones: phonesOf(service, place, en).map(({ shown, href }) => ({ shown, href })),
    place: lines.length ? { lines, mapUrl: mapUrl(lines) } : null,
    hours: hours.en && hours.es ? { en: hours.en, es: hours.es } : null,
  }
}

/** Whom a person calls and where they go: the service if it is known, else its organization. */
export async function whereToGo(
  database: Database,
  { serviceId, organizationId }: { serviceId: string | null; organizationId: string },
  timeZone: string,
): Promise<WhereToGo> {
  const ofService = serviceId && (await whereOfService(database, serviceId, timeZone))
  if (ofService) return ofService
  const phones = (await listPhones(database, { organizationId })).filter(({ type }) => type !== 'fax').slice(0, 3)
  return {
    phones: phones.map((phone) => ({
      shown: phone.extension ? `${phone.number} ext. ${phone.extension}` : phone.number,
      href: phoneHref(phone),
    })),
    place: null,
    hours: null,
  }
}
