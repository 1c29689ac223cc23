import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { plain, type Step, stageOnScreen } from '#test/referral-on-screen.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage, signedIn, walk, read, change } = await stageOnScreen(app)
const refused = { expectedErrors: [/^A call failed: /] }
const accept: Step = ['recipient', { action: 'accept' }]
const start: Step = ['recipient', { action: 'start' }]

const open = (id: string, who: keyof typeof stage.accounts = 'recipient') =>
  openScreen(`/referrals/${id}`, { as: signedIn(who), ...refused })
/** An open dialog, once it has taken the focus: later it would take it from the field that a test looks at. */
async function dialogOf(page: OpenScreen, name: string) {
  const dialog = await page.findByRole('dialog', { name })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return dialog
}
async function pressed(page: OpenScreen, name: string) {
  await page.press(name)
  return dialogOf(page, name)
}
async function chosen(page: OpenScreen, name: string) {
  await page.user.click(await within(page.getByRole('main')).findByRole('button', { name: 'More' }))
  await page.user.click(await page.findByRole('menuitem', { name }))
  return dialogOf(page, name)
}
/** Presses a button once nothing is in progress. */
async function pressFree(page: OpenScreen, button: HTMLElement) {
  await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false))
  await page.user.click(button)
}
const submit = (page: OpenScreen, dialog: HTMLElement) =>
  pressFree(page, within(dialog).getAllByRole('button').at(-1) as HTMLElement)
const taken = (page: OpenScreen, id: string) =>
  page.calls('POST', `/api/referral/${id}/transition`).filter(({ body }) => body.action !== 'view')

