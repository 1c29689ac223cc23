import { useEffect, useState } from 'react'
import type { PendingChanges } from '#casework/intakes/web/fill-intake-public.tsx'
import { dropVaults, keepSealed, readSealed } from '#platform/web/device-store.ts'

const NAME = 'answers'

/** Removes what is kept of an intake that was filled in through a link. */
export const forgetOnPhone = (vault: string) => dropVaults((each) => each === vault).catch(() => undefined)

/**
 * Keeps answers on the phone until they are sent, if the person says that it is theirs. By default nothing is kept: it
 * may be somebody else's.
 * @param now what waits at this moment
 */
export function useOwnPhone(intakeId: string, now: { current: PendingChanges }) {
  const vault = `link/${intakeId}`
  const [read, setRead] = useState<{ pending: PendingChanges } | null>(null)
  const [isOwn, setOwn] = useState(false)
  useEffect(() => {
    let isGone = false
    const show = (pending: PendingChanges | undefined) => {
      if (isGone) return
      setOwn(pending !== undefined)
      setRead({ pending: { ...pending, ...now.current } })
    }
    readSealed<PendingChanges>(vault, NAME).then(
      (kept) => show(kept?.value),
      () => show(undefined),
    )
    return () => {
      isGone = true
    }
  }, [vault, now])
  const write = (pending: PendingChanges) => keepSealed(vault, NAME, pending, () => true).catch(() => false)
  return {
    vault,
    isOwn,
    /** Null until it was read. */
    read,
    setOwn: (next: boolean) => {
      setOwn(next)
      void (next ? write(now.current) : forgetOnPhone(vault))
    },
    keep: async (pending: PendingChanges) => {
      if (isOwn) await write(pending)
    },
  }
}
