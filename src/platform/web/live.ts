import { type Query, type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { nextPosition, noteReceived } from './event-position.ts'
import { notifyTab, onSessionSignal } from './session-channel.ts'
import { signedOut } from './session-user.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `liveType`: the type of the records of a list whose rows are updated one by one (`useLiveList`). */
    queryMeta: { liveType?: string }
  }
}

/** A record changed. Query keys start with the type of the record: `['referral', …]`. */
interface Change {
  type: string
  subjectId: string
}

const listeners = new Set<(change: Change) => void>()
/** Receives each change separately, for screens that update single records instead of reloading everything. */
export function onLiveChange(listener: (change: Change) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const firstFetches = new WeakSet<Query>()
/**
 * Repeats the first fetches that are in progress once they have ended: the server may have read what they return before
 * a change. The client itself repeats only later fetches.
 */
function repeatFirstFetches(client: QueryClient, which: QueryFilters) {
  for (const query of client.getQueryCache().findAll({ ...which, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || firstFetches.has(query)) continue
    firstFetches.add(query)
    // This is the fetch that is in progress.
    query
      .fetch()
      .then(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true }))
      .catch(() => undefined)
      .finally(() => firstFetches.delete(query))
  }
}

// Changes that arrive together, for example of many tickets at once, invalidate their queries only once.
const old = new Set<string>()
function makeOld(client: QueryClient, type: string) {
  if (old.size === 0)
    setTimeout(() => {
      const types = [...old]
      old.clear()
      for (const word of types) {
        const queries = { queryKey: [word] }
        repeatFirstFetches(client, queries)
        client.invalidateQueries(queries)
        const lists = { predicate: ({ meta }: Query) => meta?.liveType === word }
        repeatFirstFetches(client, lists)
        // Those that are not shown are loaded again when they are opened.
        client.invalidateQueries({ ...lists, type: 'inactive', refetchType: 'none' })
      }
    }, 20)
  old.add(type)
}

const take = (client: QueryClient, text: string) => {
  const change = JSON.parse(text) as Change
  const { type } = change
  makeOld(client, type)
  for (const tell of listeners) tell(change)
  if (type === 'session') notifyTab('ended')
}

const FIRST_RETRY_S = 5
const LONGEST_RETRY_S = 60

/**
 * Keeps this tab up to date: one event stream for the whole tab, which the browser resumes after an interruption. Mount
 * it once, around the signed-in screens.
 */
export function useLiveEvents() {
  const client = useQueryClient()
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined
    let refusals = 0
    const begin = (wasLost = false) => {
      clearTimeout(retry)
      return open(client, {
        wasLost,
        onReady: () => {
          refusals = 0
        },
        // The browser does not reopen a stream that was refused, for example by a proxy while the server restarts.
        onRefused: () => {
          const seconds = Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** refusals)
          refusals += 1
          retry = setTimeout(() => {
            if (!signedOut.isAsking) stream = begin(true)
          }, seconds * 1000)
        },
      })
    }
    let stream = begin()
    const reopen = () => {
      if (stream.readyState !== EventSource.CLOSED) return
      stream = begin()
      client.invalidateQueries()
    }
    const forget = onSessionSignal((signal) => {
      if (signal === 'kept') reopen()
    })
    // The visible tab is the one that counts.
    const onVisible = () => {
      if (!document.hidden) reopen()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      forget()
      clearTimeout(retry)
      stream.close()
    }
  }, [client])
}

interface Opening {
  /** whether changes may have been missed before */
  wasLost: boolean
  onReady: () => void
  onRefused: () => void
}

function open(client: QueryClient, { wasLost, onReady, onRefused }: Opening) {
  const after = nextPosition()
  const stream = new EventSource(`/api/event/stream${after ? `?after=${after}` : ''}`)
  const onReload = () => client.invalidateQueries()
  let mustReload = wasLost
  stream.addEventListener('change', (event: MessageEvent<string>) => {
    noteReceived(event.lastEventId)
    take(client, event.data)
  })
  stream.addEventListener('reload', onReload)
  // Too many tabs of one account: reconnecting automatically would only close the next tab's stream.
  stream.addEventListener('full', () => stream.close())
  stream.addEventListener('error', () => {
    mustReload = true
    if (stream.readyState !== EventSource.CLOSED) return
    onRefused()
    notifyTab('check')
  })
  stream.addEventListener('ready', () => {
    onReady()
    if (mustReload) onReload()
    mustReload = false
  })
  return stream
}
