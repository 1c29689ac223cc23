import { randomUuid } from './random-uuid.ts'

// Which tab a draft belongs to. A lock of the browser, held as long as the tab is open, says that it is.
const KEY = 'tab'
const LOCK = 'draft-tab:'
/** Until the lock of the page that a reload replaced is released. */
const RELEASE_MS = 500

/** Whether this tab now holds the name. Where a browser has no locks, it always does. */
const holdName = (name: string) =>
  new Promise<boolean>((answer) => {
    if (!navigator.locks) return answer(true)
    const hold = () => {
      answer(true)
      return new Promise<never>(() => undefined)
    }
    navigator.locks.request(LOCK + name, { signal: AbortSignal.timeout(RELEASE_MS) }, hold).catch(() => answer(false))
  })

/** A reload keeps the name. A duplicated tab begins with a copy of it, and takes another one. */
async function nameTab() {
  const known = sessionStorage.getItem(KEY)
  if (known && (await holdName(known))) return known
  const name = randomUuid()
  sessionStorage.setItem(KEY, name)
  await holdName(name)
  return name
}

/** Whether a draft was written in this tab. */
export const isNamed = () => sessionStorage.getItem(KEY) !== null

let named: Promise<string> | undefined
export const thisTab = () => {
  named ??= nameTab()
  return named
}

/** The names of the tabs that are open now. */
export async function listOpenTabs() {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name = '' }) => name.slice(LOCK.length)))
}

/** Signing out leaves nothing behind, not even this. */
export const forgetTabName = () => sessionStorage.removeItem(KEY)
