import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp()
  stage = await makeStage(app)
})

const step = (id: string, action: string, version: number) =>
  stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall(action, version))
const statusOf = async (id: string) =>
  (await app.database.selectFrom('referral').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

describe('an answer beside the view that the page records by itself', () => {
  for (const order of [
    ['view', 'accept'],
    ['accept', 'view'],
  ])
    it(`REF-02 accepts at the moment of the view, ${order.join(' sent before ')}`, async () => {
      for (let n = 0; n < 20; n++) {
        const { id, version } = (await refer(stage)).body
        const answers = await Promise.all(order.map((action) => step(id, action, version)))
        expect(answers[order.indexOf('accept')]?.status).toBe(200)
        expect(await statusOf(id)).toBe('Accepted')
      }
    })

  it('REF-02 takes every answer of a page that was read before the view', async () => {
    for (const action of ['accept', 'decline']) {
      const { id, version } = (await refer(stage)).body
      expect((await step(id, 'view', version)).body).toMatchObject({ status: 'In Review', version })
      expect((await step(id, action, version)).status).toBe(200)
    }
  })

  it('REF-02 still reports the answer of a colleague as a conflict', async () => {
    const { id, version } = (await refer(stage)).body
    await step(id, 'view', version)
    expect((await step(id, 'decline', version)).status).toBe(200)
    const late = await step(id, 'accept', version)
    expect([late.status, late.body.code, late.body.current.status]).toEqual([409, 'stale-version', 'Declined'])
  })

  it('REF-02 counts a view that assigns the referral as a change', async () => {
    const { id, version } = (await refer(stage)).body
    const assigned = await stage.as.recipient('POST', `/api/referral/${id}/transition`, {
      ...wholeCall('view', version),
      assigneeId: stage.accounts.recipient.id,
    })
    expect(assigned.body).toMatchObject({ status: 'In Review', version: version + 1 })
  })
})
