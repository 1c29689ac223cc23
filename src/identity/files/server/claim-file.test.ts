import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount } from '#test/factories.ts'
import { claimFile, releaseFile } from './files-public.ts'

const product = await startTestApp()
const { database } = product
const account = await makeAccount(database)
const stranger = await makeAccount(database)

const makeFile = async (given: { storedOn?: string | null; removingOn?: string } = {}) =>
  (
    await database
      .insertInto('file')
      .values({
        fileName: 'screen.png',
        contentType: 'image/png',
        size: 70,
        uploadedById: account.id,
        storedOn: new Date().toISOString(),
        ...given,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const claim = (fileId: string, accountId = account.id) =>
  database.transaction().execute((transaction) => claimFile(transaction, { fileId, accountId }))

it('FILE-01 one of many simultaneous claims gets the file, the others hear that it is taken', async () => {
  const id = await makeFile()
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => claim(id)))
  expect(answers.filter((a) => a.status === 'fulfilled').map((a) => a.value)).toEqual([
    { id, fileName: 'screen.png', contentType: 'image/png', size: 70 },
  ])
  for (const a of answers) if (a.status === 'rejected') expect(a.reason).toMatchObject({ code: 'conflict' })
})

it('FILE-01 FILE-02 nobody attaches what is not their own upload, not whole, or on its way out', async () => {
  const now = new Date().toISOString()
  await expect(claim(await makeFile(), stranger.id)).rejects.toMatchObject({ code: 'not-found' })
  await expect(claim(await makeFile({ storedOn: null }))).rejects.toMatchObject({ code: 'not-found' })
  await expect(claim(await makeFile({ removingOn: now }))).rejects.toMatchObject({ code: 'not-found' })
  await expect(claim(randomUUID())).rejects.toMatchObject({ code: 'not-found' })
})

it('FILE-01 a claim whose transaction fails leaves the file free; a released file can be claimed again', async () => {
  const id = await makeFile()
  const failing = database.transaction().execute(async (transaction) => {
    await claimFile(transaction, { fileId: id, accountId: account.id })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  await claim(id)
  await database.transaction().execute((transaction) => releaseFile(transaction, id))
  expect(await claim(id)).toMatchObject({ id })
})
