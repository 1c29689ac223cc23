import {
  clearDevice,
  type Kept,
  keepSealed,
  listSealed,
  readSealed,
  removeSealed,
  sweepDevice,
} from './device-store.ts'
import { forgetTabName, isNamed, listOpenTabs, thisTab } from './draft-tab.ts'
import { knownUser } from './session-user.ts'

/** If the browser's storage does not respond, the screen must not be blocked. */
const PATIENCE_MS = 2_000

export type Draft<Value> = Kept<Value>

/** What works offline is kept apart: it is removed when another account signs in. */
export const OFFLINE = 'offline/'
export const offlineVault = (owner: string) => OFFLINE + owner
const vaultOf = (owner: string, name: string) => (name.startsWith(OFFLINE) ? offlineVault(owner) : owner)

/** The owner of drafts in this browser; nobody while impersonating. */
export const draftOwner = () => {
  const user = knownUser()
  return user && !user.impersonation ? user.id : null
}

/** Removes expired drafts of all accounts, whenever the portal is opened, signed in or not. */
export async function sweepDrafts() {
  // Before another tab considers this tab's draft to be from a closed tab.
  if (isNamed()) await thisTab()
  await sweepDevice()
}

const nameIn = (name: string, tab: string) => `${name}|${tab}`

/** Claims the newest draft with this name whose tab is closed. */
async function adoptDraft<Value>(owner: string, name: string): Promise<Draft<Value> | null> {
  const open = await listOpenTabs()
  const vault = vaultOf(owner, name)
  const beginning = nameIn(name, '')
  const left = (await listSealed(vault, beginning)).find((draft) => !open.has(draft.name.slice(beginning.length)))
  const draft = left && (await readSealed<Value>(vault, left.name))
  if (!left || !draft) return null
  const isOwner = () => draftOwner() === owner
  if (await keepSealed(vault, nameIn(name, await thisTab()), draft.value, isOwner, draft.savedOn))
    await removeSealed(vault, left.name)
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
    const own = await readSealed<Value>(vaultOf(owner, name), nameIn(name, await thisTab()))
    return own ?? (await adoptDraft<Value>(owner, name))
  }
  const late = new Promise<null>((done) => setTimeout(done, PATIENCE_MS, null))
  return Promise.race([read(), late]).catch(() => null)
}

/** Saves a draft, unless its owner has signed out meanwhile. Does nothing in a browser that cannot store it. */
export async function saveDraft(owner: string | null, name: string, value: unknown) {
  if (!owner) return
  await thisTab()
    .then((tab) => keepSealed(vaultOf(owner, name), nameIn(name, tab), value, () => draftOwner() === owner))
    .catch(() => undefined)
}

export async function forgetDraft(owner: string | null, name: string) {
  if (!owner) return
  await thisTab()
    .then((tab) => removeSealed(vaultOf(owner, name), nameIn(name, tab)))
    .catch(() => undefined)
}

/**
 * Removes all drafts in this browser: the person signing out may have impersonated another account, or may no longer
 * have a session.
 */
export async function forgetAllDrafts() {
  forgetTabName()
  await Promise.resolve()
    .then(clearDevice)
    .catch(() => undefined)
}
