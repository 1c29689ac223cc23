import { clear, createStore, del, entries, get, keys, promisifyRequest, update } from 'idb-keyval'
import { configuration } from './configuration.ts'
import { packValue, unpackValue } from './pack-value.ts'
import { randomUuid } from './random-uuid.ts'

// What this browser keeps, encrypted. Each vault has a key that scripts can use but not read; removing a vault removes
// its key in the same transaction, so that what a late write leaves behind cannot be read.

/** Written under `[vault, name]`; the vault's key under `[vault, '']`. */
interface Sealed {
  savedOn: number
  /** Milliseconds, as `savedOn`: readable without the configuration, which cannot be loaded without a connection. */
  until: number
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}
interface VaultKey {
  id: string
  until: number
  key: CryptoKey
}
export interface Kept<Value> {
  savedOn: number
  value: Value
}
type Address = [vault: string, name: string]

let opened: ReturnType<typeof createStore> | undefined
const store = () => {
  opened ??= createStore('hearthline', 'drafts')
  return opened
}

/** Over plain http from another machine, browsers have no encryption, so nothing is kept. */
export const canKeep = () => globalThis.isSecureContext && typeof indexedDB === 'object'

const endOf = (savedOn: number) => savedOn + configuration().deviceHours * 3_600_000
const isOld = (until = 0) => !(Date.now() < until)
const contextOf = (address: Address) => new TextEncoder().encode(JSON.stringify(address))

/** Encrypting takes its time: what is written later must also be what stays, and what is read then. */
const running = new Map<string, Promise<unknown>>()
function inOrder<Result>(address: Address, work: () => Promise<Result>): Promise<Result> {
  const place = JSON.stringify(address)
  const next = (running.get(place) ?? Promise.resolve()).then(work, work)
  running.set(place, next)
  const done = () => running.get(place) === next && running.delete(place)
  next.then(done, done)
  return next
}

/** The vault's key, made at its first use. Two tabs that make one at once keep the same. */
async function keyOf(vault: string): Promise<VaultKey> {
  const known = await get<VaultKey>([vault, ''], store())
  if (known) return known
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const made: VaultKey = { id: randomUuid(), until: endOf(Date.now()), key }
  await update<VaultKey>([vault, ''], (before) => before ?? made, store())
  return (await get<VaultKey>([vault, ''], store())) ?? made
}

/**
 * Encrypts a value and keeps it.
 * @param isWanted asked again right before it is written: its owner may have signed out meanwhile
 * @param savedOn when it was changed; its age counts from then
 * @returns whether it was kept
 */
export const keepSealed = (
  vault: string,
  name: string,
  value: unknown,
  isWanted: () => boolean,
  savedOn = Date.now(),
) => inOrder([vault, name], () => seal(vault, name, value, isWanted, savedOn))

async function seal(vault: string, name: string, value: unknown, isWanted: () => boolean, savedOn: number) {
  if (!canKeep() || !isWanted()) return false
  const address: Address = [vault, name]
  const { id, key } = await keyOf(vault)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = await packValue(value)
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: contextOf(address) }, key, plain)
  const sealed: Sealed = { savedOn, until: endOf(savedOn), iv, data }
  return store()('readwrite', async (objects) => {
    const current: VaultKey | undefined = await promisifyRequest(objects.get([vault, '']))
    if (current?.id !== id || !isWanted()) return false
    objects.put(sealed, address)
    return promisifyRequest(objects.transaction).then(() => true)
  })
}

/** What is kept under a name; undefined if there is nothing, it is too old, or its key is gone. */
export const readSealed = <Value>(vault: string, name: string): Promise<Kept<Value> | undefined> =>
  inOrder([vault, name], () => unseal<Value>([vault, name]))

async function unseal<Value>(address: Address): Promise<Kept<Value> | undefined> {
  if (!canKeep()) return
  const [vault] = address
  const [sealed, key] = await Promise.all([get<Sealed>(address, store()), get<VaultKey>([vault, ''], store())])
  if (!sealed?.data || !key || isOld(sealed.until)) return
  const { iv, data, savedOn } = sealed
  const plain = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv, additionalData: contextOf(address) }, key.key, data)
    .catch(() => null)
  if (plain) return { savedOn, value: unpackValue(plain) as Value }
}

/** The names in a vault with their time, without decrypting anything; newest first. */
export async function listSealed(vault: string, prefix = '') {
  if (!canKeep()) return []
  return (await entries<Address, Sealed>(store()))
    .filter(([[owner, name]]) => owner === vault && name !== '' && name.startsWith(prefix))
    .filter(([, { until }]) => !isOld(until))
    .map(([[, name], { savedOn }]) => ({ name, savedOn }))
    .sort((a, b) => b.savedOn - a.savedOn)
}

export const listVaults = async () =>
  canKeep() ? [...new Set((await keys<Address>(store())).filter(Array.isArray).map(([vault]) => vault))] : []

const removeWhere = (isGone: (key: Address | string, value: Partial<Sealed & VaultKey>) => boolean) =>
  store()('readwrite', async (objects) => {
    const [names, values] = await Promise.all([
      promisifyRequest(objects.getAllKeys()) as Promise<(Address | string)[]>,
      promisifyRequest(objects.getAll()) as Promise<Partial<Sealed & VaultKey>[]>,
    ])
    for (const [at, key] of names.entries()) if (isGone(key, values[at] ?? {})) objects.delete(key)
    return promisifyRequest(objects.transaction)
  })

export const removeSealed = (vault: string, name: string) => inOrder([vault, name], () => del([vault, name], store()))

/** Removes whole vaults with their keys. */
export const dropVaults = (isGone: (vault: string) => boolean) =>
  removeWhere((key) => Array.isArray(key) && isGone(key[0]))

/** Removes what is too old, unused keys, and what an earlier version of the portal kept unencrypted. */
export async function sweepDevice() {
  const used = new Set<string>()
  for (const [key, { data, until }] of await entries<Address | string, Partial<Sealed>>(store()))
    if (Array.isArray(key) && data && !isOld(until)) used.add(key[0])
  await removeWhere((key, { until, data }) => {
    if (!Array.isArray(key)) return true
    return isOld(until) && (data !== undefined || !used.has(key[0]))
  })
}

/** Removes everything that this browser keeps, with all keys. */
export const clearDevice = () => clear(store())
