import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { PASSWORD } from '#test/factories.ts'
import { makeStage, refer } from '#test/referral-stage.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const signedIn = (name: keyof typeof stage.accounts) => ({ ...stage.accounts[name], password: PASSWORD })

type Side = 'recipient' | 'creator'
/** A new referral after these steps. @returns its number */
async function walk(...steps: [who: Side, call: Record<string, unknown>][]) {
  let { id, version } = (await refer(stage)).body
  for (const [who, call] of steps)
    version = (await stage.as[who]('POST', `/api/referral/${id}/transition`, { ...call, version })).body.version
  return id as string
}
const statusOf = async (id: string) => (await stage.as.creator('GET', `/api/referral/${id}`)).body.status
const accept = ['recipient', { action: 'accept' }] as [Side, Record<string, unknown>]
const open = (id: string, who: keyof typeof stage.accounts = 'recipient') =>
  openScreen(`/referrals/${id}`, { as: signedIn(who) })

/** The referral's own menu; the frame has one with the same name. */
const openMenu = async (page: OpenScreen) =>
  page.user.click(await within(page.getByRole('main')).findByRole('button', { name: 'More' }))
async function chooseFromMenu(page: OpenScreen, name: string) {
  await openMenu(page)
  await page.user.click(await page.findByRole('menuitem', { name }))
  return within(await page.findByRole('dialog', { name }))
}
/** Presses the dialog's own button, which has the same name as the dialog, once nothing is in progress. */
async function confirm(page: OpenScreen, name: string) {
  const button = within(page.getByRole('dialog', { name })).getByRole('button', { name })
  await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false))
  await page.user.click(button)
}
const namesOf = (elements: HTMLElement[]) => elements.map((one) => one.textContent)

it('REF-02 a referral stays open with what was typed while it cannot be read again, and is gone once it is missing', async () => {
  const id = await walk()
  const page = await openScreen(`/referrals/${id}`, { as: signedIn('recipient'), expectedErrors: [/^A call failed: /] })
  await page.press('Decline')
  const dialog = within(await page.findByRole('dialog', { name: 'Decline' }))
  await page.fill('Note (optional)', 'Ask Harbor.')
  await page.loaded()
  const failed = (status: number) =>
    page.calls('GET', `/api/referral/${id}`).filter((call) => call.status === status).length
  const failReads = async (status: number, times: number) => {
    for (let time = 0; time < times; time++) page.failNext('GET', `/api/referral/${id}`, status)
    await stage.as.creator('POST', `/api/referral/${id}/message`, { text: 'Did you see this?' })
    await waitFor(() => expect(failed(status)).toBe(times))
    await page.settle()
  }
  await failReads(500, 2)
  expect(dialog.getByDisplayValue('Ask Harbor.').isConnected).toBe(true)
  expect(page.shows('This referral cannot be shown any more.')).toBe(false)
  await failReads(404, 1)
  await page.findByText('This referral cannot be shown any more.')
  await page.press('Try again')
  await page.findByRole('button', { name: 'Accept' })
})

it('0181 a dialog closes on Escape until something was entered, then by its buttons alone', async () => {
  const id = await walk()
  const page = await open(id)
  const decline = async () => {
    await page.press('Decline')
    return page.findByRole('dialog', { name: 'Decline' })
  }
  const isClosed = (dialog: HTMLElement) => waitFor(() => expect(dialog.isConnected).toBe(false))
  const leave = async () => {
    await page.user.keyboard('{Escape}')
    await page.user.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement)
    await page.settle()
  }
  const untouched = await decline()
  await page.user.keyboard('{Escape}')
  await isClosed(untouched)
  const typed = await decline()
  await page.fill('Note (optional)', 'Ask Harbor.')
  await leave()
  expect(within(typed).getByDisplayValue('Ask Harbor.').isConnected).toBe(true)
  await page.user.click(within(typed).getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement)
  await isClosed(typed)
  await decline()
  await page.user.click(page.getByRole('radio', { name: 'No capacity' }))
  await leave()
  expect(page.getByRole('radio', { name: 'No capacity' })).toHaveProperty('checked', true)
})

