import { it } from 'vitest'
import { makeStage, refer } from '#features/referrals/server/referral-test-stage.ts'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { screensOf } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const signedIn = (name: keyof typeof stage.accounts) => ({ ...stage.accounts[name], password: PASSWORD })

/** Takes steps of a new referral, each by one side. */
async function walk(...steps: [who: 'recipient' | 'creator', call: Record<string, unknown>][]) {
  let { id, version } = (await refer(stage)).body
  for (const [who, call] of steps)
    version = (await stage.as[who]('POST', `/api/referral/${id}/transition`, { ...call, version })).body.version
  return id as string
}
const decline = { action: 'decline', reason: 'no capacity' }

it('REF-02 a referral that ended without help does not look finished', async () => {
  const declined = await walk(['recipient', { action: 'view' }], ['recipient', decline])
  const page = await openScreen(`/referrals/${declined}`, { as: signedIn('creator') })
  await page.findByRole('img', { name: 'Ended after step 2 of 5: Declined' })
  const lost = { action: 'closeUnresolved', reason: 'could not contact' }
  await page.open(`/referrals/${await walk(['recipient', { action: 'accept' }], ['recipient', lost])}`)
  await page.findByRole('img', { name: 'Ended after step 3 of 5: Closed: Unresolved' })
  const helped = { action: 'closeResolved', outcome: 'got help' }
  await page.open(`/referrals/${await walk(['recipient', { action: 'accept' }], ['recipient', helped])}`)
  await page.findByRole('img', { name: 'Step 5 of 5: Closed: Resolved' })
})
