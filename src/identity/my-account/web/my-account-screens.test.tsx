import { expect, it } from 'vitest'
import { deliveryFailures } from '#identity/preferences/undelivered.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { writeMessage } from '#test/message-delivery.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const UTILITIES = '/api/admin/utilities'
const plain = (lines: string[]) => lines.map((line) => line.replaceAll(/[\w•-]+\u200b?@example\.test/g, '<email>'))

it('PREF-01 the preferences stand in Spanish', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, language: 'es' })
  expect(plain(page.outline())).toEqual([
    '(Mi cuenta)',
    'Preferencias | → /myAccount/preferences',
    'Seguridad | → /myAccount/security',
    'Preferencias de notificación',
    'Elija qué le avisamos y cómo.',
    'Adónde llegan los avisos',
    'Correo electrónico',
    '<email>',
    'Teléfono principal',
    'Todavía no hay número de teléfono',
    'Si estos datos no son correctos, comuníquese con el administrador de su organización.',
    'Cambiar su nombre y su idioma | → /myAccount/myInfo',
    'Remisiones recibidas',
    '<checkbox> | Desactivar los avisos de remisiones recibidas',
    'Aviso | Mensaje de texto | Correo',
    'Remisiones recibidas por mi organización | <checkbox Todos, Remisiones recibidas por mi organización, Mensaje de texto> | Todos | <checkbox Todos, Remisiones recibidas por mi organización, Correo checked> | Todos',
    'Internos | <checkbox Internos, Remisiones recibidas por mi organización, Mensaje de texto> | <checkbox Internos, Remisiones recibidas por mi organización, Correo checked>',
    'Externos | <checkbox Externos, Remisiones recibidas por mi organización, Mensaje de texto> | <checkbox Externos, Remisiones recibidas por mi organización, Correo checked>',
    'Solo las remisiones dirigidas a mí | <checkbox Todos, Solo las remisiones dirigidas a mí, Mensaje de texto> | Todos | <checkbox Todos, Solo las remisiones dirigidas a mí, Correo checked> | Todos',
    'Internos | <checkbox Internos, Solo las remisiones dirigidas a mí, Mensaje de texto> | <checkbox Internos, Solo las remisiones dirigidas a mí, Correo checked>',
    'Externos | <checkbox Externos, Solo las remisiones dirigidas a mí, Mensaje de texto> | <checkbox Externos, Solo las remisiones dirigidas a mí, Correo checked>',
    'Remisiones enviadas',
    '<checkbox> | Desactivar los avisos de remisiones enviadas',
    'Aviso | Mensaje de texto | Correo',
    'Confirmación de las remisiones que creé | <checkbox Todos, Confirmación de las remisiones que creé, Mensaje de texto> | Todos | <checkbox Todos, Confirmación de las remisiones que creé, Correo checked> | Todos',
    'Internos | <checkbox Internos, Confirmación de las remisiones que creé, Mensaje de texto> | <checkbox Internos, Confirmación de las remisiones que creé, Correo checked>',
    'Externos | <checkbox Externos, Confirmación de las remisiones que creé, Mensaje de texto> | <checkbox Externos, Confirmación de las remisiones que creé, Correo checked>',
    'Cuando cambia el estado de una remisión que creé | <checkbox Todos, Cuando cambia el estado de una remisión que creé, Mensaje de texto> | Todos | <checkbox Todos, Cuando cambia el estado de una remisión que creé, Correo checked> | Todos',
    'Internos | <checkbox Internos, Cuando cambia el estado de una remisión que creé, Mensaje de texto> | <checkbox Internos, Cuando cambia el estado de una remisión que creé, Correo checked>',
    'Externos | <checkbox Externos, Cuando cambia el estado de una remisión que creé, Mensaje de texto> | <checkbox Externos, Cuando cambia el estado de una remisión que creé, Correo checked>',
    'Mensajes',
    'Los mensajes que se siguen en pocos minutos llegan en un solo aviso.',
    'Aviso | Mensaje de texto | Correo',
    'Cuando se escribe un mensaje en una remisión que creé o en la que trabajo | <checkbox Todos, Cuando se escribe un mensaje en una remisión que creé o en la que trabajo, Mensaje de texto> | Todos | <checkbox Todos, Cuando se escribe un mensaje en una remisión que creé o en la que trabajo, Correo checked> | Todos',
    'Internos | <checkbox Internos, Cuando se escribe un mensaje en una remisión que creé o en la que trabajo, Mensaje de texto> | <checkbox Internos, Cuando se escribe un mensaje en una remisión que creé o en la que trabajo, Correo checked>',
    'Externos | <checkbox Externos, Cuando se escribe un mensaje en una remisión que creé o en la que trabajo, Mensaje de texto> | <checkbox Externos, Cuando se escribe un mensaje en una remisión que creé o en la que trabajo, Correo checked>',
    'Guardar',
  ])
  await page.press('Guardar')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  expect(page.notices()).toEqual(['Preferencias guardadas'])
  expect(page.title()).toEqual('Preferencias de notificación · Hearthline')
})

