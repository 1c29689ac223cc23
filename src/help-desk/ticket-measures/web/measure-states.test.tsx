import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization, newTicket } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'
import { usualHours } from '../working-hours.ts'

const app = await startTestApp({ TIME_ZONE: 'America/New_York' })
const { database } = app
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const PATH = '/api/supportPortal/measure/'
const HOURS = '/api/supportPortal/workingHours/'
const harbor = await makeOrganization(database, { name: 'Harbor House' })
const ana = await app.someone({ organizationId: harbor.id })
const sue = await app.someone({ roles: ['support-agent'] })
const root = await app.someone({ roles: ['platform-admin'] })
const march = 'startDate=2026-03-01&endDate=2026-03-31'

const makeTicket = async (given: object, createdOn: string) => {
  const { id } = (await ana.call('POST', '/api/supportPortal/supportRequest/', { ...newTicket, ...given })).body
  await database.updateTable('supportRequest').set({ createdOn }).where('id', '=', id).execute()
}
const setHours = async (given: object) => {
  const { version } = (await root.call('GET', HOURS)).body
  const saved = await root.call('PUT', HOURS, { ...usualHours('America/New_York'), ...given, version })
  expect(saved.status).toBe(200)
}
await makeTicket({ priority: 'Low' }, '2026-03-02T15:00:00Z')
await makeTicket({ priority: 'Medium' }, '2026-01-05T15:00:00Z')
await makeTicket({ priority: 'Medium' }, '2026-01-06T15:00:00Z')
/** The age of what still waits differs between runs. */
const plain = (lines: string[]) =>
  lines.map((line) =>
    line.replaceAll(/(oldest |más antiguo:? |for |desde hace |es de |hace )?[\d,.]+ (h|d \d+ h)\b/g, '$1<age>'),
  )

it('D-DESK-1 what still waits is counted with its age, in both languages, and a chart without times says so', async () => {
  await setHours({})
  const page = await openScreen(`/support/measures?${march}`, { as: sue.account })
  await page.findByRole('region', { name: 'By type' })
  const lines = plain(page.outline())
  expect(lines.slice(lines.indexOf('working hours'))).toEqual([
    'working hours',
    '<radio>',
    'all hours',
    'Tickets submitted from 03/01/2026 to 03/31/2026. | The first answer is the first public note by support. A resolution is the last time that a ticket was closed.',
    'Working hours | : | Mon–Fri, 9:00 AM to 5:00 PM (America/New York); not on federal holidays.',
    '2 tickets from before this period still wait for a first answer, the oldest for <age> now.',
    'Tickets',
    '1',
    'Closed: 0',
    'First answer (median)',
    '–',
    'Resolution (median)',
    '–',
    'Waiting',
    '1',
    'oldest <age>',
    'Closed without an answer',
    '0',
    'By type',
    'Until the first answer',
    'Median',
    '9 of 10 within',
    'Nothing to draw yet.',
    'Until closed',
    'Median',
    '9 of 10 within',
    'Nothing to draw yet.',
    'Numbers by type',
    'Type | Tickets | First answer | Resolution',
    'Median | 9 of 10 within | Answered | Waiting | Closed without an answer | Median | 9 of 10 within | Closed | Open',
    'Bug | 1 | – | – | 0 | 1 (oldest <age>) | 0 | – | – | 0 | 1 (oldest <age>)',
    'By priority',
    'Until the first answer',
    'Median',
    '9 of 10 within',
    'Nothing to draw yet.',
    'Until closed',
    'Median',
    '9 of 10 within',
    'Nothing to draw yet.',
    'Numbers by priority',
    'Priority | Tickets | First answer | Resolution',
    'Median | 9 of 10 within | Answered | Waiting | Closed without an answer | Median | 9 of 10 within | Closed | Open',
    'Low | 1 | – | – | 0 | 1 (oldest <age>) | 0 | – | – | 0 | 1 (oldest <age>)',
    'By organization',
    'Until the first answer',
    'Median',
    '9 of 10 within',
    'Nothing to draw yet.',
    'Until closed',
    'Median',
    '9 of 10 within',
    'Nothing to draw yet.',
    'Numbers by organization',
    'Organization | Tickets | First answer | Resolution',
    'Median | 9 of 10 within | Answered | Waiting | Closed without an answer | Median | 9 of 10 within | Closed | Open',
    'Harbor House | 1 | – | – | 0 | 1 (oldest <age>) | 0 | – | – | 0 | 1 (oldest <age>)',
  ])
  await setHours({ holidays: ['2099-12-24'], keepsFederalHolidays: false, days: [1, 3, 4, 7] })
  const spanish = await openScreen(`/support/measures?${march}`, { as: root.account, language: 'es' })
  await spanish.findByRole('region', { name: 'Por tipo' })
  expect(plain(spanish.outline()).slice(0, 44)).toEqual([
    'Tiempos de respuesta',
    'Descargar como CSV | → /api/supportPortal/measure/export?language=es&startDate=2026-03-01&endDate=2026-03-31',
    '(Ayuda)',
    'Soporte | → /support/helpDesk',
    '(Filtros)',
    'Enviadas desde',
    '<text DD/MM/AAAA "01/03/2026">',
    '(Elegir una fecha: Enviadas desde)',
    'Enviadas hasta',
    '<text DD/MM/AAAA "31/03/2026">',
    '(Elegir una fecha: Enviadas hasta)',
    'Tipo',
    '<text Todas "">',
    'Prioridad',
    '<text Todas "">',
    'Organización',
    '<text Todas "">',
    'Mostrar',
    'Borrar',
    'Tiempos en',
    '<radio checked>',
    'horas de trabajo',
    '<radio>',
    'todas las horas',
    'Solicitudes enviadas del 01/03/2026 al 31/03/2026. | La primera respuesta es la primera nota pública de soporte. La resolución es la última vez que se cerró la solicitud.',
    'Horas de trabajo | : | lun, mié–jue, dom, de 9:00 a.m. a 5:00 p.m. (America/New York); excepto 1 día propio.',
    'Cambiar las horas de trabajo',
    '2 solicitudes anteriores a este período todavía esperan su primera respuesta; la más antigua lleva <age>.',
    'Solicitudes',
    '1',
    'Cerradas: 0',
    'Primera respuesta (mediana)',
    '–',
    'Resolución (mediana)',
    '–',
    'En espera',
    '1',
    'la más antigua, <age>',
    'Cerradas sin respuesta',
    '0',
    'Por tipo',
    'Hasta la primera respuesta',
    'Mediana',
    '9 de cada 10 en',
  ])
})

