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
  await page.user.click(dialog.getByRole('link', { name: 'Delete and log out' }))
  await waitFor(() => expect(leaving).toContain(page.location()))
  await waitFor(async () => expect(await keptOf(id)).toEqual([]))
  expect((await call('GET', `/api/intake/${id}`)).body.answers).toEqual([])
  const next = await openScreen('/home', { as: (await app.someone({ organizationId })).account })
  await next.user.click(next.getByRole('link', { name: 'Log out' }))
  await waitFor(() => expect(leaving).toContain(next.location()))
})
