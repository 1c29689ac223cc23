import { sql } from 'kysely'
import { type ComparedFacts, comparedFacts } from '#directory/eligibility/compared-facts.ts'
import type { ReadRule } from '#directory/eligibility/eligibility.ts'
import type { Fit, FitLanguage } from '#directory/eligibility/fit.ts'
import { type ComparedService, fitOf } from '#directory/eligibility/fit-of.ts'
import type { PersonFacts } from '#directory/eligibility/person-facts.ts'
import { unconfirmedRules } from '#directory/eligibility/unconfirmed-rules.ts'
import { listEditedFields } from '#directory/listings/server/listings-public.ts'
import { stateKey, townKey } from '#directory/places/area.ts'
import { findZip, nameAreas, zipOf } from '#directory/places/server/places-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { codeOfLanguage, codeOfSpoken } from '../spoken-language.ts'

/**
 * What is known about a person on record, from the casework.
 * @param today as `2026-11-23`
 * @throws 404 if the reader may not see the record
 */
export type ReadPerson = (database: Database, actor: Actor, contactId: string, today: string) => Promise<PersonFacts>

export interface ComparedPerson {
  facts: ComparedFacts
  /** Null if it is not known, or does not exist. */
  zip: string | null
}

/** A person in the form in which services are compared with them. @param today as `2026-11-23` */
export async function comparePerson(database: Database, person: PersonFacts, today: string): Promise<ComparedPerson> {
  const here = person.postalCode ? await findZip(database, person.postalCode) : null
  const state = here?.keys.find((key) => key === stateKey(key.slice(1)))
  // A ZIP code has one town, and may lie in several.
  const town = state && person.city ? [townKey(state.slice(1), person.city)] : []
  const keys = here && [...new Set([...here.keys, ...town])]
  const language = person.language ? codeOfSpoken(person.language) : undefined
  return {
    facts: { ...comparedFacts(person, keys, today), language },
    zip: here ? zipOf(person.postalCode ?? '') : null,
  }
}

const AREAS_SHOWN = 3

/** The areas of a service that are shown: the ones in which the person lives first. */
const shownAreas = (areaKeys: string[], home: string[] | null) =>
  areaKeys
    .toSorted((a, b) => Number(home?.includes(b) ?? false) - Number(home?.includes(a) ?? false))
    .slice(0, AREAS_SHOWN)

type RuleRow = Omit<ComparedService, 'hasUnreadArea'> & { id: string; unreadAreas: string[]; languages: string[] }

/** Everybody who works here speaks it. */
const EVERYWHERE = 'en'

/** Whether a service names the person's language. */
function languageOf({ languages }: RuleRow, { language: code }: ComparedFacts): { language?: FitLanguage } {
  if (!code || code === EVERYWHERE) return {}
  return { language: { code, isNamed: languages.some((name) => codeOfLanguage(name) === code) } }
}

/** Whether these services fit a person, by their identifiers. */
export async function listFits(database: Database, ids: string[], facts: ComparedFacts): Promise<Map<string, Fit>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<RuleRow>`
    select s.id, s.eligibility_description, s.minimum_age, s.maximum_age, s.income, s.households, s.populations, s.papers,
      array(select name from language where service_id = s.id union
        select g.name from service_at_location at join language g on g.location_id = at.location_id where at.service_id = s.id) as languages,
      coalesce(r.area_keys, '{}') as area_keys, coalesce(r.area_basis, 'none') as area_basis,
      array(select coalesce(a.name, a.description, '') from service_area a where a.service_id = s.id and cardinality(a.keys) = 0
        order by 1 limit ${AREAS_SHOWN}) as unread_areas
    from service s left join service_reach r on r.service_id = s.id where s.id = any (${ids}::uuid[])`.execute(database)
  const edited = await listEditedFields(database, 'service', ids)
  const isEdited = (id: string) => (field: string) => edited.some((one) => one.listingId === id && one.field === field)
  const names = await nameAreas(
    database,
    rows.flatMap(({ areaKeys }) => shownAreas(areaKeys, facts.areaKeys)),
  )
  return new Map(
    rows.map((row) => {
      const service = { ...row, hasUnreadArea: row.unreadAreas.length > 0 }
      const read = unconfirmedRules(service, isEdited(service.id))
      const rules = rulesOf(service, read, facts, names)
      return [service.id, { ...fitOf(service, read, facts), rules, ...languageOf(service, facts) }]
    }),
  )
}

function rulesOf(
  { minimumAge, maximumAge, income, households, populations, papers, areaKeys, unreadAreas }: RuleRow,
  read: ReadRule[],
  facts: ComparedFacts,
  names: Awaited<ReturnType<typeof nameAreas>>,
): Fit['rules'] {
  return {
    ...{ minimumAge, maximumAge, income, households, populations, papers },
    ...Object.fromEntries(read.map(({ field, value }) => [field, value])),
    areas: shownAreas(areaKeys, facts.areaKeys).flatMap((key) => names.get(key) ?? []),
    areaCount: areaKeys.length,
    unreadAreas,
  }
}

/** Whether a service fits a person; undefined if there is no such service. @param today as `2026-11-23` */
export async function compareService(database: Database, person: PersonFacts, id: string, today: string) {
  const { facts } = await comparePerson(database, person, today)
  return (await listFits(database, [id], facts)).get(id)
}