it('D-DESK-1 numbers that cannot be loaded are tried again, and a refused period says why', async () => {
  const page = await openScreen('/support/helpDesk', { as: sue.account, ...refused })
  page.failNext('GET', PATH, 403)
  page.failNext('GET', PATH, 403)
  await page.open(`/support/measures?${march}`)
  await page.findByText('The numbers could not be loaded.')
  await page.press('Try again')
  await page.findByRole('region', { name: 'By type' })
  for (const [words, field, said] of [
    ['startDate=2024-01-01&endDate=2026-03-31', 'Submitted until', 'A period is at most a year long.'],
    ['startDate=2026-03-31&endDate=2026-03-01', 'Submitted until', 'This is before the first day.'],
  ] as const) {
    await page.open(`/support/measures?${words}`)
    await page.findByText(said)
    await waitFor(() => expect(page.getByLabelText(field).getAttribute('aria-invalid')).toBe('true'))
    expect(page.queryByText('The numbers could not be loaded.')).toBeNull()
    expect(page.queryByText('Working hours:')).toBeNull()
  }
})

it('D-DESK-1 without days in the address, the form shows those that the numbers cover', async () => {
  const page = await openScreen('/support/measures', { as: sue.account })
  await page.findByText(/^Tickets submitted from/)
  const [, from, to] = /Tickets submitted from (\S+) to (\S+)\./.exec(page.words()) ?? []
  const day = (label: RegExp) => page.getByLabelText<HTMLInputElement>(label).value
  expect([day(/^Submitted from/), day(/^Submitted until/)]).toEqual([from, to])
})

it('D-DESK-1 numbers of the filters before are busy until the new ones are there', async () => {
  const page = await openScreen(`/support/measures?${march}`, { as: sue.account })
  await page.findByRole('region', { name: 'By type' })
  const busy = () => page.getByRole('main').querySelectorAll('[aria-busy=true]').length
  expect(busy()).toBe(0)
  const next = page.holdNext('GET', PATH)
  await page.user.click(page.getByLabelText('all hours'))
  await waitFor(() => expect(busy()).toBe(1))
  next.release()
  await waitFor(() => expect(busy()).toBe(0))
})

