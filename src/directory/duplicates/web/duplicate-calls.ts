import { api } from '#platform/web/api.ts'
import type {
  DuplicatePage,
  MergedPage,
  PairComparison,
  PairDecision,
  PairMerge,
  PairState,
} from '../duplicate-pair.ts'

const path = '/api/duplicate/'

export const listPairs = (
  filters: { state: PairState; kind: string | null; cursor?: string | null },
  signal?: AbortSignal,
) => api.get<DuplicatePage>(path, { query: filters, quiet: true, ...(signal ? { signal } : {}) })

export const getComparison = (id: string, signal: AbortSignal) =>
  api.get<PairComparison>(`${path}${encodeURIComponent(id)}`, { quiet: true, signal })

export const listMerged = (filters: { kind: string | null; cursor?: string | null }, signal?: AbortSignal) =>
  api.get<MergedPage>(`${path}merged`, { query: filters, quiet: true, ...(signal ? { signal } : {}) })

export const mergePair = (id: string, merge: PairMerge) => api.post<null>(`${path}${id}/merge`, merge, { quiet: true })

export const separatePair = (id: string) => api.post<null>(`${path}${id}/separation`, {}, { quiet: true })

export const decidePair = (id: string, decision: PairDecision) =>
  api.put<null>(`${path}${id}/decision`, decision, { quiet: true })
