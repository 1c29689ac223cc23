import { expect, it } from 'vitest'
import { freezeAccount } from '#identity/accounts/server/accounts-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount } from '#test/factories.ts'
import { makeStage, refer, wholeCall } from '#test/referral-stage.ts'

const product = await startTestApp()
const stage = await makeStage(product)
const colleague = await makeAccount(product.database, { organizationId: stage.recipient.id, lastName: 'Kept' })
const organizationId = stage.recipient.id

const accept = (referral: { id: string; version: number }) =>
  stage.as.recipient('POST', `/api/referral/${referral.id}/transition`, {
    ...wholeCall('accept', referral.version),
    assigneeId: colleague.id,
  })
const mailsOf = async () =>
  product.database.selectFrom('message').select('id').where('recipient', '=', colleague.email).execute()
const offered = async () =>
  (
    await stage.as.creator('POST', '/api/referral/destination/colleague', { organizationId, text: 'kept' })
  ).body.items.map(({ id }: { id: string }) => id)

it('D-ACT-1 a frozen colleague keeps referrals, is given no new ones, and is sent nothing', async () => {
  const before = (await refer(stage)).body
  expect((await accept(before)).status).toBe(200)
  expect(await offered()).toContain(colleague.id)

  await freezeAccount(product.database, colleague.id, {
    recoveryEmail: colleague.email,
    toldOn: new Date().toISOString(),
  })
  const told = (await mailsOf()).length
  expect(await offered()).not.toContain(colleague.id)
  const directed = await refer(stage, { directedToId: colleague.id })
  expect([directed.status, directed.body.errors?.[0]?.path]).toEqual([400, 'directedToId'])
  const after = (await refer(stage)).body
  expect((await accept(after)).body.errors?.[0]?.path).toBe('assigneeId')
  expect((await mailsOf()).length).toBe(told)
  const kept = await stage.as.recipient('GET', `/api/referral/${before.id}`)
  expect(kept.body.assignee).toMatchObject({ id: colleague.id })
})
