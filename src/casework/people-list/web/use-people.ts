import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ListedContact } from '#casework/clients/contact-record.ts'
import { useLoadMore } from '#platform/web/lists/use-load-more.ts'
import { peopleList } from './people-calls.ts'

const none: ListedContact[] = []
export type People = ReturnType<typeof usePeople>

/** The people who match the search, as far as they are loaded. */
export function usePeople(search: string) {
  const list = useInfiniteQuery({ ...peopleList(search), placeholderData: keepPreviousData })
  const { data } = list
  const loadMore = useLoadMore(list)
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
    retryMore: () => list.fetchNextPage(),
    retry: () => list.refetch(),
  }
}