it('REF-02 a decline asks why, keeps what was typed when it fails, and says that the sender is told', async () => {
  const id = await walk()
  const page = await open(id)
  await page.press('Decline')
  const dialog = within(await page.findByRole('dialog', { name: 'Decline' }))
  dialog.getByText('Say why, so that the sender can find another way.')
  expect(dialog.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)).toEqual([
    ...['not eligible', 'no capacity', 'no funds', 'service not provided', 'already enrolled', 'duplicate', 'other'],
  ])
  await confirm(page, 'Decline')
  await waitFor(() => expect(page.getByRole('radiogroup').getAttribute('aria-describedby')).toBeTruthy())
  expect(page.calls('POST', `/api/referral/${id}/transition`).filter(({ body }) => body.action === 'decline')).toEqual(
    [],
  )
  await page.user.click(dialog.getByLabelText('We do not provide this service'))
  await page.fill('Note (optional)', 'Ask Harbor.')
  page.failNext('POST', `/api/referral/${id}/transition`, 500)
  await confirm(page, 'Decline')
  await waitFor(() =>
    expect(page.notices()).toEqual(['This could not be loaded or saved. Nothing that you typed is lost.']),
  )
  expect((dialog.getByLabelText('Note (optional)') as HTMLTextAreaElement).value).toBe('Ask Harbor.')
  await confirm(page, 'Decline')
  await waitFor(() => expect(page.shows('Declined. The sender is notified.')).toBe(true))
  expect(page.calls('POST', `/api/referral/${id}/transition`).at(-1)?.body).toMatchObject({
    ...{ action: 'decline', reason: 'service not provided', note: 'Ask Harbor.' },
  })
  expect(await statusOf(id)).toBe('Declined')
})

