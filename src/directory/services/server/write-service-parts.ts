import type { Database } from '#platform/server/database.ts'
import type { AreaLine, CostLine, ServiceValues } from '../service-document.ts'

/** Which rows stay because a wanted value is the same, and which values are new. */
function compare<Row, Value>(rows: Row[], wanted: Value[], isSame: (row: Row, value: Value) => boolean) {
  const added = [...wanted]
  const gone = rows.filter((row) => {
    const at = added.findIndex((value) => isSame(row, value))
    if (at >= 0) added.splice(at, 1)
    return at < 0
  })
  return { gone, added }
}
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const priceOf = ({ option, amount, currency, amountDescription }: CostLine) =>
  JSON.stringify([option, amount, currency, amountDescription])

/** Rows that stay the same keep their identifiers, and what else they say. */
export async function replaceCosts(database: Database, serviceId: string, lines: CostLine[]) {
  const rows = await database
    .selectFrom('costOption')
    .select(['id', 'option', 'amount', 'currency', 'amountDescription'])
    .where('serviceId', '=', serviceId)
    .execute()
  const { gone, added } = compare(rows, lines, (row, line) => priceOf(row) === priceOf(line))
  if (gone.length) await database.deleteFrom('costOption').where('id', 'in', idsOf(gone)).execute()
  if (added.length)
    await database
      .insertInto('costOption')
      .values(
        added.map(({ option, amount, currency, amountDescription }) => ({
          ...{ serviceId, option, amount, amountDescription },
          currency: amount === null ? currency : (currency ?? 'USD'),
        })),
      )
      .execute()
}

export async function replaceDocuments(database: Database, serviceId: string, documents: string[]) {
  const rows = await database
    .selectFrom('requiredDocument')
    .select(['id', 'document'])
    .where('serviceId', '=', serviceId)
    .execute()
  const { gone, added } = compare(rows, documents, (row, document) => row.document === document)
  if (gone.length) await database.deleteFrom('requiredDocument').where('id', 'in', idsOf(gone)).execute()
  if (added.length)
    await database
      .insertInto('requiredDocument')
      .values(added.map((document) => ({ serviceId, document })))
      .execute()
}

/** A guess that is wanted as said is confirmed: a person says it now. Areas of a place of the service stay. */
export async function replaceAreas(database: Database, serviceId: string, areas: AreaLine[]) {
  const rows = await database
    .selectFrom('serviceArea')
    .select(['id', 'name', 'description', 'keys', 'statedBy'])
    .where('serviceId', '=', serviceId)
    .where('serviceAtLocationId', 'is', null)
    .execute()
  const isGuess = (row: (typeof rows)[number]) => row.statedBy === 'guess'
  const nameOf = (row: (typeof rows)[number]) => row.name ?? row.description ?? ''
  const same = compare(
    rows,
    areas,
    (row, area) => nameOf(row) === area.name && isGuess(row) === (area.guessedFrom !== null),
  )
  const { gone, added } = compare(
    same.gone,
    same.added,
    (row, area) => isGuess(row) && area.guessedFrom === null && nameOf(row) === area.name,
  )
  const confirmed = same.gone.filter((row) => !gone.includes(row))
  if (confirmed.length)
    await database
      .updateTable('serviceArea')
      .set({ statedBy: 'person', because: null })
      .where('id', 'in', idsOf(confirmed))
      .execute()
  if (gone.length) await database.deleteFrom('serviceArea').where('id', 'in', idsOf(gone)).execute()
  if (added.length)
    await database
      .insertInto('serviceArea')
      .values(
        added.map(({ name, keys, guessedFrom }) => ({
          ...{ serviceId, name, keys, because: guessedFrom },
          statedBy: guessedFrom === null ? ('person' as const) : ('guess' as const),
        })),
      )
      .execute()
}

/** A guess that is wanted as said is confirmed: a person says it now. */
export async function replaceCategories(
  database: Database,
  serviceId: string,
  categories: ServiceValues['categories'],
) {
  const rows = await database
    .selectFrom('attribute')
    .select(['id', 'taxonomyTermId', 'statedBy'])
    .where('serviceId', '=', serviceId)
    .execute()
  const wanted = new Map(categories.map(({ id, guessedFrom }) => [id, guessedFrom]))
  const gone = rows.filter(({ taxonomyTermId }) => !wanted.has(taxonomyTermId))
  if (gone.length) await database.deleteFrom('attribute').where('id', 'in', idsOf(gone)).execute()
  const said = new Set(rows.filter(({ statedBy }) => statedBy !== 'guess').map((row) => row.taxonomyTermId))
  const confirmed = rows.filter(
    ({ taxonomyTermId, statedBy }) =>
      statedBy === 'guess' && wanted.get(taxonomyTermId) === null && !said.has(taxonomyTermId),
  )
  if (confirmed.length)
    await database
      .updateTable('attribute')
      .set({ statedBy: 'person', because: null })
      .where('id', 'in', idsOf(confirmed))
      .execute()
  const known = new Set(rows.map(({ taxonomyTermId }) => taxonomyTermId))
  const added = [...wanted].filter(([id]) => !known.has(id))
  if (added.length)
    await database
      .insertInto('attribute')
      .values(
        added.map(([taxonomyTermId, because]) => ({
          ...{ serviceId, taxonomyTermId, because },
          statedBy: because === null ? ('person' as const) : ('guess' as const),
        })),
      )
      .execute()
}
