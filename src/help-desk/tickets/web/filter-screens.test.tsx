import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { click, deskOf, fileTicket, numbersShown, path, topDialog } from '#test/desk-stage.ts'
import { makeOrganization } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { agent, reporter } = deskOf(app)
const shown = (...tickets: { ticketNumber: string }[]) =>
  waitFor(() => expect(numbersShown()).toEqual(tickets.map(({ ticketNumber }) => ticketNumber)))
const words = (page: OpenScreen) => {
  const all = new URLSearchParams(page.location().split('?')[1])
  return Object.fromEntries([...new Set(all.keys())].map((name) => [name, all.getAll(name).join(' + ')]))
}
const open = async (page: OpenScreen, name = 'Filter') => {
  await click(page, name)
  await page.findByRole('dialog', { name: 'Filter' })
}
const field = (label: string) =>
  topDialog().querySelector<HTMLInputElement>(
    `input[id="${[...topDialog().querySelectorAll('label')].find((one) => one.textContent === label)?.htmlFor}"]`,
  ) as HTMLInputElement
const pick = async (page: OpenScreen, label: string, option: string) => {
  await page.user.click(field(label))
  await page.user.click(await page.findByRole('option', { name: option, hidden: true }))
}

it('HD-04 the panel of a reporter offers nothing of the agents', async () => {
  const ana = await reporter()
  await fileTicket(ana.call)
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await open(page)
  expect(page.outline(topDialog())).toEqual([
    'Filter',
    '(Close)',
    'Keyword',
    '<text "" at most 200>',
    'Start Date',
    '<text MM/DD/YYYY "">',
    '(Pick a date: Start Date)',
    'End Date',
    '<text MM/DD/YYYY "">',
    '(Pick a date: End Date)',
    'User',
    '<text Anybody "">',
    'Type',
    '<checkbox>',
    'Bug',
    '<checkbox>',
    'Feature Request',
    '<checkbox>',
    'User Experience',
    '<checkbox>',
    'Accessibility',
    '<checkbox>',
    'Page Loading Errors',
    '<checkbox>',
    'Other',
    'Status',
    '<checkbox>',
    'Open',
    '<checkbox>',
    'Viewed',
    '<checkbox>',
    'Added to Backlog',
    '<checkbox>',
    'Fix Pending',
    '<checkbox>',
    'Closed',
    'Priority',
    '<checkbox>',
    'Low',
    '<checkbox>',
    'Medium',
    '<checkbox>',
    'High (I cannot complete my day-to-day tasks)',
    'Clear',
    'Apply',
  ])
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.location()).toBe('/support/helpDesk')
  const theirs = await openScreen('/support/helpDesk', { as: ana.account, language: 'es' })
  await click(theirs, 'Filtrar')
  await theirs.findByRole('dialog')
  expect(theirs.outline(topDialog())).toEqual([
    'Filtrar',
    '(Cerrar)',
    'Palabra clave',
    '<text "" at most 200>',
    'Desde el día',
    '<text DD/MM/AAAA "">',
    '(Elegir una fecha: Desde el día)',
    'Hasta el día',
    '<text DD/MM/AAAA "">',
    '(Elegir una fecha: Hasta el día)',
    'Usuario',
    '<text Cualquiera "">',
    'Tipo',
    '<checkbox>',
    'Error',
    '<checkbox>',
    'Función nueva',
    '<checkbox>',
    'Experiencia de uso',
    '<checkbox>',
    'Accesibilidad',
    '<checkbox>',
    'Errores al cargar páginas',
    '<checkbox>',
    'Otro',
    'Estado',
    '<checkbox>',
    'Abierta',
    '<checkbox>',
    'Vista',
    '<checkbox>',
    'En lista de espera',
    '<checkbox>',
    'Arreglo pendiente',
    '<checkbox>',
    'Cerrada',
    'Prioridad',
    '<checkbox>',
    'Baja',
    '<checkbox>',
    'Media',
    '<checkbox>',
    'Alta (no puedo hacer mi trabajo diario)',
    'Borrar',
    'Aplicar',
  ])
})

