import { expect, it } from 'vitest'
import { dayAfter } from '#directory/services/service-intake.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { startTestApp } from '#test/app.ts'
import { stageOnScreen } from '#test/referral-on-screen.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage } = await stageOnScreen(app)
const refused = { expectedErrors: [/^A call failed: /] }
const inDays = (days: number) => dayAfter(dayIn(app.config.timeZone), days)

/** A service of the recipient that says whether it takes new people. */
async function makeService(name: string, status: string, until = inDays(9)) {
  const { id } = await app.database
    .insertInto('service')
    .values({ organizationId: stage.recipient.id, name } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await say(id as string, status, until)
  return id as string
}
const say = (id: string, intakeStatus: string, intakeUntil = inDays(9)) =>
  app.database
    .updateTable('service')
    .set({ intakeStatus, intakeUntil, intakeStatedOn: inDays(0) } as never)
    .where('id', '=', id)
    .execute()
/** Opens the form for somebody who has begun no other referral. */
async function openForm(serviceId: string) {
  const { account } = await app.someone({ organizationId: stage.sender.id })
  const address = `/referrals/new?contactId=${stage.contactId}&serviceId=${serviceId}&need=homelessness`
  return openScreen(address, { as: account, ...refused })
}

it('ORG-08 REF-09 a referral to a paused service asks why, and the reason is read with it', async () => {
  const service = await makeService('Rent help on a pause', 'paused')
  const page = await openForm(service)
  await page.findByText(/^Takes nobody new until /)
  await page.findByLabelText(/^Why do you send it anyway/)
  await page.press('Send referral')
  await page.findByText('This service is not accepting new people. Say why you send it anyway, or choose another.')
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('intakeReason'))
  await page.fill(/^Why do you send it anyway/, 'They hold a place for her')
  await page.press('Send referral')
  await waitFor(() => expect(page.location()).toMatch(/^\/referrals\/[\da-f-]{36}$/))
  await page.findByText(/They hold a place for her/)
})

it('ORG-08 REF-09 what the service says is read aloud, the field for the reason stands outside of that', async () => {
  const page = await openForm(await makeService('Rent help with a field', 'paused'))
  const notice = (await page.findByText(/^Takes nobody new until /)).closest('[role=status]')
  expect(notice).not.toBeNull()
  const field = page.getByLabelText(/^Why do you send it anyway/)
  expect(field.closest('[role=status], [role=alert], [aria-live]')).toBeNull()
})

it('ORG-08 REF-09 a waitlist and a status past its day are said, and ask for nothing', async () => {
  const waiting = await openForm(await makeService('Rent help with a waitlist', 'waitlist'))
  await waiting.findByText('The person goes on its waitlist.')
  expect(waiting.queryByLabelText(/^Why do you send it anyway/)).toBeNull()
  const old = await openForm(await makeService('Rent help of before', 'closed', inDays(-1)))
  await old.findByText('Ask first whether this still holds.')
  expect(old.queryByLabelText(/^Why do you send it anyway/)).toBeNull()
  const open = await openForm(await makeService('Rent help for all', 'open'))
  await open.findByRole('button', { name: 'Send referral' })
  await waitFor(() => expect(open.calls('GET').filter(({ status }) => status === undefined)).toEqual([]))
  expect(open.queryByText('Takes new people')).toBeNull()
})

it('ORG-08 REF-09 a service that was closed while the form was open asks then, and keeps what was typed', async () => {
  const service = await makeService('Rent help until noon', 'open')
  const page = await openForm(service)
  await page.fill(/^Note/, 'Rent is due on Friday')
  await say(service, 'closed')
  await page.press('Send referral')
  await page.findByText('Takes nobody new')
  await page.findByText('This service is not accepting new people. Say why you send it anyway, or choose another.')
  const button = page.getByRole('button', { name: 'Send referral' })
  await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false))
  expect(page.getByLabelText(/^Note/)).toHaveProperty('value', 'Rent is due on Friday')
  await page.fill(/^Why do you send it anyway/, 'Agreed by telephone')
  await page.press('Send referral')
  await waitFor(() => expect(page.location()).toMatch(/^\/referrals\/[\da-f-]{36}$/))
})

it('ORG-08 REF-09 sending a kept draft asks in its dialog', async () => {
  const service = await makeService('Rent help in a dialog', 'closed')
  const page = await openForm(service)
  await page.press('Keep as draft')
  await waitFor(() => expect(page.location()).toMatch(/^\/referrals\/[\da-f-]{36}$/))
  await page.press('Send')
  const dialog = within(await page.findByRole('dialog'))
  const send = async () => page.user.click(await dialog.findByRole('button', { name: 'Send' }))
  await page.findByLabelText(/^Why do you send it anyway/)
  await send()
  await page.findByText('This service is not accepting new people. Say why you send it anyway, or choose another.')
  await page.fill(/^Why do you send it anyway/, 'Agreed by telephone')
  await send()
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.findByText(/Agreed by telephone/)
})

it('ORG-08 REF-09 a service that is no longer listed is asked about too', async () => {
  const service = await makeService('Rent help taken off the list', 'closed')
  const page = await openForm(service)
  await page.press('Keep as draft')
  await waitFor(() => expect(page.location()).toMatch(/^\/referrals\/[\da-f-]{36}$/))
  await app.database.updateTable('service').set({ status: 'inactive' }).where('id', '=', service).execute()
  await page.open(page.location())
  await page.press('Send')
  const dialog = within(await page.findByRole('dialog'))
  await page.user.click(await dialog.findByRole('button', { name: 'Send' }))
  await page.fill(/^Why do you send it anyway/, 'Agreed by telephone')
  await page.user.click(await dialog.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.findByText(/Agreed by telephone/)
})

const addService = async (name: string, row: object) =>
  (
    await app.database
      .insertInto('service')
      .values({ organizationId: stage.recipient.id, name, ...row } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id as string

it('DIR-14 sending a kept draft says that the service does not fit before it is sent', async () => {
  const page = await openForm(await addService('Supper for seniors', { minimumAge: 90 }))
  await page.press('Keep as draft')
  await waitFor(() => expect(page.location()).toMatch(/^\/referrals\/[\da-f-]{36}$/))
  await page.press('Send')
  const dialog = within(await page.findByRole('dialog'))
  await dialog.findByText('Does not fit')
  await page.fill(/^Why do you send it anyway/, 'The cook knows her')
  await page.user.click(await dialog.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.findByText(/The cook knows her/)
  expect(page.calls('POST').filter(({ path, status }) => path.endsWith('/transition') && status !== 200)).toEqual([])
})

it('DIR-14 the form says whether the service fits the person, and asks why it is sent anyway if it does not', async () => {
  const page = await openForm(await addService('Lunch for seniors', { minimumAge: 90 }))
  await page.findByText('Does not fit')
  await page.findByText('Age 90 and over')
  await page.findByLabelText(/^Why do you send it anyway/)
  await page.press('Send referral')
  await page.findByText(/^This service does not fit the person, as far as is known/)
  await page.fill(/^Why do you send it anyway/, 'The cook knows her')
  await page.press('Send referral')
  await waitFor(() => expect(page.location()).toMatch(/^\/referrals\/[\da-f-]{36}$/))
  await page.findByText(/The cook knows her/)
  const fitting = await openForm(await addService('Lunch for adults', { minimumAge: 18 }))
  await fitting.findByText('Fits')
  expect(fitting.queryByLabelText(/^Why do you send it anyway/)).toBeNull()
})
