import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { click, deskOf, fileTicket, hasButton, path, plain, topDialog, writeNote } from '#test/desk-stage.ts'
import { readKept } from '#test/read-kept.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { agent, reporter } = deskOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const word = () => `q${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`
const fillIn = async (page: OpenScreen, description: string) => {
  await page.choose(/^Ticket Type/, 'Other')
  await page.choose(/^Priority/, 'Low')
  await page.choose(/^Have you cleared your cache/, 'Yes')
  await page.fill(/^Description/, description)
}

it('HDN-01 HDN-02 the form and the table of types stand in full, in English and in Spanish', async () => {
  const ana = await reporter()
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await click(page, 'New Support Request')
  await page.findByLabelText(/^Description/)
  expect(page.outline(topDialog())).toEqual([
    'New Support Request',
    'Ticket Type | *',
    '<text Choose… "">',
    '(What the ticket types mean)',
    'Priority | *',
    '<text Choose… "">',
    'Have you cleared your cache | *',
    'Old files that the browser keeps cause many problems. Please clear its cache and try once more first.',
    '<text Choose… "">',
    'Screenshots',
    '.jpg, .jpeg or .png, 2 MB or less',
    '<file Screenshots "">',
    'Add screenshots',
    'or paste it (Ctrl+V), or drop it here',
    'Description | *',
    'What did you do, what happened, and what did you expect? Leave out names of people you serve.',
    '<textarea "" at most 5000>',
    '<checkbox>',
    'I want to recieve email updates for this ticket',
    'Cancel',
    'Save',
  ])
  await click(page, 'Save')
  await waitFor(() =>
    expect(page.outline(topDialog())).toEqual([
      'New Support Request',
      'Ticket Type | *',
      '<text Choose… "">',
      'This is needed.',
      '(What the ticket types mean)',
      'Priority | *',
      '<text Choose… "">',
      'This is needed.',
      'Have you cleared your cache | *',
      'Old files that the browser keeps cause many problems. Please clear its cache and try once more first.',
      '<text Choose… "">',
      "Please clear your browser's cache and try again first. The request can be saved when the answer is Yes.",
      'Screenshots',
      '.jpg, .jpeg or .png, 2 MB or less',
      '<file Screenshots "">',
      'Add screenshots',
      'or paste it (Ctrl+V), or drop it here',
      'Description | *',
      'What did you do, what happened, and what did you expect? Leave out names of people you serve.',
      '<textarea "" at most 5000>',
      'This is needed.',
      '<checkbox>',
      'I want to recieve email updates for this ticket',
      'Cancel',
      'Save',
    ]),
  )
  expect(page.calls('POST', path)).toEqual([])
  await click(page, 'What the ticket types mean')
  await page.findByText('Ticket types')
  expect(page.outline(topDialog())).toEqual([
    'Ticket types',
    '(Close)',
    'Type | Choose it when',
    'Bug | Something that worked, or should work, does not: a button does nothing, a number is wrong, a save fails.',
    'Feature Request | Something is missing that would help you, such as a new report, field or filter.',
    'User Experience | It works, but it is confusing, slow to use or easy to get wrong.',
    'Accessibility | You cannot use a part with a keyboard, a screen reader, large text, high contrast or another aid.',
    'Page Loading Errors | A page stays blank, loads forever or shows an error instead of its content.',
    'Other | None of these fits, or you have a question.',
  ])
  expect(page.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Bug',
    'Feature Request',
    'User Experience',
    'Accessibility',
    'Page Loading Errors',
    'Other',
  ])
  await click(page, 'Close')
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  await page.user.keyboard('{Escape}')
  expect(page.getAllByRole('dialog')).toHaveLength(1)
  await click(page, 'Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  const theirs = await openScreen('/support/helpDesk', { as: ana.account, language: 'es' })
  await click(theirs, 'Nueva solicitud de soporte')
  await theirs.findByLabelText(/^Descripción/)
  expect(theirs.outline(topDialog())).toEqual([
    'Nueva solicitud de soporte',
    'Tipo de solicitud | *',
    '<text Elija… "">',
    '(Qué significan los tipos de solicitud)',
    'Prioridad | *',
    '<text Elija… "">',
    '¿Ha borrado la caché? | *',
    'Los archivos antiguos que guarda el navegador causan muchos problemas. Primero borre la caché e inténtelo una vez más.',
    '<text Elija… "">',
    'Capturas de pantalla',
    '.jpg, .jpeg o .png, 2 MB o menos',
    '<file Capturas de pantalla "">',
    'Agregar capturas',
    'o péguela (Ctrl+V), o suéltela aquí',
    'Descripción | *',
    '¿Qué hizo, qué pasó y qué esperaba? No escriba los nombres de las personas a las que atiende.',
    '<textarea "" at most 5000>',
    '<checkbox>',
    'Quiero recibir novedades de esta solicitud por correo electrónico',
    'Cancelar',
    'Guardar',
  ])
})

