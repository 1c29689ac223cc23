import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { cedar, directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'
import { selectDespiteLateAnswer, typeInto } from '#test/suggestions.ts'
import type { ServiceList } from '../service-list.ts'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const { add, makeProvider, makePlace } = directoryOf(app)
const own = await makeOrganization(database)
const provider = await makeProvider()

/** Its name is a word of its own, by which it is searched. */
async function makeService(name: string) {
  const id = await add('service', { organizationId: provider.id, name, assuredDate: '2026-11-01' })
  await add('phone', { serviceId: id, number: '716-555-0142', type: 'voice' })
  await makePlace(id, { organizationId: provider.id }, cedar)
  return id
}
const kitchen = await makeService('Quillkitchen')
const pantry = await makeService('Quillpantry')

/** A new worker with a list of these services. */
async function makeList(services = [kitchen, pantry]) {
  const { account, call } = await app.someone({ organizationId: own.id })
  let list = {} as ServiceList
  for (const serviceId of services) list = (await call('POST', '/api/serviceList/entry', { serviceId })).body
  return { account, call, list, path: `/api/serviceList/${list.id}`, screen: `/lists/${list.id}` }
}
const steady = (lines: string[]) =>
  lines.map((line) =>
    line
      .replaceAll(/\d\d?\/\d\d?\/\d{4}/g, '<day>')
      .replaceAll(/just now|\d+ minutes? ago/g, '<ago>')
      .replaceAll(/ahora mismo|hace \d+ minutos?/g, '<ago>')
      .replace(/^(As of|Datos del) .*?\d\d .*?\. /, '$1 <now>. '),
  )

it('DIR-07 collects services from the search and from their pages, with a bar that says how many', async () => {
  const { account, call } = await app.someone({ organizationId: own.id })
  const page = await openScreen('/directory?text=quillkitchen', { as: account })
  expect(page.queryByRole('complementary', { name: 'List of services' })).toBeNull()
  await page.press('Add to list: Quillkitchen')
  const bar = await page.findByRole('complementary', { name: 'List of services' })
  expect(page.outline(bar)).toEqual(['(List of services)', '1 service in your list', 'Open the list | → /lists/<id>'])
  await page.open(`/directory/service/${pantry}`)
  await page.press('Add to list: Quillpantry')
  await page.findByText('2 services in your list')
  await page.findByRole('button', { name: 'Remove from list: Quillpantry' })
  await page.open('/directory?text=quillkitchen')
  await page.press('Remove from list: Quillkitchen')
  await page.findByText('1 service in your list')
  await page.user.click(page.getByRole('link', { name: 'Open the list' }))
  await page.findByRole('heading', { level: 1, name: 'List of services' })
  const { list } = (await call('GET', '/api/serviceList/current')).body
  expect([page.location(), list.services.map(({ name }: { name: string }) => name)]).toEqual([
    `/lists/${list.id}`,
    ['Quillpantry'],
  ])
})

it('DIR-07 says that a list is full, or that a service was not added', async () => {
  const services = [kitchen]
  for (let n = 0; n < 11; n++)
    services.push(await add('service', { organizationId: provider.id, name: `Filler ${n}`, assuredDate: '2026-11-01' }))
  const { account } = await makeList(services)
  const page = await openScreen(`/directory/service/${pantry}`, { as: account, expectedErrors: [/^A call failed: /] })
  await page.press('Add to list: Quillpantry')
  await waitFor(() => expect(page.notices()).toEqual(['The list is full: 12 services. Start a new one to add more.']))
  const { account: other } = await app.someone({ organizationId: own.id })
  const failing = await openScreen(`/directory/service/${pantry}`, { as: other, expectedErrors: [/^A call failed: /] })
  failing.failNext('POST', '/api/serviceList/entry', 500)
  await failing.press('Add to list: Quillpantry')
  await waitFor(() => expect(failing.notices()).toEqual(['Uh oh, something went wrong!']))
})

it('DIR-07 a member of the community collects nothing', async () => {
  const { account } = await app.someone({ roles: ['community-member'], organizationId: null })
  const page = await openScreen(`/directory/service/${pantry}`, { as: account })
  await page.findByRole('heading', { level: 1, name: 'Quillpantry' })
  expect(page.queryByRole('button', { name: /list/ })).toBeNull()
  expect(page.calls('GET', '/api/serviceList/current')).toEqual([])
})

it('DIR-07 the list has everything in both languages', async () => {
  const gone = await makeService('Quillgone')
  const { account, call, path, screen, list } = await makeList([kitchen, gone])
  const person = (await call('POST', '/api/contact/', { firstName: 'Noor', lastName: 'Abadi', phones: [] })).body
  const services = list.services.map(({ serviceId }) => ({ serviceId, note: 'Ask for Ana' }))
  await call('PUT', path, { version: list.version, contactId: person.id, services })
  await call('POST', `${path}/link`)
  await call('POST', `${path}/message`, { channel: 'sms', to: '(716) 555-0177' })
  const [link] = (await call('GET', path)).body.links
  const say = (row: object) =>
    database
      .insertInto('serviceListAnswer')
      .values({ linkId: link.id, serviceId: kitchen, ...row } as never)
      .execute()
  await say({ kind: 'helped' })
  await say({ kind: 'wrong', topic: 'hours', words: 'Closes at noon' })
  await database.updateTable('service').set({ status: 'inactive' }).where('id', '=', gone).execute()
  const page = await openScreen(screen, { as: account })
  await page.loaded()
  expect(steady(page.outline())).toEqual([
    'Lists of services | → /lists',
    'List of services',
    'for Noor A. · 2 services',
    'Start a new list',
    'Add more services | → /directory',
    'Services',
    'The person reads your notes as you write them: no names, nothing private.',
    '1 | Quillkitchen | → /directory/service/<id> | Quillwood Aid | (Move up: Quillkitchen) | <disabled> | (Move down: Quillkitchen) | (Remove: Quillkitchen) | 1 got help | Hours wrong | Closes at noon | <ago> | Note for the person (optional) | <textarea Note for the person (optional): Quillkitchen "Ask for Ana" at most 300>',
    '2 | Quillgone | → /directory/service/<id> | Quillwood Aid | (Move up: Quillgone) | (Move down: Quillgone) | <disabled> | (Remove: Quillgone) | Not listed at the moment: the person sees its name, and nothing else. | Note for the person (optional) | <textarea Note for the person (optional): Quillgone "Ask for Ana" at most 300>',
    'For whom',
    'Noor A.',
    'Nobody in particular',
    'Language of the list',
    '<radio checked>',
    'English',
    '<radio>',
    'Spanish',
    'Share',
    'Send by text message',
    'Send by e-mail',
    'Copy a link',
    'Print',
    'Open as PDF | → /api/serviceList/<id>/pdf',
    'Whoever has the link reads the list without an account. It shows the facts of that day.',
    'Shared so far',
    'Sent by text <ago> | Works until <day> | (Withdraw: Sent by text <ago>) | Withdraw',
    'Link copied <ago> | Works until <day> | (Withdraw: Link copied <ago>) | Withdraw',
    'What works without a connection | → /onDevice',
    'Places that may help you',
    'As of <now>. Call before you go: hours can change.',
    'Quillkitchen',
    'Quillwood Aid',
    'For you | : | Ask for Ana',
    'Phone | : | 716-555-0142',
    'Where | : | 12 Elm St, Floor 2, Cedar Harbor, NY 14203',
    'Quillgone',
    'Quillwood Aid',
    'This is not listed at the moment. Call before you go.',
    'For you | : | Ask for Ana',
  ])
  const spanish = await openScreen(screen, { as: account, language: 'es' })
  await spanish.loaded()
  expect(steady(spanish.outline())).toEqual([
    'Listas de servicios | → /lists',
    'Lista de servicios',
    'para Noor A. · 2 servicios',
    'Empezar una lista nueva',
    'Agregar más servicios | → /directory',
    'Servicios',
    'La persona lee sus notas tal como usted las escribe: sin nombres ni nada privado.',
    '1 | Quillkitchen | → /directory/service/<id> | Quillwood Aid | (Subir: Quillkitchen) | <disabled> | (Bajar: Quillkitchen) | (Quitar: Quillkitchen) | 1 recibió ayuda | Horario incorrecto | Closes at noon | <ago> | Nota para la persona (opcional) | <textarea Nota para la persona (opcional): Quillkitchen "Ask for Ana" at most 300>',
    '2 | Quillgone | → /directory/service/<id> | Quillwood Aid | (Subir: Quillgone) | (Bajar: Quillgone) | <disabled> | (Quitar: Quillgone) | No figura en el directorio por el momento: la persona ve solo el nombre. | Nota para la persona (opcional) | <textarea Nota para la persona (opcional): Quillgone "Ask for Ana" at most 300>',
    'Para quién',
    'Noor A.',
    'Nadie en particular',
    'Idioma de la lista',
    '<radio checked>',
    'Inglés',
    '<radio>',
    'Español',
    'Compartir',
    'Enviar por mensaje de texto',
    'Enviar por correo electrónico',
    'Copiar un enlace',
    'Imprimir',
    'Abrir como PDF | → /api/serviceList/<id>/pdf',
    'Quien tiene el enlace lee la lista sin cuenta. Muestra los datos de ese día.',
    'Compartida hasta ahora',
    'Enviada por mensaje de texto <ago> | Funciona hasta el <day> | (Retirar: Enviada por mensaje de texto <ago>) | Retirar',
    'Enlace copiado <ago> | Funciona hasta el <day> | (Retirar: Enlace copiado <ago>) | Retirar',
    'Qué funciona sin conexión | → /onDevice',
    'Places that may help you',
    'As of <now>. Call before you go: hours can change.',
    'Quillkitchen',
    'Quillwood Aid',
    'For you | : | Ask for Ana',
    'Phone | : | 716-555-0142',
    'Where | : | 12 Elm St, Floor 2, Cedar Harbor, NY 14203',
    'Quillgone',
    'Quillwood Aid',
    'This is not listed at the moment. Call before you go.',
    'For you | : | Ask for Ana',
  ])
})

it('DIR-07 orders, removes and annotates services, and everything is there after a reload', async () => {
  const { account, screen } = await makeList()
  const page = await openScreen(screen, { as: account })
  const titles = () => page.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  await page.user.type(page.getByLabelText('Note for the person (optional): Quillpantry'), 'Ask for Ana')
  await page.press('Move up: Quillpantry')
  await waitFor(() => expect(titles()).toEqual(['Quillpantry', 'Quillkitchen']))
  await page.open(screen)
  await page.findByRole('heading', { level: 1, name: 'List of services' })
  expect(titles()).toEqual(['Quillpantry', 'Quillkitchen'])
  expect(page.getByLabelText('Note for the person (optional): Quillpantry')).toHaveProperty('value', 'Ask for Ana')
  await page.press('Move down: Quillpantry')
  await waitFor(() => expect(titles()).toEqual(['Quillkitchen', 'Quillpantry']))
  await page.press('Remove: Quillkitchen')
  await waitFor(() => expect(titles()).toEqual(['Quillpantry']))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Services'))
  await page.press('Remove: Quillpantry')
  await page.findByText('This list is empty')
})

it('DIR-07 saves a note while the person pauses, and shows at the field what was refused', async () => {
  const { account, call, path, screen } = await makeList([kitchen])
  const page = await openScreen(screen, { as: account, expectedErrors: [/^A call failed: /] })
  const field = page.getByLabelText('Note for the person (optional): Quillkitchen')
  page.failNext('PUT', path, 500)
  await page.user.type(field, 'Bring')
  await page.findByText('The note was not saved. Change it to try again.')
  await page.user.type(field, ' bags')
  await waitFor(async () => expect((await call('GET', path)).body.services[0].note).toBe('Bring bags'))
  await waitFor(() => expect(page.queryByText('The note was not saved. Change it to try again.')).toBeNull())
})

it('DIR-07 a change is made to the list as somebody else changed it meanwhile, so that neither is lost', async () => {
  const { account, call, path, screen, list } = await makeList()
  const page = await openScreen(screen, { as: account, expectedErrors: [/^A call failed: /] })
  await call('PUT', path, { version: list.version, language: 'es' })
  await page.press('Move up: Quillpantry')
  await waitFor(() => expect(page.getByRole('radio', { name: 'Spanish' })).toHaveProperty('checked', true))
  const now = async () => (await call('GET', path)).body
  await waitFor(async () =>
    expect((await now()).services.map(({ name }: { name: string }) => name)).toEqual(['Quillpantry', 'Quillkitchen']),
  )
  const { version, services } = await now()
  await call('PUT', path, { version, language: 'en' })
  await page.user.type(page.getByLabelText('Note for the person (optional): Quillpantry'), 'Bring bags')
  await waitFor(async () => expect((await now()).services[0].note).toBe('Bring bags'))
  expect((await now()).language).toBe('en')
  expect(page.notices()).toEqual([])

  await call('DELETE', `${path}/entry/${services[0].serviceId}`)
  await page.user.type(page.getByLabelText('Note for the person (optional): Quillpantry'), '!')
  await waitFor(() => expect(page.notices()).toEqual(['Somebody else changed this list. Here is how it is now.']))
  await waitFor(() => expect(page.queryByLabelText('Note for the person (optional): Quillpantry')).toBeNull())
})

it('DIR-07 is for a person on record, whose language and number it takes', async () => {
  const { account, call, path, screen } = await makeList([kitchen])
  const lastName = `Rey${crypto.randomUUID().slice(0, 6)}`
  const phones = [
    { phoneNumber: '(716) 555-0111', kind: 'home', isPrimary: true },
    { phoneNumber: '(716) 555-0177', kind: 'mobile' },
  ]
  await call('POST', '/api/contact/', { firstName: 'Ines', lastName, language: 'es', phones })
  const page = await openScreen(screen, { as: account })
  await page.user.type(page.getByRole('combobox', { name: 'Person on record (optional)' }), lastName)
  await page.user.click(await page.findByRole('option', { name: `Ines ${lastName}` }))
  await page.findByText('Ines R.')
  expect((await call('GET', path)).body).toMatchObject({ language: 'es', person: { shortName: 'Ines R.' } })
  await page.press('Send by text message')
  const dialog = within(await page.findByRole('dialog'))
  expect(await dialog.findByLabelText(/^Phone Number/)).toHaveProperty('value', '(716) 555-0177')
  expect(page.outline(page.getByRole('dialog')).join('\n')).toContain(
    'From the record. Ask whether it is safe to write there.',
  )
  await page.press('Send')
  await waitFor(() => expect(page.notices()).toEqual(['The list is on its way.']))
  await page.findByText(/^Sent by text/)
  await app.workJobs()
  expect((await app.outbox('+17165550177'))[0]?.text).toContain('un lugar que puede ayudarle')
  await page.press('Send by e-mail')
  await page.findByText('Nothing is on record. Ask the person.')
  await page.user.type(page.getByLabelText(/^Email/), 'nobody')
  await page.press('Send')
  await page.findByText(/e-mail address/)
  await page.press('Cancel')
  await page.press('Nobody in particular')
  await page.findByRole('combobox', { name: 'Person on record (optional)' })
})

it('DIR-07 copies a link, which is told once, and withdraws it', async () => {
  const { account, screen } = await makeList([kitchen])
  const page = await openScreen(screen, { as: account })
  await page.press('Copy a link')
  const field = (await page.findByLabelText('Link to the list')) as HTMLInputElement
  const { pathname } = new URL(field.value)
  expect((await app.anonymous('GET', pathname)).status).toBe(200)
  expect(await navigator.clipboard.readText()).toBe(field.value)
  await page.press(/^Withdraw: Link copied/)
  await page.findByText('Withdrawn')
  expect((await app.anonymous('GET', pathname)).status).toBe(410)
  await page.open(screen)
  await page.findByText('Withdrawn')
  expect(page.queryByLabelText('Link to the list')).toBeNull()
})

it('DIR-07 prints the list as saved, in its language, three services a page', async () => {
  const more = await Promise.all(['Quillthree', 'Quillfour'].map(makeService))
  const { account, screen } = await makeList([kitchen, pantry, ...more])
  const page = await openScreen(screen, { as: account })
  await page.user.click(page.getByRole('radio', { name: 'Spanish' }))
  await waitFor(() => expect(page.getByRole('radio', { name: 'Spanish' })).toHaveProperty('checked', true))
  await page.user.type(page.getByLabelText('Note for the person (optional): Quillkitchen'), 'Pregunte por Ana')
  const printed: string[][] = []
  const print = vi.fn(() => {
    const sheets = [...document.querySelectorAll<HTMLElement>('[lang=es] > section')]
    printed.push(...sheets.map((sheet) => page.outline(sheet)))
  })
  vi.stubGlobal('print', print)
  await page.press('Print')
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  vi.unstubAllGlobals()
  const titles = ['Quillkitchen', 'Quillpantry', 'Quillthree', 'Quillfour']
  const paged = printed.map((lines) => lines.filter((line) => titles.includes(line)))
  expect(paged).toEqual([titles.slice(0, 3), titles.slice(3)])
  expect(printed[0]).toEqual(
    expect.arrayContaining([
      'Lugares que pueden ayudarle',
      'Para usted | : | Pregunte por Ana',
      'Teléfono | : | 716-555-0142',
    ]),
  )
})

it('DIR-07 shows all lists with what became of them, and begins a new one', async () => {
  const { account, call, list, path, screen } = await makeList()
  await call('POST', `${path}/link`)
  const page = await openScreen(screen, { as: account })
  await page.press('Start a new list')
  await page.findByRole('heading', { level: 1, name: 'Directory' })
  expect(page.queryByText(/in your list$/)).toBeNull()
  await call('POST', '/api/serviceList/entry', { serviceId: pantry })
  await page.open('/lists')
  await page.findByText('Quillpantry')
  expect(steady(page.outline()).slice(-2)).toEqual([
    'Quillpantry | <day> · not shared yet | You add to this one | → /lists/<id>',
    'Quillkitchen, Quillpantry | <day> · shared once | → /lists/<id>',
  ])
  await page.user.click(page.getByRole('link', { name: /^Quillkitchen/ }))
  await waitFor(() => expect(page.location()).toBe(`/lists/${list.id}`))
  const empty = await openScreen('/lists', { as: (await app.someone({ organizationId: own.id })).account })
  expect(empty.outline()).toContain('You have no list yet')
})

it('DIR-07 a late answer changes neither the people on offer nor whom Enter selects', async () => {
  const { account, call, screen } = await makeList([kitchen])
  const firstName = `Wren${crypto.randomUUID().slice(0, 6)}`
  for (const lastName of ['Arbor', 'Bridge', 'Canal']) await call('POST', '/api/contact/', { firstName, lastName })
  const page = await openScreen(screen, { as: account })
  const list = await typeInto(page, 'Person on record (optional)', firstName)
  await waitFor(() => expect(list.options()).toHaveLength(3))
  await selectDespiteLateAnswer(page, list, ' canal', ['POST', '/api/contact/search'])
  await page.findByText(`${firstName} B.`)
})

it('DIR-07 a list for another person is in the language of that person, and stays as it is where none is on record', async () => {
  const { account, call, path, screen } = await makeList([kitchen])
  const lastName = `Lang${crypto.randomUUID().slice(0, 6)}`
  for (const [firstName, language] of [
    ['Ana', 'es'],
    ['Bob', 'en'],
    ['Cy', null],
  ])
    await call('POST', '/api/contact/', { firstName, lastName, language })
  const page = await openScreen(screen, { as: account })
  const languages: string[] = []
  for (const name of ['Ana', 'Cy', 'Bob']) {
    await page.user.type(
      await page.findByRole('combobox', { name: 'Person on record (optional)' }),
      `${name} ${lastName}`,
    )
    await page.user.click(await page.findByRole('option', { name: `${name} ${lastName}` }))
    await page.findByText(`${name} L.`)
    languages.push((await call('GET', path)).body.language)
    await page.press('Nobody in particular')
  }
  await page.findByRole('combobox', { name: 'Person on record (optional)' })
  expect(languages).toEqual(['es', 'es', 'en'])
})

it('DIR-07 the PDF of a list opens once the note that was typed last is saved', async () => {
  const { account, call, path, screen } = await makeList([kitchen])
  const page = await openScreen(screen, { as: account })
  const replace = vi.fn()
  vi.stubGlobal('open', () => ({ opener: null, location: { replace } }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const saving = page.holdNext('PUT', path)
  await page.user.type(page.getByLabelText('Note for the person (optional): Quillkitchen'), 'Ask for Ana')
  await page.user.click(page.getByRole('link', { name: 'Open as PDF' }))
  await waitFor(() => expect(page.calls('PUT', path)).toHaveLength(1))
  await page.settle()
  expect(replace).not.toHaveBeenCalled()
  saving.release()
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`${path}/pdf`))
  expect((await call('GET', path)).body.services).toMatchObject([{ note: 'Ask for Ana' }])
})

it('DIR-07 a person who could not be saved does not stand in the field as if they were', async () => {
  const { account, call, screen, path } = await makeList([kitchen])
  const lastName = `Rey${crypto.randomUUID().slice(0, 6)}`
  await call('POST', '/api/contact/', { firstName: 'Ines', lastName })
  const page = await openScreen(screen, { as: account, expectedErrors: [/^A call failed: /] })
  const field = page.getByRole<HTMLInputElement>('combobox', { name: 'Person on record (optional)' })
  await page.user.type(field, lastName)
  page.failNext('PUT', path, 500)
  await page.user.click(await page.findByRole('option', { name: `Ines ${lastName}` }))
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
  expect(field.value).toBe('')
})

it('DIR-07 a record that could not be read is not told as one without an address', async () => {
  const { account, call, screen, list, path } = await makeList([kitchen])
  const person = { firstName: 'Ines', lastName: 'Rey', email: 'ines@example.org' }
  const contactId = (await call('POST', '/api/contact/', person)).body.id
  expect((await call('PUT', path, { contactId, version: list.version })).status).toBe(200)
  const page = await openScreen(screen, { as: account, expectedErrors: [/^A call failed: /] })
  // The read is repeated once by itself.
  for (let time = 0; time < 2; time++) page.failNext('GET', `/api/contact/${contactId}`, 500)
  await page.press('Send by e-mail')
  await page.findByText('This could not be loaded.')
  expect(page.queryByRole('button', { name: 'Send' })).toBeNull()
  await page.press('Try again')
  expect(await page.findByDisplayValue('ines@example.org')).toBeTruthy()
})

it('DIR-07 a note that was not saved is saved before a link is made, or none is made', async () => {
  const { account, call, path, screen } = await makeList([kitchen])
  const page = await openScreen(screen, { as: account, expectedErrors: [/^A call failed: /] })
  for (let time = 0; time < 2; time++) page.failNext('PUT', path, 500)
  await page.user.type(page.getByLabelText('Note for the person (optional): Quillkitchen'), 'Ask for Ana')
  await page.findByText('The note was not saved. Change it to try again.')
  await page.press('Copy a link')
  await waitFor(() => expect(page.notices()).toContain('The note was not saved. Change it to try again.'))
  expect(page.calls('POST', `${path}/link`)).toEqual([])
  await page.press('Copy a link')
  await waitFor(() => expect(page.calls('POST', `${path}/link`)).toHaveLength(1))
  expect((await call('GET', path)).body.services[0].note).toBe('Ask for Ana')
})
