import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryName } from '#directory/services/service-search.ts'
import type { ManagedCategory } from '../category.ts'
import { type CategoryNode, treeOf } from '../category-tree.ts'

const listed = (nodes: CategoryNode[], language: string, above: string[] = []): { value: string; label: string }[] =>
  nodes.flatMap(({ category, below }) => {
    const path = [...above, categoryName(category, language)]
    return [{ value: category.id, label: path.join(' › ') }, ...listed(below, language, path)]
  })

/**
 * The categories to choose from, each with those above it: some have the same name. Without the retired ones, and without
 * this one with all below.
 */
export function useCategoryChoices(all: ManagedCategory[], without: string | undefined) {
  const { i18n } = useTranslation('categories')
  return useMemo(() => {
    const cut = (nodes: CategoryNode[]): CategoryNode[] =>
      nodes.flatMap(({ category, below }) => (category.id === without ? [] : [{ category, below: cut(below) }]))
    return listed(cut(treeOf(all.filter(({ retiredOn }) => !retiredOn))), i18n.language)
  }, [all, without, i18n.language])
}
