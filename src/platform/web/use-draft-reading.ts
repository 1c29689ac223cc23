import { useEffect, useState } from 'react'
import { type Draft, readDraft } from './drafts.ts'

/** A draft, read once before its form is shown; starting over shows the form again without it. */
export function useDraftReading<Value>(name: string) {
  const [read, setRead] = useState<{ draft: Draft<Value> | null } | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isGone = false
    void readDraft<Value>(name).then((draft) => {
      if (!isGone) setRead({ draft })
    })
    return () => {
      isGone = true
    }
  }, [name])
  return {
    isRead: read !== null,
    draft: read?.draft ?? null,
    round,
    startOver: () => {
      setRead({ draft: null })
      setRound((before) => before + 1)
    },
  }
}