it('HDN-02 tickets about the same are offered while one writes, with their answer, and open above the form', async () => {
  const [ana, sue, name] = [await reporter(), await agent(), word()]
  const ticket = await fileTicket(ana.call, { description: `The ${name} printer jams` })
  await writeNote(sue.call, ticket.id, 'Open the flap')
  await sue.call('PUT', path, { ...(await sue.call('GET', `${path}${ticket.id}`)).body, status: 'Closed' })
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await click(page, 'New Support Request')
  await page.fill(/^Description/, 'short')
  await page.fill(/^Description/, `My ${name} jams`)
  await page.findByText('Is it one of these?')
  const region = page.getByRole('region', { name: 'Is it one of these?' })
  expect(plain(page.outline(region)).map((line) => line.replaceAll(name, '<word>'))).toEqual([
    'Is it one of these?',
    'HD-1 | <moment> | Closed | The <word> printer jams | Answer: | Open the flap | (View HD-1) | View',
  ])
  expect(page.getByText('1 similar ticket, below the description.').getAttribute('role')).toBe('status')
  expect(page.calls('POST', `${path}similar`).map(({ body }) => body.text)).toEqual([`My ${name} jams`])
  // Beside Save, which stays in sight in a long form.
  const lead = page.getByRole('button', { name: '1 similar ticket' })
  expect(lead.nextElementSibling?.textContent).toBe('Cancel')
  await page.user.click(lead)
  expect(document.activeElement).toBe(within(region).getByRole('heading'))
  const button = region.querySelector('button') as HTMLElement
  await page.user.click(button)
  await page.findByRole('dialog', { name: ticket.ticketNumber })
  expect(page.location()).toBe(`/support/helpDesk?view=${ticket.id}`)
  await click(page, 'Close')
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(page.getByLabelText(/^Description/)).toHaveProperty('value', `My ${name} jams`)
  await page.fill(/^Description/, 'short again')
  await waitFor(() => expect(page.queryByText('Is it one of these?')).toBeNull())
  expect(page.queryByRole('button', { name: /similar/ })).toBeNull()
})

/** The key under which a draft with these words is filed. */
async function keyOf(words: string): Promise<string> {
  const drafts = (await readKept()).map(({ json }) => JSON.parse(json))
  const draft = drafts.find(({ values }) => String(values?.description).startsWith(words))
  if (!draft) throw new Error('There is no draft')
  return draft.filingKey
}
/** A request arrived, but its answer did not, and its writer went on writing. */
async function lose() {
  const [ana, words] = [await reporter(), word()]
  const page = await openScreen('/support/helpDesk', { as: ana.account, ...refused })
  await click(page, 'New Support Request')
  await fillIn(page, words)
  page.failNext('POST', path, 'network')
  await click(page, 'Save')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  const key = await waitFor(() => keyOf(words))
  const given = { supportRequestType: 'Other', priority: 'Low', clearedCache: 'Yes', receiveEmailUpdates: false }
  const filed = await ana.call('POST', path, { ...given, description: words }, { 'idempotency-key': key })
  expect(filed.status).toBe(201)
  await page.fill(/^Description/, `${words}, and more`)
  await click(page, 'Save')
  await page.findByText(/^This request was saved already/)
  const listed = async () =>
    (await ana.call('GET', path)).body.items.map((one: { description: string }) => one.description)
  return { ana, page, words, filed: filed.body, listed }
}

