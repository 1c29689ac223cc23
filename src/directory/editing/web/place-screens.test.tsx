import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { keepMine } from '#test/keep-mine.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const own = await makeOrganization(app.database, { name: 'Quilt Hall' })
const { account: maria, call } = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
const { add } = directoryOf(app)
const place = await add('location', { organizationId: own.id, name: 'Annex' })
await add('address', {
  locationId: place,
  address1: '1 Elm St',
  city: 'Buffalo',
  addressType: 'physical',
  country: 'US',
})
const stored = async () => (await call('GET', `/api/location/${place}/editor`)).body

it('ORG-02 ORG-05 a place is edited, a wrong ZIP code is refused, and both versions of a conflict are shown', async () => {
  const page = await openScreen('/organization/listing', { as: maria, width: 360, expectedErrors: [/400/, /409/] })
  await page.user.click(await page.findByRole('link', { name: 'Annex' }))
  await page.findByRole('heading', { level: 1, name: 'Annex' })
  await page.fill(/^ZIP code/, '1')
  await page.press('Save')
  await waitFor(() => expect(page.getByLabelText(/^ZIP code/).getAttribute('aria-invalid')).toBe('true'))
  await page.fill(/^ZIP code/, '14203')
  await page.fill(/^Getting there/, 'Bus 5')
  const { version } = await stored()
  await call('PUT', `/api/location/${place}`, { version, changes: { transportation: 'Bus 6' } })
  await keepMine(page, 'Bus 5', 'Bus 6')
  await page.findByText('Saved. No service in the directory is offered here at the moment.')
  expect((await stored()).values).toMatchObject({ postalCode: '14203', transportation: 'Bus 5' })
})

it('ORG-06 a preview that is refused says why at the field', async () => {
  const page = await openScreen(`/organization/place/${place}`, { as: maria, expectedErrors: [/400/] })
  await page.fill(/^ZIP code/, '00001')
  await page.press('Preview')
  await waitFor(() => expect(page.getByLabelText(/^ZIP code/).getAttribute('aria-invalid')).toBe('true'))
  expect(page.notices()).toEqual([])
  await page.user.click(page.getByRole('link', { name: 'Discard' }))
  await page.findByRole('heading', { level: 1, name: 'My organization' })
})

