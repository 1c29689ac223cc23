import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useVisible } from '#platform/web/use-visible.ts'
import type { SupportRequestInList } from '../../support-request-call.ts'
import { seeAnswer } from './waiting-calls.ts'

/**
 * Marks an open ticket's answers as seen by its reporter, including those that arrive while it is open, once the tab is
 * visible.
 */
export function useAnswerSeen(ticket: Pick<SupportRequestInList, 'id' | 'hasNewAnswer'> | undefined) {
  const client = useQueryClient()
  const { id, hasNewAnswer } = ticket ?? {}
  const isVisible = useVisible()
  useEffect(() => {
    if (!id || !hasNewAnswer || !isVisible) return
    seeAnswer(id)
      .then(() => client.invalidateQueries({ queryKey: ['supportRequest'] }))
      .catch(() => undefined)
  }, [id, hasNewAnswer, isVisible, client])
}
