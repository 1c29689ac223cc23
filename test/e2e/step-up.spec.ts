import type { Page } from '@playwright/test'
import { changeDatabase } from './account-database.ts'
import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  maria,
  otherThemes,
  type RunningPortal,
  setLook,
  signIn,
  test,
} from './portal.ts'

const letTenMinutesPass = (portal: RunningPortal) =>
  changeDatabase(portal, "update session set authenticated_on = now() - interval '10 minutes'", [])

/** Runs axe in every theme on the current page. */
async function whole(page: Page, name: string) {
  await expectAccessible(page, otherThemes)
  for (const width of process.env.SHOTS ? [1280, 390] : []) {
    await page.setViewportSize({ width, height: 800 })
    await page.screenshot({ path: `${process.env.SHOTS}/step-up-${name}-${width}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** The code in the newest message to a person. */
async function mailedCode(page: Page, to: string) {
  let code = ''
  await expect
    .poll(async () => {
      const messages = await (await page.request.get(`/api/dev/outbox?to=${encodeURIComponent(to)}`)).json()
      code = /\b(?=[A-Z0-9]*\d)[A-Z0-9]{6}\b/.exec(messages[0]?.text ?? '')?.[0] ?? ''
      return code
    })
    .not.toBe('')
  return code
}

/** Maria's colleague, as he was before the test. */
async function findSam(page: Page) {
  const { items } = await (await page.request.get('/api/portalAccount/?search=sam')).json()
  return items[0]
}
const read = async (page: Page, id: string) => (await page.request.get(`/api/portalAccount/${id}`)).json()

test.use({ expectedErrors: [/40[01]/] })

test('D-API-5 D-AUTH-2 who signed in long ago confirms in front of the screen, loses nothing, and the change goes on', async ({
  page,
  portal,
}) => {
  await signIn(page, maria)
  const before = await findSam(page)
  await page.goto(`/organization/people/${before.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel(/^Title/).fill('Shift lead')
  await page.getByRole('checkbox', { name: 'Organization admin' }).check()
  await letTenMinutesPass(portal)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await whole(page, 'role')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Canceled: nothing was saved or lost, and no error is shown.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel(/^Title/)).toHaveValue('Shift lead')
  await expect(page.getByRole('checkbox', { name: 'Organization admin' })).toBeChecked()
  await expect(page.getByText('went wrong')).toHaveCount(0)
  expect((await read(page, before.id)).title).not.toBe('Shift lead')

  // A wrong password shows an error; with the right one the change continues automatically.
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').getByText('Login Failed')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The changes are saved.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Organization admin')

  const { title, portalAccountRoles } = before
  const data = { ...(await read(page, before.id)), title, portalAccountRoles }
  expect((await page.request.put('/api/portalAccount/', { data })).ok()).toBe(true)
})

test('D-API-5 D-AUTH-2 in Spanish the dialog stands over another one, Escape closes it alone, and a mailed code goes on', async ({
  page,
  portal,
}) => {
  await signIn(page, maria)
  await setLook(page, { scheme: 'dark', contrast: 'standard', language: 'es' })
  await page.goto('/organization/people')
  await page.getByRole('button', { name: 'Invitar a alguien' }).click()
  const invite = page.getByRole('dialog', { name: 'Invitar a alguien a su equipo' })
  const email = `noor-${Date.now()}@eastside.test`
  await invite.getByLabel('Nombre', { exact: false }).first().fill('Noor')
  await invite.getByLabel('Apellido', { exact: false }).fill('Haddad')
  await invite.getByLabel('Correo', { exact: false }).fill(email)
  await letTenMinutesPass(portal)
  await invite.getByRole('button', { name: 'Enviar invitación' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirme que es usted' })
  await expect(confirm.getByRole('textbox', { name: 'Contraseña' })).toBeFocused()
  await whole(page, 'invite-es')
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
  await expect(invite.getByLabel('Correo', { exact: false })).toHaveValue(email)
  await invite.getByRole('button', { name: 'Enviar invitación' }).click()
  await confirm.getByRole('button', { name: /Enviar un correo/ }).click()
  await confirm.getByRole('button', { name: 'Enviar código' }).click()
  await expect(confirm.getByRole('button', { name: 'Enviar otro código' })).toBeVisible()
  await confirm.getByRole('textbox').fill(await mailedCode(page, maria))
  await confirm.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText(`La invitación va en camino a ${email}.`)).toBeVisible()
  await expect(invite).toBeHidden()
})

test('D-API-5 two calls at once share one dialog, and both go on', async ({ page, portal }) => {
  await signIn(page, maria)
  const email = `nadia-${Date.now()}@eastside.test`
  const person = { firstName: 'Nadia', lastName: 'Haddad', email, roles: ['organization-staff'], language: 'en' }
  await page.request.post('/api/portalAccount/', { data: person })
  await page.goto('/organization/people')
  await page.getByRole('button', { name: 'Send again: Nadia Haddad' }).waitFor()
  const required = page.getByRole('switch', { name: /^Ask everybody in the organization/ })
  await required.scrollIntoViewIfNeeded()
  await letTenMinutesPass(portal)
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('input[role=switch]')?.click()
    document.querySelector<HTMLElement>('button[aria-label="Send again: Nadia Haddad"]')?.click()
  })
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible()
  await expect(required).toBeChecked()
  await expect(confirm).toBeHidden()
  // The switch shows the new state before the call has ended.
  await expect(page.getByText('From now on a second step is needed.')).toBeVisible()
  const restored = await page.request.put('/api/organization/current/requireMfa', { data: { requireMfa: false } })
  expect(restored.ok()).toBe(true)
})
