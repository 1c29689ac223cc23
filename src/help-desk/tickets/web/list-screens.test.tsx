import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import {
  click,
  counted,
  deskOf,
  fileTicket,
  mergeInto,
  numbersShown,
  path,
  plain,
  writeNote,
} from '#test/desk-stage.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { agent, reporter } = deskOf(app)

it('HD-01 HD-03 who reports problems reads the whole list, in English and in Spanish', async () => {
  const ana = await reporter()
  await fileTicket(ana.call, { description: 'The oven is cold' })
  await fileTicket(ana.call, {
    description: 'The lamp is dark',
    supportRequestType: 'Other',
    priority: 'High (I cannot complete my day-to-day tasks)',
  })
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await counted('Open', 2)
  expect(page.title()).toEqual('Help Desk · Hearthline')
  expect(plain(page.outline())).toEqual([
    'Help Desk',
    'Resource Library | (opens in a new tab) | → https://openreferral.org/',
    '(Support)',
    'Help Desk | → /support/helpDesk',
    '<search Search by ticket number, words, reporter or organization "" at most 200>',
    'Filter',
    'New Support Request',
    '(Whose tickets)',
    'All',
    'Unassigned | 2',
    '(Status)',
    'Open | 2',
    'Viewed | 0',
    'Added to Backlog | 0',
    'Fix Pending | 0',
    'Closed | 0',
    'Views',
    '2 tickets',
    '<checkbox Select all loaded tickets> | Date Submitted | Number | Submitted By Organization | Submitted By Account | Type | Status | Priority | Description | View',
    '<checkbox Select HD-2> | <day> | HD-2 | → /support/helpDesk/HD-2 | Eastside | <email> | Other | Open | High | The lamp is dark | (View HD-2) | View',
    '<checkbox Select HD-1> | <day> | HD-1 | → /support/helpDesk/HD-1 | Eastside | <email> | Bug | Open | Low | The oven is cold | (View HD-1) | View',
    'Keyboard shortcuts',
  ])
  expect(page.calls('GET', `${path}newAssignments`)).toEqual([])
  const theirs = await openScreen('/support/helpDesk', { as: ana.account, language: 'es' })
  await counted('Abierta', 2)
  expect(plain(theirs.outline())).toEqual([
    'Soporte',
    'Biblioteca de recursos | (se abre en una pestaña nueva) | → https://openreferral.org/',
    '(Ayuda)',
    'Soporte | → /support/helpDesk',
    '<search Buscar por número de solicitud, palabras, persona u organización "" at most 200>',
    'Filtrar',
    'Nueva solicitud de soporte',
    '(De quién son las solicitudes)',
    'Todas',
    'Sin asignar | 2',
    '(Estado)',
    'Abierta | 2',
    'Vista | 0',
    'En lista de espera | 0',
    'Arreglo pendiente | 0',
    'Cerrada | 0',
    'Vistas',
    '2 solicitudes',
    '<checkbox Seleccionar todas las solicitudes cargadas> | Fecha de envío | Número | Organización que la envió | Cuenta que la envió | Tipo | Estado | Prioridad | Descripción | Ver',
    '<checkbox Seleccionar HD-2> | <day> | HD-2 | → /support/helpDesk/HD-2 | Eastside | <email> | Otro | Abierta | Alta | The lamp is dark | (Ver HD-2) | Ver',
    '<checkbox Seleccionar HD-1> | <day> | HD-1 | → /support/helpDesk/HD-1 | Eastside | <email> | Error | Abierta | Baja | The oven is cold | (Ver HD-1) | Ver',
    'Atajos de teclado',
  ])
})

