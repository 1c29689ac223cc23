import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
/** Without what is another one in each run. */
const plain = (lines: string[]) =>
  lines.map((line) =>
    line
      .replaceAll(/[\w•<>-]+\u200b?@[a-z]+\.test/g, '<email>')
      .replaceAll(/Organization [\da-f]{8}/g, '<organization>')
      .replaceAll(/\d\d\/\d\d\/\d{4}/g, '<day>'),
  )
async function begin() {
  const { id: organizationId } = await makeOrganization(database)
  const admin = await app.someone({ roles: ['organization-admin'], organizationId, firstName: 'Ada', lastName: 'Boss' })
  const cole = await makeAccount(database, { organizationId, firstName: 'Cole', lastName: 'League' })
  return { organizationId, admin: admin.account, call: admin.call, cole, path: `/organization/people/${cole.id}` }
}

it('ORG-03 the form of an account stands in full, and a changed address waits for its owner', async () => {
  const { admin, cole, path, call } = await begin()
  const page = await openScreen(path, { as: admin, ...refused })
  await page.press('Edit')
  await page.findByRole('heading', { level: 1, name: 'Edit Cole League' })
  expect(plain(page.outline())).toEqual([
    'Our team | → /organization/people',
    'Edit Cole League',
    'First Name | *',
    '<text "Cole" at most 100>',
    'Last Name | *',
    '<text "League" at most 100>',
    'Title (optional)',
    '<text "" at most 100>',
    'Email | *',
    'A new address counts once it is confirmed from there and the person agrees at the present one, or after 7 days of silence.',
    '<email "<email>" at most 254>',
    'Phone Number (optional)',
    'A new number counts once the link that we text to it is opened.',
    '<tel (###) ###-#### "" at most 40>',
    'Roles',
    'A change signs them out, and they are notified by e-mail.',
    '<checkbox>',
    'Organization admin',
    'Also looks after the team.',
    '<checkbox checked>',
    'Organization staff',
    'Works with people and referrals.',
    'Cancel',
    'Save',
  ])
  await page.user.click(page.getByLabelText(/^Organization staff/))
  await page.fill(/^First Name/, '')
  await page.press('Save')
  await page.findAllByText('This is needed.')
  expect(plain(page.outline()).filter((line) => /needed|role/i.test(line))).toEqual([
    'This is needed.',
    'Roles',
    'This is needed.',
  ])
  expect(page.calls('PUT')).toEqual([])
  await page.user.click(page.getByLabelText(/^Organization admin/))
  await page.fill(/^First Name/, 'Colin')
  await page.fill(/^Title/, 'Nurse')
  const email = `colin-${crypto.randomUUID()}@example.test`
  await page.fill(/^Email/, email)
  await page.fill(/^Phone Number/, '7165550177')
  await page.press('Save')
  await page.findByRole('heading', { level: 1, name: 'Colin League' })
  expect(page.notices()).toEqual(['Saved. The new address or number waits to be confirmed.'])
  const withdraw = await page.findByRole('button', { name: `Withdraw: New e-mail ${email}` })
  expect(plain(page.outline()).sort()).toEqual([
    '<day>',
    '<email> | Shall become <email>, once it is confirmed from there and its owner agrees, or after 7 days of silence. Until then the address above counts.',
    'Access',
    'Account since',
    'Active | New e-mail to be confirmed | New phone to be confirmed',
    'Colin League',
    'Deactivate',
    'Details',
    'E-mail',
    'Edit',
    'Last signed in',
    'Links sent',
    'New e-mail <email> | Sent by Ada Boss just now · works until <day> | Not used yet | (Withdraw: New e-mail <email>) | Withdraw',
    'New phone (716) 555-0177 | Sent by Ada Boss just now · works until <day> | Not used yet | (Withdraw: New phone (716) 555-0177) | Withdraw',
    'No number yet | Shall become (716) 555-0177, once the link that we texted is opened. Until then the number above counts.',
    'Not yet',
    'Nurse · <organization>',
    'Organization admin',
    'Our team | → /organization/people',
    'Phone',
    'Remove second steps',
    'Require a new password',
    'Role',
    'Send reset link',
    'Sign out everywhere',
    'Somebody who leaves should no longer be able to sign in. What they recorded stays.',
    'State',
  ])
  expect(page.calls('PUT', '/api/portalAccount/').at(-1)?.body).toMatchObject({
    ...{ id: cole.id, firstName: 'Colin', lastName: 'League', title: 'Nurse', email, phoneNumber: '+17165550177' },
    ...{ portalAccountRoles: [{ roleId: 'organization-admin' }] },
  })
  await page.user.click(withdraw)
  await waitFor(() => expect(page.notices()).toContain('The link is withdrawn.'))
  expect((await call('GET', `/api/portalAccount/${cole.id}`)).body.pendingEmail).toBeNull()
  expect(page.words()).toContain('Shall become (716) 555-0177')
  await page.press('Withdraw: New phone (716) 555-0177')
  await waitFor(() => expect(page.words()).not.toContain('Shall become'))
})

