import 'fake-indexeddb/auto'
import { createStore, entries, set } from 'idb-keyval'
import { afterAll, afterEach, expect, it, vi } from 'vitest'

vi.stubGlobal('isSecureContext', true)
vi.mock('./configuration.ts', () => ({ configuration: () => ({ deviceHours: 12 }) }))
const device = await import('./device-store.ts')
const { canKeep, clearDevice, dropVaults, keepSealed, listSealed, readSealed, removeSealed, sweepDevice } = device
const raw = createStore('hearthline', 'drafts')
const always = () => true
afterEach(async () => {
  vi.stubGlobal('isSecureContext', true)
  await clearDevice()
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('./configuration.ts')
})

/** Everything in the store, as somebody with the disk would read it. */
const everything = async () =>
  JSON.stringify(await entries(raw), (_key, part) => {
    if (part instanceof ArrayBuffer) return Buffer.from(part).toString('latin1')
    return ArrayBuffer.isView(part) ? Buffer.from(part.buffer as ArrayBuffer).toString('latin1') : part
  })

it('INT-08 what is kept on the device is encrypted, with a key that scripts cannot read', async () => {
  const value = { name: 'Inés Puente', picture: new File(['face'], 'a.png', { type: 'image/png' }), size: 2 }
  expect(await keepSealed('maria', 'draft', value, always)).toBe(true)
  const read = (await readSealed<typeof value>('maria', 'draft'))?.value
  expect(read).toMatchObject({ name: 'Inés Puente', size: 2 })
  expect([read?.picture.name, read?.picture.type, await read?.picture.text()]).toEqual(['a.png', 'image/png', 'face'])
  expect(await everything()).not.toMatch(/Puente|face/)
  const keys = (await entries(raw)).filter(([address]) => (address as string[])[1] === '')
  expect(keys).toHaveLength(1)
  await expect(crypto.subtle.exportKey('raw', keys[0]?.[1].key)).rejects.toThrow('not extractable')
})

it('INT-08 what was copied from the device before its key was removed can never be read again', async () => {
  await keepSealed('maria', 'draft', 'secret', always)
  const copy = (await entries<string[]>(raw)).find(([[, name]]) => name === 'draft')
  await dropVaults((vault) => vault === 'maria')
  await set(['maria', 'draft'], copy?.[1], raw)
  expect(await readSealed('maria', 'draft')).toBeUndefined()
  await keepSealed('maria', 'other', 1, always)
  expect(await readSealed('maria', 'draft')).toBeUndefined()
})

it('INT-08 an entry cannot be read under another name or account', async () => {
  await keepSealed('maria', 'a', 'secret', always)
  const copy = (await entries<string[]>(raw)).find(([[, name]]) => name === 'a')
  await set(['maria', 'b'], copy?.[1], raw)
  expect(await readSealed('maria', 'b')).toBeUndefined()
})

it('INT-08 what is read while it is being written is what was written', async () => {
  await keepSealed('maria', 'draft', 'first', always)
  const written = keepSealed('maria', 'draft', 'x'.repeat(3_000_000), always)
  expect((await readSealed<string>('maria', 'draft'))?.value).toHaveLength(3_000_000)
  const removed = removeSealed('maria', 'draft')
  expect(await readSealed('maria', 'draft')).toBeUndefined()
  await Promise.all([written, removed])
})

it('INT-08 the last of several writes stays, and a removal after them leaves nothing', async () => {
  const big = 'x'.repeat(3_000_000)
  const writes = [keepSealed('maria', 'draft', big, always), keepSealed('maria', 'draft', 'last', always)]
  await Promise.all(writes)
  expect((await readSealed('maria', 'draft'))?.value).toBe('last')
  const late = keepSealed('maria', 'draft', big, always)
  await Promise.all([late, removeSealed('maria', 'draft')])
  expect(await readSealed('maria', 'draft')).toBeUndefined()
})

it('INT-08 nothing is written for somebody who signed out while it was being encrypted', async () => {
  let isSignedIn = true
  const writing = keepSealed('maria', 'draft', 'x'.repeat(100_000), () => isSignedIn)
  isSignedIn = false
  expect(await writing).toBe(false)
  expect(await listSealed('maria')).toEqual([])
  await keepSealed('maria', 'small', 1, always)
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...given) => {
    await clearDevice()
    return encrypt(...given)
  })
  expect(await keepSealed('maria', 'draft', 1, always)).toBe(false)
  expect(await entries(raw)).toEqual([])
})

it('INT-08 what is too old, what was kept unencrypted, and keys without use are removed', async () => {
  await set('maria:request|tab', { savedOn: Date.now(), value: { words: 'plain' } }, raw)
  await keepSealed('maria', 'old', 1, always, Date.now() - 13 * 3_600_000)
  await keepSealed('maria', 'new', 1, always)
  expect(await readSealed('maria', 'old')).toBeUndefined()
  await sweepDevice()
  expect((await entries<string[]>(raw)).map(([address]) => address)).toEqual([
    ['maria', ''],
    ['maria', 'new'],
  ])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 })
  await sweepDevice()
  vi.useRealTimers()
  expect(await entries(raw)).toEqual([])
})

it('INT-08 where the browser has no encryption, nothing is kept', async () => {
  vi.stubGlobal('isSecureContext', false)
  expect(canKeep()).toBe(false)
  expect(await keepSealed('maria', 'draft', 'secret', always)).toBe(false)
  expect(await entries(raw)).toEqual([])
})
