import { QueryClient } from '@tanstack/react-query'

/** The cache of the signed-in screens. Live events invalidate it, so queries are not refetched on every focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection, a call fails immediately with an error instead of waiting silently.
    queries: {
      staleTime: 30_000,
      retry: 1,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
