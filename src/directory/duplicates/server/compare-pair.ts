import { isSameValue } from '#directory/editing/listing-editing.ts'
import { editorOf, getEdited } from '#directory/editing/server/editing-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { PairComparison } from '../duplicate-pair.ts'
import { comparedFields } from '../merge-fields.ts'
import { findPair } from './list-pairs.ts'

/** Whether both say nothing: a list may be empty, or not be there. */
const areEmpty = (...values: unknown[]) =>
  values.every((value) => value === undefined || (Array.isArray(value) && !value.length))

/** Both listings as their editors show them. @throws problem not-found */
export async function comparePair(
  database: Database,
  actor: Actor,
  id: string,
  timeZone: string,
): Promise<PairComparison> {
  const pair = await findPair(database, id)
  if (!pair) throw problem('not-found')
  const editor = editorOf(pair.kind, timeZone)
  const listings = []
  for (const side of pair.sides) listings.push(await getEdited(editor, database, actor, side.id))
  const [first = {}, second = {}] = listings.map((listing) => comparedFields(pair.kind, listing))
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return {
    pair,
    listings,
    fields: names.filter(
      (field) => !isSameValue(first[field], second[field]) && !areEmpty(first[field], second[field]),
    ),
  }
}
