import { QueryClient } from '@tanstack/react-query'

/** What the signed-in screens have loaded. Live events say when it is old, so it is not asked for again on every focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection a call fails at once and says so, instead of waiting without a word.
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
