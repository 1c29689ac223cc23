import { sql } from 'kysely'
import { isFieldEdited } from '#directory/listings/server/listings-public.ts'
import { stateKey } from '#directory/places/area.ts'
import type { AreaIndex } from '#directory/places/area-index.ts'
import { guessArea, type KnownStates, readArea } from '#directory/places/read-area.ts'
import { loadAreaIndex } from '#directory/places/server/places-public.ts'
import { stateOfAddress } from '#directory/places/states.ts'
import type { Database } from '#platform/server/database.ts'
import { lockSearchRows } from './refresh-search.ts'

const SLICE = 500
/** A source with so few addresses says nothing about where its services are. */
const ADDRESSES_NEEDED = 3
const SHARE_NEEDED = 0.8

interface ToRead {
  id: string
  name: string
  description: string | null
  eligibilityDescription: string | null
  sourceName: string | null
  ownStates: string[]
  officeStates: string[]
  /** Whether a person said where it helps: then nothing is guessed. */
  isAreaEdited: boolean
}
interface Area {
  id: string
  serviceId: string
  name: string | null
  extent: string | null
  keys: string[]
  statedBy: 'source' | 'guess' | 'person'
  because: string | null
}

/**
 * Reads where services help, for all that are new or changed. Goes on where it stopped: each slice is a transaction.
 */
export async function readNewAreas(database: Database) {
  const isWaiting = await database.selectFrom('areaToRead').select('serviceId').limit(1).executeTakeFirst()
  if (!isWaiting) return
  const reader = { index: await loadAreaIndex(database), stateOfSource: new Map<string, string[]>() }
  const inSlice = (work: (transaction: Database) => Promise<number>) =>
    database.isTransaction ? work(database) : database.transaction().execute(work)
  while (await inSlice((transaction) => readSlice(transaction, reader)));
}

interface Reader {
  index: AreaIndex
  stateOfSource: Map<string, string[]>
}

async function readSlice(database: Database, reader: Reader): Promise<number> {
  await lockSearchRows(database)
  // An import in the same session asks triggers to wait; what is written here is not noted again.
  await sql`select set_config('hearthline.search_later', 'off', true)`.execute(database)
  const { rows } = await sql<{ serviceId: string }>`
    with chosen as materialized (
      select service_id from area_to_read order by service_id limit ${SLICE} for update skip locked)
    delete from area_to_read r using chosen c where c.service_id = r.service_id returning r.service_id`.execute(
    database,
  )
  const ids = rows.map(({ serviceId }) => serviceId)
  if (!ids.length) return 0
  const services = await listToRead(database, ids)
  for (const source of new Set(services.flatMap(({ sourceName }) => sourceName ?? [])))
    if (!reader.stateOfSource.has(source)) reader.stateOfSource.set(source, await findStateOfSource(database, source))
  await readStated(database, services, reader)
  await guessUnstated(database, services, reader)
  await sql`select refresh_service_reach(${ids}::uuid[])`.execute(database)
  return ids.length
}

async function listToRead(database: Database, ids: string[]) {
  const { rows } = await sql<ToRead>`
    select s.id, s.name, s.description, s.eligibility_description, s.source_name, ${isFieldEdited('service', sql.ref('s.id'), sql.lit('serviceAreas'))} as is_area_edited,
      array(select distinct a.state_province from service_at_location p join address a on a.location_id = p.location_id
        where p.service_id = s.id and a.state_province is not null) as own_states,
      array(select distinct a.state_province from location l join address a on a.location_id = l.id
        where l.organization_id = s.organization_id and a.state_province is not null) as office_states
    from service s where s.id = any (${ids}::uuid[])`.execute(database)
  return rows
}

/**
 * The state in which nearly all addresses of a source are. It becomes the area of those of its services that say
 * nothing else; the ones that were read before are noted when it changes.
 */
