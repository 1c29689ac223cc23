import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accountEventKinds } from '#identity/accounts/account-event.ts'
import { startTestApp } from '#test/app.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { account: admin } = await app.someone({ firstName: 'Ada', lastName: 'Root', roles: ['platform-admin'] })
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const ago = (days: number) => new Date(Date.now() - days * 86_400_000 - 1000).toISOString()

type Event = {
  kind: string
  detail?: object
  actorId?: string | null
  impersonatorId?: string
  ip?: string
  userAgent?: string
}
/** An account whose history is only these, oldest first. */
async function withHistory(events: Event[], language: 'en' | 'es' = 'en') {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account, language })
  await app.database.deleteFrom('accountEvent').where('accountId', '=', account.id).execute()
  for (const { kind, detail = {}, ...more } of events)
    await app.database
      .insertInto('accountEvent')
      .values({
        accountId: account.id,
        actorId: account.id,
        kind,
        detail: JSON.stringify(detail),
        createdOn: ago(3),
        ...more,
      } as never)
      .execute()
  await page.open('/myAccount/security')
  const name = language === 'es' ? 'Qué pasó con mi cuenta' : 'What happened to my account'
  const section = await page.findByRole('region', { name, hidden: true })
  return { page, section, account }
}

it('D-AUTH-2 the history tells who did what, how and from where', async () => {
  const { page, section } = await withHistory([
    { kind: 'signed-in', detail: { method: 'password' }, ip: '203.0.113.9', userAgent: IPHONE },
    { kind: 'signed-in', detail: { method: 'passkey' }, ip: '192.168.7.20' },
    { kind: 'sessions-ended', detail: { count: 1 }, actorId: admin.id },
    { kind: 'sessions-ended', detail: { method: 'otp', count: 3 }, actorId: crypto.randomUUID() },
    { kind: 'sign-in-failed', detail: { method: 'carrier-pigeon' }, actorId: null },
    { kind: 'phone-changed', impersonatorId: admin.id },
    { kind: 'not-a-known-kind' },
  ])
  await waitFor(() => expect(within(section).getAllByRole('listitem', { hidden: true })).toHaveLength(7))
  expect(page.outline(section)).toEqual([
    'What happened to my account',
    'The last 90 days, newest first.',
    'Other | You | 3 days ago',
    'Phone number changed | Ada Root, impersonating you | 3 days ago',
    'A sign-in failed | Nobody signed in | 3 days ago',
    'Sessions ended | With an authenticator app · 3 sessions | By Somebody else | 3 days ago',
    'Sessions ended | 1 session | By Ada Root | 3 days ago',
    'Signed in | With a passkey | You · Unknown device, Local network, 192.168.7.20 | 3 days ago',
    'Signed in | With the password | You · Safari on iOS, Address 203.0.113.9 | 3 days ago',
    'Download for a spreadsheet | → /api/myActivity/export?format=csv',
    'Download as JSON | → /api/myActivity/export?format=json',
  ])
  const time = section.querySelector('time')
  expect(time?.getAttribute('title')).toBe(new Date(time?.dateTime ?? '').toLocaleString('en'))
})

it('D-AUTH-2 Show more shows more also where a live event reloads the list meanwhile', async () => {
  const { page, section, account } = await withHistory(accountEventKinds.map((kind) => ({ kind })))
  const rows = () => within(section).getAllByRole('listitem', { hidden: true })
  await waitFor(() => expect(rows()).toHaveLength(10))
  const next = page.holdNext('GET', '/api/myActivity')
  const before = page.calls('GET', '/api/myActivity').length
  await page.user.click(within(section).getByRole('button', { name: 'Show more', hidden: true }))
  await app.signIn(account.email, account.password)
  await waitFor(() => expect(page.calls('GET', '/api/myActivity').length).toBeGreaterThan(before + 1))
  next.release()
  await waitFor(() => expect(rows()).toHaveLength(20))
})

