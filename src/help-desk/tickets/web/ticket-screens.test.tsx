import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { click, deskOf, fileTicket, hasButton, mergeInto, path, plain, topDialog, writeNote } from '#test/desk-stage.ts'
import { makeImage, uploadImage } from '#test/images.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { agent, reporter } = deskOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const activity = (page: OpenScreen) => {
  const lines = page.outline(topDialog())
  return plain(lines.slice(lines.indexOf('Activity')))
}
/** Waits until the activity is there. */
const open = async (address: string, options: Parameters<typeof openScreen>[1]) => {
  const page = await openScreen(address, options)
  await waitFor(() => expect(topDialog().querySelector('td time')).not.toBeNull())
  return page
}

it('HDV-01 HDV-02 who reported a ticket reads it in full, in English and in Spanish', async () => {
  const ana = await reporter()
  const ticket = await fileTicket(ana.call, { receiveEmailUpdates: true })
  const { body: file } = await uploadImage(ana.call, await makeImage(), 'oven.png')
  await ana.call('POST', '/api/supportRequestFile/', { supportRequestId: ticket.id, fileId: file.id })
  const address = `/support/helpDesk?view=${ticket.id}`
  const page = await open(address, { as: ana.account })
  expect(plain(page.outline(topDialog()))).toEqual([
    'HD-1',
    'Close',
    'Save',
    'Status',
    '<text "Open">',
    'Assigned To',
    'Nobody',
    '<checkbox checked> | Receive Email Updates',
    'Creator Name',
    'Ana Ruiz',
    'Creator Email',
    '<email>',
    'Organization',
    'Eastside',
    'Type',
    'Bug',
    'Priority',
    'Low',
    'Created Date',
    '<moment>',
    'Description',
    'The list stays empty',
    'Screenshots',
    'File Name | View Screenshot | Download Screenshot',
    'oven.png | (View Screenshot: oven.png (opens in a new tab)) | View | → /api/file/<id> | (Download Screenshot: oven.png) | Download | → /api/file/<id>/download',
    'Activity',
    'Add Note',
    'Date | Changes | Updated By | Notes | Actions',
    '<moment> | Screenshot added | Ana Ruiz',
    '<moment> | Support request created | Ana Ruiz',
  ])
  expect(page.getByRole('switch', { name: 'Receive Email Updates' })).toHaveProperty('checked', true)
  const links = [...topDialog().querySelectorAll('table a')].map((a) =>
    ['target', 'rel', 'download'].map((name) => a.getAttribute(name)),
  )
  expect(links).toEqual([
    ['_blank', 'noopener noreferrer', null],
    [null, null, 'oven.png'],
  ])
  expect(page.calls('GET', /watcher/ as never)).toEqual([])
  const theirs = await open(address, { as: ana.account, language: 'es' })
  expect(plain(theirs.outline(topDialog()))).toEqual([
    'HD-1',
    'Cerrar',
    'Guardar',
    'Estado',
    '<text "Abierta">',
    'Asignada a',
    'Nadie',
    '<checkbox checked> | Recibir novedades por correo electrónico',
    'Nombre de quien la creó',
    'Ana Ruiz',
    'Correo de quien la creó',
    '<email>',
    'Organización',
    'Eastside',
    'Tipo',
    'Error',
    'Prioridad',
    'Baja',
    'Fecha de creación',
    '<moment>',
    'Descripción',
    'The list stays empty',
    'Capturas de pantalla',
    'Nombre del archivo | Ver captura | Descargar captura',
    'oven.png | (Ver captura: oven.png (se abre en una pestaña nueva)) | Ver | → /api/file/<id> | (Descargar captura: oven.png) | Descargar | → /api/file/<id>/download',
    'Actividad',
    'Agregar nota',
    'Fecha | Cambios | Actualizado por | Notas | Acciones',
    '<moment> | Captura agregada | Ana Ruiz',
    '<moment> | Solicitud creada | Ana Ruiz',
  ])
})