it('PREF-05 what could not be delivered is told with its reason', async () => {
  const { account } = await app.someone()
  const undeliver = async (
    channel: 'email' | 'sms' | 'voice',
    to: string,
    failure: (typeof deliveryFailures)[number],
  ) => {
    const id = await writeMessage(app, { channel, to, text: 'Noor H.' })
    await app.database
      .updateTable('message')
      .set({ failedOn: new Date().toISOString(), failure })
      .where('id', '=', id)
      .execute()
  }
  const phone = { contactId: account.contactId, phoneNumber: '(716) 555-0177', isPrimary: true }
  await app.database.insertInto('contactPhone').values(phone).execute()
  const told: string[] = []
  for (const failure of deliveryFailures) {
    await app.database.deleteFrom('message').execute()
    await undeliver('email', account.email, failure)
    await undeliver('sms', '+17165550177', failure)
    await undeliver('voice', '+17165550177', failure)
    const page = await openScreen('/myAccount/preferences', { as: account })
    told.push(...page.getAllByRole('alert').map((one) => one.textContent))
  }
  expect(told.filter(Boolean)).toEqual([
    'An e-mail could not be delivered (just now): it is not known there.',
    'A text message could not be delivered (just now): it is not known there.',
    'A call could not be made (just now): it is not known there.',
    'An e-mail could not be delivered (just now): this number answered STOP. Answer START to the same sender to get texts again.',
    'A text message could not be delivered (just now): this number answered STOP. Answer START to the same sender to get texts again.',
    'A call could not be made (just now): this number answered STOP. Answer START to the same sender to get texts again.',
    'An e-mail could not be delivered (just now): it was refused.',
    'A text message could not be delivered (just now): it was refused.',
    'A call could not be made (just now): it was refused.',
    'An e-mail could not be delivered (just now): this portal is not set up for it.',
    'A text message could not be delivered (just now): this portal is not set up for it.',
    'A call could not be made (just now): this portal is not set up for it.',
    'An e-mail could not be delivered (just now): the service could not be reached.',
    'A text message could not be delivered (just now): the service could not be reached.',
    'A call could not be made (just now): the service could not be reached.',
  ])
})

it('SUP-01 SUP-02 a developer without an organization must choose one, and the last admin cannot leave theirs', async () => {
  const harbor = await makeOrganization(app.database, { name: 'Harbor Haven' })
  const { account } = await app.someone({ roles: ['developer'] })
  const page = await openScreen('/myAccount/superAdmin', { as: account, language: 'es', ...refused })
  expect(plain(page.outline()).slice(0, 10)).toEqual([
    '(Mi cuenta)',
    'Preferencias | → /myAccount/preferences',
    'Seguridad | → /myAccount/security',
    'Superadministración | → /myAccount/superAdmin',
    'Superadministración',
    'Su propia organización y sus roles.',
    'Organización | *',
    'Ahora no está en ninguna organización.',
    '<text Empiece a escribir para buscar "">',
    'Roles',
  ])
  await page.press('Guardar')
  const field = page.getByRole('combobox', { name: /^Organización/ })
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  await page.user.click(field)
  await page.user.paste('zzzzz')
  await page.findByText('Ninguna organización tiene este nombre.')
  await page.user.clear(field)
  await page.user.paste('Harbor Haven')
  await page.user.click(await page.findByRole('option', { name: `Harbor Haven - ${harbor.id}` }))
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  page.failNext('POST', `${UTILITIES}/changeOrganization`, { status: 409, code: 'last-admin' })
  await page.press('Guardar')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(plain(page.outline()).slice(5, 9)).toEqual([
    'Su propia organización y sus roles.',
    'Organización | *',
    'Ahora no está en ninguna organización.',
    '<text Empiece a escribir para buscar "Harbor Haven - <id>">',
  ])
  expect(
    page.getByText('Usted es la única persona que administra allí. Dé primero esa función a otra persona.'),
  ).toBeTruthy()
  expect(page.notices()).toEqual([])
  // Giving up the role saves the organization, and asks for the roles no more.
  await page.user.click(page.getByRole('checkbox', { name: /HearthlineDeveloper/ }))
  await page.press('Guardar')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  expect(page.notices()).toEqual([
    'La organización y los roles cambiaron. Cierre la sesión y vuelva a entrar para ver los cambios.',
  ])
  expect(page.calls('PUT')).toEqual([])
  expect(
    page
      .calls('POST', `${UTILITIES}/changeOrganization`)
      .map(({ query, status }) => [Object.keys(query).join(), status]),
  ).toEqual([
    ['newOrgId', 409],
    ['newOrgId', 204],
  ])
  const field2 = within(page.getByRole('main')).getByRole('combobox', { name: /^Organización/ })
  expect(field2).toHaveProperty('value', `Harbor Haven - ${harbor.id}`)
})

it('NAV-02 after signing in the page that was asked for opens, but no page of another site', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/directory', { as: account })
  const opened: string[] = []
  for (const wish of ['/people', '/auth/forceReset', '/home/redirect', 'https://evil.example/', '//evil.example/x']) {
    sessionStorage.setItem('redirectUrl', wish)
    await page.open('/home/redirect')
    opened.push(`${wish} ${page.location()} ${sessionStorage.getItem('redirectUrl')}`)
  }
  expect(opened).toEqual([
    '/people /people null',
    '/auth/forceReset /home null',
    '/home/redirect /home null',
    'https://evil.example/ /home null',
    '//evil.example/x /home null',
  ])
  await page.open('/myAccount/home')
  expect(page.location()).toBe('/myAccount/preferences')
})