it('HD-04 the panel of an agent applies all filters together, shows them again, and Clear keeps whose tickets', async () => {
  const [sue, mark] = [await agent(), crypto.randomUUID().slice(0, 6)]
  const [ana, ben] = [await reporter(`East ${mark}`, `Ana${mark}`), await reporter(`West ${mark}`, `Ben${mark}`)]
  const first = await fileTicket(ana.call, {
    description: `The oven ${mark}`,
    supportRequestType: 'Other',
    priority: 'Medium',
  })
  const second = await fileTicket(ben.call, { description: `The lamp ${mark}` })
  const page = await openScreen(`/support/helpDesk?keyword=${mark}&sort=status&direction=desc`, { as: sue.account })
  await shown(second, first)
  await open(page, 'Filter · 1')
  await page.fill('Keyword', `  ${mark} `)
  await page.fill('Start Date', '01012020')
  await page.fill('End Date', '01/01/2090')
  await pick(page, 'User', `Ana${mark} Ruiz`)
  await pick(page, 'Organization', `East ${mark}`)
  await pick(page, 'Assigned To', 'Nobody')
  for (const name of ['Other', 'Medium', 'Open', 'Closed'])
    await page.user.click(within(topDialog()).getByLabelText(name, { selector: 'input' }))
  await click(page, 'Apply')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await shown(first)
  expect(words(page)).toEqual({
    keyword: mark,
    sort: 'status',
    direction: 'desc',
    startDate: '2020-01-01',
    endDate: '2090-01-01',
    createdByPortalAccountId: ana.account.id,
    organizationId: ana.organization.id,
    assignee: 'none',
    supportRequestType: 'Other',
    priority: 'Medium',
    status: 'Open + Closed',
  })
  await page.open(page.location())
  await shown(first)
  await open(page, 'Filter · 8')
  await page.loaded()
  expect(
    page.outline(topDialog()).map((line) => line.replaceAll(mark, '<mark>').replaceAll(sue.account.id, '<id>')),
  ).toEqual([
    'Filter',
    '(Close)',
    'Keyword',
    '<text "<mark>" at most 200>',
    'Start Date',
    '<text MM/DD/YYYY "01/01/2020">',
    '(Pick a date: Start Date)',
    'End Date',
    '<text MM/DD/YYYY "01/01/2090">',
    '(Pick a date: End Date)',
    'User',
    '<text Anybody "Ana<mark> Ruiz">',
    '(Anybody again)',
    'Type',
    '<checkbox>',
    'Bug',
    '<checkbox>',
    'Feature Request',
    '<checkbox>',
    'User Experience',
    '<checkbox>',
    'Accessibility',
    '<checkbox>',
    'Page Loading Errors',
    '<checkbox checked>',
    'Other',
    'Status',
    '<checkbox checked>',
    'Open',
    '<checkbox>',
    'Viewed',
    '<checkbox>',
    'Added to Backlog',
    '<checkbox>',
    'Fix Pending',
    '<checkbox checked>',
    'Closed',
    'Priority',
    '<checkbox>',
    'Low',
    '<checkbox checked>',
    'Medium',
    '<checkbox>',
    'High (I cannot complete my day-to-day tasks)',
    'Organization',
    '<text Any "East <mark>">',
    '(Any organization again)',
    'Assigned To',
    '<text Anybody "Nobody">',
    '(Anybody’s again)',
    'Clear',
    'Apply',
  ])
  for (const [clear, label] of [
    ['Anybody again', 'User'],
    ['Any organization again', 'Organization'],
    ['Anybody’s again', 'Assigned To'],
  ] as const) {
    await page.user.click(page.getByLabelText(clear))
    expect(field(label).value).toBe('')
  }
  await click(page, 'Apply')
  await waitFor(() => expect(Object.keys(words(page))).not.toContain('assignee'))
  expect(words(page)).toMatchObject({ keyword: mark, status: 'Open + Closed' })
  await page.open(
    `/support/helpDesk?ticketNumber=${first.ticketNumber}&assignee=none&needsAnswer=true&priority=Medium&sort=waiting`,
  )
  await shown(first)
  await open(page, 'Filter · 1')
  await click(page, 'Clear')
  await waitFor(() => expect(words(page)).toEqual({ assignee: 'none', needsAnswer: 'true', sort: 'waiting' }))
})

