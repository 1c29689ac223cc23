import { managerAudience } from '#directory/services/directory-policy.ts'
import {
  type CategoryDocument,
  findCategory,
  insertCategory,
  isWithinCategory,
  listCategories,
  lockCategories,
  writeCategory,
} from '#directory/services/server/directory-public.ts'
import { type Actor, roleKeys } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import {
  type CategoryAct,
  type CategoryChange,
  type CategoryValues,
  categoryFields,
  tooLong,
  tooMany,
  twinsOf,
} from '../category.ts'

/**
 * The category as it is, for a change by somebody who has read this version. Nobody else changes a category until the
 * transaction ends.
 * @throws problem not-found, stale-version (with the present category)
 */
export async function lockCategory(transaction: InTransaction, id: string, version: number, others: string[] = []) {
  await lockCategories(transaction, [id, ...others])
  const current = await findCategory(transaction, id)
  if (!current) throw problem('not-found')
  if (current.version !== version) throw problem('stale-version', { extra: { current } })
  return current
}

/** Writes the audit record of an act, and lets open screens know. */
export async function announce(
  transaction: InTransaction,
  actor: Actor,
  id: string,
  act: CategoryAct['act'],
  detail: Record<string, unknown> = {},
) {
  await recordAudit(transaction, {
    ...{ actorId: actor.accountId, action: `category.${act}`, subjectType: 'category', subjectId: id, detail },
  })
  await publishEvent(transaction, {
    ...{ type: 'category', subjectId: id, audience: managerAudience },
  })
  // Everybody’s directory offers the categories.
  await publishEvent(transaction, {
    ...{ type: 'taxonomyTerm', subjectId: id, audience: roleKeys.map((role) => `role:${role}`) },
  })
}

const valuesOf = (from: CategoryValues): CategoryValues =>
  Object.fromEntries(categoryFields.map((field) => [field, from[field]])) as CategoryValues
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that a change changes, before and after. */
export function changedFields(before: CategoryValues, after: CategoryValues) {
  const fields = categoryFields.filter((field) => !isSame(before[field], after[field]))
  const pick = (from: CategoryValues) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return { before: pick(before), after: pick(after) }
}

/** @throws problem invalid-request */
async function requireValid(transaction: InTransaction, given: CategoryValues, present: CategoryDocument | null) {
  if (given.parentId && given.parentId !== present?.parentId) {
    const parent = await findCategory(transaction, given.parentId)
    if (!parent || parent.retiredOn) throw fieldProblem('parentId', 'category-gone')
    if (present && (await isWithinCategory(transaction, given.parentId, present.id)))
      throw fieldProblem('parentId', 'category-circle')
  }
  const isPlaced = present && present.name === given.name && present.parentId === given.parentId
  if (!isPlaced && twinsOf(await listCategories(transaction), { ...given, id: present?.id }).length)
    throw fieldProblem('name', 'category-twice')
  for (const field of ['synonymsEn', 'synonymsEs'] as const) {
    const stored = present?.[field] ?? []
    if (tooLong(given[field], stored).length) throw fieldProblem(field, 'synonym-long')
    if (tooMany(given[field], stored)) throw fieldProblem(field, 'synonyms-many')
  }
}

/** @throws problem invalid-request */
export const createCategory = (database: Database, actor: Actor, given: CategoryValues): Promise<CategoryDocument> =>
  database.transaction().execute(async (transaction) => {
    await lockCategories(transaction)
    await requireValid(transaction, given, null)
    const id = await insertCategory(transaction, given)
    const { before, after } = changedFields(
      { name: '', nameEs: null, parentId: null, need: null, synonymsEn: [], synonymsEs: [] },
      given,
    )
    await announce(transaction, actor, id, 'create', { before, after })
    return getCategory(transaction, id)
  })

/** @throws problem not-found, stale-version, invalid-request, category-merged */
export const changeCategory = (
  database: Database,
  actor: Actor,
  id: string,
  { version, ...given }: CategoryChange,
): Promise<CategoryDocument> =>
  database.transaction().execute(async (transaction) => {
    const present = await lockCategory(transaction, id, version)
    const { before, after } = changedFields(valuesOf(present), given)
    if (!Object.keys(after).length) return present
    await requireValid(transaction, given, present)
    await writeCategory(transaction, present, given)
    await announce(transaction, actor, id, 'change', { before, after })
    return getCategory(transaction, id)
  })

/** @throws problem not-found */
export async function getCategory(database: Database, id: string): Promise<CategoryDocument> {
  const found = await findCategory(database, id)
  if (!found) throw problem('not-found')
  return found
}
