import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)

/** People who were referred, by first name, the last one at the top of the list. */
async function begin(...names: string[]) {
  const stage = await makeStage(app)
  const ids: Record<string, string> = {}
  for (const firstName of names) {
    const { id: contactId } = await makePerson(stage.as.creator, { firstName, phones: [] })
    ids[firstName] = (await refer(stage, { contactId })).body.id
  }
  const signedIn = (name: keyof typeof stage.accounts) => ({ ...stage.accounts[name], password: PASSWORD })
  const status = async (name: string) =>
    (
      await database
        .selectFrom('referral')
        .select('status')
        .where('id', '=', ids[name] ?? '')
        .executeTakeFirstOrThrow()
    ).status
  return { stage, ids, signedIn, status }
}
const select = (page: OpenScreen, name: string) =>
  page.user.click(page.getByRole('checkbox', { name: `Select ${name} A.` }))
const bulkCalls = (page: OpenScreen) => page.calls('POST', '/api/referral/bulk').map(({ body }) => body)

it('REF-12 selected referrals are declined with one reason and note, and what failed says why', async () => {
  const { stage, ids, signedIn, status } = await begin('Ana', 'Ben', 'Cleo')
  const page = await openScreen('/referrals', { as: signedIn('recipient') })
  await page.findByRole('link', { name: 'Cleo A.' })
  await select(page, 'Ana')
  await select(page, 'Cleo')
  // The sender is quicker with one of them.
  const call = { action: 'recall', version: 1, reason: 'Found help.' }
  const live = page.holdNext('POST', '/api/referral/search')
  await stage.as.creator('POST', `/api/referral/${ids.Ana}/transition`, {
    ...call,
    version: (await stage.as.creator('GET', `/api/referral/${ids.Ana}`)).body.version,
  })
  await page.user.click(
    within(page.getByRole('region', { name: '2 referrals selected' })).getByRole('button', { name: 'Decline' }),
  )
  const dialog = within(await page.findByRole('dialog', { name: 'Decline 2 referrals' }))
  await page.user.click(dialog.getByRole('button', { name: 'Decline' }))
  dialog.getByText('Say why.')
  expect(bulkCalls(page)).toEqual([])
  await page.user.click(dialog.getByRole('radio', { name: 'No capacity' }))
  await page.user.type(dialog.getByLabelText('Note (optional)'), 'Again in May.')
  await page.user.click(dialog.getByRole('button', { name: 'Decline' }))
  const failed = within(await page.findByRole('dialog', { name: '1 referral stays as it was' }))
  await failed.findByText('Somebody changed it meanwhile. It stays selected: look at it, and try again.')
  expect(failed.getByRole('link').getAttribute('href')).toBe(`/referrals/${ids.Ana}`)
  expect(bulkCalls(page)).toMatchObject([{ action: 'decline', reason: 'no capacity', note: 'Again in May.' }])
  await page.user.click(failed.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  page.getByText('1 referral done. 1 was changed meanwhile.')
  live.release()
  expect([await status('Cleo'), await status('Ben')]).toEqual(['Declined', 'Sent'])
})

it('REF-12 what failed can be loaded again, and is not called gone', async () => {
  const { stage, ids, signedIn } = await begin('Ana', 'Ben')
  const page = await openScreen('/directory', {
    ...{ as: signedIn('recipient'), expectedErrors: [/^A call failed: /] },
  })
  // An event of the recall would make the list read it.
  const stream = page.holdNext('GET', '/api/event/stream')
  await page.open('/referrals')
  await page.findByRole('link', { name: 'Ben A.' })
  await select(page, 'Ana')
  await select(page, 'Ben')
  await page.press('Decline')
  const dialog = within(await page.findByRole('dialog', { name: 'Decline 2 referrals' }))
  await page.user.click(dialog.getByRole('radio', { name: 'No capacity' }))
  // The sender is quicker with one of them.
  const { version } = (await stage.as.creator('GET', `/api/referral/${ids.Ana}`)).body
  const recall = { action: 'recall', version, reason: 'Found help.' }
  await stage.as.creator('POST', `/api/referral/${ids.Ana}/transition`, recall)
  // The list is read as well; of both, the first failure is tried again by itself.
  for (let time = 0; time < 4; time++) page.failNext('POST', '/api/referral/search', 500)
  await page.user.click(dialog.getByRole('button', { name: 'Decline' }))
  const failed = within(await page.findByRole('dialog', { name: '1 referral stays as it was' }))
  await failed.findByText('This could not be loaded.')
  await page.user.click(failed.getByRole('button', { name: 'Try again' }))
  expect((await failed.findByRole('link')).getAttribute('href')).toBe(`/referrals/${ids.Ana}`)
  expect(failed.queryByText('This could not be loaded.')).toBeNull()
  stream.release()
})

it('REF-12 all referrals are assigned to a colleague, and the assignment is undone', async () => {
  const { stage, ids, signedIn } = await begin('Ana', 'Ben')
  const colleague = await makeAccount(database, { organizationId: stage.recipient.id, firstName: 'Zoe' })
  const page = await openScreen('/referrals', { as: signedIn('recipient') })
  await page.findByRole('link', { name: 'Ben A.' })
  await page.user.click(page.getByRole('checkbox', { name: 'Select all loaded referrals' }))
  await page.press('Assign')
  await page.findByRole('button', { name: 'Zoe Tester' })
  await page.user.keyboard('zoe{Enter}')
  await page.findByText('2 referrals done.')
  await waitFor(() => expect(page.getAllByText('Zoe Tester')).toHaveLength(2))
  const assignee = async () =>
    (
      await database
        .selectFrom('referral')
        .select('assigneeId')
        .where('id', '=', ids.Ana ?? '')
        .executeTakeFirstOrThrow()
    ).assigneeId
  expect(await assignee()).toBe(colleague.id)
  await page.press('Undo')
  await waitFor(() => expect(page.notices()).toContain('Undone'))
  expect(await assignee()).toBeNull()
})

it('REF-12 the keyboard moves, selects, accepts and undoes, and lists its shortcuts', async () => {
  const { stage, ids, signedIn, status } = await begin('Ana', 'Ben', 'Cleo')
  const page = await openScreen('/referrals', { as: signedIn('recipient') })
  const cleo = await page.findByRole('link', { name: 'Cleo A.' })
  await page.user.keyboard('j')
  await waitFor(() => expect(document.activeElement).toBe(cleo))
  await page.user.keyboard('x')
  await page.findByRole('region', { name: '1 referral selected' })
  await page.user.keyboard('j')
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('link', { name: 'Ben A.' })))
  await page.user.keyboard('X')
  await page.findByRole('region', { name: '2 referrals selected' })
  await page.user.keyboard('a')
  const dialog = within(await page.findByRole('dialog', { name: 'Accept 2 referrals' }))
  // No shortcut acts while a dialog is open.
  await page.user.keyboard('jxd')
  await page.user.click(dialog.getByRole('button', { name: 'Accept' }))
  await page.findByText('2 referrals done.')
  expect([await status('Cleo'), await status('Ben'), await status('Ana')]).toEqual(['Accepted', 'Accepted', 'Sent'])
  await stage.as.creator('POST', `/api/referral/${ids.Ben}/message`, { text: 'Thank you.' })
  // Undoing waits for the list.
  await page.loaded()
  await page.user.keyboard('u')
  await waitFor(() => expect(page.notices()).toContain('Undone, except 1 referral that cannot be undone any more.'))
  expect([await status('Cleo'), await status('Ben')]).toEqual(['Sent', 'Accepted'])
  await page.user.keyboard('?')
  const card = within(await page.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['Next or previous referral', 'Open the referral', 'Select the referral', 'Select up to this referral'],
    ...['Accept', 'Decline', 'Assign', 'Mark as viewed', 'Close'],
    ...['Undo the last change', 'New referral', 'Search', 'This card'],
  ])
})

