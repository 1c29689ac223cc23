import { afterEach, expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
afterEach(() => void vi.useRealTimers())
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

const invite = (call: Awaited<ReturnType<typeof begin>>['call'], firstName: string) =>
  call('POST', '/api/portalAccount/', {
    ...{ firstName, lastName: 'Guest', email: `${firstName.toLowerCase()}-${crypto.randomUUID()}@team.test` },
    ...{ roles: ['organization-staff'], language: 'en' },
  })

it('ORG-03 the team page lists invitations, open and over, in both languages', async () => {
  const { admin, call, organizationId } = await begin()
  await invite(call, 'Open')
  await invite(call, 'Late')
  await database
    .updateTable('accountInvitation')
    .set({ createdOn: '2025-01-01T12:00:00Z', expiresOn: '2025-01-08T12:00:00Z' })
    .where('organizationId', '=', organizationId)
    .where('firstName', '=', 'Late')
    .execute()
  const former = await app.someone({
    organizationId,
    roles: ['organization-admin'],
    firstName: 'Fay',
    lastName: 'Former',
  })
  await invite(former.call, 'Left')
  // The reader may not give this role.
  await invite(former.call, 'Above')
  await database
    .updateTable('accountInvitation')
    .set({ roles: ['data-manager'] })
    .where('organizationId', '=', organizationId)
    .where('firstName', '=', 'Above')
    .execute()
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', former.account.id)
    .execute()
  const page = await openScreen('/organization/people', { as: admin, ...refused })
  expect(plain(page.outline(await page.findByRole('region', { name: 'Invited' })))).toEqual([
    'Invited',
    'Open Guest | <email> · Organization staff | Invited by Ada Boss just now | · | works until <day> | Invited | (Send again: Open Guest) | Send again | (Withdraw: Open Guest) | Withdraw',
  ])
  expect(plain(page.outline(page.getByRole('region', { name: 'No longer valid' })))).toEqual([
    'No longer valid',
    'Whoever sent these may no longer give these roles, so the links do not work. Send the invitation again in your own name, or remove it from the list.',
    'Above Guest | <email> · Data manager | Invited by Fay Former just now | Not valid | (Remove: Above Guest) | Remove',
    'Left Guest | <email> · Organization staff | Invited by Fay Former just now | Not valid | (Send again: Left Guest) | Send again | (Remove: Left Guest) | Remove',
  ])
  expect(plain(page.outline(page.getByRole('region', { name: /^Ran out/ })))).toEqual([
    'Ran out without an answer',
    'These links no longer work. Send the invitation again, or remove it from the list.',
    'Late Guest | <email> · Organization staff | Invited by Ada Boss <day> | · | ran out on <day> | Expired | (Send again: Late Guest) | Send again | (Remove: Late Guest) | Remove',
  ])
  const spanish = await openScreen('/organization/people', { as: admin, language: 'es' })
  await spanish.findByText(/Open Guest/)
  await spanish.findByText('Cole League')
  expect(plain(spanish.outline())).toEqual([
    'Nuestro equipo',
    'Quién trabaja en su organización, qué puede hacer y a quién se invitó.',
    'Invitar a alguien',
    'Nombre o correo electrónico',
    '<search "" at most 100>',
    'Mostrar',
    '<text "Todas las personas">',
    'Invitaciones',
    'Open Guest | <email> · Personal de la organización | Invitación de Ada Boss, ahora mismo | · | sirve hasta el <day> | Invitación enviada | (Enviar otra vez: Open Guest) | Enviar otra vez | (Retirar: Open Guest) | Retirar',
    'Ya no son válidas',
    'Quien las envió ya no puede dar estos roles, así que los enlaces no funcionan. Vuelva a enviar la invitación en su propio nombre o quítela de la lista.',
    'Above Guest | <email> · Responsable de datos | Invitación de Fay Former, ahora mismo | No válida | (Quitar: Above Guest) | Quitar',
    'Left Guest | <email> · Personal de la organización | Invitación de Fay Former, ahora mismo | No válida | (Enviar otra vez: Left Guest) | Enviar otra vez | (Quitar: Left Guest) | Quitar',
    'Vencieron sin respuesta',
    'Estos enlaces ya no funcionan. Vuelva a enviar la invitación o quítela de la lista.',
    'Late Guest | <email> · Personal de la organización | Invitación de Ada Boss, <day> | · | venció el <day> | Vencida | (Enviar otra vez: Late Guest) | Enviar otra vez | (Quitar: Late Guest) | Quitar',
    'Nombre | Rol | Estado | Última sesión',
    'Ada Boss | → /organization/people/<id> | <email> | Administración de la organización | Activa | ahora mismo',
    'Fay Former | → /organization/people/<id> | <email> | Administración de la organización | Desactivada | ahora mismo',
    'Cole League | → /organization/people/<id> | <email> | Personal de la organización | Activa | Todavía no',
    'Inicio de sesión',
    '<checkbox> | Pedir un segundo paso al iniciar sesión a toda la organización | Un código de una aplicación, un mensaje de texto o una clave de acceso. A quien no haya configurado ninguno se le envía un código por correo.',
    '<checkbox> | No aceptar códigos por correo de quien configuró una aplicación o una clave de acceso | Así, quien lea su buzón no podrá entrar en su lugar.',
  ])
})

it('ORG-03 an invitation is sent again and withdrawn', async () => {
  const { admin, call } = await begin()
  await invite(call, 'Open')
  const page = await openScreen('/organization/people', { as: admin })
  const notices = () => page.notices().map((notice) => notice?.replace(/open-\S+@team\.test/, '<email>'))
  await page.press('Send again: Open Guest')
  await waitFor(() => expect(notices()).toEqual(['An invitation is on its way to <email>.']))
  // The list has a new entry in place of the old one.
  await page.open('/organization/people')
  await page.press('Withdraw: Open Guest')
  await waitFor(() => expect(notices()).toEqual(['The invitation is withdrawn.']))
  await waitFor(() => expect(page.queryByText('Open Guest')).toBeNull())
})

it('ORG-03 an invitation is sent as typed, and a refusal is said', async () => {
  const { admin } = await begin()
  const page = await openScreen('/organization/people', { as: admin, ...refused })
  await page.press('Invite somebody')
  await page.fill(/^First Name/, 'Nia')
  await page.fill(/^Last Name/, 'Okoye')
  const email = `nia-${crypto.randomUUID()}@team.test`
  await page.fill(/^Email/, email)
  await page.user.click(page.getByLabelText('Organization admin'))
  await page.fill(/^Email/, admin.email)
  await page.press('Send invitation')
  await page.findByText('Somebody of your team has this address.')
  await page.fill(/^Email/, email)
  page.failNext('POST', '/api/portalAccount/', 429)
  await page.press('Send invitation')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  expect(page.notices()).toEqual(['There were too many invitations today. Please try again tomorrow.'])
  await page.press('Send invitation')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('POST', '/api/portalAccount/').at(-1)?.body).toEqual({
    ...{ firstName: 'Nia', lastName: 'Okoye', title: null, email, language: 'en', roles: ['organization-admin'] },
  })
  await page.findByText('Nia Okoye')
})