it('HD-04 each active filter is named above the list, and a click removes it alone', async () => {
  const [sue, mark] = [await agent(), crypto.randomUUID().slice(0, 6)]
  const ana = await reporter(`East ${mark}`, `Ana${mark}`)
  await fileTicket(ana.call, { supportRequestType: 'Other', priority: 'Medium' })
  const base = `organizationId=${ana.organization.id}&createdByPortalAccountId=${ana.account.id}`
  const page = await openScreen(
    `/support/helpDesk?${base}&startDate=2020-03-09&priority=Low&priority=Medium&status=Open&sort=status`,
    { as: sue.account },
  )
  await waitFor(() => expect(numbersShown()).toHaveLength(1))
  const active = () => {
    const group = page.queryByRole('group', { name: 'Active filters' })
    return group ? within(group).getAllByRole('button') : []
  }
  const named = () => active().map(({ textContent }) => textContent)
  expect(named()).toEqual([
    'Start Date: 03/09/2020, remove',
    `User: Ana${mark} Ruiz, remove`,
    `Organization: East ${mark}, remove`,
    'Priority: Low, remove',
    'Priority: Medium, remove',
  ])
  await page.user.click(active()[3] as HTMLElement)
  await waitFor(() => expect(words(page).priority).toBe('Medium'))
  expect(document.activeElement?.textContent).toBe('Priority: Medium, remove')
  await page.user.click(active()[0] as HTMLElement)
  await waitFor(() =>
    expect(words(page)).toEqual({
      organizationId: ana.organization.id,
      createdByPortalAccountId: ana.account.id,
      priority: 'Medium',
      status: 'Open',
      sort: 'status',
    }),
  )
  // The status alone is a pressed button, and the search shows the word.
  await page.open('/support/helpDesk?status=Open&keyword=list')
  expect(named()).toEqual([])
  await page.open('/support/helpDesk?status=Open&status=Closed&keyword=list&ticketNumber=9')
  expect(named()).toEqual(['Keyword: list, remove', 'Status: Open, remove', 'Status: Closed, remove'])
  for (const left of [2, 1, 0]) {
    await page.user.click(active()[0] as HTMLElement)
    await waitFor(() => expect(active().length).toBeLessThanOrEqual(left))
  }
  expect(words(page)).toEqual({ ticketNumber: '9', status: 'Closed' })
  expect(document.activeElement?.textContent).toContain('Filter')
})

it('HD-04 what nobody is called says so, and people are sorted by name', async () => {
  const [sue, mark] = [await agent(), crypto.randomUUID().slice(0, 6)]
  const organization = await makeOrganization(app.database, { name: `North ${mark}` })
  for (const firstName of [`Zoe${mark}`, `Abe${mark}`])
    await fileTicket((await app.someone({ organizationId: organization.id, firstName })).call)
  const page = await openScreen(`/support/helpDesk?organizationId=${organization.id}`, { as: sue.account })
  await waitFor(() => expect(numbersShown()).toHaveLength(2))
  await open(page, 'Filter · 1')
  await page.user.type(field('User'), mark)
  const options = () =>
    page
      .queryAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent)
      .filter((one) => one?.includes(`${mark} Tester`))
  await waitFor(() => expect(options()).toEqual([`Abe${mark} Tester`, `Zoe${mark} Tester`]))
  for (const [label, text] of [
    ['User', 'Nobody by this name has a ticket in the list'],
    ['Organization', 'No such organization has a ticket in the list'],
    ['Assigned To', 'Nothing matches.'],
  ] as const) {
    await page.user.clear(field(label))
    await page.user.type(field(label), 'zzzz')
    await page.findByText(text)
  }
})