it('REF-12 a sender reminds, and recalls with a reason', async () => {
  const { signedIn, status } = await begin('Ana', 'Ben')
  const page = await openScreen('/referrals?direction=outgoing', { as: signedIn('creator') })
  await page.findByRole('link', { name: 'Ben A.' })
  await page.user.click(page.getByRole('checkbox', { name: 'Select all loaded referrals' }))
  await page.press('Remind')
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Remind' }))
  await page.findByText('2 referrals done.')
  await waitFor(() => expect(page.queryByRole('region', { name: '2 referrals selected' })).toBeNull())
  await select(page, 'Ana')
  await page.press('Remind')
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Remind' }))
  await page.findByText('The organization was already reminded in the last 24 hours.')
  await page.user.click(page.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  const recall = await page.findByRole('button', { name: 'Recall' })
  // While the list is read again, the buttons do nothing.
  await waitFor(() => expect(recall.getAttribute('aria-disabled')).not.toBe('true'))
  await page.user.click(recall)
  const dialog = within(await page.findByRole('dialog', { name: 'Recall 1 referral' }))
  await page.user.type(dialog.getByLabelText(/^Reason/), 'They found a room.')
  await page.user.click(dialog.getByRole('button', { name: 'Recall' }))
  await waitFor(async () => expect([await status('Ana'), await status('Ben')]).toEqual(['Recalled', 'Sent']))
})

it('REF-05 the lists that everybody has stand above, with their counts and in the address', async () => {
  const { stage, ids, signedIn } = await begin('Ana', 'Ben', 'Cleo')
  const mine = await stage.as.recipient('GET', `/api/referral/${ids.Ben}`)
  await stage.as.recipient('POST', `/api/referral/${ids.Ben}/transition`, {
    action: 'accept',
    version: mine.body.version,
  })
  await stage.as.creator('POST', `/api/referral/${ids.Ben}/message`, { text: 'Thank you.' })
  await database
    .updateTable('referral')
    .set({ status: 'In Review', responseDueOn: '2026-01-01T00:00:00Z' })
    .where('id', '=', ids.Ana ?? '')
    .execute()
  const page = await openScreen('/referrals?sort=late', { as: signedIn('recipient') })
  const names = () => page.getAllByRole('row').flatMap((row) => within(row).queryAllByRole('link'))
  await waitFor(() => expect(names().map(({ textContent }) => textContent)).toEqual(['Ana A.', 'Cleo A.', 'Ben A.']))
  const lists = within(page.getByRole('group', { name: 'Lists' }))
  await waitFor(() =>
    expect(lists.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual([
      ...['All', 'Waiting for my answer 2', 'Late 1', 'Mine 1', 'Unread 1'],
    ]),
  )
  for (const [list, found] of [
    ['Waiting for my answer', ['Cleo A.', 'Ana A.']],
    ['Late', ['Ana A.']],
    ['Mine', ['Ben A.']],
    ['Unread', ['Ben A.']],
  ] as const) {
    await page.user.click(lists.getByRole('button', { name: new RegExp(`^${list}`) }))
    const inOrder = list === 'Waiting for my answer' ? ['Ana A.', 'Cleo A.'] : found
    await waitFor(() => expect(names().map(({ textContent }) => textContent)).toEqual(inOrder))
  }
  await waitFor(() => expect(page.location()).toBe('/referrals?sort=late&list=unread'))
})

it('REF-12 a list that is shown again has what was sent while another one was shown', async () => {
  const { stage, signedIn } = await begin('Ana')
  const page = await openScreen('/referrals', { as: signedIn('recipient') })
  await page.findByRole('link', { name: 'Ana A.' })
  const list = async (name: RegExp) => page.user.click(await page.findByRole('button', { name }))
  await list(/^Late/)
  await waitFor(() => expect(page.queryByRole('link', { name: 'Ana A.' })).toBeNull())
  const before = page.calls('POST', '/api/referral/search').length
  const { id: contactId } = await makePerson(stage.as.creator, { firstName: 'Ben', phones: [] })
  await refer(stage, { contactId })
  await waitFor(() => expect(page.calls('POST', '/api/referral/search').length).toBeGreaterThan(before))
  await page.loaded()
  await list(/^All$/)
  await page.findByRole('link', { name: 'Ben A.' })
})

it('REF-12 the list as it is filtered, or what is selected, is saved as a file', async () => {
  const { ids, signedIn } = await begin('Ana', 'Ben')
  const saved: string[] = []
  const files = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    void (file as Blob).text().then((words) => saved.push(words))
    return 'blob:nothing'
  })
  const page = await openScreen('/referrals?status=Sent', { as: signedIn('recipient') })
  await page.findByRole('link', { name: 'Ana A.' })
  await page.fill(/^Search by name/, 'ben')
  await waitFor(() => expect(page.queryByRole('link', { name: 'Ana A.' })).toBeNull())
  await page.press('Export as CSV')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toContain(',Ben A.,')
  expect(saved[0]).not.toContain('Ana')
  await page.fill(/^Search by name/, '')
  await page.findByRole('link', { name: 'Ana A.' })
  await page.user.click(page.getByRole('checkbox', { name: 'Select Ana A.' }))
  await page.press('Export')
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]).toContain(',Ana A.,')
  expect(saved[1]).not.toContain('Ben')
  expect(page.calls('POST', '/api/referral/export').map(({ body }) => body)).toEqual([
    { direction: 'incoming', sort: 'late', status: 'Sent', search: 'ben' },
    { direction: 'incoming', sort: 'late', status: 'Sent', ids: [ids.Ana] },
  ])
  files.mockRestore()
})