it('REF-02 what somebody else did meanwhile is said in the dialog, which can be left', async () => {
  const id = await walk(accept)
  const page = await open(id)
  await page.press('Put on hold')
  const dialog = within(await page.findByRole('dialog', { name: 'Put on hold' }))
  await page.user.type(dialog.getByLabelText(/^Reason/), 'Ill')
  await page.fill(/^Look again on/, '2099-01-01')
  page.failNext('POST', `/api/referral/${id}/transition`, { status: 409, code: 'stale-version' })
  await confirm(page, 'Put on hold')
  await waitFor(() => expect(page.notices()).toEqual(['Somebody changed this in the meantime. Here is how it is now.']))
  await page.user.click(dialog.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(await statusOf(id)).toBe('Accepted')
})

it('REF-02 work is put on hold with a reason and a day, and goes on at a press', async () => {
  const id = await walk(accept, ['recipient', { action: 'start' }])
  const page = await open(id)
  await page.press('Put on hold')
  const dialog = within(await page.findByRole('dialog', { name: 'Put on hold' }))
  dialog.getByText('Say why, and when you will look again. It will then wait for you on the home screen.')
  expect(dialog.queryByLabelText('Note (optional)')).toBeNull()
  await confirm(page, 'Put on hold')
  const invalid = () => dialog.getAllByRole('textbox').filter((one) => one.getAttribute('aria-invalid') === 'true')
  await waitFor(() => expect(invalid()).toHaveLength(1))
  expect(dialog.getByLabelText(/^Look again on/).getAttribute('aria-invalid')).toBe('true')
  await page.fill(/^Reason/, 'Waits for papers')
  await page.fill(/^Look again on/, '2099-01-01')
  await confirm(page, 'Put on hold')
  await waitFor(() => expect(page.shows('Put on hold')).toBe(true))
  const history = within(await page.findByRole('region', { name: 'What happened' }))
  await waitFor(() => expect(namesOf(history.getAllByRole('listitem')).at(-1)).toContain('put it on hold'))
  expect(namesOf(history.getAllByRole('listitem')).at(-1)).toContain('Look again on 01/01/2099')
  expect(page.getByRole('button', { name: 'Close with outcome' })).toBeTruthy()
  await page.press('Resume')
  await waitFor(() => expect(page.shows('Resumed')).toBe(true))
  expect(await statusOf(id)).toBe('In Progress')
})

it('REF-07 closing asks how it ended, with and without help, and says which it was', async () => {
  for (const [choice, done, status] of [
    ['Enrolled', 'Closed. Both sides know.', 'Closed: Resolved'],
    ['Moved away', 'Closed as unresolved', 'Closed: Unresolved'],
  ] as const) {
    const id = await walk(accept, ['recipient', { action: 'start' }])
    const page = await open(id)
    await page.press('Close with outcome')
    const dialog = within(await page.findByRole('dialog', { name: 'Close with outcome' }))
    dialog.getByText('How did it end for the person?')
    expect(within(dialog.getByRole('group', { name: 'The person was helped' })).getAllByRole('radio')).toHaveLength(3)
    expect(within(dialog.getByRole('group', { name: 'It did not work out' })).getAllByRole('radio')).toHaveLength(7)
    await confirm(page, 'Close with outcome')
    await waitFor(() => expect(page.getByRole('radiogroup').getAttribute('aria-describedby')).toBeTruthy())
    await page.user.click(dialog.getByLabelText(choice))
    await confirm(page, 'Close with outcome')
    await waitFor(() => expect(page.shows(done)).toBe(true))
    expect(await statusOf(id)).toBe(status)
  }
})

it('REF-02 a sender recalls and their admin marks an error, each after a question', async () => {
  const id = await walk()
  const page = await open(id, 'creator')
  const dialog = await chooseFromMenu(page, 'Recall')
  dialog.getByText('The other organization will no longer see who this is about.')
  await page.fill(/^Reason/, 'Sent twice')
  await confirm(page, 'Recall')
  await waitFor(() => expect(page.shows('Recalled')).toBe(true))
  await page.findByText('Sent twice')
  expect(page.getByText(/can no longer read messages on this referral\.$/)).toBeTruthy()

  const admin = await open(await walk(), 'senderAdmin')
  const error = await chooseFromMenu(admin, 'Mark as entered in error')
  error.getByText('It disappears for both organizations. Its history is kept.')
  await admin.fill(/^Reason/, 'Wrong person')
  await confirm(admin, 'Mark as entered in error')
  await waitFor(() => expect(admin.shows('Marked as entered in error')).toBe(true))
})

it('REF-01 a draft is sent after a question, or discarded after one without a note', async () => {
  const draft = async () => (await refer(stage, { send: false })).body.id
  const id = await draft()
  const page = await open(id, 'creator')
  await page.findByText('Not sent yet. Only your organization sees this draft.')
  expect(page.getByRole('link', { name: 'Edit draft' }).getAttribute('href')).toBe(`/referrals/${id}/edit`)
  await page.press('Send')
  const dialog = within(await page.findByRole('dialog', { name: 'Send' }))
  dialog.getByText('The organization will see what is shared about the person, and is notified immediately.')
  await confirm(page, 'Send')
  await waitFor(() => expect(page.shows('Referral sent')).toBe(true))
  expect(await statusOf(id)).toBe('Sent')

  const other = await draft()
  await page.open(`/referrals/${other}`)
  await page.press('Discard draft')
  const discard = within(await page.findByRole('dialog', { name: 'Discard draft' }))
  discard.getByText('It leaves your lists. Nobody else has seen it.')
  expect(discard.queryByRole('textbox')).toBeNull()
  await confirm(page, 'Discard draft')
  await waitFor(() => expect(page.location()).toBe('/referrals?direction=outgoing'))
  expect(page.shows('Draft discarded')).toBe(true)
})

it('REF-02 a recipient asks to reopen, and the sender who declines is not asked again', async () => {
  const id = await walk(accept, ['recipient', { action: 'closeUnresolved', reason: 'moved' }])
  const page = await open(id)
  await openMenu(page)
  await page.user.click(await page.findByRole('menuitem', { name: 'Ask to reopen' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Ask to reopen' }))
  dialog.getByText(/^The sender decides, and shares the details again if they say yes\./)
  await page.fill(/^Reason/, 'They came back')
  await confirm(page, 'Ask to reopen')
  await waitFor(() => expect(page.shows('The sender was asked')).toBe(true))

  const sender = await open(id, 'creator')
  await sender.press('Decline the request')
  const declining = within(await sender.findByRole('dialog', { name: 'Decline the request' }))
  declining.getByText('The referral stays as it is. The organization that asked is notified.')
  await confirm(sender, 'Decline the request')
  await waitFor(() => expect(sender.shows('Request declined. Who asked is notified.')).toBe(true))
  await waitFor(() => expect(sender.queryByRole('button', { name: 'Decline the request' })).toBeNull())
})
