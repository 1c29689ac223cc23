import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Selectable } from '#platform/web/lists/use-selection.ts'
import { notify } from '#platform/web/notify.ts'
import type { PeopleParts } from './people-parts.ts'

export type Comparing = ReturnType<typeof useComparing>

/** Goes on to the comparison of two selected people; `compare` is undefined for another number of people. */
export function useComparing([one, other, third]: Selectable[], comparePeople: PeopleParts['comparePeople']) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const compare = async (contactId: string, otherId: string) => {
    setBusy(true)
    const answer = await comparePeople(contactId, otherId)
    setBusy(false)
    if ('refused' in answer) notify(answer.refused, 'bad')
    else await navigate(answer.to)
  }
  return { isBusy, compare: one && other && !third && !isBusy ? () => void compare(one.id, other.id) : undefined }
}
