import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
/** Without what is another one in each run. */
const plain = (lines: string[]) =>
  lines.map((line) =>
    line
      .replaceAll(/[\w•-]+\u200b?@example\.test/g, '<email>')
      .replaceAll(/Organization [\da-f]{8}/g, '<organization>'),
  )
const organization = await makeOrganization(app.database)

it('PREF-01 PREF-02 MYA-01 the preferences say what there is to choose and how one is reached', async () => {
  const { account } = await app.someone({ organizationId: organization.id })
  const page = await openScreen('/myAccount/preferences', { as: account })
  expect(page.title()).toContain('Preferences')
  expect(plain(page.outline())).toEqual([
    '(My Account)',
    'Preferences | → /myAccount/preferences',
    'Security | → /myAccount/security',
    'Notification Preferences',
    'Choose what you are notified about, and how.',
    'Where notices go',
    'E-mail',
    '<email>',
    'Primary phone',
    'No phone number yet',
    "If this information is incorrect, please contact your organization's admin.",
    'Change your own name and language | → /myAccount/myInfo',
    'Incoming Referrals',
    '<checkbox> | Disable notifications for incoming referrals',
    'Notice | Text message | E-mail',
    "My organization's incoming referrals | <checkbox All, My organization's incoming referrals, Text message> | All | <checkbox All, My organization's incoming referrals, E-mail checked> | All",
    "Internal | <checkbox Internal, My organization's incoming referrals, Text message> | <checkbox Internal, My organization's incoming referrals, E-mail checked>",
    "External | <checkbox External, My organization's incoming referrals, Text message> | <checkbox External, My organization's incoming referrals, E-mail checked>",
    'Only referrals directed to me | <checkbox All, Only referrals directed to me, Text message> | All | <checkbox All, Only referrals directed to me, E-mail checked> | All',
    'Internal | <checkbox Internal, Only referrals directed to me, Text message> | <checkbox Internal, Only referrals directed to me, E-mail checked>',
    'External | <checkbox External, Only referrals directed to me, Text message> | <checkbox External, Only referrals directed to me, E-mail checked>',
    'Outgoing Referrals',
    '<checkbox> | Disable notifications for outgoing referrals',
    'Notice | Text message | E-mail',
    'Confirmation of referrals I created | <checkbox All, Confirmation of referrals I created, Text message> | All | <checkbox All, Confirmation of referrals I created, E-mail checked> | All',
    'Internal | <checkbox Internal, Confirmation of referrals I created, Text message> | <checkbox Internal, Confirmation of referrals I created, E-mail checked>',
    'External | <checkbox External, Confirmation of referrals I created, Text message> | <checkbox External, Confirmation of referrals I created, E-mail checked>',
    'When the status of a referral I created is changed | <checkbox All, When the status of a referral I created is changed, Text message> | All | <checkbox All, When the status of a referral I created is changed, E-mail checked> | All',
    'Internal | <checkbox Internal, When the status of a referral I created is changed, Text message> | <checkbox Internal, When the status of a referral I created is changed, E-mail checked>',
    'External | <checkbox External, When the status of a referral I created is changed, Text message> | <checkbox External, When the status of a referral I created is changed, E-mail checked>',
    'Messages',
    'Messages written within a few minutes of each other come in one notification.',
    'Notice | Text message | E-mail',
    'When a message is written on a referral I created or work on | <checkbox All, When a message is written on a referral I created or work on, Text message> | All | <checkbox All, When a message is written on a referral I created or work on, E-mail checked> | All',
    'Internal | <checkbox Internal, When a message is written on a referral I created or work on, Text message> | <checkbox Internal, When a message is written on a referral I created or work on, E-mail checked>',
    'External | <checkbox External, When a message is written on a referral I created or work on, Text message> | <checkbox External, When a message is written on a referral I created or work on, E-mail checked>',
    'Save',
  ])
})