it('HD-03 an empty list says what it is for, and one without matches offers to clear the filters', async () => {
  const ana = await reporter()
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await counted('Open', 0)
  expect(page.outline()).toEqual([
    'Help Desk',
    'Resource Library | (opens in a new tab) | → https://openreferral.org/',
    '(Support)',
    'Help Desk | → /support/helpDesk',
    '<search Search by ticket number, words, reporter or organization "" at most 200>',
    'Filter',
    'New Support Request',
    '(Whose tickets)',
    'All',
    'Unassigned | 0',
    '(Status)',
    'Open | 0',
    'Viewed | 0',
    'Added to Backlog | 0',
    'Fix Pending | 0',
    'Closed | 0',
    'Views',
    'No tickets yet',
    'When something does not work, or could work better, tell us with a new support request.',
    'Keyboard shortcuts',
  ])
  for (const words of ['ticketNumber=9', 'assignee=none', 'status=Closed', 'needsAnswer=true', 'keyword=x']) {
    await page.open(`/support/helpDesk?${words}`)
    await page.findByText('Nothing matches these filters')
    expect(page.queryByText('No tickets yet')).toBeNull()
  }
  expect(page.outline().slice(-4)).toEqual(['Views', 'Nothing matches these filters', 'Clear', 'Keyboard shortcuts'])
  await page.press('Clear')
  await page.findByText('No tickets yet')
  expect(page.location()).toBe('/support/helpDesk')
})

it('HD-03 HD-06 D-DESK-1 who handles tickets reads who has which ticket, how long it waits, and what was merged', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const [first, second, third] = [
    await fileTicket(ana.call, { description: 'The oven is cold' }),
    await fileTicket(ana.call, { description: 'The oven stays cold', priority: 'Medium' }),
    await fileTicket(ana.call, { description: 'The lamp is dark' }),
  ]
  await mergeInto(sue.call, first, second)
  await sue.call('POST', `${path}bulk`, {
    tickets: [{ id: third.id, version: 1 }],
    change: { assigneeId: sue.account.id },
  })
  await writeNote(sue.call, third.id, 'Change the bulb')
  const page = await openScreen(`/support/helpDesk?organizationId=${ana.organization.id}`, { as: sue.account })
  await counted('Open', 2)
  expect(plain(page.outline())).toEqual([
    'Help Desk',
    'Resource Library | (opens in a new tab) | → https://openreferral.org/',
    '(Support)',
    'Help Desk | → /support/helpDesk',
    '<search Search by ticket number, words, reporter or organization "" at most 200>',
    'Filter · 1',
    'New Support Request',
    '(Whose tickets)',
    'All',
    'Assigned to me | 1',
    'Unassigned | 1',
    '(Status)',
    'Needs an answer | 1',
    'Open | 2',
    'Viewed | 0',
    'Added to Backlog | 0',
    'Fix Pending | 0',
    'Closed | 1',
    '(Active filters)',
    'Organization: Eastside | , remove',
    'Views',
    'Export as CSV | → /api/supportPortal/supportRequest/export?language=en&timeZone=UTC&organizationId=<id>',
    'Notifications',
    'Canned Answers | → /support/cannedAnswers',
    'Response times | → /support/measures',
    '3 tickets',
    '<checkbox Select all loaded tickets> | Date Submitted | Number | Submitted By Organization | Submitted By Account | Type | Status | Priority | Description | Waiting | View',
    '<checkbox Select HD-3> | <day> | HD-3 | → /support/helpDesk/HD-3 | Eastside | <email> | Bug | Open | Assigned To | Sue | Porter | Low | The lamp is dark | (View HD-3) | View',
    '<checkbox Select HD-2> | <day> | HD-2 | → /support/helpDesk/HD-2 | Eastside | <email> | Bug | Merged | HD-1: Open | Medium | The oven stays cold | (View HD-2) | View',
    '<checkbox Select HD-1> | <day> | HD-1 | → /support/helpDesk/HD-1 | Eastside | <email> | Bug | Open | Low | The oven is cold | 1 minute | (View HD-1) | View',
    'Keyboard shortcuts',
  ])
  const theirs = await openScreen('/support/helpDesk', { as: ana.account, width: 360 })
  await counted('Open', 2)
  expect(plain(theirs.outline())).toEqual([
    'Help Desk',
    'Resource Library | (opens in a new tab) | → https://openreferral.org/',
    '(Support)',
    'Help Desk | → /support/helpDesk',
    '<search Search by ticket number, words, reporter or organization "" at most 200>',
    'Filter',
    'New Support Request',
    '(Whose tickets)',
    'All',
    'Unassigned | 1',
    '(Status)',
    'Open | 2',
    'Viewed | 0',
    'Added to Backlog | 0',
    'Fix Pending | 0',
    'Closed | 1',
    'Views',
    '3 tickets',
    'Sort by',
    '<text "Date Submitted">',
    '(Descending, change to ascending)',
    '<checkbox Select all loaded tickets> | Date Submitted | Number | Submitted By Organization | Submitted By Account | Type | Status | Priority | Description | View',
    '<checkbox Select HD-3> | <day> | HD-3 | → /support/helpDesk/HD-3 | Eastside | <email> | Bug | Open | New answer | Assigned To | Sue | Porter | Low | The lamp is dark | (View HD-3) | View',
    '<checkbox Select HD-2> | <day> | HD-2 | → /support/helpDesk/HD-2 | Eastside | <email> | Bug | Merged | HD-1: Open | Medium | The oven stays cold | (View HD-2) | View',
    '<checkbox Select HD-1> | <day> | HD-1 | → /support/helpDesk/HD-1 | Eastside | <email> | Bug | Open | Low | The oven is cold | (View HD-1) | View',
    'Keyboard shortcuts',
  ])
})