it('ORG-03 an account that changed meanwhile stands beside what was typed, and either version can be kept', async () => {
  const { admin, cole, path, call } = await begin()
  const page = await openScreen(path, { as: admin, ...refused })
  await page.press('Edit')
  await page.fill(/^Last Name/, 'Mine')
  const change = async (more: object) => {
    const { version } = (await call('GET', `/api/portalAccount/${cole.id}`)).body
    expect((await call('PUT', '/api/portalAccount/', { id: cole.id, version, ...more })).status).toBe(200)
  }
  await change({ title: 'Nurse', portalAccountRoles: [{ roleId: 'organization-admin' }] })
  await page.press('Save')
  const title = await page.findByText(/in the meantime/)
  expect(plain(page.outline(title.parentElement as HTMLElement))).toEqual([
    'Somebody changed this account in the meantime',
    'What you typed is still in the form. The account now says:',
    'Last Name | : | League',
    'Title | : | Nurse',
    'Roles | : | Organization admin',
    'Save my version',
    'Use the other version',
  ])
  await waitFor(() => expect(document.activeElement).toBe(title.parentElement))
  expect(page.queryByRole('button', { name: 'Save' })).toBeNull()
  await page.press('Use the other version')
  expect((page.getByLabelText(/^Last Name/) as HTMLInputElement).value).toBe('League')
  expect((page.getByLabelText(/^Title/) as HTMLInputElement).value).toBe('Nurse')
  await page.fill(/^Last Name/, 'Mine')
  await change({ title: null })
  await page.press('Save')
  await page.press('Save my version')
  await page.findByRole('heading', { level: 1, name: 'Cole Mine' })
  expect(page.notices()).toContain('The changes are saved.')
})

it('ORG-03 one’s own account cannot be shut, and the last admin stays one', async () => {
  const { admin } = await begin()
  const page = await openScreen(`/organization/people/${admin.id}`, { as: admin, ...refused })
  await page.findByText('You cannot deactivate your own account.')
  expect(plain(page.outline(page.getByRole('region', { name: 'Access' })))).toEqual([
    'Access',
    'Somebody who leaves should no longer be able to sign in. What they recorded stays.',
    'You cannot deactivate your own account.',
  ])
  await page.press('Edit')
  await page.user.click(await page.findByLabelText(/^Organization admin/))
  expect(plain(page.outline()).slice(-12)).toEqual([
    'A new number counts once the link that we text to it is opened.',
    '<tel (###) ###-#### "" at most 40>',
    'Roles',
    'Another administrator can give you more.',
    '<checkbox>',
    'Organization admin',
    'Also looks after the team.',
    '<checkbox disabled>',
    'Organization staff',
    'Works with people and referrals.',
    'Cancel',
    'Save',
  ])
  await page.press('Save')
  await page.findByText('This is needed.')
  expect(plain(page.outline()).slice(-12)).toEqual([
    '<tel (###) ###-#### "" at most 40>',
    'Roles',
    'Another administrator can give you more.',
    '<checkbox>',
    'Organization admin',
    'Also looks after the team.',
    '<checkbox disabled>',
    'Organization staff',
    'Works with people and referrals.',
    'This is needed.',
    'Cancel',
    'Save',
  ])
})

