import { QueryClient } from '@tanstack/react-query'

/** What the signed-in screens have loaded. Live events say when it is old, so it is not asked for again on every focus. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: 1, refetchOnWindowFocus: false } },
})
