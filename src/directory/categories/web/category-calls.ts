import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import type {
  CategoryAct,
  CategoryChange,
  CategoryMerge,
  CategoryRetirement,
  CategoryValues,
  ManagedCategory,
} from '../category.ts'

const path = '/api/category/'
const quiet = { quiet: true }

export const categories = queryOptions({
  queryKey: ['category', 'list'],
  queryFn: async ({ signal }) => (await api.get<{ items: ManagedCategory[] }>(path, { ...quiet, signal })).items,
})
export const historyOf = (id: string) =>
  queryOptions({
    queryKey: ['category', 'history', id],
    queryFn: async ({ signal }) =>
      (await api.get<{ items: CategoryAct[] }>(`${path}${id}/history`, { ...quiet, signal })).items,
  })
export const createCategory = (values: CategoryValues) => api.post<ManagedCategory>(path, values, quiet)
export const changeCategory = (id: string, change: CategoryChange) =>
  api.put<ManagedCategory>(`${path}${id}`, change, quiet)
export const mergeCategory = (id: string, merge: CategoryMerge) =>
  api.post<ManagedCategory>(`${path}${id}/merge`, merge, quiet)
export const changeRetirement = (id: string, retirement: CategoryRetirement) =>
  api.put<ManagedCategory>(`${path}${id}/retirement`, retirement, quiet)
