import { NOWHERE, publishReferrals } from '#casework/published-referrals/server/published-referrals-public.ts'
import { COUNT_STEP, publishCounts, secretOfCounts } from '#casework/small-counts/server/small-counts-public.ts'
import { needs as allNeeds } from '#directory/needs/need.ts'
import { listCounties, listZipAreas, listZipPoints } from '#directory/places/server/places-public.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import {
  daysOf,
  type Figure,
  type Figures,
  MOST_QUARTERS,
  quarterBefore,
  quarterOfDay,
  quartersBetween,
  type UnmetKind,
  type UnmetQuery,
  type UnmetReport,
  type UnmetScope,
  USUAL_QUARTERS,
  unmetKinds,
} from '../unmet-need.ts'
import { scopesOf } from '../unmet-policy.ts'
import { countEmptySearches, countOpenOfOthers, countOwn } from './count-unmet.ts'
import { addUp, place, roomTreesOf, type Sums, searchTreesOf, treesOf } from './unmet-trees.ts'

type Services = { database: Database; config: Pick<Config, 'timeZone' | 'secretKeys'> }
type Reader = Pick<Actor, 'organizationId' | 'contactId' | 'roles'>

/** The period, by default this quarter and the three before. @throws invalid-request */
function periodOf({ from, to }: UnmetQuery, timeZone: string) {
  const now = quarterOfDay(dayIn(timeZone))
  const last = to ?? now
  const first = from ?? quarterBefore(last, USUAL_QUARTERS - 1)
  const quarters = quartersBetween(first, last)
  if (quarters < 1) throw fieldProblem('to', 'end-before-start')
  if (quarters > MOST_QUARTERS) throw fieldProblem('from', 'too-many-quarters')
  return { from: first, to: last, quarters, start: daysOf(first).start, end: daysOf(last).end }
}

/** Figures of a place: one's own people exactly, and all others as published. */
interface Found {
  own: Sums
  others: Sums
  /** by how much each published count may differ from the true one, added up over the quarters */
  margin: number
}

const figureOf = (own: number, published: number, margin: number): Figure => ({
  count: own + published,
  lowest: own + Math.max(0, published - margin),
  highest: own + published + margin,
})
const figuresAt = ({ own, others, margin }: Found, places: readonly string[]): Figures => {
  const sum = (sums: Sums, kind: UnmetKind) => places.reduce((all, at) => all + sums.of(kind, at), 0)
  const figure = (kind: UnmetKind) => figureOf(sum(own, kind), sum(others, kind), margin * places.length)
  return { open: figure('open'), noCapacity: figure('noCapacity'), noFunds: figure('noFunds') }
}
const isListed = (figures: Figures) => unmetKinds.some((kind) => figures[kind].count > 0)

/** The reader's organization; null if there is none whose people the reader may see. */
const ownOf = (actor: Reader) => (scopesOf(actor).includes('own') ? actor.organizationId : null)

async function countAll(services: Services, actor: Reader, scope: UnmetScope, period: ReturnType<typeof periodOf>) {
  const { database, config } = services
  const days = { ...period, timeZone: config.timeZone }
  const organizationId = ownOf(actor)
  const own = organizationId ? treesOf(await countOwn(database, days, organizationId)) : []
  const searches = searchTreesOf(await countEmptySearches(database, period))
  const secret = secretOfCounts(config)
  const others =
    scope === 'own'
      ? []
      : [
          ...publishCounts(treesOf(await countOpenOfOthers(database, days, organizationId)), secret),
          ...roomTreesOf(await publishReferrals(services, period, organizationId)),
        ]
  return {
    own: addUp(own),
    others: addUp(others),
    searches: publishCounts(searches, secret),
    margin: scope === 'own' ? 0 : (COUNT_STEP - 1) * period.quarters,
  }
}

/** The state with the most; null if there is nothing. */
function usualState({ own, others }: Found) {
  const sizeOf = (state: string) =>
    unmetKinds.reduce((all, kind) => all + own.of(kind, place.state(state)) + others.of(kind, place.state(state)), 0)
  const states = [...new Set([...own.states, ...others.states])].sort()
  return states.sort((one, other) => sizeOf(other) - sizeOf(one))[0] ?? null
}

/** What ZIP codes count: with a need, one's own people alone, because what is published has no needs by ZIP codes. */
async function countInZips(
  { database, config }: Services,
  actor: Reader,
  found: Found,
  { need, period }: { need: UnmetQuery['need']; period: ReturnType<typeof periodOf> },
): Promise<Found> {
  if (!need) return found
  const organizationId = ownOf(actor)
  const days = { ...period, timeZone: config.timeZone }
  const own = organizationId ? treesOf(await countOwn(database, days, organizationId, need)) : []
  return { own: addUp(own), others: addUp([]), margin: 0 }
}

/** The ZIP codes of a state with a count, each with its point. */
async function listZips(database: Database, found: Found, state: string) {
  const zips = [...found.own.zips, ...found.others.zips].flatMap(([zip, county]) =>
    county.startsWith(state) ? zip : [],
  )
  const points = await listZipPoints(database, zips)
  return [...points].sort().map(([zip, point]) => ({ zip, ...point, ...figuresAt(found, [place.zip(zip)]) }))
}

/**
 * Where help is missing: needs that are still open, referrals that ended for lack of capacity or funds, and searches
 * that found nothing. Readers see the people of their own organization exactly, and those of all others only as
 * `publishCounts` publishes them.
 *
 * @throws 400 for a period that is none, 403 for the people of an organization that the reader does not work for
 */
export async function reportUnmet(services: Services, actor: Reader, query: UnmetQuery): Promise<UnmetReport> {
  const scope = query.scope ?? 'network'
  if (!scopesOf(actor).includes(scope)) throw problem('forbidden')
  const period = periodOf(query, services.config.timeZone)
  const { searches, ...found } = await countAll(services, actor, scope, period)
  const state = query.state ?? usualState(found)
  const names = state ? await listCounties(services.database, state) : new Map<string, string>()
  const of = (county: string) => figuresAt(found, [query.need ? place.need(county, query.need) : place.county(county)])
  const inState = [...names].map(([fips, name]) => ({ fips, name, ...of(fips) })).filter(isListed)
  const inNeed = (need: string) =>
    figuresAt(
      found,
      [...names.keys()].map((county) => place.need(county, need)),
    )
  const areas = new Set(state ? await listZipAreas(services.database, state) : [])
  const sumOf = (area: string) =>
    searches.reduce((all, { parts }) => all + (parts?.zipArea?.find(({ id }) => id === area)?.count ?? 0), 0)
  const margin = (COUNT_STEP - 1) * period.quarters
  const isHidden = query.need && scope === 'network'
  const inZips = isHidden ? null : await countInZips(services, actor, found, { need: query.need, period })
  return {
    ...{ asOf: new Date().toISOString(), scope, from: period.from, to: period.to, need: query.need ?? null, state },
    total: query.need ? inNeed(query.need) : figuresAt(found, state ? [place.state(state)] : []),
    counties: inState,
    elsewhere: figureOf(0, 0, found.margin),
    needs: allNeeds.map((need) => ({ need, ...inNeed(need) })).filter(isListed),
    zips: inZips && (await listZips(services.database, inZips, state ?? NOWHERE)),
    nowhere: figuresAt(found, [query.need ? place.need(NOWHERE, query.need) : place.county(NOWHERE)]),
    searches: [...areas, NOWHERE]
      .map((area) => ({ zipArea: area === NOWHERE ? null : area, count: figureOf(0, sumOf(area), margin) }))
      .filter(({ count }) => count.count > 0),
  }
}