it('ORG-03 an account is shut after a question, and opened again', async () => {
  const { admin, path, call, cole } = await begin()
  const page = await openScreen(path, { as: admin, ...refused })
  await page.press('Deactivate')
  const dialog = await page.findByRole('dialog')
  expect(page.outline(dialog)).toEqual([
    'Deactivate Cole League?',
    '(Close)',
    'They are signed out at once and notified by e-mail, and every link that was sent to them ends. You can reactivate the account at any time.',
    'Cancel',
    'Deactivate',
  ])
  await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Deactivate')
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }))
  await waitFor(() => expect(page.notices()).toEqual(['The account is deactivated.']))
  await page.findByRole('button', { name: 'Reactivate' })
  await page.loaded()
  expect(plain(page.outline())).toEqual([
    'Our team | → /organization/people',
    'Cole League',
    '<organization>',
    'Edit',
    'Details',
    'State',
    'Deactivated',
    'E-mail',
    '<email>',
    'Phone',
    'No number yet',
    'Role',
    'Organization staff',
    'Last signed in',
    'Not yet',
    'Account since',
    '<day>',
    'Access',
    'This account is deactivated. The person cannot sign in.',
    'Reactivate',
    'Links sent',
    'No link was sent yet',
    'A reset link lets somebody choose a new password. You see here whether it was used.',
  ])
  await page.press('Reactivate')
  await waitFor(() => expect(page.notices()).toContain('The account is open again.'))
  expect((await call('GET', `/api/portalAccount/${cole.id}`)).body.state).toBe('active')
})

it('ORG-03 JWT-04 an admin ends sessions, asks for a new password, sends a link and withdraws it', async () => {
  const { admin, path, cole } = await begin()
  await app.signIn(cole.email, cole.password)
  const page = await openScreen(path, { as: admin, ...refused })
  await page.press('Sign out everywhere')
  await waitFor(() => expect(page.notices()).toEqual(['1 session was ended.']))
  await page.press('Require a new password')
  await waitFor(() => expect(page.notices()).toContain('Cole League must choose a new password at the next sign-in.'))
  await page.press('Send reset link')
  await waitFor(() => expect(page.notices()).toContain(`A link to set a new password is on its way to ${cole.email}.`))
  await page.findByText('Link to set a password')
  expect(plain(page.outline(page.getByRole('region', { name: 'Links sent' })))).toEqual([
    'Links sent',
    'Send reset link',
    'Link to set a password | Sent by Ada Boss just now · works until <day> | Not used yet | (Withdraw: Link to set a password) | Withdraw',
  ])
  await app.workJobs()
  const link =
    /\/auth\/adminReset\/[\w.-]+/.exec((await app.outbox(cole.email)).map(({ text }) => text).join())?.[0] ?? ''
  await page.press('Withdraw: Link to set a password')
  await page.findByText('Withdrawn')
  await page.loaded()
  expect(plain(page.outline(page.getByRole('region', { name: 'Links sent' }))).at(-1)).toMatch(
    /^Link to set a password \| .* \| Withdrawn$/,
  )
  page.failNext('POST', `/api/portalAccount/${cole.id}/endSessions`, 500)
  await page.press('Sign out everywhere')
  await waitFor(() => expect(page.notices()).toContain('Uh oh, something went wrong!'))
  const theirs = await openScreen(link, refused)
  await theirs.findByText(/^This link was withdrawn\./)
})

it('ORG-03 an admin asks that lost second steps go, where there are any', async () => {
  const { admin, path, cole } = await begin()
  const page = await openScreen(path, { as: admin, ...refused })
  await page.press('Remove second steps')
  const dialog = await page.findByRole('dialog')
  expect(page.outline(dialog)).toEqual([
    'Remove the second steps of Cole League?',
    '(Close)',
    'Only when they lost everything. Make sure who asks: call a number that you know, or meet them. They are notified, and it happens in 3 days.',
    'Cancel',
    'Remove second steps',
  ])
  await page.user.click(within(dialog).getByRole('button', { name: 'Remove second steps' }))
  await waitFor(() => expect(page.notices()).toEqual(['They have not set up any second step.']))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  page.failNext('POST', `/api/portalAccount/${cole.id}/factorReset`, 500)
  await page.press('Remove second steps')
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Remove second steps' }))
  await waitFor(() => expect(page.notices()).toContain('Uh oh, something went wrong!'))
})

it('ORG-03 too many changes of a number are said at the number', async () => {
  const { admin, path } = await begin()
  const page = await openScreen(path, { as: admin, ...refused })
  await page.press('Edit')
  await page.fill(/^Phone Number/, '7165550177')
  page.failNext('PUT', '/api/portalAccount/', 429)
  await page.press('Save')
  const invalid = (label: RegExp) => page.getByLabelText(label).getAttribute('aria-invalid')
  await waitFor(() => expect(invalid(/^Phone Number/)).toBe('true'))
  expect(invalid(/^Email/)).not.toBe('true')
})
