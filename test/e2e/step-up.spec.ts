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

test('D-API-5 D-AUTH-2 who signed in long ago confirms in front of the screen, loses nothing, and the change goes on', async ({
  page,
  portal,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push(/40[01]/)
  await signIn(page, maria)
  const { items } = await (await page.request.get('/api/portalAccount/?search=sam')).json()
  await page.goto(`/organization/people/${items[0].id}`)
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
  expect((await (await page.request.get(`/api/portalAccount/${items[0].id}`)).json()).title).not.toBe('Shift lead')

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

  // In Spanish, from a dialog, with a mailed code; Escape leaves the dialog behind it open.
  await setLook(page, { scheme: 'dark', contrast: 'standard', language: 'es' })
  await page.goto('/organization/people')
  await page.getByRole('button', { name: 'Invitar a alguien' }).click()
  const invite = page.getByRole('dialog', { name: 'Invitar a alguien a su equipo' })
  await invite.getByLabel('Nombre', { exact: false }).first().fill('Noor')
  await invite.getByLabel('Apellido', { exact: false }).fill('Haddad')
  await invite.getByLabel('Correo', { exact: false }).fill('noor@eastside.test')
  await letTenMinutesPass(portal)
  await invite.getByRole('button', { name: 'Enviar invitación' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirme que es usted' })
  await expect(confirm.getByRole('textbox', { name: 'Contraseña' })).toBeFocused()
  await whole(page, 'invite-es')
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
  await expect(invite.getByLabel('Correo', { exact: false })).toHaveValue('noor@eastside.test')
  await invite.getByRole('button', { name: 'Enviar invitación' }).click()
  await confirm.getByRole('button', { name: /Enviar un correo/ }).click()
  await confirm.getByRole('button', { name: 'Enviar código' }).click()
  await expect(confirm.getByRole('button', { name: 'Enviar otro código' })).toBeVisible()
  await confirm.getByRole('textbox').fill(await mailedCode(page, maria))
  await confirm.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('La invitación va en camino a noor@eastside.test.')).toBeVisible()
  await expect(invite).toBeHidden()

  // Two concurrent calls share one dialog, and both continue.
  await letTenMinutesPass(portal)
  await page.getByRole('switch', { name: /Pedir un segundo paso/ }).scrollIntoViewIfNeeded()
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('input[role=switch]')?.click()
    document.querySelector<HTMLElement>('button[aria-label="Enviar otra vez: Noor Haddad"]')?.click()
  })
  await confirm.getByRole('textbox', { name: 'Contraseña' }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('La invitación va en camino a noor@eastside.test.')).toBeVisible()
  await expect(page.getByRole('switch', { name: /Pedir un segundo paso/ })).toBeChecked()
  await expect(confirm).toBeHidden()

  // Restores the setting for the following tests. The switch shows the new state before the call has ended.
  await expect(page.getByText('Desde ahora se necesita un segundo paso.')).toBeVisible()
  const restored = await page.request.put('/api/organization/current/requireMfa', { data: { requireMfa: false } })
  expect(restored.ok()).toBe(true)
  const sam = await (await page.request.get(`/api/portalAccount/${items[0].id}`)).json()
  const portalAccountRoles = items[0].portalAccountRoles
  await page.request.put('/api/portalAccount/', { data: { ...sam, title: items[0].title, portalAccountRoles } })
})
