import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { isMissing } from './api.ts'

/**
 * Whether a screen has nothing to show: its read failed before anything was there, or what was there is missing now. If
 * a later read fails for another reason, the screen stays as it is, with what was typed on it.
 */
export const hasNothingToShow = ({ data, error }: { data: unknown; error: Error | null }) =>
  error !== null && (data === undefined || isMissing(error))

/** The cache of the signed-in screens. Live events invalidate it, so queries are not refetched on every focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection, a call fails immediately with an error instead of waiting silently.
    queries: {
      staleTime: 30_000,
      // What is missing is still missing a second later.
      retry: (failures, error) => failures < 1 && !isMissing(error),
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Caches the record that a call returned. A reading of it that is running is ended: it may bring back what stood before. */
export function cacheSaved<Data>(queryKey: QueryKey, saved: Data) {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, saved)
}
