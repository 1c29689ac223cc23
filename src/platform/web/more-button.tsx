import { Button, type ButtonProps } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

type LongList = Pick<
  UseInfiniteQueryResult<{ pages: unknown[] }>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

/** How often a load is repeated that reloads replaced, so that a list that always changes cannot keep it busy. */
const MOST = 5
/** A reload that is under way is waited for, not replaced. */
const waiting = { cancelRefetch: false }

/**
 * Loads the next page. A reload of the list, for example after a live event, replaces a load that is under way without
 * an error; then it loads again.
 */
async function loadMore({ data, fetchNextPage }: LongList) {
  const shown = data?.pages.length
  let result = await fetchNextPage(waiting)
  for (let times = 1; times < MOST; times++) {
    if (!result.isSuccess || !result.hasNextPage || result.data.pages.length !== shown) return
    result = await result.fetchNextPage(waiting)
  }
}

interface MoreButtonProps extends ButtonProps {
  list: LongList
}

/** Below a list that is loaded page by page, while there is more of it. */
export function MoreButton({ list, ...button }: MoreButtonProps) {
  if (!list.hasNextPage) return null
  return <Button variant="default" {...button} loading={list.isFetchingNextPage} onClick={() => loadMore(list)} />
}
