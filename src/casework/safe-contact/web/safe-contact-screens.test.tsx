import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import type { SafeContactChange } from '#casework/safe-contact/safe-contact.ts'
import { startTestApp } from '#test/app.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { otherHours, safeAt, safeRules } from '#test/safe-contact.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const { creator, recipient } = stage.accounts
const NUMBER = '+17165550142'
beforeAll(() => insertShippedForms(app.database))

/** The stage's email address, at which writing is safe, and a number at which nothing is. */
async function addPerson(rules: Partial<SafeContactChange> | null): Promise<string> {
  const { id } = await makePerson(stage.as.creator)
  const given = safeRules(rules ?? {})
  if (rules) await stage.as.creator('PUT', `/api/contact/${id}/safeContact`, given)
  return id
}
const unsafePhone = { phones: [{ ...safeAt(NUMBER), mayCall: false, mayText: false }] }
const safeEmail = { email: 'noor@example.test', mayEmail: true }

it('INT-15 staff record how a person may be contacted, and read it above everything else', async () => {
  const id = await addPerson(null)
  const page = await openScreen(`/people/${id}`, { as: creator })
  await page.press('Record safe contact')
  const dialog = within(await page.findByRole('dialog', { name: 'Safe contact' }))
  const phone = within(dialog.getByRole('group', { name: '(716) 555-0142' }))
  await page.user.click(phone.getByLabelText('Leave a voicemail'))
  await page.user.click(phone.getByLabelText('Send a text'))
  await page.user.click(dialog.getByLabelText('Letters to the address are safe'))
  await page.user.click(dialog.getByRole('button', { name: 'Add hours' }))
  await page.user.clear(dialog.getByLabelText('To'))
  await page.user.type(dialog.getByLabelText('To'), '08:00')
  await page.user.click(dialog.getByLabelText('Do not say who is calling or writing'))
  await page.fill(/^What must not be mentioned/, 'The shelter')
  await page.fill(/^Whom to ask for/, 'Sister Ann')
  await page.press('Save')
  await page.findByText('The end must be after the beginning.')
  await page.user.clear(dialog.getByLabelText('To'))
  await page.user.type(dialog.getByLabelText('To'), '12:00')
  await page.press('Save')
  const banner = await page.findByRole('region', { name: 'Contact this person safely' })
  const outline = page.outline(banner).filter((line) => !line.startsWith('Now is not'))
  expect(outline).toEqual([
    'Contact this person safely',
    'Do not say who is calling or writing.',
    'Do not mention',
    'The shelter',
    'Ask for',
    'Sister Ann',
    'When',
    expect.stringMatching(/^Mon, Tue, Wed, Thu, Fri: 9:00 AM–12:00 PM/),
    'Letters',
    'Do not send letters',
    'Change safe contact',
  ])
  expect(banner.compareDocumentPosition(page.getByRole('heading', { name: 'Details' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  expect(page.shows('No voicemail') && page.shows('No texts')).toBe(true)
})

it('INT-15 somebody else saved meanwhile: the form has what they saved, and keeps what was typed', async () => {
  const id = await addPerson(null)
  const page = await openScreen(`/people/${id}`, { as: creator, expectedErrors: [/^A call failed: /] })
  await page.press('Record safe contact')
  await stage.as.creator('PUT', `/api/contact/${id}/safeContact`, safeRules({ ...safeEmail, askFor: 'Bo' }))
  const typed = (label: RegExp) => (page.getByLabelText(label) as HTMLInputElement).value
  await page.fill(/^Whom to ask for/, 'Cy')
  await page.fill(/^What must not be mentioned/, 'The shelter')
  await page.user.click(page.getByLabelText('Letters to the address are safe'))
  await page.press('Save')
  const notice = await page.findByText(/^Somebody saved this in the meantime/)
  await waitFor(() => expect(document.activeElement).toBe(notice.closest('[role=alert]')))
  expect(typed(/^Whom to ask for/)).toBe('Bo / Cy')
  expect(typed(/^What must not be mentioned/)).toBe('The shelter')
  await page.press('Save')
  await page.findByText('Safe contact is saved.')
  const { safeContact } = (await stage.as.creator('GET', `/api/contact/${id}`)).body
  expect(safeContact).toMatchObject({ askFor: 'Bo / Cy', avoid: 'The shelter', mayMail: false, mayEmail: true })
})

it('INT-15 nothing can be pressed at a person who must not be contacted, for the sender and for the recipient', async () => {
  const id = await addPerson({ ...unsafePhone, ...safeEmail, doNotContact: true })
  const referral = (await refer(stage, { contactId: id })).body
  for (const [address, as, where] of [
    [`/people/${id}`, creator, /until this is changed here\.$/],
    [`/referrals/${referral.id}`, creator, /until this is changed on the record\.$/],
    [`/referrals/${referral.id}`, recipient, /Only the organization that keeps the record can change this\.$/],
  ] as const) {
    const page = await openScreen(address, { as })
    const banner = await page.findByRole('region', { name: 'Do not contact this person' })
    within(banner).getByText(where)
    const link = within(banner).queryByRole('link', { name: 'Open the record' })
    expect(link?.getAttribute('href')).toBe(where.source.includes('on the record') ? `/people/${id}` : undefined)
    expect(page.getAllByText('Do not contact')).toHaveLength(2)
    expect(page.queryByRole('link', { name: /555-0142|noor@/ })).toBeNull()
  }
})

it('INT-15 marks beside a number what is not safe at it, also in the list of people', async () => {
  const id = await addPerson({ ...unsafePhone, ...safeEmail })
  const page = await openScreen(`/people/${id}`, { as: creator })
  await page.findByText('Do not call')
  expect(page.queryByRole('link', { name: '(716) 555-0142' })).toBeNull()
  expect(page.getByRole('link', { name: 'noor@example.test' })).toBeTruthy()
  for (const width of [360, 1280]) {
    const list = await openScreen('/people', { as: creator, width })
    expect((await list.findAllByText('Do not call')).length).toBeGreaterThan(0)
  }
})

it('INT-15 the dialog for a link offers only safe ways, and says why not the others', async () => {
  const id = await addPerson({ ...unsafePhone, ...safeEmail })
  const page = await openScreen(`/people/${id}`, { as: creator })
  await page.press('Let them fill in')
  await page.findByText('Not offered, because it is not known to be safe: text message.')
  await page.user.click(page.getByLabelText('How they get it', { selector: 'input' }))
  await page.findByRole('option', { name: 'By e-mail' })
  expect(page.queryByRole('option', { name: 'By text message' })).toBeNull()
})

it('INT-15 outside the safe hours nothing is offered, and the screen says from when on', async () => {
  const id = await addPerson({ phones: [safeAt(NUMBER)], ...safeEmail, ...otherHours() })
  const page = await openScreen(`/people/${id}`, { as: creator })
  await page.findByText(/^Now is not a safe time\. Next: \w+day/)
  expect(page.getByRole('button', { name: 'Invite by e-mail' }).hasAttribute('disabled')).toBe(true)
  await page.findByText(/^Not offered now, because it is outside the safe hours\. Possible from \w+day/)
  // They were changed since the page was opened: the refusal stands at its field.
  const { version } = (await stage.as.creator('GET', `/api/contact/${id}`)).body.safeContact
  await stage.as.creator('PUT', `/api/contact/${id}/safeContact`, safeRules({ ...safeEmail, version }))
  const other = await openScreen(`/people/${id}`, { as: creator, expectedErrors: [/^A call failed: /] })
  await other.press('Let them fill in')
  await other.choose('How they get it', 'By e-mail')
  const newer = safeRules({ ...safeEmail, mayEmail: false, version: version + 1 })
  await stage.as.creator('PUT', `/api/contact/${id}/safeContact`, newer)
  await other.press('Make the link')
  await waitFor(() => expect(other.shows('This is not safe for the person. Nothing was sent.')).toBe(true))
})

/** Hours of every day that end so many minutes from now, in a zone where it is about noon. */
function hoursUntil(minutes: number) {
  const clock = (timeZone: string, moment: number) =>
    new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short', hourCycle: 'h23' }).format(moment)
  const timeZone = Intl.supportedValuesOf('timeZone').find((zone) => clock(zone, Date.now()).startsWith('12:')) ?? 'UTC'
  const to = clock(timeZone, Date.now() + minutes * 60_000)
  return { hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to }], timeZone }
}

it('INT-15 a number on a screen that stays open can no longer be pressed once the safe hours end', async () => {
  const id = await addPerson({ phones: [safeAt(NUMBER)], ...hoursUntil(20) })
  const page = await openScreen(`/people/${id}`, { as: creator })
  await page.findByRole('link', { name: /716/ })
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // A tab that is opened again looks at the clock.
  document.dispatchEvent(new Event('visibilitychange'))
  await page.settle()
  await vi.advanceTimersByTimeAsync(18 * 60_000)
  await page.settle()
  expect(page.getAllByRole('link', { name: /716/ })).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  await page.settle()
  expect(page.queryByRole('link', { name: /716/ })).toBeNull()
  expect(page.getByText(/^Now is not a safe time/)).toBeTruthy()
})
