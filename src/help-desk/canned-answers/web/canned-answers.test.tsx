import { beforeEach, expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const path = '/api/supportPortal/cannedAnswer/'
const agent = () => app.someone({ roles: ['support-agent'] })
const english = { titleEn: 'Clear the cache', textEn: 'Hello {{firstName}}, clear it.', titleEs: '', textEs: '' }
const both = { ...english, titleEs: 'Borrar la caché', textEs: 'Hola, {{firstName}}: bórrela.' }
const topDialog = () => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) as HTMLElement
const titles = () => [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent)

beforeEach(() => app.database.deleteFrom('cannedAnswer').execute())

it('NOTE-01 an answer in one language suffices, and buttons put placeholders where the caret is', async () => {
  const sue = await agent()
  const page = await openScreen('/support/cannedAnswers', { as: sue.account })
  await page.press('New answer')
  await page.press('Save')
  await waitFor(() => expect(page.queryAllByText('This is needed.')).toHaveLength(2))
  await page.fill(/^Title in Spanish/, 'Saludo')
  await page.fill(/^Text in Spanish/, 'Hola, : gracias')
  const text = page.getByLabelText(/^Text in Spanish/) as HTMLTextAreaElement
  text.setSelectionRange(6, 6)
  const buttons = page.getByRole('group', { name: 'Insert in the Spanish text' })
  await page.user.click(buttons.querySelector('button') as HTMLElement)
  expect(text.value).toBe('Hola, {{firstName}}: gracias')
  await new Promise((done) => requestAnimationFrame(done))
  expect([document.activeElement === text, text.selectionStart]).toEqual([true, 19])
  await page.press('Save')
  await page.findByRole('heading', { name: 'Saludo' })
  expect(page.notices()).toEqual(['Answer saved.'])
  expect(page.queryAllByRole('dialog')).toEqual([])
  const { items } = (await sue.call('GET', path)).body
  expect(items).toMatchObject([{ titleEn: '', textEn: '', titleEs: 'Saludo' }])
})

it('NOTE-01 a placeholder that does not exist is told at its field, and nothing is saved', async () => {
  const sue = await agent()
  const page = await openScreen('/support/cannedAnswers', { as: sue.account })
  await page.press('New answer')
  await page.fill(/^Title in English/, 'Reset')
  await page.fill(/^Text in English/, 'Hello {{password}}')
  await page.press('Save')
  await page.findByText('There is no such placeholder. The ones that exist are listed above.')
  expect(page.getByLabelText(/^Text in English/).getAttribute('aria-invalid')).toBe('true')
  expect(page.calls('POST')).toEqual([])
  await page.fill(/^Text in English/, 'Hello {{firstName}}')
  await page.fill(/^Title in Spanish/, 'Restablecer')
  await page.fill(/^Text in Spanish/, 'Hola, {{firstName}}')
  await page.press('Save')
  await page.findByRole('heading', { name: 'Reset' })
  expect(page.calls('POST').map(({ body }) => body)).toEqual([
    { titleEn: 'Reset', textEn: 'Hello {{firstName}}', titleEs: 'Restablecer', textEs: 'Hola, {{firstName}}' },
  ])
})

it('NOTE-01 the list and the dialog for a new answer, whole', async () => {
  const sue = await agent()
  const page = await openScreen('/support/cannedAnswers', { as: sue.account })
  expect(page.outline()).toEqual([
    'Canned Answers',
    '(Support)',
    'Help Desk | → /support/helpDesk',
    'Answers that support gives often. While writing a note, / at the start of a line offers them in the reporter’s language.',
    '<search Search answers "" at most 100>',
    'New answer',
    'No canned answers yet',
    'Write down an answer once, and give it with a few keys from then on.',
  ])
  await page.press('New answer')
  expect(page.outline(topDialog())).toEqual([
    'New answer',
    'One language suffices. These are filled in for each ticket: {{firstName}}, {{ticketNumber}}, {{agentName}}',
    'Title in English (optional)',
    '<text "" at most 100>',
    'Text in English (optional)',
    '<textarea "" at most 4000>',
    '(Insert in the English text)',
    'First name',
    'Ticket number',
    'Agent’s name',
    'Title in Spanish (optional)',
    '<text "" at most 100>',
    'Text in Spanish (optional)',
    '<textarea "" at most 4000>',
    '(Insert in the Spanish text)',
    'First name',
    'Ticket number',
    'Agent’s name',
    'Cancel',
    'Save',
  ])
})

