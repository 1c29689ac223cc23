import { readFileSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { insertResetToken } from '#identity/accounts/server/account-token-queries.ts'
import { newCode } from '#identity/accounts/server/secret-hash.ts'
import { startTestApp } from './app.ts'
import { makeAccount, makeOrganization, newTicket } from './factories.ts'
import { makeImage, uploadImage } from './images.ts'
import { type OpenScreen, screensOf, waitFor, within } from './screen.tsx'
import { notScreenWords, type State, wordsOfStates } from './specification-words.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const LOGIN = '/api/auth/login/fallback'
const FORGOT = '/api/authentication/forgot'
const RESET = '/api/authentication/reset'
const TICKETS = '/api/supportPortal/supportRequest/'
const NEW = 'violet kettle morning 47'

const organization = await makeOrganization(app.database, { name: 'Eastside' })
const staff = await app.someone({ organizationId: organization.id, roles: ['organization-admin'] })
const { body: ticket } = await staff.call('POST', TICKETS, { ...newTicket, receiveEmailUpdates: false })
const { body: file } = await uploadImage(staff.call, await makeImage())
await staff.call('POST', '/api/supportRequestFile/', { supportRequestId: ticket.id, fileId: file.id })
await staff.call('POST', `${TICKETS}${ticket.id}/note`, { noteText: 'We look at it' })

const signIn = async (failure: number) => {
  const page = await openScreen('/', refused)
  page.failNext('POST', LOGIN, failure)
  await page.fill('Email', 'dana@example.test')
  await page.fill('Password', 'some password')
  await page.press('Login')
  return page
}
const invite = async () => {
  const person = { firstName: 'Iris', lastName: 'Moon', email: `${newCode()}@example.test` }
  const { id } = await app.database
    .insertInto('contact')
    .values({ ...person, organizationId: organization.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await staff.call('POST', `/api/contact/${id}/invitation`)
  await app.workJobs()
  const code = /contactId=([\w-]+)/.exec((await app.outbox(person.email))[0]?.text ?? '')?.[1]
  return `/registration/communityMember?contactId=${code}`
}
const register = async (failure: number) => {
  const page = await openScreen(await invite(), refused)
  await page.fill(/^Password/, NEW)
  await page.fill(/^Confirm Password/, NEW)
  await page.choose(/^Security Question/, 'What elementary school did you attend?')
  await page.fill(/^Security Question Answer/, 'Lincoln')
  await page.user.click(page.getByRole('checkbox', { name: /^I accept/ }))
  await page.solveCaptcha()
  page.failNext('POST', '/api/communityMemberRegistration/register/', failure)
  await page.press('Submit')
  return page
}
const openReset = async () => {
  const { id } = await makeAccount(app.database)
  const code = newCode()
  await insertResetToken(app.database, { accountId: id, purpose: 'reset-password', code, hours: 1, source: null })
  return openScreen(`/auth/reset/${code}`, refused)
}
const openForced = async () => {
  const account = await makeAccount(app.database, { forcePasswordReset: true })
  const bare = { securityQuestion: null, securityAnswerHash: null, acceptedTermsAndConditions: false }
  await app.database.updateTable('account').set(bare).where('id', '=', account.id).execute()
  return openScreen('/auth/forceReset', { as: account })
}
const openSuperAdmin = async () =>
  openScreen('/myAccount/superAdmin', { as: (await app.someone({ roles: ['developer'] })).account, ...refused })
const findOrganization = async (page: OpenScreen) => {
  await page.user.click(page.getByPlaceholderText('Start typing to Search'))
  await page.user.paste('Eastside')
}
const openSecurity = async (closes = true) => {
  const page = await openScreen('/myAccount/security', { as: (await app.someone()).account, ...refused })
  await page.findByRole('dialog', { name: 'Change Password' })
  if (closes) await page.press('Cancel')
  await page.findAllByRole('button', { name: 'Enroll' })
  return page
}
const enrollApp = async (isRight: boolean) => {
  const page = await openSecurity()
  await page.user.click(page.getAllByRole('button', { name: 'Enroll' })[1] as HTMLElement)
  const dialog = await page.findByRole('dialog', { name: /^Enroll/ })
  const secret = dialog.querySelector('code')?.textContent?.replaceAll(' ', '') ?? ''
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  if (!isRight) page.failNext('POST', '/api/mfa/verifyOtp', 406)
  await page.user.click(within(dialog).getByRole('textbox'))
  await page.user.paste(code)
  await page.user.click(within(dialog).getByRole('button', { name: 'Verify' }))
  return page
}
const askToRemove = async () => {
  const page = await enrollApp(true)
  await page.press('Finish')
  await waitFor(() => expect(page.getAllByRole('button', { name: 'Remove' })).toHaveLength(2))
  await page.user.click(page.getAllByRole('button', { name: 'Remove' })[1] as HTMLElement)
  return page
}
const press = async (opened: Promise<OpenScreen>, name: string) => {
  const page = await opened
  await page.press(name)
  return page
}
const openTicket = async () => {
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: staff.account, ...refused })
  await page.findByText('Note Added')
  return page
}
const save = async (opened: Promise<OpenScreen>, method: string, path: string, failure?: number) => {
  const page = await opened
  if (failure) page.failNext(method, path, failure)
  return press(Promise.resolve(page), 'Save')
}
const openPreferences = () => openScreen('/myAccount/preferences', { as: staff.account, ...refused })

/** How to produce each state. */
const open: Record<State, () => Promise<OpenScreen>> = {
  'front page': () => openScreen('/'),
  'sign-in with an invalid field': () => press(openScreen('/'), 'Login'),
  'sign-in of an account that is not active': () => signIn(406),
  'sign-in of an account that is not verified': () => signIn(403),
  'sign-in that failed': () => signIn(429),
  'signed out': () => openScreen('/auth/logout'),
  'unknown address': () => openScreen('/no/such/page'),
  'choice of registration': () => openScreen('/registration/choice'),
  'registration of a community member without an invitation': async () => {
    const page = await openScreen('/registration/choice')
    await page.press(/^Community Member/)
    return page
  },
  'registration of an organization': () => openScreen('/registration/organization'),
  'registration with errors': async () => {
    const page = await openScreen('/registration/organization')
    await page.press(/Organization Information/)
    await page.press('Submit')
    return page
  },
  'registration of an existing organization': async () => {
    const page = await openScreen('/registration/organization')
    await page.press(/Organization Information/)
    await page.user.click(page.getByRole('combobox', { name: /^Organization/ }))
    await page.user.paste('Eastside')
    await page.user.click(await page.findByText('Eastside', { selector: '[role=option]' }))
    return page
  },
  'registration complete': () => openScreen('/registration/complete'),
  'registration approved': () => openScreen('/registration/completion'),
  'registration of a community member': async () => openScreen(await invite()),
  'agreement of a community member': async () => press(openScreen(await invite()), 'Privacy Policy'),
  'registration with an address in use': () => register(406),
  'registration that failed': () => register(500),
  'forgotten password without the captcha': async () => {
    const page = await openScreen('/auth/forgot')
    await page.fill(/^Email/, 'dana@example.test')
    return press(Promise.resolve(page), 'Submit')
  },
  'forgotten password that failed': async () => {
    const page = await openScreen('/auth/forgot', refused)
    await page.fill(/^Email/, 'dana@example.test')
    await page.solveCaptcha()
    page.failNext('POST', FORGOT, 500)
    return press(Promise.resolve(page), 'Submit')
  },
  'link sent': () => openScreen('/auth/forgotConfirmation'),
  'reset with an invalid field': () => press(openReset(), 'Submit'),
  'reset with a wrong answer': async () => {
    const page = await openReset()
    await page.fill(/^What was the house number/, 'Oak')
    await page.fill(/^New Password/, NEW)
    await page.fill(/^Confirm Password/, NEW)
    await page.solveCaptcha()
    page.failNext('POST', RESET, 400)
    return press(Promise.resolve(page), 'Submit')
  },
  'password was reset': () => openScreen('/auth/resetConfirmation'),
  'forced reset': openForced,
  'forced reset saved': async () => {
    const page = await openForced()
    await page.fill(/^Password/, NEW)
    await page.fill(/^Confirm Password/, NEW)
    await page.choose(/^Security Questions/, 'What elementary school did you attend?')
    await page.fill(/^Security Question Answer/, 'Lincoln')
    await page.user.click(page.getByRole('checkbox', { name: /^I accept/ }))
    return press(Promise.resolve(page), 'Submit')
  },
  "administrator's link that is not valid": () => openScreen('/auth/adminReset/made-up', refused),
  preferences: openPreferences,
  'preferences saved': () => save(openPreferences(), 'PUT', '/api/userPreference/'),
  'preferences not saved': () => save(openPreferences(), 'PUT', '/api/userPreference/', 500),
  'account menu of a developer': openSuperAdmin,
  'roles saved': async () => {
    const page = await openSuperAdmin()
    await findOrganization(page)
    await page.user.click(await page.findByRole('option', { name: /^Eastside - / }))
    return press(Promise.resolve(page), 'Save')
  },
  'call that failed': async () => {
    const page = await openSuperAdmin()
    page.failNext('GET', '/api/organization/autocomplete', 500)
    await findOrganization(page)
    return page
  },
  security: () => openSecurity(false),
  'password changed': async () => {
    const page = await openSecurity(false)
    await page.fill(/^Current Password/, staff.account.password)
    await page.fill(/^New Password/, NEW)
    await page.fill(/^Confirm Password/, NEW)
    return press(Promise.resolve(page), 'Save')
  },
  'code by phone that was not sent': async () => {
    const page = await openSecurity()
    await page.user.click(page.getAllByRole('button', { name: 'Enroll' })[0] as HTMLElement)
    await page.fill(/^Phone/, '7165550142')
    await page.choose(/^Communication Type/, 'Text Message')
    page.failNext('POST', '/api/mfa/', 500)
    return press(Promise.resolve(page), 'Send Code')
  },
  'app with a wrong code': () => enrollApp(false),
  'app enrolled': () => enrollApp(true),
  'removal of an app': askToRemove,
  'app removed': () => press(askToRemove(), 'Confirm'),
  'help desk': () => openScreen('/support/helpDesk', { as: staff.account }),
  'new support request': () => press(openScreen('/support/helpDesk', { as: staff.account }), 'New Support Request'),
  'ticket with a note': openTicket,
  'ticket saved': () => save(openTicket(), 'PUT', TICKETS),
  'ticket not saved': () => save(openTicket(), 'PUT', TICKETS, 500),
}

it.each(Object.keys(wordsOfStates) as State[])('the specification’s words: %s', async (state) => {
  const page = await open[state]()
  // A required field has its asterisk separately, or inside its label.
  const shows = (text: string) => page.shows(text) || page.shows(`${text} *`)
  await waitFor(() => expect(wordsOfStates[state].filter((text) => !shows(text))).toEqual([]))
})

it('every text that the requirements quote stands in the table, or is said to be none of a screen', () => {
  const catalogue = readFileSync('docs/requirements.md', 'utf8')
  const quoted = [...catalogue.matchAll(/(?<![\w’])'((?:[^'\n]|(?<=\w)'(?=\w))+)'(?!\w)/g)].map((m) => m[1] as string)
  expect(quoted.length).toBeGreaterThan(60)
  const known = new Set([...Object.values(wordsOfStates).flat(), ...Object.keys(notScreenWords)])
  expect([...new Set(quoted)].filter((text) => !known.has(text))).toEqual([])
  expect(Object.keys(notScreenWords).filter((text) => !quoted.includes(text))).toEqual([])
})