it('REF-02 the dialogs of a new referral say what they need', async () => {
  const id = await walk({}, ['recipient', { action: 'view' }])
  const page = await open(id)
  const decline = await pressed(page, 'Decline')
  expect(page.outline(decline)).toEqual([
    'Decline',
    '(Cancel)',
    'Say why, so that the sender can find another way.',
    'Reason',
    '*',
    '<radio>',
    'Not eligible',
    '<radio>',
    'No capacity',
    '<radio>',
    'No funds',
    '<radio>',
    'We do not provide this service',
    '<radio>',
    'Already enrolled',
    '<radio>',
    'Duplicate',
    '<radio>',
    'Other',
    'Note (optional)',
    '<textarea "" at most 4000>',
    'Cancel',
    'Decline',
  ])
  await page.user.click(within(decline).getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.user.click(within(page.getByRole('main')).getByRole('button', { name: 'More' }))
  expect((await page.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Forward'])
  const sender = await open(id, 'creator')
  const recall = await chosen(sender, 'Recall')
  expect(sender.outline(recall)).toEqual([
    'Recall',
    '(Cancel)',
    'The other organization will no longer see who this is about.',
    'Reason | *',
    '<textarea "" required at most 1000>',
    'Cancel',
    'Recall',
  ])
  await submit(sender, recall)
  await within(recall).findByText('Say why.')
  await waitFor(() => expect(document.activeElement).toBe(within(recall).getByRole('textbox')))
  expect(taken(sender, id)).toEqual([])
})

it('REF-02 forwarding asks where, and offers none of the two organizations', async () => {
  const id = await walk({})
  const page = await open(id)
  const dialog = await chosen(page, 'Forward')
  expect(page.outline(dialog)).toEqual([
    'Forward',
    '(Cancel)',
    'The next organization gets the referral; the sender sees both.',
    'Service or organization | *',
    'Type at least 3 letters',
    '<text "" required>',
    'Note (optional)',
    '<textarea "" at most 4000>',
    'Cancel',
    'Forward',
  ])
  await submit(page, dialog)
  await within(dialog).findByText('Pick a service or an organization from the list.')
  const field = within(dialog).getByRole('combobox', { name: 'Service or organization' })
  await page.user.type(field, stage.third.name)
  const option = await page.findByRole('option', { hidden: true })
  expect(plain([option.textContent])).toEqual(['<organization>answers here'])
  await page.user.click(option)
  await within(dialog).findByText(`${stage.third.name} answers referrals here.`)
  expect(page.calls('POST', '/api/referral/destination/search').at(-1)?.body).toMatchObject({
    ...{ text: stage.third.name, near: null, exceptIds: [stage.recipient.id, stage.sender.id] },
  })
  await page.fill('Note (optional)', 'They have room.')
  await submit(page, dialog)
  await waitFor(() => expect(page.shows('Forwarded. The sender is notified.')).toBe(true))
  expect(taken(page, id).at(-1)?.body).toMatchObject({
    ...{ action: 'forward', note: 'They have room.', recipientOrganizationId: stage.third.id, serviceId: null },
  })
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(await read(id)).toMatchObject({ status: 'Forwarded' })
})

it('REF-02 starting work asks how and when the person was reached, to the minute', async () => {
  const id = await walk({}, accept)
  const page = await open(id)
  const dialog = await pressed(page, 'Start work')
  expect(page.outline(dialog)).toEqual([
    'Start work',
    '(Cancel)',
    'The sender will see that work has started, and when you first reached the person.',
    'How was the person first reached?',
    '*',
    '<radio>',
    'By phone',
    '<radio>',
    'By text message',
    '<radio>',
    'By e-mail',
    '<radio>',
    'In person',
    '<radio>',
    'Another way',
    '<radio>',
    'Not contacted yet',
    'Note (optional)',
    '<textarea "" at most 4000>',
    'Cancel',
    'Start work',
  ])
  await page.user.click(within(dialog).getByRole('radio', { name: 'By text message' }))
  const when = within(dialog).getByLabelText<HTMLInputElement>(/^When was that/)
  expect([when.type, when.value]).toEqual(['datetime-local', ''])
  const now = new Date()
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString()
  expect(when.max.slice(0, 13)).toBe(local.slice(0, 13))
  const enter = async (text: string) => {
    await page.user.clear(when)
    await page.user.type(when, text)
    await submit(page, dialog)
  }
  await enter('2098-01-01T10:00')
  await within(dialog).findByText('This lies in the future.')
  await enter('2020-01-01T10:00')
  await within(dialog).findByText('This is before the referral was sent.')
  await change(id, { sentOn: '2019-01-01T00:00:00Z' })
  await page.press('Now')
  expect(when.value.slice(0, 13)).toBe(local.slice(0, 13))
  expect(within(dialog).queryByText('This is before the referral was sent.')).toBeTruthy()
  await submit(page, dialog)
  await waitFor(() => expect(page.shows('Work has started')).toBe(true))
  expect(await read(id)).toMatchObject({ status: 'In Progress', firstContactBy: 'text' })
  await page.findByText(/^just now · By text message$/)
})

it('REF-02 the first contact is recorded later, and what somebody did meanwhile is said', async () => {
  const id = await walk({}, accept, start)
  const page = await open(id)
  const dialog = await pressed(page, 'Record first contact')
  expect(page.outline(dialog)).toEqual([
    'Record first contact',
    '(Cancel)',
    'How was the person first reached?',
    '*',
    '<radio>',
    'By phone',
    '<radio>',
    'By text message',
    '<radio>',
    'By e-mail',
    '<radio>',
    'In person',
    '<radio>',
    'Another way',
    'Cancel',
    'Record first contact',
  ])
  await page.user.click(within(dialog).getByRole('radio', { name: 'By e-mail' }))
  await page.press('Now')
  page.failNext('POST', `/api/referral/${id}/firstContact`, 500)
  await submit(page, dialog)
  await waitFor(() =>
    expect(page.notices()).toEqual(['This could not be loaded or saved. Nothing that you typed is lost.']),
  )
  page.failNext('POST', `/api/referral/${id}/firstContact`, 409)
  await submit(page, dialog)
  await waitFor(() => expect(page.notices()).toContain('Somebody changed this in the meantime. Here is how it is now.'))
  await submit(page, dialog)
  await waitFor(() => expect(page.shows('First contact recorded')).toBe(true))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(await read(id)).toMatchObject({ firstContactBy: 'email' })
})

it('REF-07 a hold and both kinds of closing say what they need', async () => {
  const id = await walk({}, accept, start)
  const page = await open(id)
  const hold = await pressed(page, 'Put on hold')
  expect(page.outline(hold)).toEqual([
    'Put on hold',
    '(Cancel)',
    'Say why, and when you will look again. It will then wait for you on the home screen.',
    'Reason | *',
    '<textarea "" required at most 1000>',
    'Look again on | *',
    '<date "" required>',
    'Cancel',
    'Put on hold',
  ])
  await page.fill(/^Look again on/, '2020-01-01')
  await submit(page, hold)
  await within(hold).findByText('Pick today or a later day.')
  await within(hold).findByText('Say why.')
  await page.user.click(within(hold).getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
  const close = await pressed(page, 'Close with outcome')
  expect(page.outline(close)).toEqual([
    'Close with outcome',
    '(Cancel)',
    'How did it end for the person?',
    'Outcome',
    '*',
    'The person was helped',
    '<radio>',
    'Got help',
    '<radio>',
    'Enrolled',
    '<radio>',
    'Referred elsewhere',
    'It did not work out',
    '<radio>',
    'Could not contact',
    '<radio>',
    'The person declined',
    '<radio>',
    'Not eligible',
    '<radio>',
    'No capacity',
    '<radio>',
    'No funds',
    '<radio>',
    'Moved away',
    '<radio>',
    'Other',
    'Note (optional)',
    '<textarea "" at most 4000>',
    'Cancel',
    'Close with outcome',
  ])
  expect([...close.querySelectorAll('[role=group]')].map((one) => one.getAttribute('aria-labelledby'))).toEqual([
    ...['end-helped', 'end-notHelped'],
  ])
  await page.user.click(within(close).getByRole('radio', { name: 'Moved away' }))
  await page.user.click(within(close).getByRole('radio', { name: 'Referred elsewhere' }))
  await page.fill('Note (optional)', 'To the county.')
  await submit(page, close)
  await waitFor(() => expect(page.shows('Closed. Both sides know.')).toBe(true))
  expect(taken(page, id).at(-1)?.body).toMatchObject({
    ...{ action: 'closeResolved', outcome: 'referred elsewhere', reason: null, note: 'To the county.' },
  })
})

it('REF-07 a sender closes what is being worked on without help alone', async () => {
  const id = await walk({}, accept)
  const page = await open(id, 'creator')
  const dialog = await chosen(page, 'Close as unresolved')
  expect(page.outline(dialog)).toEqual([
    'Close as unresolved',
    '(Cancel)',
    'The need stays open and counts as unmet.',
    'Reason',
    '*',
    '<radio>',
    'Could not contact',
    '<radio>',
    'The person declined',
    '<radio>',
    'Not eligible',
    '<radio>',
    'No capacity',
    '<radio>',
    'No funds',
    '<radio>',
    'Moved away',
    '<radio>',
    'Other',
    'Note (optional)',
    '<textarea "" at most 4000>',
    'Cancel',
    'Close as unresolved',
  ])
  await submit(page, dialog)
  await within(dialog).findByText('Say why.')
  await page.user.click(within(dialog).getByRole('radio', { name: 'The person declined' }))
  await submit(page, dialog)
  await waitFor(() => expect(page.shows('Closed as unresolved')).toBe(true))
  expect(await read(id)).toMatchObject({ status: 'Closed: Unresolved', reason: 'client declined' })
})

it('REF-02 a dialog whose action was taken away meanwhile says so when it is sent', async () => {
  const id = await walk({}, accept)
  const page = await open(id)
  const dialog = await pressed(page, 'Put on hold')
  const { version } = await read(id)
  const close = { action: 'closeUnresolved', reason: 'moved', version }
  await stage.as.creator('POST', `/api/referral/${id}/transition`, close)
  await waitFor(() => expect(page.queryByText('Closed: Unresolved')).toBeTruthy())
  await waitFor(() => expect(within(dialog).queryByLabelText(/^Look again on/)).toBeNull())
  expect(page.outline(dialog)).toEqual([
    'Put on hold',
    '(Cancel)',
    'Say why, and when you will look again. It will then wait for you on the home screen.',
    'Note (optional)',
    '<textarea "" at most 4000>',
    'Cancel',
    'Put on hold',
  ])
  await submit(page, dialog)
  await waitFor(() => expect(page.notices()).toEqual(['Somebody changed this in the meantime. Here is how it is now.']))
})

it('REF-02 a press that comes too late, or fails, says which it was', async () => {
  const id = await walk({}, ['recipient', { action: 'view' }])
  const page = await open(id)
  for (const [status, said] of [
    [500, 'This could not be loaded or saved. Nothing that you typed is lost.'],
    [409, 'Somebody changed this in the meantime. Here is how it is now.'],
  ] as const) {
    page.failNext('POST', `/api/referral/${id}/transition`, status)
    await pressFree(page, page.getByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(page.notices()).toContain(said))
  }
  await pressFree(page, page.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(page.shows('Accepted. The sender is notified.')).toBe(true))
  expect(taken(page, id).at(-1)?.body).toMatchObject({ action: 'accept' })
})

it('REF-09 reopening says that the recipient takes no referrals now, and asks whom to invite if nobody is there', async () => {
  const id = await walk({}, ['recipient', { action: 'decline', reason: 'no capacity' }])
  const setTakes = (takesReferrals: boolean) =>
    app.database.updateTable('organization').set({ takesReferrals }).where('id', '=', stage.recipient.id).execute()
  const page = await open(id, 'creator')
  const dialog = await chosen(page, 'Reopen')
  await page.user.type(within(dialog).getByRole('textbox'), 'They have room again.')
  await setTakes(false)
  await submit(page, dialog)
  const alert = await within(dialog).findByRole('alert')
  expect(alert.textContent).toBe('This organization takes no referrals through the portal.')
  await setTakes(true)
  await app.database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('organizationId', '=', stage.recipient.id)
    .execute()
  await submit(page, dialog)
  await within(dialog).findByText('Say who should get the invitation.')
  await page.fill(/^First Name/, 'Rae')
  await page.fill(/^Last Name/, 'Lund')
  await page.fill(/^Email/, 'rae@quillon.test')
  await submit(page, dialog)
  await waitFor(() => expect(taken(page, id)).toHaveLength(3))
  expect(taken(page, id).at(-1)?.body).toMatchObject({
    directReferralContact: { firstName: 'Rae', lastName: 'Lund', email: 'rae@quillon.test' },
  })
})
