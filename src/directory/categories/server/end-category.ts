import {
  type CategoryDocument,
  findCategory,
  hasCategoriesBelow,
  isCategoryUsed,
  isWithinCategory,
  listCategories,
  mergeCategory,
  retireCategory,
} from '#directory/services/server/directory-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { type CategoryMerge, type CategoryRetirement, twinsBelow, twinsOf } from '../category.ts'
import { categoryProblem } from './category-problem.ts'
import { announce, changedFields, getCategory, lockCategory } from './save-category.ts'

/** What saving a category demands of its place and its name. */
async function requireOfferable(transaction: InTransaction, category: CategoryDocument) {
  const all = await listCategories(transaction)
  if (all.find(({ id }) => id === category.parentId)?.retiredOn) throw categoryProblem('category-above-retired')
  if (twinsOf(all, category).length) throw categoryProblem('category-twice')
}

/**
 * Stops offering a category that nothing needs any more, or offers it again. What listings have is never taken from them:
 * such a category is merged.
 * @throws problem not-found, stale-version, category-used, category-has-below, category-above-retired, category-twice,
 * category-merged
 */
export const changeRetirement = (
  database: Database,
  actor: Actor,
  id: string,
  { version, isRetired }: CategoryRetirement,
): Promise<CategoryDocument> =>
  database.transaction().execute(async (transaction) => {
    const present = await lockCategory(transaction, id, version)
    if (present.mergedInto) throw categoryProblem('category-merged')
    if (isRetired === (present.retiredOn !== null)) return present
    if (isRetired && (await isCategoryUsed(transaction, id))) throw categoryProblem('category-used')
    if (isRetired && (await hasCategoriesBelow(transaction, id))) throw categoryProblem('category-has-below')
    if (!isRetired) await requireOfferable(transaction, present)
    await retireCategory(transaction, id, isRetired)
    await announce(transaction, actor, id, isRetired ? 'retire' : 'restore')
    return getCategory(transaction, id)
  })

/**
 * Merges a category into another one, with its listings, the categories below it and its words, in one act.
 * @returns the other category
 * @throws problem not-found, stale-version, category-merged, invalid-request
 */
export const mergeCategories = (
  database: Database,
  actor: Actor,
  id: string,
  { version, into }: CategoryMerge,
): Promise<CategoryDocument> =>
  database.transaction().execute(async (transaction) => {
    const from = await lockCategory(transaction, id, version, [into])
    if (from.mergedInto) throw categoryProblem('category-merged')
    const target = await findCategory(transaction, into)
    if (!target || target.retiredOn) throw fieldProblem('into', 'category-gone')
    if (await isWithinCategory(transaction, into, id)) throw fieldProblem('into', 'category-circle')
    if (twinsBelow(await listCategories(transaction), id, into).length)
      throw fieldProblem('into', 'category-twins-below')
    const listings = await mergeCategory(transaction, from, target)
    const merged = await getCategory(transaction, into)
    await announce(transaction, actor, id, 'merge', { other: into, listings })
    await announce(transaction, actor, into, 'receive', { other: id, listings, ...changedFields(target, merged) })
    return merged
  })