it('ORG-03 the list of accounts is searched and filtered in the address, and nobody found is said', async () => {
  const { admin, call, cole } = await begin()
  await invite(call, 'Open')
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', cole.id)
    .execute()
  const page = await openScreen('/organization/people?search=cole', { as: admin })
  await page.findByText('1 person shown')
  expect(plain(page.outline()).slice(3, 10)).toEqual([
    'Name or e-mail',
    '<search "cole" at most 100>',
    'Show',
    '<text "Everybody">',
    '1 person shown',
    'Name | Role | State | Last signed in',
    'Cole League | → /organization/people/<id> | <email> | Organization staff | Deactivated | Not yet',
  ])
  await page.open('/organization/people?show=invited')
  await page.findByText('Open Guest')
  expect(page.queryByText('Cole League')).toBeNull()
  expect(page.queryByRole('table')).toBeNull()
  await page.open('/organization/people?show=deactivated')
  await page.findByText('Cole League')
  expect(within(page.getByRole('main')).queryByText('Ada Boss')).toBeNull()
  expect(page.queryByText('Open Guest')).toBeNull()
  await page.open('/organization/people?search=zzzz')
  await page.findByText('Nobody found')
  expect(plain(page.outline()).slice(3, 12)).toEqual([
    'Name or e-mail',
    '<search "zzzz" at most 100>',
    'Show',
    '<text "Everybody">',
    '0 people shown',
    'Nobody found',
    'Try part of a name or address, or show everybody.',
    'Invite somebody',
    'Signing in',
  ])
  await page.fill('Name or e-mail', 'ada')
  await waitFor(() => expect(page.location()).toBe('/organization/people?search=ada'))
  await within(page.getByRole('main')).findByText('Ada Boss')
})

it('ORG-03 invitations that cannot be loaded are not nobody, and are tried again', async () => {
  const { admin } = await begin()
  const page = await openScreen('/home', { as: admin, ...refused })
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/portalAccount/invitation', 500)
  await page.open('/organization/people?show=invited')
  await page.findByText('The list could not be loaded')
  expect(page.queryByText('Nobody found')).toBeNull()
  await page.press('Try again')
  await page.findByText('Nobody found')
  expect(page.queryByText('The list could not be loaded')).toBeNull()
})

