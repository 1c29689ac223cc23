import {
  addressLines,
  ageWords,
  clip,
  intakeWords,
  languageWords,
  mapUrl,
  openWords,
  phonesOf,
} from '#directory/public-pages/server/service-words-public.ts'
import { isStale } from '#directory/services/directory-policy.ts'
import { confidentialName } from '#directory/services/reach-words.ts'
import { anybody, findServiceDetail } from '#directory/services/server/directory-public.ts'
import type { ServiceDetail, ServicePlace } from '#directory/services/service-detail.ts'
import { correctTimesIn } from '#platform/schema/clock-words.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { ListLanguage, ListRow } from '../service-list.ts'
import type { Sheet, SheetService } from '../sheet.ts'
import { listEntries } from './list-queries.ts'
import { type Writer, weekWords, writerOf } from './sheet-words.ts'

/** The most characters of a fact. */
const FACT = 220
const NAME = 120
const ADDRESS_LINE = 80

type Found = NonNullable<Awaited<ReturnType<typeof findServiceDetail>>>

/** The place to go to: one of its own with an address before an office of its organization. */
export function placeToGo({ places }: Found): ServicePlace | undefined {
  const rank = (place: ServicePlace) => Number(place.isOwn) * 2 + Number(addressLines(place).length > 0)
  return places.toSorted((one, other) => rank(other) - rank(one))[0]
}

/** The lines of an address; empty for a confidential place. */
export const linesToGo = (place: ServicePlace) =>
  place.isConfidential ? [] : addressLines(place).map((line) => clip(line, ADDRESS_LINE))

function placeWords(service: Found, place: ServicePlace | undefined, writer: Writer): SheetService['place'] {
  const { t, say } = writer
  if (!place) return null
  if (place.isConfidential) {
    const words = `${confidentialName(place, say)}. ${t('confidential')}`
    return { lines: [], mapUrl: null, words }
  }
  const lines = linesToGo(place)
  if (!lines.length) return null
  const others = service.places.filter(({ isOwn }) => isOwn).length - 1
  const words = !place.isOwn ? t('office') : others > 0 ? t('morePlaces', { count: others }) : null
  const name = place.name && place.isOwn && !lines.includes(place.name) ? [clip(place.name, ADDRESS_LINE)] : []
  return { lines: [...name, ...lines], mapUrl: mapUrl(lines), words }
}

function noticesOf(service: Found, writer: Writer, isOld: boolean) {
  const { t, say } = writer
  const { status, statusSaid, intake, alert } = service
  return [
    ...(status === null && statusSaid ? [say('service.statusSaid', { status: clip(statusSaid, NAME) })] : []),
    ...(alert ? [clip(alert, FACT)] : []),
    ...(intake && intake.status !== 'open' ? [intakeWords(intake, writer)] : []),
    ...(isOld ? [t('notConfirmed')] : []),
  ]
}

function factsOf(service: ServiceDetail, place: ServicePlace | undefined, writer: Writer): SheetService['facts'] {
  const { say } = writer
  const languages = [...service.languages, ...(place?.isOwn ? place.languages : [])].map(({ name }) => name)
  const facts: [string, string | null][] = [
    ['service.what', service.description],
    ['service.forWhom', [ageWords(service, writer), service.eligibilityDescription].filter(Boolean).join('. ')],
    ['service.apply', service.applicationProcess],
    ['service.bring', service.requiredDocuments.map(({ document }) => document).join(', ')],
    ['service.fees', service.feesDescription],
    ['service.wait', service.waitTime],
    ['service.languages', languageWords(languages, writer).join(', ')],
  ]
  return facts.flatMap(([key, text]) => (text ? [{ label: say(key), text: clip(text, FACT) }] : []))
}

interface Entry {
  /** as on the list: what is answered about it counts for this one, also once it was merged into another */
  serviceId: string
  note: string | null
}

function writeService(service: Found, { serviceId, note }: Entry, writer: Writer, isOld: boolean): SheetService {
  const place = service.isListed ? placeToGo(service) : undefined
  const at = place?.isOwn ? place : service
  const base = {
    id: serviceId,
    name: clip(service.name, NAME),
    organizationName: service.organization.isStandIn ? null : clip(service.organization.name, NAME),
    note,
    isListed: service.isListed,
    isConfidential: service.places.some(({ isConfidential }) => isConfidential),
  }
  // What is not listed is shown to nobody: neither are its facts.
  if (!service.isListed)
    return { ...base, open: null, notices: [writer.t('notListed')], phones: [], place: null, hours: null, facts: [] }
  return {
    ...base,
    open: openWords(at, at.week[0], writer),
    notices: noticesOf(service, writer, isOld),
    phones: phonesOf(service, place, writer),
    place: placeWords(service, place, writer),
    hours: weekWords(at.week, writer),
    facts: factsOf(service, place, writer),
  }
}

/**
 * A list with the facts as they are now, as everybody may know them: whoever gets the list may pass it on.
 * @param language another one than the list's
 */
export async function writeSheet(
  database: Database,
  { timeZone, listings }: Pick<Config, 'timeZone' | 'listings'>,
  list: Pick<ListRow, 'id' | 'language'>,
  language: ListLanguage = list.language,
): Promise<Sheet> {
  const writer = writerOf(language, timeZone)
  const entries = await listEntries(database, list.id)
  const now = new Date()
  const found = await Promise.all(
    entries.map(async (entry) => ({
      entry,
      service: await findServiceDetail(database, entry.serviceId, timeZone, anybody),
    })),
  )
  // Of several that were merged into one, the first.
  const standing = new Map<string, { entry: Entry; service: Found }>()
  for (const { entry, service } of found) {
    if (!service) continue
    const before = standing.get(service.id)
    const note = [before?.entry.note, entry.note].filter(Boolean).join(' ') || null
    standing.set(service.id, { service, entry: { serviceId: before?.entry.serviceId ?? entry.serviceId, note } })
  }
  const services = [...standing.values()].map(({ service, entry }) =>
    writeService(service, entry, writer, isStale(service.assuredDate, dayIn(timeZone), listings.staleMonths)),
  )
  return {
    language,
    title: writer.t('title'),
    lead: writer.t('lead', { count: services.length }),
    asOf: correctTimesIn(writer.t('asOf', { when: writer.time(now) })),
    noteLabel: writer.t('note'),
    whereLabel: writer.t('where'),
    madeOn: now.toISOString(),
    services,
  }
}