it('HD-03 a column orders the list, a second click turns it, and the address keeps the order', async () => {
  const ana = await reporter()
  const [first, second] = [
    await fileTicket(ana.call, { supportRequestType: 'Other', priority: 'Low' }),
    await fileTicket(ana.call, { supportRequestType: 'Bug', priority: 'Medium' }),
  ]
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  const sorts = () =>
    [...document.querySelectorAll('th[data-column]')].flatMap((one) => {
      const sort = one.getAttribute('aria-sort')
      return sort ? [`${one.getAttribute('data-column')} ${sort} ${one.querySelectorAll('svg').length}`] : []
    })
  const is = async (words: string, sort: string, ...tickets: { ticketNumber: string }[]) => {
    await waitFor(() => expect(page.location()).toBe(`/support/helpDesk${words}`))
    await waitFor(() => expect(numbersShown()).toEqual(tickets.map(({ ticketNumber }) => ticketNumber)))
    await waitFor(() => expect(sorts()).toEqual([sort]))
  }
  await is('', 'createdOn descending 2', second, first)
  await click(page, 'Type')
  await is('?sort=supportRequestType&direction=asc', 'supportRequestType ascending 1', second, first)
  await click(page, 'Type')
  await is('?sort=supportRequestType&direction=desc', 'supportRequestType descending 1', first, second)
  await click(page, 'Number')
  await is('?sort=ticketNumber&direction=desc', 'ticketNumber descending 1', second, first)
  await click(page, 'Date Submitted')
  await is('?sort=createdOn&direction=desc', 'createdOn descending 2', second, first)
  await click(page, 'Date Submitted')
  await is('?sort=createdOn&direction=asc', 'createdOn ascending 2', first, second)
  await page.open('/support/helpDesk?ticketNumber=HD')
  await is('?ticketNumber=HD', 'ticketNumber descending 1', second, first)
  await page.open(page.location().replace('ticketNumber=HD', 'sort=priority'))
  await is('?sort=priority', 'priority ascending 1', first, second)
})

it('HD-03 on a phone the order is chosen above the cards', async () => {
  const ana = await reporter()
  const [first, second] = [
    await fileTicket(ana.call),
    await fileTicket(ana.call, { supportRequestType: 'Accessibility' }),
  ]
  const page = await openScreen('/support/helpDesk', { as: ana.account, width: 360 })
  await page.user.click(await page.findByLabelText('Sort by'))
  expect(page.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Date Submitted',
    'Number',
    'Submitted By Organization',
    'Submitted By Account',
    'Type',
    'Status',
    'Priority',
  ])
  await page.user.click(page.getByRole('option', { name: 'Type', hidden: true }))
  await waitFor(() => expect(numbersShown()).toEqual([second.ticketNumber, first.ticketNumber]))
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk?sort=supportRequestType&direction=asc'))
  await click(page, 'Ascending, change to descending')
  await waitFor(() => expect(numbersShown()).toEqual([first.ticketNumber, second.ticketNumber]))
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk?sort=supportRequestType&direction=desc'))
  await page.findByLabelText('Descending, change to ascending')
  const wide = await openScreen('/support/helpDesk', { as: ana.account })
  await counted('Open', 2)
  expect(wide.queryByLabelText('Sort by')).toBeNull()
})