it('MEM-05 ORG-03 more invitations than a page are shown on request, and all of them are searched', async () => {
  const { admin, organizationId } = await begin()
  const day = (n: number) => new Date(Date.now() - n * 3600_000).toISOString()
  const rows = Array.from({ length: 27 }, (_, n) => ({
    ...{ firstName: `Guest${n}`, lastName: 'Möller', email: `guest-${n}-${organizationId}@team.test`, title: null },
    ...{
      organizationId,
      roles: ['organization-staff' as const],
      language: 'en' as const,
      codeHash: crypto.randomUUID(),
    },
    ...{ invitedBy: admin.id, createdOn: day(n), expiresOn: day(-100) },
  }))
  await database.insertInto('accountInvitation').values(rows).execute()
  const page = await openScreen('/organization/people?show=invited', { as: admin })
  const shown = async () => within(await page.findByRole('region', { name: 'Invited' })).getAllByRole('listitem').length
  expect(await shown()).toBe(25)
  await page.press('Show more invitations')
  await waitFor(async () => expect(await shown()).toBe(27))
  expect(page.queryByRole('button', { name: 'Show more invitations' })).toBeNull()
  await page.open('/organization/people?show=invited&search=guest26+moll')
  await waitFor(async () => expect(await shown()).toBe(1))
  await page.findByText('Guest26 Möller')
})

it('ORG-03 the team on a phone is a list of cards, and a list that cannot be loaded is tried again', async () => {
  const { admin } = await begin()
  const page = await openScreen('/home', { as: admin, width: 360, ...refused })
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/portalAccount/', 500)
  await page.open('/organization/people')
  await page.findByText('The list could not be loaded')
  await page.press('Try again')
  await page.findByText('Cole League')
  expect(plain(page.outline()).slice(3, 12)).toEqual([
    'Name or e-mail',
    '<search "" at most 100>',
    'Show',
    '<text "Everybody">',
    'Ada Boss | <email> | Organization admin | Active | → /organization/people/<id>',
    'Cole League | <email> | Organization staff | Active | → /organization/people/<id>',
    'Signing in',
    '<checkbox> | Ask everybody in the organization for a second step when they sign in | A code from an app, a text message or a passkey. Whoever has set up none of them is sent a code by e-mail.',
    '<checkbox> | Do not accept codes by e-mail from people who set up an app or a passkey | Whoever reads their mailbox then cannot sign in as them.',
  ])
})

it('ORG-03 a reading that began before the sign-in rule was changed does not bring the old one back', async () => {
  const { admin } = await begin()
  const rule = '/api/organization/current/requireMfa'
  const page = await openScreen('/home', { as: admin })
  // Without live events, nothing is read again at once.
  const events = page.holdNext('GET', '/api/event/stream')
  await page.open('/organization/people')
  const ask = () => page.findByRole('switch', { name: /^Ask everybody/ })
  await ask()
  await page.user.click(page.getByRole('link', { name: 'Home' }))
  await page.findByRole('heading', { level: 1, name: /Ada/ })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 60_000)
  const held = page.holdNextAnswer('GET', rule)
  await page.user.click(page.getByRole('link', { name: 'Team' }))
  await waitFor(() => expect(page.calls('GET', rule).at(-1)).toMatchObject({ isAnswered: true, isHeld: true }))
  await page.user.click(await ask())
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  held.release()
  await page.settle()
  expect(await ask()).toHaveProperty('checked', true)
  events.release()
})

it('ORG-03 all accounts are for platform admins, with their organizations', async () => {
  const { admin, cole } = await begin()
  const { account: ada } = await app.someone({ roles: ['platform-admin'], organizationId: null })
  const page = await openScreen(`/admin/accounts?search=${cole.email}`, { as: ada })
  await page.findByText('Cole League')
  expect(page.title()).toContain('Accounts')
  expect(plain(page.outline())).toEqual([
    'Accounts',
    'Everybody who has an account, in every organization.',
    'Invite somebody',
    'Name or e-mail',
    '<search "<email>" at most 100>',
    'Show',
    '<text "Everybody">',
    '1 person shown',
    'Name | Organization | Role | State | Last signed in',
    'Cole League | → /admin/accounts/<id> | <email> | <organization> | Organization staff | Active | Not yet',
  ])
  await page.press('Invite somebody')
  expect(plain(page.outline(await page.findByRole('dialog')))).toEqual([
    'Invite somebody who helps run the portal',
    '(Close)',
    'We mail them a link that works once, for 7 days. They choose a password and can start at once.',
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
    '<radio checked>',
    'Support agent',
    'Answers the tickets of all organizations.',
    '<radio>',
    'Data manager',
    'Looks after the directory: its categories, and what no organization looks after.',
    '<radio>',
    'Hearthline admin',
    'Reviews registrations and helps every account.',
    '<radio>',
    'Hearthline developer',
    "Looks into the portal's workings, in any role.",
    'Cancel',
    'Send invitation',
  ])
  await page.open(`/admin/accounts/${cole.id}`)
  await page.findByText('No link was sent yet')
  expect(plain(page.outline())).toEqual([
    'Accounts | → /admin/accounts',
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
    'Not yet',
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
  const none = await openScreen('/admin/accounts', { as: admin })
  expect(none.outline()).toEqual(['This is for administrators.'])
})
