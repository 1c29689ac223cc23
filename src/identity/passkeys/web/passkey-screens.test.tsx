import { beforeEach, expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makePasskeyDevice, type PasskeyDevice } from '#test/passkey-device.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

/** Passkeys work under a name alone, and screens have a number for an address elsewhere. */
const origin = 'http://localhost:3999'
const app = await startTestApp({ PUBLIC_URL: origin })
const openScreen = screensOf(app)
const { happyDOM } = globalThis as unknown as { happyDOM: { setURL: (url: string) => void } }
const usual = location.href
const refused = { expectedErrors: [/^A call failed: /, /ceremony/i] }

/** What the browser's own dialog does next: it has the device answer, or it ends with an error of this name. */
const browser = { device: makePasskeyDevice(), failure: null as string | null, userHandle: '' }
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer
const encode = (bytes: BufferSource) => Buffer.from(bytes as ArrayBuffer).toString('base64url')

type Answer = ReturnType<PasskeyDevice['create']> & { response: Record<string, unknown> }
/** As a browser hands it over: bytes, where calls have text. */
const handOver = ({ response, ...credential }: Answer) => ({
  ...credential,
  rawId: bytesOf(credential.rawId),
  getClientExtensionResults: () => ({}),
  authenticatorAttachment: 'platform',
  response: {
    ...Object.fromEntries(
      Object.entries(response).map(([name, value]) => [name, typeof value === 'string' ? bytesOf(value) : value]),
    ),
    getTransports: () => ['internal'],
  },
})
const stopIfToFail = () => {
  if (browser.failure) throw Object.assign(new Error('The dialog ended'), { name: browser.failure })
}
const credentials = {
  create: async ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) => {
    stopIfToFail()
    browser.userHandle = Buffer.from(publicKey.user.id as ArrayBuffer).toString()
    return handOver(browser.device.create({ challenge: encode(publicKey.challenge), origin }) as Answer)
  },
  get: async ({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) => {
    stopIfToFail()
    const { userHandle } = browser
    return handOver(browser.device.sign({ challenge: encode(publicKey.challenge), origin, userHandle }) as Answer)
  },
}
beforeEach(() => {
  happyDOM.setURL(`${origin}/`)
  browser.failure = null
  browser.device = makePasskeyDevice()
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  return () => {
    vi.unstubAllGlobals()
    happyDOM.setURL(usual)
  }
})

const region = (page: OpenScreen) => within(page.getByRole('region', { name: 'Passkeys' }))
async function openSecurity(as: Parameters<typeof openScreen>[1] = {}) {
  const page = await openScreen('/myAccount/security', { ...refused, ...as })
  await page.press('Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.findByRole('region', { name: 'Passkeys' })
  return page
}
const dialogOf = async (page: OpenScreen, name: string) => within(await page.findByRole('dialog', { name }))
async function addPasskey(page: OpenScreen, name: string) {
  await page.press('Add a passkey')
  await page.fill(/^Name/, name)
  await page.press('Continue')
}

it('D-PASSKEY-1 a passkey is added under a name, renamed and removed, and the list says what it is', async () => {
  const { account } = await app.someone()
  const page = await openSecurity({ as: account })
  expect(
    region(page).getByText(/^Sign in with your fingerprint, face or device lock instead of a password\./),
  ).toBeTruthy()
  await region(page).findByText('No passkey yet')
  expect(region(page).getByText('Your phone, computer or security key can keep one for you.')).toBeTruthy()
  expect(region(page).queryByText(/cannot keep passkeys|bound to a name|https address/)).toBeNull()
  await page.press('Add a passkey')
  const adding = await dialogOf(page, 'Add a passkey')
  expect(adding.getByText(/^Give it a name that you will recognize\./)).toBeTruthy()
  const name = adding.getByLabelText<HTMLInputElement>(/^Name/)
  expect([name.value, name.autocomplete]).toEqual(['My device', 'off'])
  await page.user.clear(name)
  await page.press('Continue')
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  expect(page.calls('POST', '/api/passkey/options')).toEqual([])
  await page.user.type(name, 'Blue phone')
  await page.press('Continue')
  await waitFor(() => expect(page.notices()).toEqual(['Passkey added']))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('POST', '/api/passkey/')[0]?.body).toMatchObject({ name: 'Blue phone' })
  await waitFor(() => expect(region(page).getAllByRole('listitem')).toHaveLength(1))
  expect(region(page).queryByText('No passkey yet')).toBeNull()
  browser.device = makePasskeyDevice({ isSynced: true })
  await addPasskey(page, 'Cloud key')
  await waitFor(() => expect(region(page).getAllByRole('listitem')).toHaveLength(2))
  expect(
    region(page)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    'Blue phoneOn this device onlyAdded just now · Not used yetRenameRemove',
    'Cloud keySynced across your devicesAdded just now · Not used yetRenameRemove',
  ])

  await page.press('Rename Blue phone')
  const renaming = await dialogOf(page, 'Rename')
  const renamed = renaming.getByLabelText<HTMLInputElement>(/^Name/)
  expect(renamed.value).toBe('Blue phone')
  expect(renaming.queryByText(/^Give it a name/)).toBeNull()
  await page.user.clear(renamed)
  await page.user.type(renamed, 'Red phone')
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toContain('Passkey renamed'))
  await page.findByRole('button', { name: 'Remove Red phone' })
  expect(page.queryByRole('dialog')).toBeNull()

  await page.press('Remove Red phone')
  const removing = await dialogOf(page, 'Remove this passkey?')
  expect(
    removing.getByText(
      'Red phone will no longer sign in to your account. Your device may keep it; delete it there as well.',
    ),
  ).toBeTruthy()
  await page.user.click(removing.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('DELETE')).toEqual([])
  await page.press('Remove Red phone')
  await page.user.click((await dialogOf(page, 'Remove this passkey?')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(page.notices()).toContain('Passkey removed'))
  await waitFor(() => expect(region(page).getAllByRole('listitem')).toHaveLength(1))
  expect(page.queryByRole('dialog')).toBeNull()
})