it('D-AUTH-2 every kind of event has its words, and a long history shows more on request', async () => {
  const { page, section } = await withHistory(accountEventKinds.map((kind) => ({ kind })))
  const rows = () => within(section).getAllByRole('listitem', { hidden: true })
  await waitFor(() => expect(rows()).toHaveLength(10))
  for (const count of [20, 30, accountEventKinds.length]) {
    await page.user.click(await within(section).findByRole('button', { name: 'Show more', hidden: true }))
    await waitFor(() => expect(rows()).toHaveLength(count))
  }
  expect(rows().map((row) => row.querySelector('p')?.textContent)).toEqual([
    'New password required',
    'Ten wrong security answers in a day',
    'Reported: this was not me',
    'Somebody stopped impersonating you',
    'Somebody began to impersonate you',
    'Sessions ended',
    'Account reactivated',
    'Account deactivated',
    'Organization changed',
    'Roles changed',
    "Another organization's sign-in unlinked",
    "Another organization's sign-in linked",
    'Recovery code used',
    'New recovery codes made',
    'Passkey removed',
    'Passkey added',
    'A second step failed',
    'Second step for signing in removed',
    'Removal of the second steps asked for',
    'Second step for signing in added',
    'Phone number changed',
    'Change of phone number asked for',
    'E-mail address changed',
    'Change of e-mail address asked for',
    'Security question set',
    'Link to reset the password used',
    'Link to reset the password sent',
    'Link to reset the password asked for',
    'Password reset',
    'Password changed',
    'Confirmed again that it is you',
    'Signed out',
    'Too many failed sign-ins',
    'A sign-in failed',
    'Signed in',
  ])
  expect(within(section).queryByRole('button', { name: 'Show more', hidden: true })).toBeNull()
  // A reload after a live event reads a page once more.
  const calls = page.calls('GET', '/api/myActivity').map(({ query }) => query)
  expect(new Set(calls.map(({ cursor }) => cursor)).size).toBe(4)
  expect(calls.every(({ limit }) => limit === '10')).toBe(true)
})

it('D-AUTH-2 an empty history says so; in Spanish', async () => {
  const empty = await withHistory([])
  await within(empty.section).findByText('Nothing yet')
  expect(empty.page.outline(empty.section)).toEqual([
    'What happened to my account',
    'The last 90 days, newest first.',
    'Nothing yet',
    'Sign-ins and changes of your account will appear here.',
  ])
  const spanish = await withHistory([{ kind: 'signed-in', detail: { method: 'password' } }], 'es')
  await waitFor(() => expect(within(spanish.section).getAllByRole('listitem', { hidden: true })).toHaveLength(1))
  expect(spanish.page.outline(spanish.section)).toEqual([
    'Qué pasó con mi cuenta',
    'Los últimos 90 días, lo más reciente primero.',
    'Inicio de sesión | Con la contraseña | Usted | hace 3 días',
    'Descargar para hoja de cálculo | → /api/myActivity/export?format=csv',
    'Descargar como JSON | → /api/myActivity/export?format=json',
  ])
})

it('D-AUTH-2 each session is listed with its device, its place, and who impersonates its owner', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/security', { as: account })
  await app.database
    .deleteFrom('session')
    .where('accountId', '=', account.id)
    .where(
      sql<boolean>`id <> (select id from session where account_id = ${account.id} order by created_on desc limit 1)`,
    )
    .execute()
  const on = (userAgent: string, remoteAddress: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/authentication/login',
      remoteAddress,
      headers: { 'user-agent': userAgent },
      payload: { email: account.email, password: account.password },
    })
  await on(IPHONE, '203.0.113.9')
  await on('made up', '192.168.7.20')
  await page.open('/myAccount/security')
  const section = await page.findByRole('region', { name: 'Where I am signed in', hidden: true })
  await waitFor(() => expect(within(section).getAllByRole('listitem', { hidden: true })).toHaveLength(3))
  expect(page.outline(section)).toEqual([
    'Where I am signed in',
    'Every browser that is signed in to your account. End one that you do not know, then change your password.',
    'End all others',
    "Unknown device | This one | This portal's own computer | Last used just now | · | Signed in just now",
    'Unknown device | Local network, 192.168.7.20 | Last used just now | · | Signed in just now | (End the session Unknown device) | End',
    'Safari on iOS | Address 203.0.113.9 | Last used just now | · | Signed in just now | (End the session Safari on iOS) | End',
  ])
})
