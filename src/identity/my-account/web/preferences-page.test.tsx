import { expect, it } from 'vitest'
import { preferenceLevels, type UserPreference } from '#identity/preferences/user-preference.ts'
import { startTestApp } from '#test/app.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const PATH = '/api/userPreference/'

const columns = { text: 'Text message', email: 'E-mail' }
/** What each value of the record controls, in the specification's words. */
const rows: [keyof UserPreference, row: string, column: string][] = [
  ['textForIncomingReferral', "My organization's incoming referrals", columns.text],
  ['emailForIncomingReferral', "My organization's incoming referrals", columns.email],
  ['textForDirectReferral', 'Only referrals directed to me', columns.text],
  ['emailForDirectReferral', 'Only referrals directed to me', columns.email],
  ['textForConfirmationOfSentReferral', 'Confirmation of referrals I created', columns.text],
  ['emailForConfirmationOfSentReferral', 'Confirmation of referrals I created', columns.email],
  ['textForStatusChangeOfReferral', 'When the status of a referral I created is changed', columns.text],
  ['emailForStatusChangeOfReferral', 'When the status of a referral I created is changed', columns.email],
]
const allNone = Object.fromEntries(rows.map(([name]) => [name, 'None'])) as UserPreference
const ticks = {
  All: [true, true, true],
  Internal: [false, true, false],
  External: [false, false, true],
  None: [false, false, false],
}

type Page = Awaited<ReturnType<typeof openScreen>>
const boxesOf = (page: Page, row: string, column: string) =>
  ['All', 'Internal', 'External'].map((kind) => page.getByLabelText(`${kind}, ${row}, ${column}`) as HTMLInputElement)
const ticked = (page: Page, row: string, column: string) => boxesOf(page, row, column).map((box) => box.checked)

it('PREF-01 PREF-02 shows each level of each value as its three boxes', async () => {
  const { account, call } = await app.someone()
  for (const shift of [0, 1, 2, 3]) {
    const given = Object.fromEntries(
      rows.map(([name], at) => [name, preferenceLevels[(at + shift) % 4]]),
    ) as UserPreference
    expect((await call('PUT', PATH, given)).status).toBe(200)
    const page = await openScreen('/myAccount/preferences', { as: account })
    for (const [name, row, column] of rows)
      expect([name, given[name], ...ticked(page, row, column)]).toEqual([name, given[name], ...ticks[given[name]]])
  }
})

it('PREF-01 PREF-02 PREF-04 saves each row of each column by itself, and shows it again', async () => {
  const { account, call } = await app.someone()
  for (const [name, row, column] of rows) {
    await call('PUT', PATH, allNone)
    const page = await openScreen('/myAccount/preferences', { as: account })
    // A group whose values are all off is switched off; first turn it on again.
    for (const off of page.getAllByRole('switch')) await page.user.click(off)
    const [all, internal, external] = boxesOf(page, row, column)
    await page.user.click(internal as HTMLElement)
    expect(ticked(page, row, column)).toEqual(ticks.Internal)
    await page.user.click(external as HTMLElement)
    expect(ticked(page, row, column)).toEqual(ticks.All)
    await page.user.click(internal as HTMLElement)
    expect(ticked(page, row, column)).toEqual(ticks.External)
    await page.user.click(all as HTMLElement)
    await page.user.click(all as HTMLElement)
    expect(ticked(page, row, column)).toEqual(ticks.None)
    await page.user.click(internal as HTMLElement)
    await page.press('Save')
    await waitFor(() => expect(page.notices()).toEqual(['Preferences saved']))
    const saved = { ...allNone, [name]: 'Internal' }
    expect(page.calls('PUT', PATH)[0]?.body).toEqual(saved)
    expect((await call('GET', PATH)).body).toEqual(saved)
  }
})

it('PREF-03 a master switch clears and disables its group alone, and is on again when the group is empty', async () => {
  const { account, call } = await app.someone()
  const everything = Object.fromEntries(rows.map(([name]) => [name, 'All'])) as UserPreference
  for (const [group, label, from] of [
    ['incoming', 'Disable notifications for incoming referrals', 0],
    ['outgoing', 'Disable notifications for outgoing referrals', 4],
  ] as const) {
    await call('PUT', PATH, everything)
    const page = await openScreen('/myAccount/preferences', { as: account })
    const own = rows.slice(from, from + 4)
    const other = rows.filter((row) => !own.includes(row))
    await page.user.click(page.getByRole('switch', { name: label }))
    for (const [, row, column] of own) {
      expect(ticked(page, row, column), group).toEqual(ticks.None)
      expect(boxesOf(page, row, column).every((box) => box.disabled)).toBe(true)
    }
    for (const [, row, column] of other) {
      expect(ticked(page, row, column)).toEqual(ticks.All)
      expect(boxesOf(page, row, column).some((box) => box.disabled)).toBe(false)
    }
    await page.press('Save')
    await waitFor(() => expect(page.notices()).toEqual(['Preferences saved']))
    await page.open('/myAccount/preferences')
    expect(page.getAllByRole('switch').map((one) => (one as HTMLInputElement).checked)).toEqual([
      group === 'incoming',
      group === 'outgoing',
    ])
  }
})