it('HD-04 a wrong date is told at its field, which gets the focus, until something changes', async () => {
  const ana = await reporter()
  await fileTicket(ana.call)
  const page = await openScreen('/support/helpDesk?startDate=2026-03-09', { as: ana.account })
  await open(page, 'Filter · 1')
  expect(field('Start Date').value).toBe('03/09/2026')
  await page.fill('End Date', '13/45/2026')
  await click(page, 'Apply')
  await page.findByText('Write a date as MM/DD/YYYY.')
  expect(document.activeElement).toBe(field('End Date'))
  await page.fill('End Date', '03/08/2026')
  expect(page.queryByText('Write a date as MM/DD/YYYY.')).toBeNull()
  await click(page, 'Apply')
  await page.findByText('The end comes before the start.')
  await page.fill('Start Date', '1')
  await page.fill('End Date', '2')
  await click(page, 'Apply')
  await waitFor(() => expect(page.getAllByText('Write a date as MM/DD/YYYY.')).toHaveLength(2))
  expect(document.activeElement).toBe(field('Start Date'))
  await page.fill('Start Date', '03/09/2026')
  await page.fill('End Date', '03/09/2026')
  await click(page, 'Apply')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk?startDate=2026-03-09&endDate=2026-03-09'))
  await page.findByText('Nothing matches these filters')
})

it('HD-04 a day is picked from a calendar, in the reader’s order of day and month', async () => {
  const ana = await reporter()
  for (const [language, button, label, typed, calendar] of [
    ['en', 'Filter · 1', 'Start Date', '03/17/2026', 'Pick a date: Start Date'],
    ['es', 'Filtrar · 1', 'Desde el día', '17/03/2026', 'Elegir una fecha: Desde el día'],
  ] as const) {
    const page = await openScreen('/support/helpDesk?startDate=2026-03-09', { as: ana.account, language })
    await click(page, button)
    await page.findByRole('dialog')
    const panel = topDialog()
    const wrong = [...panel.querySelectorAll('label')].map(({ textContent }) => textContent)
    expect(wrong).toContain(label)
    const one = panel.querySelector('input[name=startDate]') as HTMLInputElement
    await page.user.click(page.getByLabelText(calendar))
    const day = await waitFor(() => {
      const found = [...document.querySelectorAll<HTMLElement>('table button')].find(
        ({ textContent }) => textContent === '17',
      )
      if (!found) throw new Error('no day')
      return found
    })
    const grid = day.closest('table') as HTMLElement
    expect(page.outline(grid.closest('[role=dialog]') as HTMLElement)).toEqual(
      language === 'en'
        ? [
            '(Start Date)',
            '(Back)',
            'March 2026',
            '(Forward)',
            'Su | Mo | Tu | We | Th | Fr | Sa',
            '(1 March 2026) | 1 | (2 March 2026) | 2 | (3 March 2026) | 3 | (4 March 2026) | 4 | (5 March 2026) | 5 | (6 March 2026) | 6 | (7 March 2026) | 7',
            '(8 March 2026) | 8 | (9 March 2026) | 9 | (10 March 2026) | 10 | (11 March 2026) | 11 | (12 March 2026) | 12 | (13 March 2026) | 13 | (14 March 2026) | 14',
            '(15 March 2026) | 15 | (16 March 2026) | 16 | (17 March 2026) | 17 | (18 March 2026) | 18 | (19 March 2026) | 19 | (20 March 2026) | 20 | (21 March 2026) | 21',
            '(22 March 2026) | 22 | (23 March 2026) | 23 | (24 March 2026) | 24 | (25 March 2026) | 25 | (26 March 2026) | 26 | (27 March 2026) | 27 | (28 March 2026) | 28',
            '(29 March 2026) | 29 | (30 March 2026) | 30 | (31 March 2026) | 31 | (1 April 2026) | 1 | (2 April 2026) | 2 | (3 April 2026) | 3 | (4 April 2026) | 4',
          ]
        : [
            '(Desde el día)',
            '(Atrás)',
            'marzo 2026',
            '(Adelante)',
            'do | lu | ma | mi | ju | vi | sá',
            '(1 marzo 2026) | 1 | (2 marzo 2026) | 2 | (3 marzo 2026) | 3 | (4 marzo 2026) | 4 | (5 marzo 2026) | 5 | (6 marzo 2026) | 6 | (7 marzo 2026) | 7',
            '(8 marzo 2026) | 8 | (9 marzo 2026) | 9 | (10 marzo 2026) | 10 | (11 marzo 2026) | 11 | (12 marzo 2026) | 12 | (13 marzo 2026) | 13 | (14 marzo 2026) | 14',
            '(15 marzo 2026) | 15 | (16 marzo 2026) | 16 | (17 marzo 2026) | 17 | (18 marzo 2026) | 18 | (19 marzo 2026) | 19 | (20 marzo 2026) | 20 | (21 marzo 2026) | 21',
            '(22 marzo 2026) | 22 | (23 marzo 2026) | 23 | (24 marzo 2026) | 24 | (25 marzo 2026) | 25 | (26 marzo 2026) | 26 | (27 marzo 2026) | 27 | (28 marzo 2026) | 28',
            '(29 marzo 2026) | 29 | (30 marzo 2026) | 30 | (31 marzo 2026) | 31 | (1 abril 2026) | 1 | (2 abril 2026) | 2 | (3 abril 2026) | 3 | (4 abril 2026) | 4',
          ],
    )
    await page.user.click(day)
    expect(one.value).toBe(typed)
    await waitFor(() => expect(grid.isConnected).toBe(false))
  }
})

