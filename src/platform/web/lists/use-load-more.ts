import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'

/**
 * Loads the next page of a list when its end comes near.
 * @returns a function that changes when a load ends, so that the list can check again
 */
export function useLoadMore({
  isFetching,
  isFetchNextPageError,
  fetchNextPage,
}: Pick<UseInfiniteQueryResult<unknown>, 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'>) {
  return useCallback(() => {
    // It waits for rows that are read again: to end that would leave them as they were. After a failure, the reader asks
    // again.
    if (!isFetching && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [isFetching, isFetchNextPageError, fetchNextPage])
}