it('PREF-04 says when saving failed, and keeps what was chosen', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, ...refused })
  const [, internal] = boxesOf(page, 'Only referrals directed to me', columns.email)
  await page.user.click(internal as HTMLElement)
  page.failNext('PUT', PATH, 500)
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual(['An error occurred while saving account preferences']))
  expect(ticked(page, 'Only referrals directed to me', columns.email)).toEqual(ticks.External)
  expect(page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBeNull()
})

it('PREF-05 shows the address and the primary phone, and who corrects them', async () => {
  const { account } = await app.someone()
  const { contactId } = account
  const phones = [
    { contactId, phoneNumber: '+17165550199', isPrimary: false },
    { contactId, phoneNumber: '+17165550142', isPrimary: true },
  ]
  const empty = await openScreen('/myAccount/preferences', { as: account })
  expect(empty.getByText('No phone number yet')).toBeTruthy()
  await app.database.insertInto('contactPhone').values(phones).execute()
  const page = await openScreen('/myAccount/preferences', { as: account })
  expect(page.getByText('(716) 555-0142')).toBeTruthy()
  expect(page.queryByText('(716) 555-0199')).toBeNull()
  expect(page.getAllByText(account.email).length).toBeGreaterThan(0)
  expect(page.getByText("If this information is incorrect, please contact your organization's admin.")).toBeTruthy()
  expect(page.calls('GET', '/api/admin/phone/')[0]?.query).toEqual({ contactId })
})

it('PREF-04 asks before changed preferences are left, and saves, drops or keeps them', async () => {
  const { account, call } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account })
  const change = async () => page.user.click(await page.findByLabelText('All, Only referrals directed to me, E-mail'))
  const leave = async () => page.user.click(page.getAllByRole('link', { name: 'Security' })[0] as HTMLElement)
  const answer = async (name: string) => {
    const dialog = await page.findByRole('dialog', { name: 'Save your changes?' })
    await page.user.click(within(dialog).getByRole('button', { name }))
  }
  await change()
  await leave()
  await answer('Stay here')
  expect(page.location()).toBe('/myAccount/preferences')
  await leave()
  const saving = page.holdNext('PUT', PATH)
  await answer('Save')
  // While saving, the other buttons are disabled.
  for (const name of ['Stay here', 'Leave without saving'])
    expect(page.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
  saving.release()
  await waitFor(() => expect(page.location()).toBe('/myAccount/security'))
  expect((await call('GET', PATH)).body.emailForDirectReferral).toBe('None')
  await page.open('/myAccount/preferences')
  await change()
  await leave()
  await answer('Leave without saving')
  await waitFor(() => expect(page.location()).toBe('/myAccount/security'))
  expect((await call('GET', PATH)).body.emailForDirectReferral).toBe('None')
})

it('REF-06 PREF-04 saves the notices of messages beside the record of the specification', async () => {
  const { account, call } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account })
  const row = 'When a message is written on a referral I created or work on'
  expect(ticked(page, row, columns.email)).toEqual(ticks.All)
  expect(ticked(page, row, columns.text)).toEqual(ticks.None)
  await page.user.click(boxesOf(page, row, columns.email)[1] as HTMLElement)
  await page.user.click(boxesOf(page, row, columns.text)[0] as HTMLElement)
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual(['Preferences saved']))
  const saved = { emailForMessageOnReferral: 'External', textForMessageOnReferral: 'All' }
  expect((await call('GET', `${PATH}message`)).body).toEqual(saved)
  expect(Object.keys((await call('GET', PATH)).body).sort()).toEqual(rows.map(([name]) => name).sort())
  // After saving, leaving does not ask.
  await page.user.click(page.getAllByRole('link', { name: 'Security' })[0] as HTMLElement)
  await waitFor(() => expect(page.location()).toBe('/myAccount/security'))
})

it('PREF-04 what is chosen while saving stays, and is saved next', async () => {
  const { account, call } = await app.someone()
  await call('PUT', PATH, allNone)
  const page = await openScreen('/myAccount/preferences', { as: account })
  for (const off of page.getAllByRole('switch')) await page.user.click(off)
  const [, row, column] = rows[0] as (typeof rows)[number]
  const [, internal, external] = boxesOf(page, row, column)
  await page.user.click(internal as HTMLElement)
  const held = page.holdNext('PUT', PATH)
  await page.press('Save')
  await page.user.click(external as HTMLElement)
  held.release()
  const save = () => page.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(save().getAttribute('aria-disabled')).not.toBe('true'))
  expect(page.calls('PUT', PATH).map(({ status }) => status)).toEqual([200])
  expect(ticked(page, row, column)).toEqual(ticks.All)
  await page.press('Save')
  await waitFor(() => expect(page.calls('PUT', PATH).map(({ status }) => status)).toEqual([200, 200]))
  expect((await call('GET', PATH)).body.textForIncomingReferral).toBe('All')
})
