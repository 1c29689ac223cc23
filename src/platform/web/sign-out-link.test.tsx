import { beforeAll, expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { readKept } from '#test/read-kept.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { id: organizationId } = await makeOrganization(app.database)
const { account, call } = await app.someone({ organizationId })
let formId = ''
beforeAll(async () => {
  await insertShippedForms(app.database)
  const forms = await app.database.selectFrom('intakeForm').select(['id', 'shippedAs']).execute()
  formId = forms.find(({ shippedAs }) => shippedAs === 'hunger-vital-sign')?.id ?? ''
})

const keptOf = async (id: string) => (await readKept()).filter(({ json }) => json.includes(id))
/** Answers a question of a new intake without a connection. */
async function answerUnsent(page: OpenScreen) {
  const contactId = (await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera' })).body.id
  const id = (await call('POST', '/api/intake/', { formId, contactId, language: 'en' })).body.id as string
  await page.open(`/intakes/${id}`)
  const question = await page.findByRole('radiogroup', { name: /^Within the past 12 months, we worried/ })
  page.breakConnection('requests')
  await page.user.click(within(question).getByLabelText('Sometimes true'))
  await page.findByText('Kept on this device, not sent yet')
  return id
}
/** On the way out, and at its end. */
const leaving = ['/auth/logout', '/']
const signOut = async (page: OpenScreen) => {
  await page.user.click(page.getByRole('link', { name: 'Log out' }))
  return within(await page.findByRole('dialog', { name: 'Log out now?' }))
}

it('INT-08 signing out asks first while this device has answers that were not sent, and can send them', async () => {
  const page = await openScreen('/home', { as: account, expectedErrors: [/^A call failed: /] })
  const id = await answerUnsent(page)
  let dialog = await signOut(page)
  dialog.getByText('Answers on this device were not sent yet. Logging out deletes them.')
  await page.user.click(dialog.getByRole('button', { name: 'Stay here' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  page.getByText('Kept on this device, not sent yet')
  dialog = await signOut(page)
  await page.user.click(dialog.getByRole('button', { name: 'Send and log out' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Not everything could be sent\./)
  page.breakConnection(null)
  await page.user.click(dialog.getByRole('button', { name: 'Send and log out' }))
  await waitFor(() => expect(leaving).toContain(page.location()))
  expect((await call('GET', `/api/intake/${id}`)).body.answers).toMatchObject([{ value: 'sometimes' }])
})

it('INT-08 who says so signs out, and what was not sent is deleted; with nothing unsent nobody is asked', async () => {
  const { account: lee } = await app.someone({ organizationId })
  const page = await openScreen('/home', { as: lee, expectedErrors: [/^A call failed: /] })
  const id = await answerUnsent(page)
  const dialog = await signOut(page)
  expect(await keptOf(id)).not.toEqual([])
  await page.user.click(dialog.getByRole('button', { name: 'Delete and log out' }))
  await waitFor(() => expect(leaving).toContain(page.location()))
  await waitFor(async () => expect(await keptOf(id)).toEqual([]))
  expect((await call('GET', `/api/intake/${id}`)).body.answers).toEqual([])
  const next = await openScreen('/home', { as: (await app.someone({ organizationId })).account })
  await next.user.click(next.getByRole('link', { name: 'Log out' }))
  await waitFor(() => expect(leaving).toContain(next.location()))
})

it('INT-08 logging out from a screen without that question asks all the same, and what is not agreed to stays', async () => {
  const { account: kim, call: asKim } = await app.someone({ organizationId })
  const page = await openScreen('/home', { as: kim, expectedErrors: [/^A call failed: /] })
  const id = await answerUnsent(page)
  page.breakConnection(null)
  await page.open('/auth/logout')
  await page.findByRole('heading', { name: 'Log out now?' })
  expect(page.title()).toContain('Log out now?')
  page.getByText('Answers on this device were not sent yet. Logging out deletes them.')
  page.failNext('PUT', `/api/intake/${id}/answers`, 'network')
  await page.press('Send and log out')
  await page.findByText(/^Not everything could be sent\./)
  expect(await keptOf(id)).not.toEqual([])
  expect((await asKim('GET', '/api/portalAccount/current')).status).toBe(200)
  page.breakConnection('requests')
  await page.user.click(page.getByRole('link', { name: 'Do not log out' }))
  await waitFor(() => expect(page.location()).toBe('/home'))
  page.breakConnection(null)
  await page.open('/auth/logout')
  await page.press('Send and log out')
  await page.findByText('You Have Successfully Logged Out')
  expect((await call('GET', `/api/intake/${id}`)).body.answers).toMatchObject([{ value: 'sometimes' }])
  expect(await keptOf(id)).toEqual([])
})

it('INT-08 who agrees on the page of logging out deletes what was not sent', async () => {
  const { account: max } = await app.someone({ organizationId })
  const page = await openScreen('/home', { as: max, expectedErrors: [/^A call failed: /] })
  const id = await answerUnsent(page)
  page.breakConnection(null)
  await page.open('/auth/logout')
  await page.press('Delete and log out')
  await page.findByText('You Have Successfully Logged Out')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('You Have Successfully Logged Out'))
  expect(await keptOf(id)).toEqual([])
  expect((await call('GET', `/api/intake/${id}`)).body.answers).toEqual([])
})

it('INT-08 PREF-04 who agrees to delete is asked about unsaved changes first, and who stays loses nothing', async () => {
  const { account: uma } = await app.someone({ organizationId })
  const page = await openScreen('/home', { as: uma, expectedErrors: [/^A call failed: /] })
  const id = await answerUnsent(page)
  page.breakConnection(null)
  page.failNext('PUT', `/api/intake/${id}/answers`, 'network')
  await page.open('/myAccount/preferences')
  await page.user.click(await page.findByLabelText('All, Only referrals directed to me, E-mail'))
  await page.user.click((await signOut(page)).getByRole('button', { name: 'Delete and log out' }))
  const guard = within(await page.findByRole('dialog', { name: 'Save your changes?' }))
  expect(page.queryByRole('dialog', { name: 'Log out now?' })).toBeNull()
  await page.user.click(guard.getByRole('button', { name: 'Stay here' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.location()).toBe('/myAccount/preferences')
  expect(await keptOf(id)).not.toEqual([])
})

it('INT-08 an agreement to delete ends with the log out that it was for, also if that fails', async () => {
  const { leaveAndDelete, mayDeleteUnsent } = await import('./offline.ts')
  const during: boolean[] = []
  const leave = async () => during.push(mayDeleteUnsent())
  const fail = async () => {
    await leave()
    throw new Error('no answer')
  }
  await leaveAndDelete(leave)
  expect(mayDeleteUnsent()).toBe(false)
  await expect(leaveAndDelete(fail)).rejects.toThrow('no answer')
  expect([during, mayDeleteUnsent()]).toEqual([[true, true], false])
})

it('INT-08 whose session has ended is told to sign in again, and the answers are then sent', async () => {
  const { account: ida } = await app.someone({ organizationId })
  const page = await openScreen('/home', { as: ida, expectedErrors: [/^A call failed: /] })
  const id = await answerUnsent(page)
  page.breakConnection(null)
  await app.database.deleteFrom('session').where('accountId', '=', ida.id).execute()
  await page.open('/auth/logout')
  await page.press('Send and log out')
  await page.findByText('Your session has ended. Sign in again, and the answers are sent.')
  expect(page.queryByRole('button', { name: 'Send and log out' })).toBeNull()
  expect(await keptOf(id)).not.toEqual([])
  await page.press('Sign in again')
  await page.findByRole('heading', { name: 'Sign in' })
  await page.fill('Email', ida.email)
  await page.fill('Password', ida.password)
  await page.press('Login')
  const answers = async () => (await call('GET', `/api/intake/${id}`)).body.answers
  await waitFor(async () => expect(await answers()).toMatchObject([{ value: 'sometimes' }]))
})

it('INT-08 whose session has ended signs in again in front of the screen, and is then logged out with all sent', async () => {
  const { account: zoe } = await app.someone({ organizationId })
  const page = await openScreen('/home', { as: zoe, expectedErrors: [/^A call failed: /] })
  const id = await answerUnsent(page)
  await app.database.deleteFrom('session').where('accountId', '=', zoe.id).execute()
  const dialog = await signOut(page)
  page.breakConnection(null)
  await page.user.click(dialog.getByRole('button', { name: 'Send and log out' }))
  const again = within(await page.findByRole('dialog', { name: 'You were signed out' }))
  await dialog.findByText('Your session has ended. Sign in again, and the answers are sent.')
  expect(dialog.queryByRole('button', { name: 'Send and log out' })).toBeNull()
  expect(await keptOf(id)).not.toEqual([])
  await page.user.type(again.getByLabelText('E-mail'), zoe.email)
  await page.user.type(again.getByLabelText('Password'), zoe.password)
  await page.user.click(again.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(leaving).toContain(page.location()))
  expect((await call('GET', `/api/intake/${id}`)).body.answers).toMatchObject([{ value: 'sometimes' }])
  expect(await keptOf(id)).toEqual([])
})
