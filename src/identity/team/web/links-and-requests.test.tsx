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

async function ask(organizationId: string, confirmed = true) {
  const account = await makeAccount(database, {
    ...{ firstName: 'Ana', lastName: 'Ruiz', organizationId, roles: [] },
    approved: false,
    confirmed,
  })
  await database
    .insertInto('registrationReview')
    .values({ accountId: account.id, organizationId, kind: 'join' } as never)
    .execute()
  return account
}

it('ORG-04 a request to join is approved with a role', async () => {
  const { admin, organizationId, call } = await begin()
  const ana = await ask(organizationId)
  const page = await openScreen('/organization/people', { as: admin, ...refused })
  const card = await page.findByRole('region', { name: 'Requests to join' })
  expect(plain(page.outline(card))).toEqual([
    'Requests to join',
    'Ana Ruiz | <email> | Asked just now | (Approve Ana Ruiz) | Approve | (Decline Ana Ruiz) | Decline',
  ])
  await page.press('Approve Ana Ruiz')
  const dialog = await page.findByRole('dialog')
  expect(plain(page.outline(dialog))).toEqual([
    'Let Ana Ruiz join?',
    '(Close)',
    'Only approve somebody whom you know. Ana Ruiz signs in with <email> and sees the people and referrals of your organization.',
    'What they may do',
    '<radio checked>',
    'Organization staff',
    'Works with people and referrals.',
    '<radio>',
    'Organization admin',
    'Also looks after the team.',
    'Cancel',
    'Approve',
  ])
  await page.user.click(within(dialog).getByRole('radio', { name: 'Organization admin' }))
  await page.user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(page.notices()).toEqual(['Ana Ruiz can sign in now.']))
  await waitFor(() => expect(page.queryByText('Requests to join')).toBeNull())
  const { body } = await call('GET', `/api/portalAccount/${ana.id}`)
  expect(body.portalAccountRoles.map(({ roleId }: { roleId: string }) => roleId)).toEqual(['organization-admin'])
})

