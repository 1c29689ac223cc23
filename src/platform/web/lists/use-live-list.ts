import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { onLiveChange } from '../live.ts'

interface Item {
  id: string
  createdOn: string
}
interface Page<Row> {
  items: Row[]
  nextCursor: string | null
}
type Lists<Row> = InfiniteData<Page<Row>, string | undefined>
export type LiveList = ReturnType<typeof useLiveList>

/** How a list reads its rows. The object itself must stay the same. */
export interface LiveSource<Row extends Item, Filters> {
  /** the type of the records in live events; also in the lists' `meta`, as `liveType` */
  type: string
  /** the first word of the keys of all lists. Not `type`: then a change would reload whole lists. */
  name: string
  queryKey: (filters: Filters) => QueryKey
  /** The filters of a list of the same kind that contains everything. */
  everything: (filters: Filters) => Filters
  /**
   * The current state of these rows, if they match the filters.
   * @param after the cursor of the next page: only those that come after what is loaded
   */
  read: (ids: string[], filters: Filters, after?: string) => Promise<Row[]>
}

const TOGETHER_MS = 150
const MOST_AT_ONCE = 100
/** Within this distance, the reader counts as being at the top of the list. */
const AT_TOP = 80

/** Reads any number of rows. */
async function readAll<Row extends Item, Filters>(
  { read }: LiveSource<Row, Filters>,
  ids: string[],
  filters: Filters,
  after?: string,
) {
  const rows: Row[] = []
  for (let i = 0; i < ids.length; i += MOST_AT_ONCE)
    rows.push(...(await read(ids.slice(i, i + MOST_AT_ONCE), filters, after)))
  return rows
}

/**
 * The rows that are not loaded and belong among those that are, anywhere. What comes after them is loaded once the
 * reader gets there. Only the server knows the order of a list.
 */
async function listFresh<Row extends Item, Filters>(
  source: LiveSource<Row, Filters>,
  filters: Filters,
  found: Row[],
  loaded: () => Lists<Row> | undefined,
) {
  const isLoaded = (lists: Lists<Row> | undefined) => {
    const known = new Set(lists?.pages.flatMap((page) => page.items.map(({ id }) => id)))
    return ({ id }: Row) => known.has(id)
  }
  const before = loaded()
  const unknown = found.filter((row) => !isLoaded(before)(row))
  const cursor = before?.pages.at(-1)?.nextCursor
  if (!cursor || unknown.length === 0) return unknown
  const ids = unknown.map(({ id }) => id)
  const later = new Set((await readAll(source, ids, filters, cursor)).map(({ id }) => id))
  // Meanwhile the reader may have loaded the next page.
  const isLoadedNow = isLoaded(loaded())
  return unknown.filter((row) => !later.has(row.id) && !isLoadedNow(row))
}

/** The reader is at the top of the list, and neither the pointer nor the focus is in it. */
const isUndisturbed = () =>
  window.scrollY < AT_TOP && !document.querySelector('[data-list-rows]:hover, [data-list-rows]:focus-within')

/**
 * Updates rows of the list in place as they change, so that no row moves under the pointer. New ones, and those that no
 * longer match the filters, wait until the reader asks for them, or are updated immediately if nothing can move.
 */
export function useLiveList<Row extends Item, Filters>(source: LiveSource<Row, Filters>, filters: Filters) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<{ fresh: string[]; gone: string[] }>({ fresh: [], gone: [] })
  const key = JSON.stringify(filters)
  const now = useRef(filters)
  now.current = filters

  const acting = useRef(0)
  const during = async <Result>(act: () => Promise<Result>) => {
    acting.current += 1
    try {
      return await act()
    } finally {
      // The reader's own actions may move rows.
      await client.invalidateQueries({ queryKey: [source.name] }).catch(() => undefined)
      setWaiting({ fresh: [], gone: [] })
      acting.current -= 1
    }
  }

  const refresh = useCallback(
    async (ids: string[]) => {
      const asked = now.current
      const queryKey = source.queryKey(asked)
      // What the list is fetching may have been read before the change, and will replace the rows.
      const fetching = client.getQueryCache().find({ queryKey, fetchStatus: 'fetching' })?.fetch()
      fetching?.then(() => refresh(ids)).catch(() => undefined)
      const found = new Map<string, Row>()
      for (const row of await readAll(source, ids, asked)) found.set(row.id, row)
      const loaded = () => client.getQueryData<Lists<Row>>(queryKey)
      const list = loaded()
      if (!list) return
      const known = new Set(list.pages.flatMap((page) => page.items.map(({ id }) => id)))
      const gone = ids.filter((id) => known.has(id) && !found.has(id))
      const fresh = await listFresh(source, asked, [...found.values()], loaded)
      // Rows that no longer match stay for now, but show their current state.
      for (const row of await readAll(source, gone, source.everything(asked))) found.set(row.id, row)
      client.setQueriesData<Lists<Row>>({ queryKey: [source.name], type: 'active' }, (lists) => replaceIn(lists, found))
      if (now.current !== asked || fresh.length + gone.length === 0) return
      if (isUndisturbed()) return client.invalidateQueries({ queryKey })
      setWaiting((before) => ({
        fresh: [...new Set([...before.fresh, ...fresh.map(({ id }) => id)])],
        gone: [...new Set([...before.gone, ...gone])],
      }))
    },
    [client, source],
  )

  useEffect(() => {
    const ids = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      // The reader's own change is in progress; the list is reloaded afterwards.
      if (acting.current) {
        timer = setTimeout(flush, TOGETHER_MS)
        return
      }
      const some = [...ids]
      ids.clear()
      refresh(some).catch(() => client.invalidateQueries({ queryKey: [source.name] }))
    }
    const forget = onLiveChange(({ type, subjectId }) => {
      if (type !== source.type) return
      ids.add(subjectId)
      timer ??= setTimeout(flush, TOGETHER_MS)
    })
    return () => {
      forget()
      clearTimeout(timer)
    }
  }, [client, refresh, source])
  // Other filters, another list: nothing waits for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filters as text
  useEffect(() => setWaiting({ fresh: [], gone: [] }), [key])

  const showAll = () => {
    const queryKey = source.queryKey(filters)
    setWaiting({ fresh: [], gone: [] })
    window.scrollTo({ top: 0 })
    // Only the first page is reloaded; later ones follow when the reader scrolls there.
    client.setQueryData<Lists<Row>>(queryKey, (list) =>
      list ? { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) } : list,
    )
    return client.invalidateQueries({ queryKey })
  }
  return { fresh: waiting.fresh.length, gone: waiting.gone.length, showAll, during }
}

const replaceIn = <Row extends Item>(lists: Lists<Row> | undefined, found: Map<string, Row>): Lists<Row> | undefined =>
  lists?.pages && {
    ...lists,
    pages: lists.pages.map((page) => ({ ...page, items: page.items.map((item) => found.get(item.id) ?? item) })),
  }
