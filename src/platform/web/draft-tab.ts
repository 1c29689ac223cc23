import { randomUuid } from './random-uuid.ts'

// Which tab a draft belongs to. A browser lock shows that the tab is still open.
const KEY = 'tab'
const LOCK = 'draft-tab:'
/** Until the lock of the page before a reload is released. */
const RELEASE_MS = 500

/** Whether this tab now holds the name. Always true in browsers without locks. */
const holdName = (name: string) =>
  new Promise<boolean>((answer) => {
    if (!navigator.locks) return answer(true)
    const hold = () => {
      answer(true)
      return new Promise<never>(() => undefined)
    }
    navigator.locks.request(LOCK + name, { signal: AbortSignal.timeout(RELEASE_MS) }, hold).catch(() => answer(false))
  })

/** A reload keeps the name. A duplicated tab starts with a copy of it, and takes a new one. */
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

/** The names of all open tabs. */
export async function listOpenTabs() {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name = '' }) => name.slice(LOCK.length)))
}

/** Signing out removes everything, including this. */
export const forgetTabName = () => sessionStorage.removeItem(KEY)
