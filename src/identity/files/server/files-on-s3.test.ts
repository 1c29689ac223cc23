import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'
import { makeImage, uploadImage } from '#test/images.ts'
import { tidyFiles } from './tidy-files.ts'

const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: mkdtempSync(join(tmpdir(), 'hearthline-s3-')),
  configureBuckets: [{ name: 'portal', configs: [] }],
})
const { port } = await s3.run()
const product = await startTestApp({
  STORAGE_URL: `s3://S3RVER:S3RVER@portal/files?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
})
const account = await makeAccount(product.database)
const staff = await product.signIn(account.email, PASSWORD)
const png = await makeImage()

it('FILE-01 FILE-03 D-RUN-2 files live in an S3 store, and go when nothing holds them', async () => {
  const { status, body } = await uploadImage(staff, png)
  expect(status).toBe(201)
  const shown = await staff('GET', `/api/file/${body.id}/download`)
  expect(shown.bytes).toHaveLength(body.size)
  expect((await product.store.get(body.id))?.equals(shown.bytes)).toBe(true)

  await product.database.updateTable('file').set({ unattachedSince: '2026-01-01T00:00:00Z' }).execute()
  await tidyFiles(product)({}, {} as never)
  expect(await product.store.get(body.id)).toBeNull()
  expect((await staff('GET', `/api/file/${body.id}`)).status).toBe(404)
})

it('FILE-03 a store that went away is said to be away, and leaves no file that points at nothing', async () => {
  const kept = (await uploadImage(staff, png)).body
  await s3.close()
  expect((await uploadImage(staff, png)).body).toMatchObject({ status: 503, code: 'storage-unavailable' })
  expect((await staff('GET', `/api/file/${kept.id}`)).body).toMatchObject({ status: 503, code: 'storage-unavailable' })
  const usable = await product.database.selectFrom('file').select('id').where('storedOn', 'is not', null).execute()
  expect(usable).toEqual([{ id: kept.id }])
})