it('HDN-06 a request whose answer was lost is not filed twice: what was written since becomes a note', async () => {
  const { ana, page, words, filed, listed } = await lose()
  const panel = [...topDialog().querySelectorAll('[role=alert]')].at(-1) as HTMLElement
  expect(plain(page.outline(panel))).toEqual([
    'This request was saved already, as HD-1, before the connection broke. What you changed since is not in it yet.',
    'Add the description as a note to HD-1',
    'Save it as another request',
  ])
  const add = `Add the description as a note to ${filed.ticketNumber}`
  await click(page, add)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  const { notes } = (await ana.call('GET', `${path}${filed.id}`)).body
  expect(notes).toMatchObject([{ noteText: `${words}, and more`, visibility: 'public' }])
  expect(await listed()).toEqual([words])
  expect(page.shows(`Request ${filed.ticketNumber} sent`)).toBe(true)
})

it('HDN-06 what was written after a lost answer can become another request', async () => {
  const { page, words, listed } = await lose()
  await click(page, 'Save it as another request')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(await listed()).toEqual([`${words}, and more`, words])
})

it('HDN-06 a begun request is offered at once, also where storing it takes long', async () => {
  const ana = await reporter()
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await click(page, 'New Support Request')
  await fillIn(page, 'The hinge squeaks')
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  const slow = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
    await new Promise((done) => setTimeout(done, 500))
    return encrypt(...given)
  })
  await click(page, 'Cancel')
  await page.findByText(/was not sent yet/)
  expect(slow).toHaveBeenCalled()
})

it('HDN-06 a begun request is brought back with all fields, and can be thrown away', async () => {
  const ana = await reporter()
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await click(page, 'New Support Request')
  await fillIn(page, 'The gate squeaks')
  await page.user.click(page.getByLabelText('I want to recieve email updates for this ticket'))
  await click(page, 'Cancel')
  await page.findByText(/was not sent yet/)
  await click(page, 'Continue')
  await page.findByText(/^We brought back what you had not saved yet, from/)
  expect(plain(page.outline(topDialog()))).toEqual([
    'New Support Request',
    'We brought back what you had not saved yet, from <moment>.',
    'Start over',
    'Ticket Type | *',
    '<text Choose… "Other">',
    '(What the ticket types mean)',
    'Priority | *',
    '<text Choose… "Low">',
    'Have you cleared your cache | *',
    'Old files that the browser keeps cause many problems. Please clear its cache and try once more first.',
    '<text Choose… "Yes">',
    'Screenshots',
    '.jpg, .jpeg or .png, 2 MB or less',
    '<file Screenshots "">',
    'Add screenshots',
    'or paste it (Ctrl+V), or drop it here',
    'Description | *',
    'What did you do, what happened, and what did you expect? Leave out names of people you serve.',
    '<textarea "The gate squeaks" at most 5000>',
    '<checkbox checked>',
    'I want to recieve email updates for this ticket',
    'Cancel',
    'Save',
  ])
  await click(page, 'Start over')
  await waitFor(() => expect(page.getByLabelText(/^Description/)).toHaveProperty('value', ''))
  expect(page.queryByText(/^We brought back/)).toBeNull()
  await click(page, 'Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await new Promise((done) => setTimeout(done, 200))
  expect(page.queryByText(/was not sent yet/)).toBeNull()
  expect(hasButton('Continue')).toBe(false)
})

it('HDN-06 says that the note could not be added to the request that was saved already', async () => {
  const { page, filed } = await lose()
  page.failNext('POST', `${path}${filed.id}/note`, 500)
  await waitFor(() => expect(page.notices()).toEqual([]))
  await click(page, `Add the description as a note to ${filed.ticketNumber}`)
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
  await click(page, `Add the description as a note to ${filed.ticketNumber}`)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})