async function findStateOfSource(database: Database, source: string): Promise<string[]> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state_province as state, count(*)::integer as count from address
    where source_name = ${source} and state_province is not null group by 1`.execute(database)
  const counts = new Map<string, number>()
  for (const { state, count } of rows) {
    const fips = stateOfAddress(state)?.fips
    if (fips) counts.set(fips, (counts.get(fips) ?? 0) + count)
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const most = [...counts].find(([, count]) => all >= ADDRESSES_NEEDED && count >= all * SHARE_NEEDED)
  const known = most ? [most[0]] : []
  await sql`
    with changed as (
      insert into directory_source (name, default_area) values (${source}, ${known.map(stateKey)})
      on conflict (name) do update set default_area = excluded.default_area
        where directory_source.default_area <> excluded.default_area
      returning name)
    insert into area_to_read
    select s.id from changed c join service s on s.source_name = c.name join service_reach r on r.service_id = s.id
    where r.area_basis in ('none', 'source') and not r.is_placed
    on conflict do nothing`.execute(database)
  return known
}

function knownStates(service: ToRead, { stateOfSource }: Reader): KnownStates {
  const fips = (names: string[]) => [...new Set(names.flatMap((name) => stateOfAddress(name)?.fips ?? []))]
  return [fips(service.ownStates), fips(service.officeStates), stateOfSource.get(service.sourceName ?? '') ?? []]
}

async function listAreas(database: Database, ids: string[]) {
  const { rows } = await sql<Area>`
    select a.id, a.service_id, a.name, a.extent, a.keys, a.stated_by, a.because
    from service_area a where a.service_id = any (${ids}::uuid[])
    union all
    select a.id, p.service_id, a.name, a.extent, a.keys, a.stated_by, a.because
    from service_at_location p join service_area a on a.service_at_location_id = p.id
    where p.service_id = any (${ids}::uuid[]) and a.service_id is null`.execute(database)
  return rows
}

/** A polygon is not read: it is no name. */
const isShape = (text: string) => /^\s*[{[]|^\s*(multi)?polygon\b/i.test(text)

async function readStated(database: Database, services: ToRead[], reader: Reader) {
  const byId = new Map(services.map((service) => [service.id, service]))
  const read = (await listAreas(database, [...byId.keys()])).flatMap((area) => {
    const service = byId.get(area.serviceId)
    if (area.statedBy !== 'source' || !service) return []
    const texts = [area.name, area.extent].filter((text): text is string => Boolean(text) && !isShape(text ?? ''))
    const known = knownStates(service, reader)
    const keys = texts.map((text) => readArea(text, reader.index, known)).find((found) => found.length) ?? []
    return keys.join() === area.keys.join() ? [] : [{ id: area.id, keys }]
  })
  if (!read.length) return
  await sql`update service_area a set keys = array(select jsonb_array_elements_text(r.keys))
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r(id uuid, keys jsonb) where a.id = r.id`.execute(
    database,
  )
}

/** A guess stands beside what the source says in words that nobody can read, and goes when something can be read. */
async function guessUnstated(database: Database, services: ToRead[], reader: Reader) {
  const areas = await listAreas(
    database,
    services.map(({ id }) => id),
  )
  const gone: string[] = []
  const made: { serviceId: string; name: string; keys: string[]; because: string }[] = []
  // A guess that a person left is there still.
  for (const service of services.filter(({ isAreaEdited }) => !isAreaEdited)) {
    const own = areas.filter(({ serviceId }) => serviceId === service.id)
    const isSaid = own.some(({ statedBy, keys }) => statedBy !== 'guess' && keys.length)
    const guess = isSaid ? null : guessArea(service, reader.index, knownStates(service, reader))
    const former = own.filter(({ statedBy }) => statedBy === 'guess')
    const isSame =
      former.length === 1 && former[0]?.because === guess?.because && former[0]?.keys.join() === guess?.keys.join()
    if (isSame) continue
    gone.push(...former.map(({ id }) => id))
    if (guess) made.push({ serviceId: service.id, name: guess.because, ...guess })
  }
  if (gone.length) await database.deleteFrom('serviceArea').where('id', 'in', gone).execute()
  if (made.length)
    await database
      .insertInto('serviceArea')
      .values(made.map((area) => ({ ...area, statedBy: 'guess' as const })))
      .execute()
}
