import { expect, it } from 'vitest'
import { notifyOwner } from '#identity/accounts/server/accounts-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
/** Without what is another one in each run. */
const plain = (lines: string[]) =>
  lines.map((line) =>
    line.replaceAll(/[\w•-]+\u200b?@example\.test/g, '<email>').replaceAll(/\d\d?\/\d\d?\/\d{4}/g, '<day>'),
  )

/** Somebody whom a security mail tells of a change. @returns the path of its link */
async function told(kind: Parameters<typeof notifyOwner>[3] = 'phoneChanged') {
  const account = await makeAccount(app.database)
  await app.signIn(account.email, account.password)
  await notifyOwner(app.database, app.config, account.id, kind)
  await app.workJobs()
  const mails = await app.outbox(account.email)
  const code = mails.map(({ text }) => /\/auth\/notMe\/(\S+)/.exec(text)?.[1]).find(Boolean)
  return { account, code, path: `/auth/notMe/${code}`, api: `/api/authentication/notMe/${code}` }
}

it('D-AUTH-3 the link of a security mail says what it will do, does it once, and says what it did', async () => {
  const { account, path, api } = await told()
  const page = await openScreen(path, refused)
  await waitFor(() => expect(page.title()).toBe('Was this not you? · Hearthline'))
  expect(plain(page.outline())).toEqual([
    'Was this not you?',
    'You came from our e-mail of <day>: | Your phone number was changed.',
    'If you press the button, we',
    'sign everybody out of your account, you too',
    'let nobody in and change nothing until the password is new',
    'remove every way to sign in that was added since',
    'mail you a link to choose a new password',
    'This was not me',
    'It was me | → /',
  ])
  expect(page.calls('POST')).toEqual([])
  page.failNext('POST', api, 500)
  await page.press('This was not me')
  await waitFor(() => expect(page.notices()).toEqual(['That did not work. Please try again.']))
  await page.press('This was not me')
  await page.findByText('Your account is safe')
  expect(plain(page.outline())).toEqual([
    'Your account is safe',
    'This is what we did:',
    'Ended 1 session',
    'Nobody can sign in to your account or change it for now',
    'Sent a link to choose a new password to <email>',
    'Open that e-mail now. The link works for one hour.',
    'To the front page | → /',
  ])
  expect(page.getByText(/^Ended 1/).closest('[role=status]')).toBeTruthy()
  expect(await app.database.selectFrom('session').selectAll().where('accountId', '=', account.id).execute()).toEqual([])
  await page.open(path)
  expect(plain(page.outline())).toEqual([
    'This link was used already',
    'Your account was secured then. Look for our e-mail with the link to a new password, or ask for another one.',
    'Ask for a new password | → /auth/forgot',
    'To the front page | → /',
  ])
})

it('D-AUTH-3 a link used or expired meanwhile, and one that is none, say so', async () => {
  const { path, api, code } = await told('factorAdded')
  const page = await openScreen(path, refused)
  expect(plain(page.outline()).slice(0, 2)).toEqual([
    'Was this not you?',
    'You came from our e-mail of <day>: | A second step for signing in was added.',
  ])
  await app.anonymous('POST', api)
  await page.press('This was not me')
  await page.findByText('This link was used already')
  expect(plain(page.outline())).toEqual([
    'This link was used already',
    'Your account was secured then. Look for our e-mail with the link to a new password, or ask for another one.',
    'Ask for a new password | → /auth/forgot',
    'To the front page | → /',
  ])
  const other = await told('passwordChanged')
  await app.database
    .updateTable('notMeLink')
    .set({ expiresOn: new Date(Date.now() - 1000).toISOString() })
    .where('accountId', '=', other.account.id)
    .execute()
  await page.open(other.path)
  expect(plain(page.outline())).toEqual([
    'This link has expired',
    'It worked for seven days. If something is wrong with your account, ask for a new password.',
    'Ask for a new password | → /auth/forgot',
    'To the front page | → /',
  ])
  await page.open(`/auth/notMe/${code}x`)
  expect(plain(page.outline())).toEqual([
    'This link does not work',
    'We do not know this link. Open it from the e-mail once more, or copy the whole address.',
    'Ask for a new password | → /auth/forgot',
    'To the front page | → /',
  ])
})

it('D-AUTH-3 a deactivated account gets its link later; in Spanish', async () => {
  const { account, path } = await told('deactivated')
  await app.database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() } as never)
    .where('id', '=', account.id)
    .execute()
  const page = await openScreen(path, { language: 'es' })
  expect(plain(page.outline())).toEqual([
    '¿No fue usted?',
    'Usted viene de nuestro correo del <day>: | Se desactivó su cuenta.',
    'Si presiona el botón,',
    'cerraremos todas las sesiones de su cuenta, también la suya',
    'no dejaremos entrar a nadie ni cambiar nada hasta que la contraseña sea nueva',
    'quitaremos toda forma de iniciar sesión que se haya agregado desde entonces',
    'le enviaremos un enlace para elegir una contraseña nueva',
    'No fui yo',
    'Sí fui yo | → /',
  ])
  await page.press('No fui yo')
  await page.findByText('Esto es lo que hicimos:')
  expect(plain(page.outline())).toEqual([
    'Su cuenta está a salvo',
    'Esto es lo que hicimos:',
    'Cerramos 1 sesión',
    'Por ahora nadie puede entrar a su cuenta ni cambiarla',
    'Avisamos a quienes cuidan su cuenta',
    'Su cuenta está desactivada. Cuando se abra de nuevo, le enviaremos un enlace para elegir una contraseña nueva.',
    'A la página de inicio | → /',
  ])
})