it('ORG-04 a request to join is declined with a reason, and one that was decided meanwhile is said', async () => {
  const { admin, organizationId } = await begin()
  await ask(organizationId, false)
  const page = await openScreen('/organization/people', { as: admin, ...refused })
  await page.press('Decline Ana Ruiz')
  const dialog = await page.findByRole('dialog')
  expect(plain(page.outline(dialog))).toEqual([
    'Decline the request of Ana Ruiz?',
    '(Close)',
    'Ana Ruiz gets your reason by e-mail and cannot sign in.',
    'Reason | *',
    '<textarea "" at most 2000>',
    'Cancel',
    'Decline',
  ])
  const decline = () => page.user.click(within(dialog).getByRole('button', { name: 'Decline' }))
  await decline()
  await waitFor(() => expect(within(dialog).getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
  expect(plain(page.outline(dialog))).toEqual([
    'Decline the request of Ana Ruiz?',
    '(Close)',
    'Ana Ruiz gets your reason by e-mail and cannot sign in.',
    'Reason | *',
    '<textarea "" at most 2000>',
    'Please give a reason. The applicant reads it.',
    'Cancel',
    'Decline',
  ])
  expect(page.calls('POST')).toEqual([])
  await page.user.type(within(dialog).getByRole('textbox'), 'We do not know you.')
  await decline()
  await waitFor(() => expect(page.notices()).toEqual(['Declined. Ana Ruiz gets your reason by e-mail.']))
  const late = await ask(organizationId, false)
  await page.open('/organization/people')
  expect(plain(page.outline(await page.findByRole('region', { name: 'Requests to join' })))).toEqual([
    'Requests to join',
    'Ana Ruiz | <email> | Asked just now · address not confirmed yet | (Approve Ana Ruiz) | Approve | (Decline Ana Ruiz) | Decline',
  ])
  await page.press('Approve Ana Ruiz')
  await database.deleteFrom('registrationReview').where('accountId', '=', late.id).execute()
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(page.notices()).toContain('Somebody decided this in the meantime.'))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

it('ORG-03 an invitation is accepted with a password, once', async () => {
  const { call } = await begin()
  const email = `nia-${crypto.randomUUID()}@team.test`
  const person = { firstName: 'Nia', lastName: 'Okoye', email, roles: ['organization-staff'], language: 'en' }
  await call('POST', '/api/portalAccount/', person)
  await app.workJobs()
  const code = /registration\/invitation\/([\w-]+)/.exec((await app.outbox(email))[0]?.text ?? '')?.[1]
  const page = await openScreen(`/registration/invitation/${code}`, refused)
  await page.findByRole('button', { name: 'Open my account' })
  expect(plain(page.outline())).toEqual([
    'Join <organization>',
    'Ada Boss invited you. Choose a password, and your account is ready.',
    'Name',
    '<text "Nia Okoye">',
    'E-mail',
    '<text "<email>">',
    'Password | *',
    'Three or four words that do not belong together work well.',
    '<password "" at most 128>',
    'Show Password',
    'Confirm Password | *',
    '<password "" at most 128>',
    'Show Confirm Password',
    'Security Question | *',
    '<text Choose… "">',
    'Security Question Answer | *',
    '<text "" at most 200>',
    '<checkbox>',
    'I accept the | Terms and Conditions | → /legal/terms.pdf',
    'Open my account',
  ])
  await page.press('Open my account')
  await page.findAllByText('This is needed.')
  expect(plain(page.outline())).toEqual([
    'Join <organization>',
    'Ada Boss invited you. Choose a password, and your account is ready.',
    'Name',
    '<text "Nia Okoye">',
    'E-mail',
    '<text "<email>">',
    'Password | *',
    'Three or four words that do not belong together work well.',
    '<password "" at most 128>',
    'Show Password',
    'This is needed.',
    'Confirm Password | *',
    '<password "" at most 128>',
    'Show Confirm Password',
    'This is needed.',
    'Security Question | *',
    '<text Choose… "">',
    'This is needed.',
    'Security Question Answer | *',
    '<text "" at most 200>',
    'This is needed.',
    '<checkbox>',
    'I accept the | Terms and Conditions | → /legal/terms.pdf',
    'Please accept the terms and conditions.',
    'Open my account',
  ])
  await page.open('/registration/invitation/nothing')
  await page.findByText('This link leads nowhere')
  expect(page.outline()).toEqual([
    'This link leads nowhere',
    'Check that the whole address was copied, or ask whoever invited you to send it again.',
    'Go to the front page | → /',
  ])
  const end = (row: Record<string, unknown>) =>
    database
      .updateTable('accountInvitation')
      .set(row as never)
      .where('email', '=', email)
      .execute()
  await end({ expiresOn: '2025-01-08T12:00:00Z' })
  await page.open(`/registration/invitation/${code}`)
  expect(page.outline()).toEqual([
    'This invitation has expired',
    'Ask whoever invited you to send it again.',
    'Go to the front page | → /',
  ])
  await end({ expiresOn: '2099-01-08T12:00:00Z', withdrawnOn: new Date().toISOString() })
  await page.open(`/registration/invitation/${code}`)
  expect(page.outline()).toEqual([
    'There is a newer invitation',
    'Please use the link in the latest message.',
    'Go to the front page | → /',
  ])
})

/** A new address of an account, and the codes that were mailed to both. */
async function changeAddress() {
  const { call, cole } = await begin()
  const email = `new-${crypto.randomUUID()}@team.test`
  const { version } = (await call('GET', `/api/portalAccount/${cole.id}`)).body
  await call('PUT', '/api/portalAccount/', { id: cole.id, version, email })
  await app.workJobs()
  const codeTo = async (to: string) =>
    (await app.outbox(to)).map(({ text }) => /account\/confirm\/([\w-]+)/.exec(text)?.[1]).find(Boolean) as string
  return { email, confirm: await codeTo(email), agree: await codeTo(cole.email) }
}

it('ORG-03 a new address is confirmed by its owner, who is told what happens', async () => {
  const { confirm, agree } = await changeAddress()
  const page = await openScreen(`/account/confirm/${confirm}`, refused)
  expect(plain(page.outline())).toEqual([
    'Is this your new address?',
    'Cole, from now on you would sign in with <email>.',
    'Yes, confirm',
  ])
  page.failNext('POST', `/api/accountChange/${confirm}/confirm`, 500)
  await page.press('Yes, confirm')
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
  await page.press('Yes, confirm')
  await page.findByText('Thank you')
  expect(plain(page.outline())).toEqual([
    'Thank you',
    "The address is confirmed. It counts as soon as the account's owner agrees, or on <day>.",
    'Go on | → /',
  ])
  await page.open(`/account/confirm/${agree}`)
  expect(plain(page.outline())).toEqual([
    'May your address change?',
    'Cole, you would sign in with <email> from then on.',
    'Yes, I agree',
  ])
  await page.press('Yes, I agree')
  await page.findByText('Your address is confirmed')
  expect(plain(page.outline())).toEqual([
    'Your address is confirmed',
    'From now on sign in with <email>.',
    'Go on | → /',
  ])
  await page.open(`/account/confirm/${confirm}`)
  expect(plain(page.outline())).toEqual(['This was confirmed already', 'There is nothing more to do.', 'Go on | → /'])
})

it('ORG-03 who agrees first is thanked, and an address that somebody else took meanwhile is not', async () => {
  const { confirm, agree, email } = await changeAddress()
  const page = await openScreen(`/account/confirm/${agree}`, refused)
  await page.press('Yes, I agree')
  await page.findByText('Thank you')
  expect(plain(page.outline())).toEqual([
    'Thank you',
    'You agreed. <email> counts once it is confirmed from there.',
    'Go on | → /',
  ])
  await makeAccount(database, { email })
  await page.open(`/account/confirm/${confirm}`)
  await page.press('Yes, confirm')
  await page.findByText('This address has an account already')
  expect(plain(page.outline())).toEqual([
    'This address has an account already',
    'Nothing was changed. Choose another address with your administrator.',
    'Go on | → /',
  ])
})

it('ORG-03 a link to confirm that leads nowhere or ran out says so', async () => {
  const page = await openScreen('/account/confirm/nothing', refused)
  expect(page.outline()).toEqual(['This link leads nowhere', 'Check that the whole address was copied.', 'Go on | → /'])
  const { confirm } = await changeAddress()
  await page.open(`/account/confirm/${confirm}`)
  await database.updateTable('accountChange').set({ expiresOn: '2025-01-08T12:00:00Z' }).execute()
  await page.press('Yes, confirm')
  await page.findByText('This link has expired')
  expect(page.outline()).toEqual([
    'This link has expired',
    'Nothing was changed. Ask your administrator to enter the change again.',
    'Go on | → /',
  ])
  const spanish = await openScreen(`/account/confirm/${confirm}`, { ...refused, language: 'es' })
  expect(spanish.outline()).toEqual([
    'Este enlace venció',
    'No cambió nada. Pida a quien administra su organización que ingrese el cambio otra vez.',
    'Continuar | → /',
  ])
})
