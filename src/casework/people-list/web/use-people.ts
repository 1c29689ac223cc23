import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ListedContact } from '#casework/clients/contact-record.ts'
import { peopleList } from './people-calls.ts'

const none: ListedContact[] = []
export type People = ReturnType<typeof usePeople>

/** The people who match the search, as far as they are loaded. */
export function usePeople(search: string) {
  const list = useInfiniteQuery({ ...peopleList(search), placeholderData: keepPreviousData })
  const { data, isFetching, fetchNextPage } = list
  // The next page waits for rows that are read again: to end that would leave them as they were.
  const loadMore = useCallback(() => {
    if (!isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [isFetching, fetchNextPage])
  const items = data?.pages.flatMap((page) => page.items) ?? none
  return {
    items,
    search,
    /** whether nobody matches, and these are names that are spelled similarly */
    isAlike: data?.pages[0]?.isAlike === true,
    isPending: list.isPending,
    isFailed: list.isError && !data,
    /** whether these are the results of this search, and no longer those of the one before */
    isFound: list.isSuccess && !list.isPlaceholderData,
    hasMore: list.hasNextPage,
    isMoreFailed: list.isFetchNextPageError,
    loadMore,
    retry: () => list.refetch(),
  }
}
