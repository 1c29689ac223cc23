import { dropVaults, keepSealed, listSealed, listVaults, readSealed, removeSealed } from './device-store.ts'
import { draftOwner, OFFLINE, offlineVault } from './drafts.ts'
import { noteKept } from './kept.ts'
import { knownUser, type SessionUser } from './session-user.ts'

// What an account can open on this device without a connection, encrypted like drafts.

const USER = 'user'

/** Keeps something that the account has open; does nothing while impersonating. */
export async function keepOffline(name: string, value: unknown) {
  const owner = draftOwner()
  if (!owner) return false
  const isKept = await keepSealed(offlineVault(owner), name, value, () => draftOwner() === owner).catch(() => false)
  if (isKept && name !== USER) noteKept()
  return isKept
}

export async function readOffline<Value>(name: string) {
  const owner = draftOwner()
  return owner ? readSealed<Value>(offlineVault(owner), name).catch(() => undefined) : undefined
}

export async function forgetOffline(name: string) {
  const owner = draftOwner()
  if (owner) await removeSealed(offlineVault(owner), name).catch(() => undefined)
}

/** Everything whose name begins with `prefix`, newest first. */
export async function listOffline<Value>(prefix: string) {
  const owner = draftOwner()
  if (!owner) return []
  const vault = offlineVault(owner)
  const names = await listSealed(vault, prefix).catch(() => [])
  const read = await Promise.all(
    names.map(async ({ name }) => ({ name, kept: await readSealed<Value>(vault, name).catch(() => undefined) })),
  )
  return read.flatMap(({ name, kept }) => (kept ? [{ name, ...kept }] : []))
}

/** Whether this device has something that can be opened without a connection. */
export async function hasKept() {
  const owner = draftOwner()
  return owner !== null && (await listSealed(offlineVault(owner))).some(({ name }) => name !== USER)
}

/** Whether this device has drafts of what works offline, of whoever worked here last: they are what was not sent. */
export async function hasUnsent() {
  for (const vault of await listVaults())
    if (vault.startsWith(OFFLINE) && (await listSealed(vault, OFFLINE)).length > 0) return true
  return false
}

let isAgreed = false
/** Whether somebody who is leaving right now has read that it deletes what was not sent, and wants it. */
export const mayDeleteUnsent = () => isAgreed
/** Signs out of somebody who agreed to that. If they stay after all, they are asked the next time. */
export async function leaveAndDelete(leave: () => unknown) {
  isAgreed = true
  try {
    await leave()
  } finally {
    isAgreed = false
  }
}

/** Makes this device ready for its account, and removes what another account kept here. */
export async function claimDevice() {
  const owner = draftOwner()
  const user = knownUser()
  if (!owner || !user) return
  await dropVaults((vault) => vault.startsWith(OFFLINE) && vault !== offlineVault(owner))
  await keepOffline(USER, user)
}

/** Who worked here last and has not signed out. */
export async function findOfflineUser(): Promise<SessionUser | null> {
  for (const vault of await listVaults())
    if (vault.startsWith(OFFLINE)) {
      const kept = await readSealed<SessionUser>(vault, USER)
      if (kept) return kept.value
    }
  return null
}
