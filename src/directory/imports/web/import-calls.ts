import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '#platform/web/api.ts'
import {
  type ImportPage,
  type ImportRun,
  type ImportSource,
  type ListingAct,
  type ListingPage,
  type NewAddressImport,
  type NewImport,
  PART_BYTES,
  type RemarkPage,
} from '../import-run.ts'

const path = '/api/import/'
export const reportAddress = (id: string) => `${path}${id}/report`

export const importList = infiniteQueryOptions({
  queryKey: ['import', 'list'],
  queryFn: ({ pageParam, signal }) =>
    api.get<ImportPage>(path, { query: { cursor: pageParam, limit: 20 }, signal, quiet: true }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

export const sourceList = queryOptions({
  queryKey: ['import', 'source'],
  queryFn: ({ signal }) => api.get<{ items: string[] }>(`${path}source`, { signal, quiet: true }),
  select: ({ items }) => items,
})

export const oneImport = (id: string) =>
  queryOptions({
    queryKey: ['import', 'one', id],
    queryFn: ({ signal }) => api.get<ImportRun>(`${path}${id}`, { signal, quiet: true }),
    retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status === 404),
  })

export const remarkList = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['import', 'remark', id],
    queryFn: ({ pageParam, signal }) =>
      api.get<RemarkPage>(`${path}${id}/remark`, { query: { cursor: pageParam, limit: 50 }, signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export const listingList = (id: string, act: ListingAct) =>
  infiniteQueryOptions({
    queryKey: ['import', 'listing', id, act],
    queryFn: ({ pageParam, signal }) =>
      api.get<ListingPage>(`${path}${id}/listing`, {
        query: { act, cursor: pageParam, limit: 50 },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/**
 * Sends the files of an import and starts its dry run.
 * @param onSent receives the share that has been sent, from 0 to 1
 */
export async function sendImport(
  sourceName: string,
  files: File[],
  onSent: (share: number) => void,
): Promise<ImportRun> {
  const body: NewImport = { sourceName, files: files.map(({ name, size }) => ({ name, size })) }
  const { id } = await api.post<ImportRun>(path, body, { quiet: true })
  const all = files.reduce((sum, { size }) => sum + size, 0)
  let sent = 0
  for (const [number, file] of files.entries())
    for (let part = 0; part * PART_BYTES < file.size; part += 1) {
      const bytes = await file.slice(part * PART_BYTES, (part + 1) * PART_BYTES).arrayBuffer()
      await sendPart(`${path}${id}/file/${number}/${part}`, bytes)
      sent += bytes.byteLength
      onSent(sent / all)
    }
  return api.post<ImportRun>(`${path}${id}/check`, undefined, { quiet: true })
}

const TRIES = 3
/** A part that was lost on the way is sent again. */
async function sendPart(address: string, bytes: ArrayBuffer) {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await api.put<null>(address, bytes, { quiet: true })
    } catch (error) {
      if (attempt === TRIES || !(error instanceof ApiError && error.status === 0)) throw error
    }
}

export const importFromAddress = (body: NewAddressImport) =>
  api.post<ImportRun>(`${path}address`, body, { quiet: true })

export const nightlyList = queryOptions({
  queryKey: ['import', 'nightly'],
  queryFn: ({ signal }) => api.get<{ items: ImportSource[] }>(`${path}nightly`, { signal, quiet: true }),
  select: ({ items }) => items,
})
export const stopNightly = (sourceName: string) => api.post<null>(`${path}nightly/stop`, { sourceName })

export const applyImport = (id: string, removesMuch: boolean) =>
  api.post<ImportRun>(`${path}${id}/apply`, { removesMuch }, { quiet: true })
export const undoImport = (id: string) => api.post<ImportRun>(`${path}${id}/undo`, undefined, { quiet: true })
export const discardImport = (id: string) => api.post<ImportRun>(`${path}${id}/discard`, undefined, { quiet: true })
