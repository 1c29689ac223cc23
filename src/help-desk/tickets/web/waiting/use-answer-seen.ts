import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SupportRequestInList } from '../../support-request-call.ts'
import { seeAnswer } from './waiting-calls.ts'

/** An open ticket's answers are seen by who filed it, also those that arrive while it is open. */
export function useAnswerSeen(ticket: Pick<SupportRequestInList, 'id' | 'hasNewAnswer'> | undefined) {
  const client = useQueryClient()
  const { id, hasNewAnswer } = ticket ?? {}
  useEffect(() => {
    if (!id || !hasNewAnswer) return
    seeAnswer(id)
      .then(() => client.invalidateQueries({ queryKey: ['supportRequest'] }))
      .catch(() => undefined)
  }, [id, hasNewAnswer, client])
}
