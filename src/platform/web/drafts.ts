import { clear, createStore, del, entries, get, set } from 'idb-keyval'
import { forgetTabName, isNamed, listOpenTabs, thisTab } from './draft-tab.ts'
import { knownUser } from './session-user.ts'

/** A draft is kept for this long after its last change: as long as a session lasts at most. */
const KEPT_MS = 12 * 3_600_000
/** A browser that gives no answer about what it stores must not hold a screen up. */
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

/** Whose drafts are kept here: of who acts as somebody else, none. */
export const draftOwner = () => {
  const user = knownUser()
  return user && !user.impersonation ? user.id : null
}

/** Removes what had its time, whoever it belonged to: whenever the portal is opened, signed in or not. */
export async function sweepDrafts() {
  // Before another tab takes this one's draft for that of a tab that was closed.
  if (isNamed()) await thisTab()
  for (const [key, draft] of await entries<string, Draft<unknown>>(store())) if (isOld(draft)) await del(key, store())
}

const keyOf = (owner: string, name: string, tab: string) => `${owner}:${name}|${tab}`

/** Takes over the newest draft of this name whose tab is closed. */
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
 * What the signed-in account left unsaved under this name, in this tab or in one that was closed; null without any, or
 * where nothing can be stored. What another tab is still writing stays there.
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

/** Saves what was not sent yet, unless its owner has signed out meanwhile. A browser that cannot store it goes without. */
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

/** Removes all that was left in this browser: who signs out may have impersonated another account, or have no session any more. */
export async function forgetAllDrafts() {
  forgetTabName()
  await Promise.resolve()
    .then(() => clear(store()))
    .catch(() => undefined)
}