it('D-PASSKEY-1 what went wrong is said: stopped, known already, refused, and the list is not asked anew', async () => {
  const { account } = await app.someone()
  const page = await openSecurity({ as: account })
  await page.press('Add a passkey')
  for (const [failure, words] of [
    ['NotAllowedError', 'Nothing was changed. You can try again.'],
    ['AbortError', 'Nothing was changed. You can try again.'],
    ['InvalidStateError', 'This device already has a passkey for your account.'],
    ['SecurityError', 'This passkey did not work here. Try another one, or another way to sign in.'],
  ] as const) {
    browser.failure = failure
    await page.press('Continue')
    await waitFor(() => expect(page.notices().at(-1)).toBe(words))
    await waitFor(() => expect(page.getByRole('button', { name: 'Continue' }).hasAttribute('data-loading')).toBe(false))
  }
  const asked = page.calls('GET', '/api/passkey/').length
  await page.user.click((await dialogOf(page, 'Add a passkey')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('GET', '/api/passkey/')).toHaveLength(asked)
})

it('D-PASSKEY-1 the last way into an account is not offered to be removed, also when it became so meanwhile', async () => {
  const { account } = await app.someone()
  const page = await openSecurity({ as: account })
  await addPasskey(page, 'Key')
  await page.press('Remove Key')
  page.failNext('DELETE', /^\/api\/passkey\//, 500)
  const removing = await dialogOf(page, 'Remove this passkey?')
  await page.user.click(removing.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(page.notices()).toContain('Uh oh, something went wrong!'))
  await waitFor(() => expect(removing.getByRole('button', { name: 'Remove' }).getAttribute('aria-disabled')).toBeNull())
  await app.database.updateTable('account').set({ passwordHash: null }).where('id', '=', account.id).execute()
  await page.user.click(removing.getByRole('button', { name: 'Remove' }))
  const last = 'This is your only sign-in method. Add another one before you remove it.'
  await waitFor(() => expect(page.notices()).toContain(last))
  await page.open('/myAccount/security')
  await page.press('Cancel')
  await page.press('Remove Key')
  const told = await dialogOf(page, 'Remove this passkey?')
  expect(told.getByText(last)).toBeTruthy()
  expect(told.queryByRole('button', { name: 'Remove' })).toBeNull()
})

it('D-PASSKEY-2 the form of the front page signs in with a passkey, and says why it did not', async () => {
  const { account } = await app.someone()
  const page = await openSecurity({ as: account })
  await addPasskey(page, 'Key')
  await waitFor(() => expect(page.notices()).toEqual(['Passkey added']))
  const front = await openScreen('/', refused)
  const button = () => front.getByRole<HTMLButtonElement>('button', { name: /passkey/i })
  const enter = async () => {
    await waitFor(() => expect(button().disabled).toBe(false))
    await front.user.click(button())
  }
  browser.failure = 'NotAllowedError'
  await enter()
  await waitFor(() => expect(front.notices().at(-1)).toBe('No passkey was used. You can try again.'))
  browser.failure = null
  for (const [status, words] of [
    [406, 'This account is not active. Please check your email'],
    [403, 'This account has not been verified by an Hearthline admin'],
    [401, 'Login Failed'],
    [500, 'Login Failed'],
  ] as const) {
    front.failNext('POST', '/api/passkey/signIn', status)
    await enter()
    await waitFor(() => expect(front.notices().at(-1)).toBe(words))
  }
  front.failNext('POST', '/api/passkey/signIn', { status: 403, code: 'account-frozen' })
  await enter()
  await waitFor(() => expect(front.notices().at(-1)).toMatch(/^This account is held back/))
  await enter()
  await waitFor(() => expect(front.location()).toMatch(/^\/home/))
  expect(front.calls('POST', '/api/passkey/signIn').at(-1)?.status).toBe(200)
})

it('D-PASSKEY-2 FRC-01 a passkey of an account that must change its password leads there, and on from there', async () => {
  const { account } = await app.someone()
  const page = await openSecurity({ as: account })
  await addPasskey(page, 'Key')
  await waitFor(() => expect(page.notices()).toEqual(['Passkey added']))
  await app.database.updateTable('account').set({ forcePasswordReset: true }).where('id', '=', account.id).execute()
  const front = await openScreen('/', refused)
  await front.press(/passkey/i)
  await waitFor(() => expect(front.location()).toBe('/auth/forceReset'))
  expect(sessionStorage.getItem('redirectUrl')).toMatch(/^\/home/)
})

it('D-PASSKEY-2 a passkey confirms that the person is there; without one it is not offered', async () => {
  const { account } = await app.someone()
  const none = await openScreen('/auth/reauthenticate?returnUrl=%2Fdirectory', { as: account, ...refused })
  await none.findByLabelText(/^Password/)
  await waitFor(() => expect(none.calls('GET', '/api/passkey/confirm')).toHaveLength(1))
  expect(none.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  const page = await openSecurity({ as: account })
  await addPasskey(page, 'Key')
  await waitFor(() => expect(page.notices()).toEqual(['Passkey added']))
  await page.open('/auth/reauthenticate?returnUrl=%2Fdirectory')
  for (const [failure, words] of [
    ['NotAllowedError', 'Nothing was changed. You can try again.'],
    ['SecurityError', 'This passkey did not work here. Try another one, or another way to sign in.'],
  ] as const) {
    browser.failure = failure
    await page.press('Use a passkey')
    await waitFor(() => expect(page.notices().at(-1)).toBe(words))
  }
  browser.failure = null
  await page.press('Use a passkey')
  await waitFor(() => expect(page.location()).toBe('/directory'))
  expect(page.calls('POST', '/api/passkey/confirm').at(-1)?.status).toBeLessThan(300)
})

const sessionsOf = (accountId: string) =>
  app.database.selectFrom('session').select('id').where('accountId', '=', accountId).orderBy('id').execute()

/** A screen with a change that is not saved, and over it the question to sign in again. */
async function openEnded(page: OpenScreen, accountId: string) {
  await page.open('/myAccount/preferences')
  await page.user.click(page.getByRole('switch', { name: 'Disable notifications for incoming referrals' }))
  await app.database.deleteFrom('session').where('accountId', '=', accountId).execute()
  await page.press('Save')
  return dialogOf(page, 'You were signed out')
}

it('D-PASSKEY-2 D-HTTP-1 a passkey signs in again over a screen, and says why it did not', async () => {
  const { account } = await app.someone()
  const page = await openSecurity({ as: account })
  await addPasskey(page, 'Key')
  await waitFor(() => expect(page.notices()).toEqual(['Passkey added']))
  const again = await openEnded(page, account.id)
  await again.findByRole('button', { name: 'Use a passkey' })
  for (const [failure, words] of [
    ['NotAllowedError', 'No passkey was used. You can try again.'],
    ['SecurityError', 'Login Failed'],
  ] as const) {
    browser.failure = failure
    await page.press('Use a passkey')
    await waitFor(() => expect(again.getByRole('alert').textContent).toBe(words))
  }
  browser.failure = null
  await page.press('Use a passkey')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.location()).toBe('/myAccount/preferences')
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toContain('Preferences saved'))
})

it('D-PASSKEY-2 D-HTTP-1 the passkey of another account does not open the screen', async () => {
  const other = (await app.someone()).account
  await addPasskey(await openSecurity({ as: other }), 'Key of another')
  const stranger = browser.device
  await waitFor(async () => expect(await sessionsOf(other.id)).not.toEqual([]))
  const { account } = await app.someone()
  const page = await openSecurity({ as: account })
  browser.device = makePasskeyDevice()
  await addPasskey(page, 'Key')
  await waitFor(() => expect(region(page).getAllByRole('listitem')).toHaveLength(1))
  const again = await openEnded(page, account.id)
  const before = await sessionsOf(other.id)
  browser.device = stranger
  browser.userHandle = other.id
  await page.press('Use a passkey')
  await waitFor(() => expect(again.getByRole('alert').textContent).toBe('Login Failed'))
  expect(page.calls('POST', '/api/passkey/signIn').map(({ status }) => status)).toEqual([401])
  expect([await sessionsOf(other.id), page.location()]).toEqual([before, '/myAccount/preferences'])
})

it('D-PASSKEY-2 D-HTTP-1 an account without a passkey is not offered one to sign in again', async () => {
  const { account } = await app.someone()
  const page = await openSecurity({ as: account })
  const again = await openEnded(page, account.id)
  await again.findByLabelText(/^Password/)
  await page.settle()
  expect(again.queryByRole('button', { name: /passkey/i })).toBeNull()
})

it('ACC-02 the current account lists what it can sign in with besides its password', async () => {
  const { account } = await app.someone()
  const current = async () => {
    const call = await app.signIn(account.email, account.password)
    return (await call('GET', '/api/portalAccount/current')).body.signInMethods
  }
  expect(await current()).toEqual([])
  const page = await openSecurity({ as: account })
  await addPasskey(page, 'Key')
  await waitFor(() => expect(page.notices()).toEqual(['Passkey added']))
  expect(await current()).toEqual(['passkey'])
})

it('D-PASSKEY-3 a browser that cannot keep passkeys is told so, and shows those that there are', async () => {
  const { account } = await app.someone()
  vi.unstubAllGlobals()
  const page = await openSecurity({ as: account })
  await region(page).findByText('This browser cannot keep passkeys.')
  expect(page.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

it('D-PASSKEY-3 under a number the page says under which name passkeys work', async () => {
  happyDOM.setURL(usual)
  const { account } = await app.someone()
  const page = await openSecurity({ as: account })
  const there = `${origin}/myAccount/security`
  await region(page).findByText(
    /^Passkeys are bound to a name, and this address is a number\. Open the portal by its name/,
  )
  expect(region(page).getByRole('link').getAttribute('href')).toBe(there)
  expect(region(page).getByRole('link').textContent).toBe(there)
  for (const none of [/cannot keep passkeys/, 'No passkey yet']) expect(region(page).queryByText(none)).toBeNull()
  expect(page.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

it('D-PASSKEY-1 the list and each dialog stand in full, also in Spanish', async () => {
  const { account } = await app.someone()
  const page = await openSecurity({ as: account })
  await region(page).findByText('No passkey yet')
  const whole = () => page.getByRole('region', { name: 'Passkeys' })
  expect(page.outline(whole())).toEqual([
    'Passkeys',
    'Sign in with your fingerprint, face or device lock instead of a password. A passkey cannot be guessed, and works on this site alone.',
    'No passkey yet',
    'Your phone, computer or security key can keep one for you.',
    'Add a passkey',
  ])
  await page.press('Add a passkey')
  expect(page.outline(await page.findByRole('dialog'))).toEqual([
    'Add a passkey',
    '(Close)',
    'Give it a name that you will recognize. Your device then asks for your fingerprint, face or lock.',
    'Name | *',
    '<text "My device" at most 60>',
    'Cancel',
    'Continue',
  ])
  await page.press('Continue')
  await page.findByRole('button', { name: 'Rename My device' })
  await page.loaded()
  expect(page.outline(whole())).toEqual([
    'Passkeys',
    'Sign in with your fingerprint, face or device lock instead of a password. A passkey cannot be guessed, and works on this site alone.',
    'My device | On this device only | Added just now | · | Not used yet | (Rename My device) | Rename | (Remove My device) | Remove',
    'Add a passkey',
  ])
  await page.press('Rename My device')
  expect(page.outline(await page.findByRole('dialog'))).toEqual([
    'Rename',
    '(Close)',
    'Name | *',
    '<text "My device" at most 60>',
    'Cancel',
    'Save',
  ])
  page.failNext('PUT', /^\/api\/passkey\//, 500)
  await page.press('Save')
  await waitFor(() => expect(page.notices().at(-1)).toMatch(/^This passkey did not work here/))
  await page.press('Close')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Remove My device')
  expect(page.outline(await page.findByRole('dialog'))).toEqual([
    'Remove this passkey?',
    '(Close)',
    'My device will no longer sign in to your account. Your device may keep it; delete it there as well.',
    'Cancel',
    'Remove',
  ])
  const spanish = await openScreen('/myAccount/security', { as: account, language: 'es', ...refused })
  await spanish.press('Cancelar')
  await spanish.findByText('My device')
  expect(spanish.outline(spanish.getByRole('region', { name: 'Claves de acceso' }))).toEqual([
    'Claves de acceso',
    'Entre con su huella, su rostro o el bloqueo de su dispositivo en lugar de una contraseña. Una clave de acceso no se puede adivinar y solo sirve en este sitio.',
    'My device | Solo en este dispositivo | Agregada ahora mismo | · | Sin usar todavía | (Cambiar el nombre de My device) | Cambiar el nombre | (Quitar My device) | Quitar',
    'Agregar una clave de acceso',
  ])
})
