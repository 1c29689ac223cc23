import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { stageOnScreen } from '#test/referral-on-screen.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage, signedIn } = await stageOnScreen(app)

it('REF-12 the filters of a list are saved as a view, applied with a click, and shared with colleagues', async () => {
  const page = await openScreen('/referrals?direction=outgoing&need=homelessness&status=Sent', {
    as: signedIn('creator'),
  })
  await page.press('Views')
  await page.user.click(await page.findByRole('menuitem', { name: 'Save this view' }))
  await page.findByRole('dialog', { name: 'Save this view' })
  await page.press('Save')
  await page.findByText('Give the view a name.')
  await page.fill('Name', 'Shelter sent')
  await page.user.click(page.getByLabelText('Who can use it', { selector: 'input' }))
  expect(page.queryByRole('option', { name: 'All support agents', hidden: true })).toBeNull()
  await page.user.click(page.getByRole('option', { name: 'Everybody in my organization', hidden: true }))
  await page.press('Save')
  await page.findByRole('button', { name: 'Views: Shelter sent' })
  expect(page.calls('POST', '/api/referral/view/').at(-1)?.body).toEqual({
    ...{ name: 'Shelter sent', sharedWith: 'organization' },
    filters: { direction: 'outgoing', need: ['homelessness'], status: ['Sent'], sort: 'newest' },
  })

  const colleague = await openScreen('/referrals', { as: signedIn('senderAdmin') })
  await colleague.press('Views')
  await colleague.user.click(await colleague.findByRole('menuitem', { name: /^Shelter sent \(/ }))
  await waitFor(() =>
    expect(colleague.location()).toBe('/referrals?direction=outgoing&status=Sent&need=homelessness&sort=newest'),
  )
  await colleague.findByRole('button', { name: 'Views: Shelter sent' })
  expect((await stage.as.senderAdmin('GET', '/api/referral/view/')).body.items).toHaveLength(1)
})
