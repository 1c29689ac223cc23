import { type CategoryValues, categoryFields } from './category.ts'

export interface FieldConflict {
  field: keyof CategoryValues
  mine: CategoryValues[keyof CategoryValues]
  theirs: CategoryValues[keyof CategoryValues]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The words of both: theirs, with what I added and without what I removed. */
const joined = (base: readonly string[], mine: readonly string[], theirs: readonly string[]) => [
  ...theirs.filter((word) => mine.includes(word) || !base.includes(word)),
  ...mine.filter((word) => !base.includes(word) && !theirs.includes(word)),
]

/**
 * Puts together what two people made of one category. Where both changed a field differently, mine is used and both
 * are named.
 */
export function joinChanges(base: CategoryValues, mine: CategoryValues, theirs: CategoryValues) {
  const values = { ...mine }
  const conflicts: FieldConflict[] = []
  for (const field of categoryFields) {
    if (field === 'synonymsEn' || field === 'synonymsEs')
      values[field] = joined(base[field], mine[field], theirs[field])
    else if (isSame(mine[field], base[field])) Object.assign(values, { [field]: theirs[field] })
    else if (!isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field]))
      conflicts.push({ field, mine: mine[field], theirs: theirs[field] })
  }
  return { values, conflicts }
}