it('NOTE-01 an answer is changed; a newer version is told, and saving again replaces it', async () => {
  const sue = await agent()
  const { id } = (await sue.call('POST', path, both)).body
  const page = await openScreen('/support/cannedAnswers', { as: sue.account, expectedErrors: [/^A call failed: /] })
  await page.press('Change Clear the cache')
  expect(page.outline(topDialog())).toEqual([
    'Change answer',
    'One language suffices. These are filled in for each ticket: {{firstName}}, {{ticketNumber}}, {{agentName}}',
    'Title in English (optional)',
    '<text "Clear the cache" at most 100>',
    'Text in English (optional)',
    '<textarea "Hello {{firstName}}, clear it." at most 4000>',
    '(Insert in the English text)',
    'First name',
    'Ticket number',
    'Agent’s name',
    'Title in Spanish (optional)',
    '<text "Borrar la caché" at most 100>',
    'Text in Spanish (optional)',
    '<textarea "Hola, {{firstName}}: bórrela." at most 4000>',
    '(Insert in the Spanish text)',
    'First name',
    'Ticket number',
    'Agent’s name',
    'Cancel',
    'Save',
  ])
  await sue.call('PUT', `${path}${id}`, { ...both, titleEn: 'Of somebody else', version: 1 })
  await page.fill(/^Title in English/, 'Empty the cache')
  await page.press('Save')
  await page.findByText(
    'Somebody changed this answer in the meantime. Your text is still here; saving again replaces theirs.',
  )
  expect(page.getByLabelText<HTMLInputElement>(/^Title in English/).value).toBe('Empty the cache')
  await page.press('Save')
  await page.findByRole('heading', { name: 'Empty the cache' })
  expect((await sue.call('GET', path)).body.items).toMatchObject([{ ...both, titleEn: 'Empty the cache', version: 3 }])
})

it('NOTE-01 a failed change is told, and the dialog stays with what was typed', async () => {
  const sue = await agent()
  await sue.call('POST', path, both)
  const page = await openScreen('/support/cannedAnswers', { as: sue.account, expectedErrors: [/^A call failed: /] })
  await page.press('Change Clear the cache')
  await page.fill(/^Title in English/, 'Empty the cache')
  page.failNext('PUT', /cannedAnswer/, 500)
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
  expect(page.getByLabelText<HTMLInputElement>(/^Title in English/).value).toBe('Empty the cache')
})

it('NOTE-01 an answer is removed only after a question', async () => {
  const sue = await agent()
  await sue.call('POST', path, both)
  const page = await openScreen('/support/cannedAnswers', { as: sue.account })
  await page.press('Remove Clear the cache')
  expect(page.outline(topDialog())).toEqual([
    'Remove this answer?',
    'Clear the cache will be gone for everybody in support.',
    'Cancel',
    'Remove',
  ])
  await page.press('Cancel')
  await waitFor(() => expect(page.queryAllByRole('dialog')).toEqual([]))
  expect(page.calls('DELETE')).toEqual([])
  await page.press('Remove Clear the cache')
  await page.press('Remove')
  await page.findByText('No canned answers yet')
  expect(page.notices()).toEqual(['Answer removed.'])
  expect((await sue.call('GET', path)).body.items).toEqual([])
})

it('NOTE-01 answers are read in the reader’s language if there is one, and found by words', async () => {
  const sue = await agent()
  await sue.call('POST', path, both)
  await sue.call('POST', path, { ...english, titleEn: 'Only English', textEn: 'In English.' })
  const page = await openScreen('/support/cannedAnswers', { as: sue.account, language: 'es' })
  const aroundTheList = page.outline().slice(0, 6)
  expect(page.outline()).toEqual([
    'Respuestas preparadas',
    '(Ayuda)',
    'Soporte | → /support/helpDesk',
    'Respuestas que soporte da a menudo. Al escribir una nota, / al principio de una línea las ofrece en el idioma de quien envió la solicitud.',
    '<search Buscar respuestas "" at most 100>',
    'Nueva respuesta',
    'Borrar la caché | Hola, {{firstName}}: bórrela. | (Cambiar Borrar la caché) | (Eliminar Borrar la caché)',
    'Only English | In English. | (Cambiar Only English) | (Eliminar Only English)',
  ])
  await page.user.type(page.getByRole('searchbox'), ' english ')
  await waitFor(() => expect(titles()).toEqual(['Only English']))
  await page.user.clear(page.getByRole('searchbox'))
  await page.user.type(page.getByRole('searchbox'), 'nada')
  await page.findByText('Ninguna respuesta contiene estas palabras')
  expect(page.outline()).toEqual([
    ...aroundTheList.map((line) => line.replace('""', '"nada"')),
    'Ninguna respuesta contiene estas palabras',
  ])
})

it('NOTE-01 the next answers are loaded on request, and a failed load can be tried again', async () => {
  const sue = await agent()
  for (let n = 10; n < 65; n++) await sue.call('POST', path, { ...english, titleEn: `Answer ${n}` })
  const page = await openScreen('/support/cannedAnswers', { as: sue.account, expectedErrors: [/^A call failed: /] })
  await waitFor(() => expect(titles()).toHaveLength(50))
  await page.press('Show more')
  await waitFor(() => expect(titles()).toHaveLength(55))
  expect(titles().at(-1)).toBe('Answer 64')
  for (const _ of ['first', 'second try']) page.failNext('GET', path, 500)
  await page.user.click(page.getByRole('searchbox'))
  await page.user.paste('63')
  await page.press('Try again')
  await waitFor(() => expect(titles()).toEqual(['Answer 63']))
})

it('NOTE-01 only people who handle tickets have canned answers', async () => {
  const ana = await app.someone()
  const page = await openScreen('/support/cannedAnswers', { as: ana.account })
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
})