it('HD-02 the search above the list follows the address, and takes numbers and words apart', async () => {
  const ana = await reporter()
  const ticket = await fileTicket(ana.call)
  const page = await openScreen('/support/helpDesk?keyword=stays', { as: ana.account })
  const box = page.getByRole<HTMLInputElement>('searchbox')
  expect(box.value).toBe('stays')
  const typed = async (text: string, found: object) => {
    await page.user.clear(box)
    await page.user.paste(text)
    await waitFor(() => expect(words(page)).toEqual(found))
  }
  await typed(' list ', { keyword: 'list' })
  await typed('hd 00', { ticketNumber: 'hd 00' })
  await typed('HD-', { ticketNumber: 'HD-' })
  await typed('h', { ticketNumber: 'h' })
  await typed('hd-12a', { keyword: 'hd-12a' })
  await typed('hello', { keyword: 'hello' })
  await typed(ticket.ticketNumber, { ticketNumber: ticket.ticketNumber })
  await shown(ticket)
  await page.open('/support/helpDesk?keyword=zzz')
  await click(page, 'Clear')
  await waitFor(() => expect(page.getByRole('searchbox')).toHaveProperty('value', ''))
  expect(page.calls('GET', path).length).toBeGreaterThan(5)
})

it('HD-04 the tickets of a colleague are named as a filter, counted, and cleared with the others', async () => {
  const [sue, lee, ana] = [await agent(), await agent('Lee'), await reporter()]
  const [first, second] = [await fileTicket(ana.call), await fileTicket(ana.call)]
  const change = { assigneeId: lee.account.id }
  await sue.call('POST', `${path}bulk`, { tickets: [{ id: first.id, version: 1 }], change })
  const address = `/support/helpDesk?organizationId=${ana.organization.id}&assignee=${lee.account.id}`
  const page = await openScreen(address, { as: sue.account })
  await shown(first)
  const named = () => page.getByRole('group', { name: 'Active filters' }).textContent
  await waitFor(() => expect(named()).toContain('Assigned To: Sue Lee'))
  await page.user.click(page.getByText('Assigned To: Sue Lee'))
  await shown(second, first)
  expect(Object.keys(words(page))).toEqual(['organizationId'])
  await page.open(address)
  await open(page, 'Filter · 2')
  await click(page, 'Clear')
  await waitFor(() => expect(words(page)).toEqual({}))
})