it('REF-12 an act on many that fails keeps its dialog with the reason and the note, to try again', async () => {
  const { signedIn, status } = await begin('Ana')
  const page = await openScreen('/referrals', { as: signedIn('recipient'), expectedErrors: [/^A call failed: /] })
  await page.findByRole('link', { name: 'Ana A.' })
  await select(page, 'Ana')
  await page.user.click(
    within(page.getByRole('region', { name: '1 referral selected' })).getByRole('button', { name: 'Decline' }),
  )
  const dialog = within(await page.findByRole('dialog', { name: 'Decline 1 referral' }))
  await page.user.click(dialog.getByRole('radio', { name: 'No capacity' }))
  await page.user.type(dialog.getByLabelText('Note (optional)'), 'Again in May.')
  page.failNext('POST', '/api/referral/bulk', 403)
  await page.user.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Note (optional)').value).toBe('Again in May.')
  expect(await status('Ana')).toBe('Sent')
  await page.user.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(await status('Ana')).toBe('Declined')
})

it('REF-12 colleagues who cannot be read are said to be missing, and a refused assignment is said', async () => {
  const { stage, signedIn } = await begin('Ana')
  const zoe = await makeAccount(database, { organizationId: stage.recipient.id, firstName: 'Zoe' })
  const page = await openScreen('/referrals', { as: signedIn('recipient'), expectedErrors: [/^A call failed: /] })
  await page.findByRole('link', { name: 'Ana A.' })
  await page.user.click(page.getByRole('checkbox', { name: 'Select all loaded referrals' }))
  // The read is repeated once by itself.
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/referral/assignable', 500)
  await page.press('Assign')
  await page.findByText('Your colleagues could not be loaded.')
  await page.press('Try again')
  await page.findByRole('button', { name: 'Zoe Tester' })
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', zoe.id)
    .execute()
  await page.press('Zoe Tester')
  await waitFor(() => expect(page.notices()).toEqual(['Pick somebody from the list.']))
})
