import { queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { api, newerVersion } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { CurrentList, ListChange, ListMessage, ListPage, NewLink, ServiceList } from '../service-list.ts'
import type { Sheet } from '../sheet.ts'
import { keepSheet } from './kept-lists-public.ts'

const pathOf = (id: string) => `/api/serviceList/${id}`

/** The list to which the reader adds services. */
export const currentList = queryOptions({
  queryKey: ['serviceList', 'current'],
  queryFn: () => api.get<CurrentList>('/api/serviceList/current', { quiet: true }),
})

export const serviceList = (id: string) =>
  queryOptions({ queryKey: ['serviceList', 'one', id], queryFn: () => api.get<ServiceList>(pathOf(id)) })

/** The list as the person reads it; a changed list has another one. */
export const listSheet = (id: string, version: number) =>
  queryOptions({
    queryKey: ['serviceList', 'sheet', id, version],
    queryFn: async () => {
      const sheet = await api.get<Sheet>(`${pathOf(id)}/sheet`, { quiet: true })
      void keepSheet(id, sheet)
      return sheet
    },
    staleTime: 0,
  })

export const myLists = {
  queryKey: ['serviceList', 'all'],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    api.get<ListPage>('/api/serviceList/', { query: { cursor: pageParam, limit: 25 }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: ListPage) => page.nextCursor ?? undefined,
}

/** Stores the list that a call returned; the others are reloaded when they are shown. */
function keepList(list: ServiceList) {
  queryClient.setQueryData(serviceList(list.id).queryKey, list)
  queryClient.setQueryData(currentList.queryKey, (known) =>
    list.isCurrent || known?.list?.id === list.id ? { list: list.isCurrent ? list : null } : known,
  )
  queryClient.invalidateQueries({ queryKey: myLists.queryKey })
  return list
}

export const addToList = async (serviceId: string) =>
  keepList(await api.post<ServiceList>('/api/serviceList/entry', { serviceId }, { quiet: true }))

export const removeFromList = async (id: string, serviceId: string) =>
  keepList(await api.delete<ServiceList>(`${pathOf(id)}/entry/${serviceId}`))

export const finishList = async (id: string) => keepList(await api.post<ServiceList>(`${pathOf(id)}/finish`))

export const createLink = async (id: string) => {
  const link = await api.post<NewLink>(`${pathOf(id)}/link`)
  await queryClient.invalidateQueries({ queryKey: serviceList(id).queryKey })
  return link
}

export const withdrawLink = async (id: string, linkId: string) =>
  keepList(await api.delete<ServiceList>(`${pathOf(id)}/link/${linkId}`))

export const sendList = async (id: string, message: ListMessage) =>
  keepList(await api.post<ServiceList>(`${pathOf(id)}/message`, message, { quiet: true }))

type Part = Omit<ListChange, 'version'>

/** Changes that are being saved, by list: each waits for the one before it, whose version it needs. */
const saving = new Map<string, Promise<unknown>>()

/** A change of a list; null if the list no longer has what it changes. */
type PartOf = (list: ServiceList) => Part | null

/** Changes a list that was changed elsewhere meanwhile as it is now. */
async function save(id: string, partOf: PartOf, tries = 5): Promise<ServiceList> {
  const list = await queryClient.ensureQueryData(serviceList(id))
  const part = partOf(list)
  if (!part) {
    notify(i18next.t('service-lists:list.changedElsewhere'), 'bad')
    return list
  }
  try {
    return keepList(await api.put<ServiceList>(pathOf(id), { ...part, version: list.version }, { quiet: true }))
  } catch (error) {
    const newer = newerVersion<ServiceList>(error)
    if (!newer || tries === 1) throw error
    keepList(newer)
    return save(id, partOf, tries - 1)
  }
}

/** Saves a part of a list, after the changes before it. */
export function changeList(id: string, partOf: PartOf): Promise<ServiceList> {
  const next = (saving.get(id) ?? Promise.resolve()).then(() => save(id, partOf))
  saving.set(
    id,
    next.catch(() => undefined),
  )
  return next
}

/** Saves again what could not be saved, by list and by the field in which it stands. */
const unsaved = new Map<string, Map<string, () => Promise<unknown>>>()

/** Remembers that what stands in a field is not saved, until it is, or until the field is gone. */
export function markUnsaved(id: string, field: string, again: (() => Promise<unknown>) | null) {
  const fields = unsaved.get(id) ?? new Map()
  if (again) unsaved.set(id, fields.set(field, again))
  else fields.delete(field)
}

/** Resolves once everything is saved, also what could not be saved before. @throws if it still cannot */
export const savedList = async (id: string) => {
  await saving.get(id)
  for (const again of [...(unsaved.get(id)?.values() ?? [])]) await again()
  return queryClient.ensureQueryData(serviceList(id))
}
