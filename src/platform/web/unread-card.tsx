import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '#ui/card.tsx'
import { ApiError, isMissing } from './api.ts'
import { NotLoaded } from './not-loaded.tsx'

interface UnreadCardProps {
  /** of its title */
  id: string
  title: string
  className?: string | undefined
  read: Pick<UseQueryResult, 'error' | 'refetch'>
}

/** What somebody may not see, or what is gone, is not offered again. */
const isFinal = (error: Error) => isMissing(error) || (error instanceof ApiError && error.status === 403)

/**
 * Instead of a card whose content is not there: nothing while it loads, and another try once its read has failed, so
 * that nobody takes it for empty.
 */
export function UnreadCard({ id, title, className = '', read: { error, refetch } }: UnreadCardProps) {
  // It stays during another try, with the focus on its button.
  const [hasFailed, setFailed] = useState(false)
  if (error && !hasFailed) setFailed(true)
  if (!hasFailed || (error && isFinal(error))) return null
  return (
    <Card labelledBy={id} className={className}>
      <h2 id={id}>{title}</h2>
      <NotLoaded onRetry={refetch} />
    </Card>
  )
}
