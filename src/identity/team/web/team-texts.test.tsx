import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
/** Without what is another one in each run. */
const plain = (lines: string[]) =>
  lines.map((line) =>
    line
      .replaceAll(/[\w•-]+\u200b?@[a-z]+\.test/g, '<email>')
      .replaceAll(/Organization [\da-f]{8}/g, '<organization>')
      .replaceAll(/\d\d\/\d\d\/\d{4}/g, '<day>'),
  )
async function begin() {
  const { id: organizationId } = await makeOrganization(app.database)
  const admin = await app.someone({ roles: ['organization-admin'], organizationId, firstName: 'Ada', lastName: 'Boss' })
  const colleague = await app.someone({ organizationId, firstName: 'Cole', lastName: 'League' })
  return { admin, colleague, organizationId }
}

it('ORG-03 MEM-01 the team page lists who is there, with what may be done', async () => {
  const { admin } = await begin()
  const page = await openScreen('/organization/people', { as: admin.account })
  await page.findByText('Cole League')
  await page.findByText('Signing in')
  expect(page.title()).toContain('Our team')
  expect(plain(page.outline())).toEqual([
    'Our team',
    'Who works in your organization, what they may do, and who was invited.',
    'Invite somebody',
    'Name or e-mail',
    '<search "" at most 100>',
    'Show',
    '<text "Everybody">',
    'Name | Role | State | Last signed in',
    'Ada Boss | → /organization/people/<id> | <email> | Organization admin | Active | just now',
    'Cole League | → /organization/people/<id> | <email> | Organization staff | Active | just now',
    'Signing in',
    '<checkbox> | Ask everybody in the organization for a second step when they sign in | A code from an app, a text message or a passkey. Whoever has set up none of them is sent a code by e-mail.',
    '<checkbox> | Do not accept codes by e-mail from people who set up an app or a passkey | Whoever reads their mailbox then cannot sign in as them.',
  ])
})

it('ORG-03 an admin invites a colleague, and is told what is missing', async () => {
  const { admin } = await begin()
  const page = await openScreen('/organization/people', { as: admin.account, ...refused })
  await page.findByText('Cole League')
  await page.press(/^Invite/)
  const opened = await page.findByRole('dialog')
  expect(plain(page.outline(opened))).toEqual([
    'Invite somebody to your team',
    '(Close)',
    'We mail them a link that works once, for 7 days. They choose a password and can start at once: you vouch for them.',
    'First Name | *',
    '<text "" at most 100>',
    'Last Name | *',
    '<text "" at most 100>',
    'Email | *',
    '<email "" at most 254>',
    'Title (optional)',
    '<text "" at most 100>',
    'Language of the message | *',
    '<text Choose… "English">',
    'What they may do',
    '<radio>',
    'Organization admin',
    'Also looks after the team.',
    '<radio checked>',
    'Organization staff',
    'Works with people and referrals.',
    'Cancel',
    'Send invitation',
  ])
  const send = within(opened).getAllByRole('button').at(-1) as HTMLElement
  await page.user.click(send)
  await waitFor(() => expect(opened.querySelector('[aria-invalid=true]')).toBeTruthy())
  expect(plain(page.outline(opened))).toEqual([
    'Invite somebody to your team',
    '(Close)',
    'We mail them a link that works once, for 7 days. They choose a password and can start at once: you vouch for them.',
    'First Name | *',
    '<text "" at most 100>',
    'This is needed.',
    'Last Name | *',
    '<text "" at most 100>',
    'This is needed.',
    'Email | *',
    '<email "" at most 254>',
    'This is needed.',
    'Title (optional)',
    '<text "" at most 100>',
    'Language of the message | *',
    '<text Choose… "English">',
    'What they may do',
    '<radio>',
    'Organization admin',
    'Also looks after the team.',
    '<radio checked>',
    'Organization staff',
    'Works with people and referrals.',
    'Cancel',
    'Send invitation',
  ])
  expect(page.calls('POST')).toEqual([])
})

it('ORG-03 the page of a colleague says who they are and what an admin may do', async () => {
  const { admin, colleague } = await begin()
  const page = await openScreen(`/organization/people/${colleague.account.id}`, { as: admin.account })
  await page.findByRole('heading', { level: 1, name: /Cole League/ })
  expect(plain(page.outline())).toEqual([
    'Our team | → /organization/people',
    'Cole League',
    '<organization>',
    'Edit',
    'Details',
    'State',
    'Active',
    'E-mail',
    '<email>',
    'Phone',
    'No number yet',
    'Role',
    'Organization staff',
    'Last signed in',
    'just now',
    'Account since',
    '<day>',
    'Access',
    'Somebody who leaves should no longer be able to sign in. What they recorded stays.',
    'Deactivate',
    'Sign out everywhere',
    'Require a new password',
    'Remove second steps',
    'Links sent',
    'Send reset link',
    'No link was sent yet',
    'A reset link lets somebody choose a new password. You see here whether it was used.',
  ])
})