it('ORG-02 ORG-12 the editor of a place and its history are complete in Spanish, and a draft is kept', async () => {
  const page = await openScreen(`/organization/place/${place}`, { as: maria, language: 'es' })
  await page.fill(/^Accesibilidad/, 'Rampa')
  expect(page.outline().filter((line) => !/^<|hace|ahora/.test(line))).toMatchInlineSnapshot(`
    [
      "Mi organización | → /organization/listing",
      "Annex",
      "Un lugar de Quilt Hall. Por el momento no se ofrece aquí ningún servicio del directorio.",
      "Historial | → /organization/place/<id>/history",
      "Aún sin confirmar",
      "Todo sigue igual | <disabled>",
      "Dónde está",
      "Nombre del lugar (opcional)",
      "Dirección (opcional)",
      "Apartamento, piso (opcional)",
      "Ciudad (opcional)",
      "Estado (opcional)",
      "Código postal (opcional)",
      "Su horario está en hora oriental (New York), según su código postal.",
      "Cómo llegar (opcional)",
      "Accesibilidad, una por línea (opcional)",
      "Sobre el lugar (opcional)",
      "Horario",
      "Este horario vale para cada servicio que no tiene horario propio en este lugar.",
      "Horario en Annex",
      "(Horario en Annex: lunes)",
      "lunes",
      "(lunes: abierto o cerrado)",
      "Abierto",
      "24 horas",
      "Cerrado",
      "Con cita",
      "No se conoce",
      "(Copiar el lunes a otros días) | <disabled>",
      "(Horario en Annex: martes)",
      "martes",
      "(martes: abierto o cerrado)",
      "Abierto",
      "24 horas",
      "Cerrado",
      "Con cita",
      "No se conoce",
      "(Copiar el martes a otros días) | <disabled>",
      "(Horario en Annex: miércoles)",
      "miércoles",
      "(miércoles: abierto o cerrado)",
      "Abierto",
      "24 horas",
      "Cerrado",
      "Con cita",
      "No se conoce",
      "(Copiar el miércoles a otros días) | <disabled>",
      "(Horario en Annex: jueves)",
      "jueves",
      "(jueves: abierto o cerrado)",
      "Abierto",
      "24 horas",
      "Cerrado",
      "Con cita",
      "No se conoce",
      "(Copiar el jueves a otros días) | <disabled>",
      "(Horario en Annex: viernes)",
      "viernes",
      "(viernes: abierto o cerrado)",
      "Abierto",
      "24 horas",
      "Cerrado",
      "Con cita",
      "No se conoce",
      "(Copiar el viernes a otros días) | <disabled>",
      "(Horario en Annex: sábado)",
      "sábado",
      "(sábado: abierto o cerrado)",
      "Abierto",
      "24 horas",
      "Cerrado",
      "Con cita",
      "No se conoce",
      "(Copiar el sábado a otros días) | <disabled>",
      "(Horario en Annex: domingo)",
      "domingo",
      "(domingo: abierto o cerrado)",
      "Abierto",
      "24 horas",
      "Cerrado",
      "Con cita",
      "No se conoce",
      "(Copiar el domingo a otros días) | <disabled>",
      "The hours are not known.",
      "El horario no se conoce.",
      "Teléfono",
      "Teléfonos",
      "No hay un número de este lugar.",
      "Agregar un número",
      "Personas de contacto",
      "Cualquiera puede leer esto, también fuera del portal. Use teléfonos y correos del trabajo, y pregunte antes a cada persona. Basta una oficina o un equipo.",
      "Agregar una persona",
      "1 cambio sin guardar",
      "Descartar | → /organization/listing",
      "Vista previa",
      "Guardar",
    ]
  `)
  await page.findByText('1 cambio sin guardar')
  await page.open(`/organization/place/${place}/history`)
  await page.findByRole('heading', { level: 1, name: 'Historial' })
  expect(page.words()).toContain('Cómo llegar')
  await page.open(`/organization/place/${place}`)
  await page.press('Continuar')
  expect(((await page.findByLabelText(/^Accesibilidad/)) as HTMLTextAreaElement).value).toBe('Rampa')
})

it('ORG-06 the preview of a place begins with it, wherever else its service is given', async () => {
  const service = await add('service', { organizationId: own.id, name: 'Sewing' })
  const [first, last] = [
    await add('location', { organizationId: own.id, name: 'Attic' }),
    await add('location', { organizationId: own.id, name: 'Zinc hall' }),
  ]
  for (const locationId of [first, last]) await add('serviceAtLocation', { serviceId: service, locationId })
  for (const [id, before, after] of [
    [first, 'Attic', 'Attic room'],
    [last, 'Zinc hall', 'Zinc room'],
  ] as const) {
    const page = await openScreen(`/organization/place/${id}`, { as: maria })
    await page.findByRole('heading', { level: 1, name: before })
    await page.fill(/^Name of the place/, after)
    await page.press('Preview')
    const dialog = await page.findByRole('dialog', { name: 'As the directory will show it' })
    expect(within(dialog).getAllByRole('heading', { level: 3 })[0]?.textContent?.trim()).toBe(after)
  }
})

it('ORG-11 a data manager records for any listing that its organization confirmed it on the telephone', async () => {
  const { account: dana } = await app.someone({ roles: ['data-manager'], firstName: 'Dana' })
  const hut = await add('location', { organizationId: own.id, name: 'Hut' })
  const mine = await openScreen(`/organization/place/${hut}`, { as: maria })
  await mine.findByRole('button', { name: 'Everything still holds' })
  expect(mine.queryByRole('button', { name: 'Confirmed on the telephone' })).toBeNull()
  const page = await openScreen(`/organization/place/${hut}`, { as: dana })
  await page.press('Confirmed on the telephone')
  await page.findByText(/^Thank you\./)
  const { fields } = (await call('GET', `/api/location/${hut}/editor`)).body
  expect(fields).toContainEqual(
    expect.objectContaining({ field: 'name', verifiedBy: 'Dana Tester', verifiedHow: 'phone-call' }),
  )
})
