import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const { anonymous, database } = app
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const PASSWORD = 'violet kettle morning'
const { account: admin } = await app.someone({
  roles: ['platform-admin'],
  organizationId: null,
  firstName: 'Ada',
  lastName: 'Quill',
})

/** Somebody who registered, and mostly confirmed the address. */
async function register(organizationName: string, given: Record<string, unknown> = {}, isConfirmed = true) {
  const email = `ana-${crypto.randomUUID()}@riverbank.test`
  const body = {
    organizationName,
    firstName: 'Ana',
    lastName: 'Ruiz',
    title: 'Director',
    email,
    confirmEmail: email,
    phoneNumber: '(716) 555-0142',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    securityQuestion: 'first-job-town',
    securityQuestionAnswer: 'Elmira',
    acceptedTermsAndConditions: true,
    captchaCode: await solveCaptcha(anonymous),
    ...given,
  }
  expect((await anonymous('POST', '/api/organizationRegistration/register/', body)).status).toBe(200)
  await app.workJobs()
  const code = /verification\/([\w-]+)/.exec((await app.outbox(email))[0]?.text ?? '')?.[1]
  if (isConfirmed) await anonymous('POST', `/api/organizationRegistration/verification/${code}`)
  const review = await database
    .selectFrom('registrationReview')
    .innerJoin('account', 'account.id', 'registrationReview.accountId')
    .select('registrationReview.id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { email, organizationName, ...review }
}
const withoutDays = (lines: string[], word: string) =>
  lines.map((line) => line.replace(/\d\d\/\d\d\/\d{4}/g, '<today>').replaceAll(word, '<word>'))

it('ORG-04 the queue shows who waits, by state, and an empty one says so', async () => {
  await database.deleteFrom('registrationReview').execute()
  const page = await openScreen('/admin/review', { as: admin })
  await page.findByText('Nobody is waiting')
  expect(page.outline()).toEqual([
    'Registrations',
    'New organizations and people who ask to join one. Those who wait longest come first.',
    '(Show)',
    '<radio checked>',
    'Waiting',
    '<radio>',
    'Asked for more',
    '<radio>',
    'Approved',
    '<radio>',
    'Refused',
    'Nobody is waiting',
    'When an organization registers or somebody asks to join one, it appears here.',
  ])
  await page.user.click(page.getByLabelText('Approved'))
  await waitFor(() => expect(page.location()).toBe('/admin/review?status=approved'))
  await waitFor(() =>
    expect(page.calls('GET', '/api/admin/review/').at(-1)?.query).toMatchObject({ status: 'approved' }),
  )
  await page.findByText('Nothing here')
  expect(page.outline()).toEqual([
    'Registrations',
    'New organizations and people who ask to join one. Those who wait longest come first.',
    '(Show)',
    '<radio>',
    'Waiting',
    '<radio>',
    'Asked for more',
    '<radio checked>',
    'Approved',
    '<radio>',
    'Refused',
    'Nothing here',
    'No registration is in this state.',
  ])

  const first = await register('Riverbank Pantry', {}, false)
  await register('Lakeside Shelter')
  await page.open('/admin/review')
  await page.findByText('Riverbank Pantry')
  expect(withoutDays(page.outline(), 'Millbrook')).toEqual([
    'Registrations',
    'New organizations and people who ask to join one. Those who wait longest come first.',
    '(Show)',
    '<radio checked>',
    'Waiting',
    '<radio>',
    'Asked for more',
    '<radio>',
    'Approved',
    '<radio>',
    'Refused',
    'Riverbank Pantry | Ana | Ruiz | ana-<id>@riverbank.test | New organization | · | <today> | · Address not confirmed yet | Waiting | → /admin/review/<id>',
    'Lakeside Shelter | Ana | Ruiz | ana-<id>@riverbank.test | New organization | · | <today> | Waiting | → /admin/review/<id>',
  ])
  expect(page.getByRole('link', { name: /Riverbank Pantry/ }).getAttribute('href')).toBe(`/admin/review/${first.id}`)
  await page.user.click(page.getByRole('link', { name: /Riverbank Pantry/ }))
  await page.findByRole('heading', { level: 1, name: 'Riverbank Pantry' })
  expect(page.location()).toBe(`/admin/review/${first.id}`)
})

it('ORG-04 a registration shows all that helps to decide, and asking for more needs a reason', async () => {
  const word = [...crypto.randomUUID().slice(0, 8)]
    .map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)])
    .join('')
  const alike = await makeOrganization(database, { name: `${word} Kitchens` })
  const review = await register(`${word} Kitchen`, {
    organizationDescription: 'Groceries on Tuesdays.',
    organizationWebsite: 'https://millbrook.test/',
  })
  const page = await openScreen(`/admin/review/${review.id}`, { as: admin, ...refused })
  await page.findByRole('heading', { level: 1 })
  await page.findByText(alike.name)
  expect(withoutDays(page.outline(), word)).toEqual([
    'All registrations | → /admin/review',
    '<word> Kitchen',
    'Waiting | New organization',
    'Refuse',
    'Ask for more',
    'Approve',
    'Applicant',
    'Name',
    'Ana Ruiz',
    'Title',
    'Director',
    'Email',
    'ana-<id>@riverbank.test',
    'Address confirmed',
    '<today>',
    'Phone',
    '(716) 555-0142',
    'Registered',
    '<today>',
    'Organization',
    'Description',
    'Groceries on Tuesdays.',
    'Website',
    'https://millbrook.test/ | → https://millbrook.test/',
    'People already there',
    '0',
    'Organizations with a similar name',
    '<word> Kitchens',
  ])
  const site = page.getByRole('link', { name: /millbrook/ })
  expect([site.getAttribute('target'), site.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer nofollow'])

  await page.press('Ask for more')
  const opened = await page.findByRole('dialog')
  expect(page.outline(opened)).toEqual([
    'What do you need to know?',
    '(Cancel)',
    'Ana Ruiz gets your question by e-mail. The registration stays in the queue.',
    'Reason | *',
    '<textarea "" at most 2000>',
    'Cancel',
    'Ask for more',
  ])
  const dialog = within(opened)
  await page.user.click(dialog.getByRole('button', { name: 'Ask for more' }))
  await waitFor(() => expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
  expect(page.outline(opened)).toEqual([
    'What do you need to know?',
    '(Cancel)',
    'Ana Ruiz gets your question by e-mail. The registration stays in the queue.',
    'Reason | *',
    '<textarea "" at most 2000>',
    'Please give a reason. The applicant reads it.',
    'Cancel',
    'Ask for more',
  ])
  expect(page.calls('POST')).toEqual([])
  await page.user.type(dialog.getByRole('textbox'), 'Which county do you serve?')
  page.failNext('POST', `/api/admin/review/${review.id}/decision`, 500)
  await page.user.click(dialog.getByRole('button', { name: 'Ask for more' }))
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
  await page.user.click(dialog.getByRole('button', { name: 'Ask for more' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('POST').at(-1)?.body).toMatchObject({
    decision: 'askForMore',
    reason: 'Which county do you serve?',
  })
  await page.findByText('Which county do you serve?')
  expect(withoutDays(page.outline(), word)).toEqual([
    'All registrations | → /admin/review',
    '<word> Kitchen',
    'Asked for more | New organization',
    'Refuse',
    'Ask for more',
    'Approve',
    'Applicant',
    'Name',
    'Ana Ruiz',
    'Title',
    'Director',
    'Email',
    'ana-<id>@riverbank.test',
    'Address confirmed',
    '<today>',
    'Phone',
    '(716) 555-0142',
    'Registered',
    '<today>',
    'Organization',
    'Description',
    'Groceries on Tuesdays.',
    'Website',
    'https://millbrook.test/ | → https://millbrook.test/',
    'People already there',
    '0',
    'Organizations with a similar name',
    '<word> Kitchens',
    'Decisions so far',
    'Asked for more | Ada Quill, <today> | Which county do you serve?',
  ])
})

it('ORG-04 a registration stays open with the typed reason while it cannot be read again', async () => {
  const review = await register('Steady Pantry')
  const page = await openScreen(`/admin/review/${review.id}`, { as: admin, ...refused })
  await page.press('Ask for more')
  await page.fill(/^Reason/, 'Which streets do you serve?')
  await page.loaded()
  const path = `/api/admin/review/${review.id}`
  for (let time = 0; time < 2; time++) page.failNext('GET', path, 500)
  await register('Another Pantry')
  await waitFor(() => expect(page.calls('GET', path).filter(({ status }) => status === 500)).toHaveLength(2))
  await page.settle()
  expect(page.getByDisplayValue('Which streets do you serve?').isConnected).toBe(true)
})

it('ORG-04 a registration is approved or refused once more asked, and what was decided meanwhile is shown', async () => {
  const name = `Northside ${crypto.randomUUID()}`
  const review = await register(name)
  const page = await openScreen(`/admin/review/${review.id}`, { as: admin, ...refused })
  await page.press('Refuse')
  const refusing = await page.findByRole('dialog')
  expect(page.outline(refusing)).toEqual([
    'Refuse this registration?',
    '(Cancel)',
    'Ana Ruiz gets your reason by e-mail and cannot sign in.',
    'Reason | *',
    '<textarea "" at most 2000>',
    'Cancel',
    'Refuse',
  ])
  await page.user.click(within(refusing).getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Approve')
  const opened = await page.findByRole('dialog')
  expect(page.outline(opened)).toEqual([
    'Approve this registration?',
    '(Cancel)',
    'Ana Ruiz becomes an admin of Northside <id> and can sign in. They hear of it by e-mail.',
    'Cancel',
    'Approve',
  ])
  page.failNext('POST', `/api/admin/review/${review.id}/decision`, 409)
  await page.user.click(within(opened).getByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(page.notices().join()).toBe('Somebody decided this in the meantime. Here is how it is now.'),
  )
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Approve')
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(page.queryByRole('button', { name: 'Approve' })).toBeNull())
  expect(page.notices()).toContain('Saved. The applicant has been told.')
  const { standing } = await database
    .selectFrom('organization')
    .select('standing')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  expect(standing).toBe('verified')
})

it('ORG-04 a typed reason stays when somebody else asks for more meanwhile, and is lost only once it is decided', async () => {
  const review = await register('Ferry Pantry')
  const path = `/api/admin/review/${review.id}`
  const other = await app.someone({
    roles: ['platform-admin'],
    organizationId: null,
    firstName: 'Bo',
    lastName: 'Reed',
  })
  const decide = async (decision: string) => {
    const { version } = (await other.call('GET', path)).body
    return other.call('POST', `${path}/decision`, { decision, version, reason: 'Where are you?' })
  }
  const page = await openScreen(`/admin/review/${review.id}`, { as: admin, ...refused })
  await page.press('Refuse')
  await page.fill(/^Reason/, 'You have no address.')
  expect((await decide('askForMore')).status).toBe(200)
  // The page behind it shows the other decision at once.
  await page.findByText('Where are you?')
  const dialog = within(page.getByRole('dialog'))
  const refuse = () => page.user.click(dialog.getByRole('button', { name: 'Refuse' }))
  await refuse()
  const told = await dialog.findByRole('alert')
  expect(told.textContent).toBe(
    'Bo Reed decided in the meantime: Asked for more. Your decision is not saved yet. You can still make it.',
  )
  expect(dialog.getByLabelText(/^Reason/)).toHaveProperty('value', 'You have no address.')
  expect(page.notices()).toEqual([])
  await refuse()
  await waitFor(() => expect(page.notices()).toEqual(['Saved. The applicant has been told.']))
  expect((await other.call('GET', path)).body).toMatchObject({
    status: 'refused',
    decisions: [{ reason: 'Where are you?' }, { reason: 'You have no address.' }],
  })
})

it('ORG-04 a decision that somebody else made is final, and the dialog closes', async () => {
  const review = await register('Quay Pantry')
  const path = `/api/admin/review/${review.id}`
  const other = await app.someone({ roles: ['platform-admin'], organizationId: null })
  const page = await openScreen(`/admin/review/${review.id}`, { as: admin, ...refused })
  await page.press('Refuse')
  await page.fill(/^Reason/, 'You have no address.')
  const { version } = (await other.call('GET', path)).body
  expect((await other.call('POST', `${path}/decision`, { decision: 'approve', version })).status).toBe(200)
  await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(page.notices()).toEqual(['Somebody decided this in the meantime. Here is how it is now.']))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

it('ORG-04 a registration that cannot be read is not called missing, and can be read again', async () => {
  const review = await register('Mill Pantry')
  // It is retried once automatically.
  const page = await openScreen('/admin/review', { as: admin, ...refused })
  for (let time = 0; time < 2; time++) page.failNext('GET', `/api/admin/review/${review.id}`, 500)
  await page.open(`/admin/review/${review.id}`)
  await page.findByText('This registration could not be loaded')
  expect(page.queryByText('Nothing here')).toBeNull()
  await page.press('Try again')
  expect(await page.findByRole('heading', { name: 'Mill Pantry' })).toBeTruthy()
})

it('ORG-04 nobody but a platform admin reviews, and a registration that is none says so', async () => {
  const { account: staff } = await app.someone()
  for (const path of ['/admin/review', `/admin/review/${crypto.randomUUID()}`]) {
    const page = await openScreen(path, { as: staff, ...refused })
    await page.settle()
    expect([...page.getByRole('main').children].map((one) => one.textContent).join('')).toContain(
      'This page is for those who review registrations.',
    )
    expect(page.calls('GET', '/api/admin/review/')).toEqual([])
  }
  const none = await openScreen(`/admin/review/${crypto.randomUUID()}`, { as: admin, ...refused })
  await none.findByText('Nothing here')
  expect(none.outline()).toEqual(['All registrations | → /admin/review', 'Nothing here'])
})