it('HD-03 a ticket opens by its row, its button and its number, but a click for a new tab and one on a box do not', async () => {
  const ana = await reporter()
  const ticket = await fileTicket(ana.call)
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  const link = await page.findByText(ticket.ticketNumber)
  const isOpen = () => document.querySelector('[role=dialog]') !== null
  for (const key of ['Control', 'Meta', 'Shift', 'Alt']) {
    const event = new MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      [`${key === 'Control' ? 'ctrl' : key.toLowerCase()}Key`]: true,
    })
    // As the browser would, without following the link.
    link.addEventListener('click', (one) => one.stopImmediatePropagation(), { once: true })
    link.dispatchEvent(event)
  }
  await page.user.click(page.getByLabelText(`Select ${ticket.ticketNumber}`))
  await page.settle()
  expect(isOpen()).toBe(false)
  await page.user.click(link)
  await waitFor(() => expect(page.location()).toBe(`/support/helpDesk?view=${ticket.id}`))
  await click(page, 'Close')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
  await click(page, `View ${ticket.ticketNumber}`)
  await waitFor(isOpen)
  await page.findByText(ticket.ticketNumber, { selector: 'h2' })
  await click(page, 'Close')
  await waitFor(() => expect(isOpen()).toBe(false))
  await page.user.click(page.getByText('The list stays empty'))
  await waitFor(() => expect(page.location()).toBe(`/support/helpDesk?view=${ticket.id}`))
})

it('HD-04 HD-05 the choices above the list narrow it, say so in the address, and take themselves back', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const [mine, other, done] = [await fileTicket(ana.call), await fileTicket(ana.call), await fileTicket(ana.call)]
  const bulk = (id: string, change: object) =>
    sue.call('POST', `${path}bulk`, { tickets: [{ id, version: 1 }], change })
  await bulk(mine.id, { assigneeId: sue.account.id })
  await bulk(done.id, { status: 'Closed' })
  const base = `?organizationId=${ana.organization.id}`
  const page = await openScreen(`/support/helpDesk${base}`, { as: sue.account })
  const is = async (words: string, pressed: string[], ...tickets: { ticketNumber: string }[]) => {
    await waitFor(() => expect(numbersShown()).toEqual(tickets.map(({ ticketNumber }) => ticketNumber)))
    await waitFor(() => expect(page.location()).toBe(`/support/helpDesk${base}${words}`))
    const on = () =>
      [...document.querySelectorAll('[aria-pressed=true]')].map(({ textContent }) =>
        textContent?.split(/ \d/)[0]?.trim(),
      )
    await waitFor(() => expect(on()).toEqual(pressed))
  }
  await counted('Open', 2)
  await is('', ['All'], done, other, mine)
  await click(page, 'Assigned to me 1')
  await is('&assignee=me', ['Assigned to me'], mine)
  await click(page, 'Unassigned 1')
  await is('&assignee=none', ['Unassigned'], done, other)
  await click(page, 'Closed 1')
  await is('&assignee=none&status=Closed', ['Unassigned', 'Closed'], done)
  await click(page, 'All')
  await is('&status=Closed', ['All', 'Closed'], done)
  await click(page, 'Closed 1')
  await is('', ['All'], done, other, mine)
  await click(page, 'Needs an answer 2')
  await is('&needsAnswer=true&sort=waiting&direction=asc', ['All', 'Needs an answer'], mine, other)
  await click(page, 'Needs an answer 2')
  await is('', ['All'], done, other, mine)
  await page.open(`/support/helpDesk${base}&needsAnswer=true&sort=status&direction=desc`)
  await counted('Needs an answer', 2)
  await click(page, 'Needs an answer 2')
  await waitFor(() => expect(page.location()).toBe(`/support/helpDesk${base}&sort=status&direction=desc`))
})
