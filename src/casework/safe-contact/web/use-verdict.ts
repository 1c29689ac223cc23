import { useEffect, useState } from 'react'
import type { SafeContact } from '../safe-contact.ts'
import { mayContact, type Verdict } from '../safe-contact-policy.ts'

/** Timers cannot wait for weeks, and stand still while a device sleeps. */
const LONGEST = 60 * 60_000

/** Whether a person may be contacted in this way now; it changes when the safe hours begin or end. */
export function useVerdict(rules: SafeContact | null, asking: Parameters<typeof mayContact>[1]): Verdict {
  const [lookedOn, setLookedOn] = useState(0)
  const verdict = mayContact(rules, asking)
  const changesOn = verdict.isAllowed ? verdict.until : verdict.nextOn
  useEffect(() => {
    // Again, although nothing changed: a timer can be early.
    void lookedOn
    if (changesOn === null) return
    const look = () => setLookedOn(Date.now())
    const timer = setTimeout(look, Math.min(Math.max(changesOn - Date.now(), 1), LONGEST))
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [changesOn, lookedOn])
  return verdict
}
