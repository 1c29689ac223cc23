import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { makeStage, refer, wholeCall } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

it('REF-15 the recipient records, changes and cancels an appointment, which the sender and the person read', async () => {
  const stage = await makeStage(app)
  const { id, version } = (await refer(stage)).body
  await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('accept', version))
  const as = (who: 'creator' | 'recipient') => ({ as: { ...stage.accounts[who], password: PASSWORD } })
  const page = await openScreen(`/referrals/${id}`, as('recipient'))
  const card = within(await page.findByRole('region', { name: 'Appointment' }))
  card.getByText('No appointment is recorded.')
  await page.press('Record an appointment')
  await page.press('Save')
  await page.findByText('Enter a day and a time.')
  const day = `${new Date().getFullYear() + 1}-01-05`
  await page.fill(/^When/, '2020-01-05T10:00')
  await page.press('Save')
  await page.findByText('This is in the past.')
  const field = page.getByLabelText(/^When/)
  await page.user.clear(field)
  await page.user.type(field, `${day}T10:00`)
  await page.fill('Where to go, whom to ask for, what to bring', 'Ask for Lee.')
  await page.press('Save')
  await card.findByText(/January 5, \d{4} at 10:00 AM$/)
  await page.findByText('recorded an appointment', { exact: false })

  const sender = await openScreen(`/referrals/${id}`, as('creator'))
  const read = within(await sender.findByRole('region', { name: 'Appointment' }))
  read.getByText('Ask for Lee.')
  expect(read.queryByRole('button')).toBeNull()

  const way = { language: 'es', way: { channel: 'copy' } }
  const { url } = (await stage.as.creator('POST', `/api/contact/${stage.contactId}/recordLink`, way)).body
  const own = await openScreen(new URL(url).pathname, { language: 'es', width: 360 })
  await own.fill('Su fecha de nacimiento', '1992-03-04')
  await own.press('Abrir mi registro')
  await own.findByText(/^Su cita: .*5 de enero de \d{4}.*10:00 a\.m\.$/)

  const again = await openScreen(`/referrals/${id}`, as('recipient'))
  await again.press('Cancel the appointment')
  await again.findByText(/^Cancelled: .*January 5/)
  expect(document.activeElement).toBe(again.getByRole('button', { name: 'Record an appointment' }))
  await waitFor(() => expect(again.queryByText('Ask for Lee.')).toBeNull())
})

it('REF-15 who changes an appointment is shown first what a colleague changed while the dialog was open', async () => {
  const stage = await makeStage(app)
  const { id, version } = (await refer(stage)).body
  await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('accept', version))
  const path = `/api/referral/${id}/appointment`
  const at = (hour: number) => new Date(new Date().getFullYear() + 1, 0, 5, hour).toISOString()
  await stage.as.recipient('PUT', path, { startsOn: at(10), note: null, version: 0 })
  const page = await openScreen(`/referrals/${id}`, { as: { ...stage.accounts.recipient, password: PASSWORD } })
  await page.press('Change it')
  await page.fill('Where to go, whom to ask for, what to bring', 'Ask for Lee.')
  const reads = () => page.calls('GET', path).length
  const before = reads()
  await stage.as.recipient('PUT', path, { startsOn: at(11), note: 'Bring an ID.', version: 1 })
  // The card follows the colleague; the dialog does not take it as seen.
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
  await page.loaded()
  await page.press('Save')
  await page.findByText(/^In the meantime .* 11:00 AM\. Save again to replace that and its note: “Bring an ID\.”$/)
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText(/^When/)))
  const saved = async () => (await stage.as.recipient('GET', path)).body.appointment.note
  expect(await saved()).toBe('Bring an ID.')
  await page.press('Save')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(await saved()).toBe('Ask for Lee.')
})
