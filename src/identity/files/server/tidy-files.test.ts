import { randomUUID } from 'node:crypto'
import { access, chmod, mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'
import { makeImage, uploadImage } from '#test/images.ts'
import { claimFile } from './files-public.ts'

const product = await startTestApp()
const { database, store, config } = product
const account = await makeAccount(database)
const staff = await product.signIn(account.email, PASSWORD)
const png = await makeImage()
if (config.storage.kind !== 'disk') throw new Error('this test stores on a disk')
const { folder } = config.storage

const upload = async () => (await uploadImage(staff, png)).body.id as string
const claim = (fileId: string) => database.transaction().execute((t) => claimFile(t, { fileId, accountId: account.id }))
const tidy = () => product.runTask('tidy-files')
const sweep = () => product.runTask('sweep-files')
const makeOld = (...ids: string[]) =>
  database
    .updateTable('file')
    .set({ unattachedSince: sql<string>`unattached_since - interval '25 hours'` })
    .where('id', 'in', ids)
    .execute()
const rowOf = (id: string) => database.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()
const markOf = async () => (await database.selectFrom('fileStore').select('mark').executeTakeFirstOrThrow()).mark
const objectAt = (id: string) => join(folder, id.slice(0, 2), id)

it('FILE-03 an upload that nothing holds goes after a day, one in use or younger stays', async () => {
  const [old, young, used] = [await upload(), await upload(), await upload()]
  await makeOld(old, used)
  await claim(used)
  await tidy()
  expect(await rowOf(old)).toBeUndefined()
  expect(await store.get(old)).toBeNull()
  for (const id of [young, used]) {
    expect(await rowOf(id)).toBeDefined()
    expect(await store.get(id)).not.toBeNull()
  }
})

it('FILE-03 attaching and tidying at the same moment never leave an attached file without its bytes', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, upload))
  await makeOld(...ids)
  const claims = await Promise.allSettled([...ids.map(claim), tidy(), tidy()].slice(0, ids.length + 2))
  let kept = 0
  for (const [i, id] of ids.entries()) {
    const isClaimed = claims[i]?.status === 'fulfilled'
    expect((await store.get(id)) !== null).toBe(isClaimed)
    expect((await rowOf(id)) !== undefined).toBe(isClaimed)
    kept += isClaimed ? 1 : 0
  }
  expect(claims.slice(-2).every((c) => c.status === 'fulfilled')).toBe(true)
  expect(kept).toBeLessThanOrEqual(ids.length)
})

it('FILE-03 tidying passes over a file that is just being attached, and does not wait for it', async () => {
  const id = await upload()
  await makeOld(id)
  await database.transaction().execute(async (transaction) => {
    await claimFile(transaction, { fileId: id, accountId: account.id })
    await tidy()
  })
  expect(await rowOf(id)).toMatchObject({ unattachedSince: null, removingOn: null })
  expect(await store.get(id)).not.toBeNull()
})

it('FILE-03 what a crash left half removed is removed by the next run', async () => {
  const id = await upload()
  await makeOld(id)
  await database.updateTable('file').set({ removingOn: new Date().toISOString() }).where('id', '=', id).execute()
  await expect(claim(id)).rejects.toMatchObject({ code: 'not-found' })
  await tidy()
  expect(await rowOf(id)).toBeUndefined()
  expect(await store.get(id)).toBeNull()
})

it('FILE-03 a store that fails leaves no row that points at nothing', async () => {
  const before = await database.selectFrom('file').select('id').execute()
  await rename(folder, `${folder}-away`)
  await writeFile(folder, 'no folder')
  try {
    const answer = await uploadImage(staff, png)
    expect(answer).toMatchObject({ status: 503, body: { code: 'storage-unavailable' } })
  } finally {
    await rename(folder, `${folder}-not`)
    await rename(`${folder}-away`, folder)
  }
  const left = await database.selectFrom('file').selectAll().where('storedOn', 'is', null).execute()
  for (const file of left) expect((await staff('GET', `/api/file/${file.id}`)).status).toBe(404)
  await tidy()
  expect(await database.selectFrom('file').select('id').execute()).toEqual(before)
})

it('FILE-03 an object that no row stands for is swept, if the store is our own', async () => {
  const mine = await upload()
  const orphan = randomUUID()
  const leftover = `${randomUUID()}.0123456789ab.part`
  const [fresh, young] = [randomUUID(), randomUUID()]
  for (const key of [orphan, leftover, fresh, young]) await store.put(key, png, 'image/png')
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000)
  const longAgo = hoursAgo(25)
  await utimes(objectAt(young), hoursAgo(23), hoursAgo(23))
  for (const key of [mine, orphan, leftover]) await utimes(objectAt(key), longAgo, longAgo)
  await store.put('portal', Buffer.from(randomUUID()), 'text/plain')
  await sweep()
  expect(await store.get(orphan)).not.toBeNull()

  await store.remove('portal')
  await sweep()
  await sweep()
  for (const key of [orphan, leftover]) expect(await store.get(key)).toBeNull()
  for (const key of [mine, fresh, young, 'portal']) expect(await store.get(key)).not.toBeNull()
})

it('FILE-03 a database that was restored elsewhere deletes nothing of the portal that goes on', async () => {
  const [lost, orphan] = [await upload(), randomUUID()]
  await makeOld(lost)
  await store.put(orphan, png, 'image/png')
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await utimes(objectAt(orphan), longAgo, longAgo)
  await store.remove('portal')
  await store.put(
    'portal',
    Buffer.from(`${await markOf()}\nanother cluster/1\n${new Date().toISOString()}`),
    'text/plain',
  )
  await tidy()
  await sweep()
  for (const key of [lost, orphan]) expect(await store.get(key)).not.toBeNull()
  // The other may only be off for some days.
  const days = new Date(Date.now() - 6.9 * 24 * 60 * 60 * 1000).toISOString()
  await store.put('portal', Buffer.from(`${await markOf()}\nanother cluster/1\n${days}`), 'text/plain')
  await sweep()
  await tidy()
  for (const key of [lost, orphan]) expect(await store.get(key)).not.toBeNull()
  // Restored for good: the other has been gone for more than a week.
  const gone = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000).toISOString()
  await store.put('portal', Buffer.from(`${await markOf()}\nanother cluster/1\n${gone}`), 'text/plain')
  await sweep()
  await tidy()
  for (const key of [lost, orphan]) expect(await store.get(key)).toBeNull()
  const [, owner, claimedOn = ''] = (await store.get('portal'))?.toString().split('\n') ?? []
  expect(owner).toMatch(/^\d+\/\d+$/)
  expect(Date.now() - Date.parse(claimedOn)).toBeLessThan(60_000)
})

it('FILE-03 what else lies in the folder of the store stays, and does not stop the sweep', async () => {
  const orphan = randomUUID()
  await store.put(orphan, png, 'image/png')
  await mkdir(join(folder, 'lost+found'), { recursive: true })
  const foreign = [
    join(folder, '.DS_Store'),
    join(folder, 'lost+found', 'Report.pdf'),
    join(folder, orphan.slice(0, 2), 'notes.txt'),
  ]
  for (const file of foreign) await writeFile(file, 'not of the portal')
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const file of [...foreign, objectAt(orphan)]) await utimes(file, longAgo, longAgo)
  await chmod(join(folder, 'lost+found'), 0)
  try {
    await sweep()
    expect(await store.get(orphan)).toBeNull()
  } finally {
    await chmod(join(folder, 'lost+found'), 0o700)
  }
  for (const file of foreign) await access(file)
})