it('HDV-01 who handles tickets also reads the phone, who watches, the assignee and other tickets around', async () => {
  const [ana, sue] = [await reporter(), await agent('Singer')]
  await sql`insert into contact_phone (contact_id, phone_number, is_primary)
    select contact_id, '+17165550142;ext=3', true from account where id = ${ana.account.id}::uuid`.execute(app.database)
  // Other tests of this database must not be similar.
  const word = `zebra${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`
  const [ticket, other] = [
    await fileTicket(ana.call, { description: `The ${word} jams`, receiveEmailUpdates: true }),
    await fileTicket(ana.call, { description: 'The lamp is dark', supportRequestType: 'Other' }),
  ]
  const ben = await reporter('Westside', 'Ben')
  const similar = await fileTicket(ben.call, { description: `Our ${word} jams again` })
  await sue.call('PUT', path, { ...(await sue.call('GET', `${path}${similar.id}`)).body, status: 'Closed' })
  const page = await open(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  await page.findByText(/^Watching/)
  await page.findByText('Tickets that may be about the same')
  expect(plain(page.outline(topDialog())).map((line) => line.replaceAll(word, 'zebra'))).toEqual([
    'HD-1',
    '(Previous ticket)',
    '(Next ticket)',
    'Close',
    'Save',
    'Status',
    '<text "Open">',
    'Assigned To',
    '<text "Nobody">',
    '<checkbox> | Receive Email Updates',
    'Watching: Ana Ruiz',
    'Creator Name',
    'Ana Ruiz',
    'Creator Email',
    '<email>',
    'Organization',
    'Eastside',
    'Type',
    'Bug',
    'Priority',
    'Low',
    'Created Date',
    '<moment>',
    'Reporter’s Phone',
    '(716) 555-0142 ext. 3 | → tel:+17165550142',
    'Description',
    'The zebra jams',
    'Screenshots',
    'None were attached.',
    'Other tickets by Ana Ruiz',
    'HD-2 | → /support/helpDesk/HD-2 | Open | <day> | The lamp is dark',
    'Tickets that may be about the same',
    'HD-3 | → /support/helpDesk/HD-3 | Closed | <day> | Our zebra jams again',
    'Activity',
    'Merge',
    'Add Note',
    'Date | Changes | Updated By | Notes | Actions',
    '<moment> | Support request created | Ana Ruiz',
  ])
  await page.user.click(page.getByRole('switch', { name: 'Receive Email Updates' }))
  await page.findByText('Watching: Ana Ruiz, Sue Singer')
  expect(page.getByRole('switch', { name: 'Receive Email Updates' })).toHaveProperty('checked', true)
  const link = page.getByText(other.ticketNumber, { selector: '[role=dialog] a' })
  await page.user.click(link)
  await waitFor(() => expect(page.location()).toBe(`/support/helpDesk?view=${other.id}`))
  await page.findByText('Nobody watches this ticket.')
  await page.loaded()
  expect(plain(page.outline(topDialog()).slice(0, 14))).toEqual([
    'HD-1',
    '(Previous ticket)',
    '(Next ticket)',
    'Close',
    'Save',
    'Status',
    '<text "Open">',
    'Assigned To',
    '<text "Nobody">',
    '<checkbox> | Receive Email Updates',
    'Nobody watches this ticket.',
    'Creator Name',
    'Ana Ruiz',
    'Creator Email',
  ])
})

it('HDV-03 the activity tells each change in words, in both orders', async () => {
  const [ana, sue] = [await reporter(), await agent('Teller')]
  const [ticket, other] = [await fileTicket(ana.call), await fileTicket(ana.call)]
  const version = async () => (await sue.call('GET', `${path}${ticket.id}`)).body
  const assign = async (assigneeId: string | null) =>
    sue.call('POST', `${path}bulk`, {
      tickets: [{ id: ticket.id, version: (await version()).version }],
      change: { assigneeId },
    })
  await assign(sue.account.id)
  await assign(null)
  await sue.call('PUT', path, { ...(await version()), status: 'Fix Pending' })
  for (const receiveEmailUpdates of [true, false])
    await ana.call('PUT', `${path}${ticket.id}/watch`, { receiveEmailUpdates })
  const given = { noteText: 'Ask @Ana Ruiz', visibility: 'public', mentionedAccountIds: [ana.account.id] }
  await sue.call('POST', `${path}${ticket.id}/note`, given)
  await writeNote(sue.call, ticket.id, 'Only for us', 'internal')
  const [merge] = await mergeInto(sue.call, ticket, other)
  await sue.call('POST', `${path}merge/undo`, { mergeIds: [merge?.id] })
  const page = await open(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  const newestFirst = activity(page)
  expect(newestFirst).toEqual([
    'Activity',
    'Merge',
    'Add Note',
    'Date | Changes | Updated By | Notes | Actions',
    '<moment> | HD-1 is no longer merged into this ticket | Sue Teller',
    '<moment> | HD-1 was merged into this ticket | Sue Teller',
    '<moment> | Note Added | Sue Teller | Internal note | Only for us',
    '<moment> | Note Added | Sue Teller | Ask | @Ana Ruiz',
    '<moment> | Email updates turned off | Ana Ruiz',
    '<moment> | Email updates turned on | Ana Ruiz',
    '<moment> | Status changed from Open to Fix Pending | Sue Teller',
    '<moment> | No longer assigned to Sue Teller | Sue Teller',
    '<moment> | Assigned to Sue Teller | Sue Teller',
    '<moment> | Support request created | Ana Ruiz',
  ])
  const head = topDialog().querySelector('th[aria-sort]') as HTMLElement
  expect(head.getAttribute('aria-sort')).toBe('descending')
  await click(page, 'Date')
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  expect(activity(page).slice(4)).toEqual(newestFirst.slice(4).toReversed())
  expect([...topDialog().querySelectorAll('td strong')].map(({ textContent }) => textContent)).toEqual(['@Ana Ruiz'])
  const theirs = await open(`/support/helpDesk?view=${other.id}`, { as: sue.account })
  expect(activity(theirs)).toEqual([
    'Activity',
    'Merge',
    'Add Note',
    'Date | Changes | Updated By | Notes | Actions',
    '<moment> | Status changed from Closed to Open | Sue Teller',
    '<moment> | No longer merged into HD-1 | Sue Teller',
    '<moment> | Status changed from Open to Closed | Sue Teller',
    '<moment> | Merged into HD-1 | Sue Teller',
    '<moment> | Support request created | Ana Ruiz',
  ])
  const hers = await open(`/support/helpDesk?view=${ticket.id}`, { as: ana.account })
  expect(activity(hers)).toEqual([
    'Activity',
    'Add Note',
    'Date | Changes | Updated By | Notes | Actions',
    '<moment> | HD-1 is no longer merged into this ticket | Sue Teller',
    '<moment> | HD-1 was merged into this ticket | Sue Teller',
    '<moment> | Note Added | Sue Teller | Ask | @Ana Ruiz',
    '<moment> | Email updates turned off | Ana Ruiz',
    '<moment> | Email updates turned on | Ana Ruiz',
    '<moment> | Status changed from Open to Fix Pending | Sue Teller',
    '<moment> | No longer assigned to Sue Teller | Sue Teller',
    '<moment> | Assigned to Sue Teller | Sue Teller',
    '<moment> | Support request created | Ana Ruiz',
  ])
})

it('HDV-03 a long activity comes in parts, and what failed to load can be loaded again', async () => {
  const ana = await reporter()
  const ticket = await fileTicket(ana.call)
  await app.database
    .insertInto('supportRequestNote')
    .values(
      Array.from({ length: 60 }, (_, n) => ({
        supportRequestId: ticket.id,
        noteText: `Note ${n}`,
        createdBy: ana.account.id,
      })) as never,
    )
    .execute()
  const page = await openScreen('/support/helpDesk', { as: ana.account, ...refused })
  await page.findByText(ticket.ticketNumber)
  for (let n = 0; n < 2; n++) page.failNext('GET', `${path}${ticket.id}/activity`, 500)
  await click(page, `View ${ticket.ticketNumber}`)
  await click(page, 'Try again')
  const count = () => topDialog().querySelectorAll('td time').length
  await waitFor(() => expect(count()).toBeGreaterThan(1))
  const first = count()
  await page.findByText('Show more')
  await waitFor(() => {
    // A reload that a live event caused meanwhile takes the place of the next part.
    if (count() === first) page.queryByText('Show more')?.closest('button')?.click()
    expect(count()).toBe(61)
  })
  expect(first).toBeLessThan(61)
  expect(hasButton('Show more')).toBe(false)
})

it('HDV-03 a note that is written while the activity loads is shown once it is there', async () => {
  const ana = await reporter()
  const ticket = await fileTicket(ana.call)
  const address = `${path}${ticket.id}`
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await page.findByText(ticket.ticketNumber)
  const held = page.holdNextAnswer('GET', `${address}/activity`)
  await click(page, `View ${ticket.ticketNumber}`)
  await waitFor(() => expect(page.calls('GET', `${address}/activity`)).toMatchObject([{ isAnswered: true }]))
  await waitFor(() => expect(page.calls('GET', address).at(-1)?.status).toBe(200))
  const before = page.calls('GET', address).length
  await writeNote(ana.call, ticket.id, 'Still empty today')
  // The event has arrived: the ticket itself was loaded again.
  await waitFor(() => expect(page.calls('GET', address).length).toBeGreaterThan(before))
  held.release()
  await page.findByText('Still empty today')
})

it('HDV-01 a ticket that could not be loaded is not called missing, and can be loaded again', async () => {
  const ana = await reporter()
  const ticket = await fileTicket(ana.call)
  const page = await openScreen('/support/helpDesk', { as: ana.account, ...refused })
  for (let time = 0; time < 2; time++) page.failNext('GET', `${path}${ticket.id}`, 500)
  await page.open(`/support/helpDesk?view=${ticket.id}`)
  await page.findByText('The ticket could not be loaded.')
  expect(page.shows('This ticket is not there, or you may not see it.')).toBe(false)
  await click(page, 'Try again')
  await within(topDialog()).findByRole('heading', { name: ticket.ticketNumber })
})

it('HDV-01 a ticket that is not there, or not for the reader, says so and can only be closed', async () => {
  const [ana, ben] = [await reporter(), await reporter('Westside')]
  const ticket = await fileTicket(ana.call)
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: ben.account, ...refused })
  await page.findByText('This ticket is not there, or you may not see it.')
  expect(page.outline(topDialog())).toEqual([
    'View',
    'Close',
    'Save | <disabled>',
    'This ticket is not there, or you may not see it.',
  ])
  await click(page, 'Close')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
})