it('SEC-01 SEC-02 the security page stands in full', async () => {
  const { account } = await app.someone({ organizationId: organization.id })
  const page = await openScreen('/myAccount/security', { as: account, ...refused })
  const dialog = await page.findByRole('dialog')
  expect(page.title()).toContain('Security')
  expect(plain(page.outline(dialog))).toEqual([
    'Change Password',
    '(Close)',
    'Current Password | *',
    '<password "" at most 128>',
    'Show Current Password',
    'New Password | *',
    'Three or four words that do not belong together work well.',
    '<password "" at most 128>',
    'Show New Password',
    'Confirm Password | *',
    '<password "" at most 128>',
    'Show Confirm Password',
    'Cancel',
    'Save',
  ])
  await page.press('Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.findAllByText(/^You · /)
  await page.findByText('This one')
  await page.findByText('Authenticator App (OTP)')
  expect(plain(page.outline())).toEqual([
    '(My Account)',
    'Preferences | → /myAccount/preferences',
    'Security | → /myAccount/security',
    'Security',
    'A new password signs you out everywhere else.',
    'Change Password',
    'Multi-Factor Authentication',
    'A second step after your password, so that a stolen password alone opens nothing.',
    'E-Mail',
    'Always on',
    'A code goes to <email>. This way always stays open.',
    'Remove | <disabled>',
    'Text / Voice Message',
    'Not enrolled',
    'A code is sent to your phone, or a call reads it to you.',
    'Enroll',
    'Authenticator App (OTP)',
    'Not enrolled',
    'An app on your phone shows a new code every half minute, without any signal.',
    'Enroll',
    'Passkeys',
    'Sign in with your fingerprint, face or device lock instead of a password. A passkey cannot be guessed, and works on this site alone.',
    'Passkeys are bound to a name, and this address is a number. Open the portal by its name to use them: | http://localhost:3999/myAccount/security | → http://localhost:3999/myAccount/security',
    'Where I am signed in',
    'Every browser that is signed in to your account. End one that you do not know, then change your password.',
    'End all others',
    "Unknown device | This one | This portal's own computer | Last used just now | · | Signed in just now",
    "Unknown device | This portal's own computer | Last used just now | · | Signed in just now | (End the session Unknown device) | End",
    'What happened to my account',
    'The last 90 days, newest first.',
    "Signed in | With the password | You · Unknown device, This portal's own computer | just now",
    "Signed in | With the password | You · Unknown device, This portal's own computer | just now",
    'Download for a spreadsheet | → /api/myActivity/export?format=csv',
    'Download as JSON | → /api/myActivity/export?format=json',
  ])
})

it('SUP-01 the page for developers stands in full', async () => {
  const { account } = await app.someone({ roles: ['developer'], organizationId: organization.id })
  const page = await openScreen('/myAccount/superAdmin', { as: account })
  await page.findByRole('heading', { level: 1 })
  expect(plain(page.outline())).toEqual([
    '(My Account)',
    'Preferences | → /myAccount/preferences',
    'Security | → /myAccount/security',
    'Super Admin | → /myAccount/superAdmin',
    'Super Admin',
    'Your own organization and roles.',
    'Organization | *',
    'You are in <organization> now.',
    '<text Start typing to Search "<organization> - <id>">',
    'Roles',
    '<checkbox>',
    'Platform : Hearthline admin',
    '<checkbox checked>',
    'Platform : HearthlineDeveloper',
    '<checkbox>',
    'Support : Support Agent',
    '<checkbox>',
    'Directory : Data Manager',
    '<checkbox>',
    'Organization : Organization Admin',
    '<checkbox>',
    'Organization : Organization Staff',
    '<checkbox>',
    'Community : Community Member',
    'Save',
    'Impersonate an account',
    "See the portal as the account's owner sees it, to help them. They get an e-mail with your name and the reason. It ends after 30 minutes.",
    'Name or e-mail',
    'At least three characters',
    '<search "" at most 100>',
  ])
})

it('MYA-01 the menu of the account area follows the roles', async () => {
  const links = async (roles: Parameters<typeof app.someone>[0]) => {
    const { account } = await app.someone(roles)
    const page = await openScreen('/myAccount', { as: account })
    await waitFor(() => expect(page.location()).toBe('/myAccount/preferences'))
    return page.outline(page.getByRole('main').querySelector('nav') as HTMLElement)
  }
  expect(await links({ roles: ['community-member'] })).toEqual([
    '(My Account)',
    'Preferences | → /myAccount/preferences',
    'Security | → /myAccount/security',
    'My record | → /myAccount/myRecord',
  ])
  expect(await links({ roles: ['developer', 'platform-admin'] })).toEqual([
    '(My Account)',
    'Preferences | → /myAccount/preferences',
    'Security | → /myAccount/security',
    'Super Admin | → /myAccount/superAdmin',
  ])
  expect(await links({ roles: ['platform-admin'] })).toEqual([
    '(My Account)',
    'Preferences | → /myAccount/preferences',
    'Security | → /myAccount/security',
    'Impersonate | → /myAccount/impersonate',
  ])
})

it('NAV-04 after signing in each role finds its home', async () => {
  const homeOf = async (roles: Parameters<typeof app.someone>[0]) => {
    const { account } = await app.someone(roles)
    const page = await openScreen('/home/redirect', { as: account })
    await waitFor(() => expect(page.location()).not.toBe('/home/redirect'))
    return page.location()
  }
  expect(await homeOf({ roles: ['platform-admin'] })).toBe('/admin/review')
  expect(await homeOf({ roles: ['organization-staff'], organizationId: organization.id })).toBe('/home')
})
