import type { Need } from '#directory/needs/need.ts'
import { plainWords } from '#platform/schema/plain-words.ts'
import type { ManagedCategory } from './category.ts'

export interface CategoryNode {
  category: ManagedCategory
  below: CategoryNode[]
}

/** The categories as a tree, in the order of the list. One whose place is not in the list stands at the top. */
export function treeOf(categories: readonly ManagedCategory[]): CategoryNode[] {
  const ids = new Set(categories.map(({ id }) => id))
  const below = new Map<string | null, ManagedCategory[]>()
  for (const category of categories) {
    const { parentId } = category
    const place = parentId && ids.has(parentId) ? parentId : null
    below.set(place, [...(below.get(place) ?? []), category])
  }
  const nodesOf = (parentId: string | null): CategoryNode[] =>
    (below.get(parentId) ?? []).map((category) => ({ category, below: nodesOf(category.id) }))
  return nodesOf(null)
}

/** The categories above one, from the top. */
export function pathOf(categories: ReadonlyMap<string, ManagedCategory>, id: string | null): ManagedCategory[] {
  const category = id ? categories.get(id) : undefined
  return category ? [...pathOf(categories, category.parentId), category] : []
}

/** The need that a category gets from those above it. */
export const needAbove = (categories: ReadonlyMap<string, ManagedCategory>, parentId: string | null): Need | null =>
  pathOf(categories, parentId).findLast(({ need }) => need)?.need ?? null

const isNamedLike = ({ name, nameEs, synonymsEn, synonymsEs }: ManagedCategory, words: readonly string[]) => {
  const said = plainWords([name, nameEs, ...synonymsEn, ...synonymsEs].join(' '))
  return words.every((word) => said.some((one) => one.startsWith(word)))
}

/** The part of a tree with what is called like this, in any language or by a synonym, and what stands above it. */
export function searchTree(nodes: readonly CategoryNode[], typed: string): CategoryNode[] {
  const words = plainWords(typed)
  if (!words.length) return [...nodes]
  return nodes.flatMap(({ category, below }) => {
    const found = searchTree(below, typed)
    return found.length || isNamedLike(category, words) ? [{ category, below: found }] : []
  })
}
