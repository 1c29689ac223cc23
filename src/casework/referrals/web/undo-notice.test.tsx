import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { stageOnScreen } from '#test/referral-on-screen.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage, signedIn, walk, read } = await stageOnScreen(app)
const refused = { expectedErrors: [/^A call failed: /] }

it('REF-17 a mistaken acceptance is undone on the page, or refused with the reason once the sender has written', async () => {
  const id = await walk({})
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('recipient'), ...refused })
  await page.press('Accept')
  await page.findByText('You accepted this referral.')
  await page.findByText(/^If that was a mistake, you can undo it until \d+:\d\d [AP]M/)
  await page.press('Undo')
  // Opening, accepting and undoing it.
  await waitFor(() =>
    expect(page.calls('POST', `/api/referral/${id}/transition`).map(({ status }) => status)).toEqual([200, 200, 200]),
  )
  await page.findByText('Undone. It is as it was before.')
  await page.findByText(/undid the last step/)
  await page.findByRole('button', { name: 'Accept' })
  expect(page.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect((await read(id)).status).toBe('In Review')

  await page.press('Accept')
  await page.findByRole('button', { name: 'Undo' })
  const spanish = await openScreen(`/referrals/${id}`, { as: signedIn('recipient'), language: 'es', ...refused })
  await spanish.findByText('Usted aceptó esta remisión.')
  await spanish.findByRole('button', { name: 'Deshacer' })
  await stage.as.creator('POST', `/api/referral/${id}/message`, { text: 'Thank you.' })
  await spanish.press('Deshacer')
  await spanish.findByText('No se puede deshacer: alguien ya actuó después.')
  await waitFor(() => expect(spanish.queryByRole('button', { name: 'Deshacer' })).toBeNull())
  expect((await read(id)).status).toBe('Accepted')
})
