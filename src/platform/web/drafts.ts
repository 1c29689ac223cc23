import { clear, createStore, del, entries, get, set } from 'idb-keyval'
import { forgetTabName, isNamed, listOpenTabs, thisTab } from './draft-tab.ts'
import { knownUser } from './session-user.ts'

/** A draft is kept this long after its last change, which is the maximum lifetime of a session. */
const KEPT_MS = 12 * 3_600_000
/** If the browser's storage does not respond, the screen must not be blocked. */
const PATIENCE_MS = 2_000

export interface Draft<Value> {
  savedOn: number
  value: Value
}
type Store = ReturnType<typeof createStore>
let opened: Store | undefined
const store = () => {
  opened ??= createStore('hearthline', 'drafts')
  return opened
}
const isOld = (draft: Draft<unknown> | undefined) => !(Date.now() - (draft?.savedOn ?? 0) < KEPT_MS)

/** The owner of drafts in this browser; nobody while impersonating. */
export const draftOwner = () => {
  const user = knownUser()
  return user && !user.impersonation ? user.id : null
}

/** Removes expired drafts of all accounts, whenever the portal is opened, signed in or not. */
export async function sweepDrafts() {
  // Before another tab considers this tab's draft to be from a closed tab.
  if (isNamed()) await thisTab()
  for (const [key, draft] of await entries<string, Draft<unknown>>(store())) if (isOld(draft)) await del(key, store())
}

const keyOf = (owner: string, name: string, tab: string) => `${owner}:${name}|${tab}`

/** Claims the newest draft with this name whose tab is closed. */
async function adoptDraft<Value>(owner: string, name: string): Promise<Draft<Value> | null> {
  const open = await listOpenTabs()
  const beginning = keyOf(owner, name, '')
  const [newest] = (await entries<string, Draft<Value>>(store()))
    .filter(([key]) => key.startsWith(beginning) && !open.has(key.slice(beginning.length)))
    .sort(([, a], [, b]) => b.savedOn - a.savedOn)
  if (!newest) return null
  const [key, draft] = newest
  await set(keyOf(owner, name, await thisTab()), draft, store())
  await del(key, store())
  return draft
}

/**
 * The signed-in account's unsaved draft with this name, from this tab or from a closed one; null if there is none, or
 * if storage is unavailable. Drafts that another open tab is writing are not touched.
 */
export async function readDraft<Value>(name: string): Promise<Draft<Value> | null> {
  const owner = draftOwner()
  if (!owner) return null
  const read = async () => {
    await sweepDrafts()
    const own = await get<Draft<Value>>(keyOf(owner, name, await thisTab()), store())
    return own ?? (await adoptDraft<Value>(owner, name))
  }
  const late = new Promise<null>((done) => setTimeout(done, PATIENCE_MS, null))
  return Promise.race([read(), late]).catch(() => null)
}

/** Saves a draft, unless its owner has signed out meanwhile. Does nothing in a browser that cannot store it. */
export async function saveDraft(owner: string | null, name: string, value: unknown) {
  if (!owner || draftOwner() !== owner) return
  await thisTab()
    .then((tab) => set(keyOf(owner, name, tab), { savedOn: Date.now(), value }, store()))
    .catch(() => undefined)
}

export async function forgetDraft(owner: string | null, name: string) {
  if (!owner) return
  await thisTab()
    .then((tab) => del(keyOf(owner, name, tab), store()))
    .catch(() => undefined)
}

/**
 * Removes all drafts in this browser: the person signing out may have impersonated another account, or may no longer
 * have a session.
 */
export async function forgetAllDrafts() {
  forgetTabName()
  await Promise.resolve()
    .then(() => clear(store()))
    .catch(() => undefined)
}