it('D-DESK-1 tickets of people without an organization have their row', async () => {
  const alone = await app.someone({ organizationId: null, roles: ['developer'] })
  await alone.call('POST', '/api/supportPortal/supportRequest/', newTicket)
  const page = await openScreen('/support/measures', { as: sue.account })
  const rows = within(await page.findByRole('region', { name: 'By organization' }))
  await rows.findByText('Without an organization')
})

it('D-DESK-1 the filters of the address fill the form and stay after reloading', async () => {
  const words = `${march}&organizationId=${harbor.id}&clock=all&supportRequestType=Bug&priority=Low`
  const page = await openScreen(`/support/measures?${words}`, { as: sue.account })
  await page.findByRole('region', { name: 'By type' })
  const form = page.getByRole('form', { name: 'Filters' })
  expect(page.outline(form)).toEqual([
    '(Filters)',
    'Submitted from',
    '<text MM/DD/YYYY "03/01/2026">',
    '(Pick a date: Submitted from)',
    'Submitted until',
    '<text MM/DD/YYYY "03/31/2026">',
    '(Pick a date: Submitted until)',
    'Type',
    'Bug',
    '<text "">',
    'Priority',
    'Low',
    '<text "">',
    'Organization',
    '<text All "Harbor House">',
    'Show',
    'Clear',
  ])
  await waitFor(() =>
    expect(page.calls('GET', PATH).at(-1)?.query).toEqual({
      ...{ startDate: '2026-03-01', endDate: '2026-03-31', organizationId: harbor.id, clock: 'all' },
      ...{ supportRequestType: 'Bug', priority: 'Low' },
    }),
  )
  await page.press('Clear')
  await waitFor(() => expect(page.location()).toBe('/support/measures?clock=all'))
  await page.user.click(within(form).getByRole('combobox', { name: 'Organization' }))
  await page.user.paste('Zzzz')
  await page.findByText('No organization has this name')
})

it('D-DESK-1 the dialog of the working hours says what is wrong, and cancels without a change', async () => {
  await setHours({})
  const page = await openScreen(`/support/measures?${march}`, { as: root.account })
  await page.press('Change working hours')
  const dialog = await page.findByRole('dialog', { name: 'Working hours' })
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await page.user.click(within(dialog).getByRole('checkbox', { name: day }))
  await page.user.clear(within(dialog).getByLabelText('Opens at'))
  await page.press('Save')
  await waitFor(() => expect(within(dialog).getAllByText('This is needed.')).toHaveLength(2))
  expect(within(dialog).getByLabelText('Opens at').getAttribute('aria-invalid')).toBe('true')
  await page.press('Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('PUT', HOURS)).toEqual([])
})

it('D-DESK-1 a day without work that was typed and not added is saved, or is said to be none', async () => {
  await setHours({})
  const page = await openScreen(`/support/measures?${march}`, { as: root.account })
  await page.press('Change working hours')
  const dialog = within(await page.findByRole('dialog', { name: 'Working hours' }))
  await page.fill('A day without work', '13/45/2026')
  await page.press('Save')
  await dialog.findByText('Write a day of the calendar.')
  expect(page.calls('PUT', HOURS)).toEqual([])
  await page.fill('A day without work', '12/24/2026')
  expect(dialog.queryByText('Write a day of the calendar.')).toBeNull()
  await page.press('Save')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('PUT', HOURS).at(-1)?.body).toMatchObject({ holidays: ['2026-12-24'] })
})

it('D-DESK-1 a list of a hundred days without work is full', async () => {
  const days = Array.from({ length: 100 }, (_, place) =>
    new Date(Date.UTC(2098, 0, 1) + place * 86_400_000).toISOString().slice(0, 10),
  )
  await setHours({ holidays: days })
  const page = await openScreen(`/support/measures?${march}`, { as: root.account })
  await page.findByText(/not on 100 days of its own\./)
  await page.press('Change working hours')
  const dialog = await page.findByRole('dialog', { name: 'Working hours' })
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(100)
  await page.fill('A day without work', '12/24/2098')
  await page.press('Add')
  await within(dialog).findByText('At most 100 days.')
})
