import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { installCanvas } from '#test/browser/canvas.ts'
import { click, deskOf, fileTicket, hasButton, mergeInto, path, plain, topDialog } from '#test/desk-stage.ts'
import { makeImage } from '#test/images.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

installCanvas()
const app = await startTestApp()
const openScreen = screensOf(app)
const { agent, reporter } = deskOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const answers = '/api/supportPortal/cannedAnswer/'
const word = () => `q${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`
const dialogLines = (page: OpenScreen) => plain(page.outline(topDialog()))
const addNote = async (page: OpenScreen) => {
  await click(page, 'Add Note')
  return page.findByLabelText<HTMLTextAreaElement>('Note')
}
const notesOf = async (call: Awaited<ReturnType<typeof agent>>['call'], id: string) =>
  (await call('GET', `${path}${id}`)).body.notes as { noteText: string; visibility: string; mentions: unknown[] }[]

it('NOTE-01 the note of an agent says who will read it, and one without words is not sent', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const ticket = await fileTicket(ana.call)
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  await addNote(page)
  expect(dialogLines(page)).toEqual([
    'Add Note',
    'Who can read it',
    '<radio checked>',
    'Public',
    '<radio>',
    'Internal',
    'Everybody who sees the ticket, the reporter too, can read it.',
    'Note',
    'Write @ and a name to mention somebody, / at the start of a line for a canned answer.',
    '<textarea "" at most 5000>',
    'Screenshot',
    '.jpg, .jpeg or .png, 2 MB or less',
    '<file Screenshot "">',
    'Add a screenshot',
    'or paste it (Ctrl+V), or drop it here',
    'Cancel',
    'Save',
  ])
  const field = page.getByLabelText('Note')
  await page.user.type(field, '@Ana')
  await page.findByRole('option', { name: 'Ana Ruiz', hidden: true })
  await page.user.click(page.getByText('Internal', { exact: true }))
  await page.findByText('Only support agents and administrators can read it. The reporter will not see it.')
  expect(page.queryByText(/^Everybody who sees the ticket/)).toBeNull()
  // Whoever cannot read the note is not offered.
  await page.user.type(field, '{Backspace}')
  await waitFor(() =>
    expect(page.calls('GET', `${path}${ticket.id}/mentionable`).at(-1)).toMatchObject({
      query: { visibility: 'internal', text: 'An' },
      status: 200,
    }),
  )
  await page.settle()
  expect(topDialog().querySelectorAll('[role=listbox] [role=option]')).toHaveLength(0)
  await page.fill('Note', '')
  await click(page, 'Save')
  await page.findByText('Write something, or add a screenshot.')
  await page.fill('Note', '   ')
  expect(page.queryByText('Write something, or add a screenshot.')).toBeNull()
  await click(page, 'Save')
  await page.findByText('Write something, or add a screenshot.')
  expect(page.calls('POST', `${path}${ticket.id}/note`)).toEqual([])
  await page.fill('Note', 'Only for us')
  await click(page, 'Save')
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  expect(await notesOf(sue.call, ticket.id)).toMatchObject([{ noteText: 'Only for us', visibility: 'internal' }])
  await page.findByText('Internal note')
})

it('NOTE-01 the note of a reporter has no choice of readers, and says when it opens a closed ticket again', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const ticket = await fileTicket(ana.call)
  await sue.call('PUT', path, { ...(await sue.call('GET', `${path}${ticket.id}`)).body, status: 'Closed' })
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: ana.account })
  const field = await addNote(page)
  expect(dialogLines(page)).toEqual([
    'Add Note',
    'This ticket is closed. Your note opens it again.',
    'Note',
    'Write @ and a name to mention somebody.',
    '<textarea "" at most 5000>',
    'Screenshot',
    '.jpg, .jpeg or .png, 2 MB or less',
    '<file Screenshot "">',
    'Add a screenshot',
    'or paste it (Ctrl+V), or drop it here',
    'Cancel',
    'Save',
  ])
  await page.user.type(field, '/')
  await page.settle()
  expect(page.calls('GET', `${path}${ticket.id}/cannedAnswer`)).toEqual([])
  const theirs = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  await addNote(theirs)
  expect(theirs.queryByText('This ticket is closed. Your note opens it again.')).toBeNull()
})

it('NOTE-01 Enter takes an answer that matches what was typed, also before the server answered', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const [first, second] = [`a${word()}`, `b${word()}`]
  const ticket = await fileTicket(ana.call)
  for (const titleEn of [first, second])
    await sue.call('POST', answers, { titleEn, textEn: `Text of ${titleEn}`, titleEs: '', textEs: '' })
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  const field = await addNote(page)
  const offered = () =>
    [...topDialog().querySelectorAll('[aria-label="Canned answers"] [role=option]')].map((one) => one.textContent)
  await page.user.type(field, '/')
  const texts = [first, second].map((title) => `${title} Text of ${title}`)
  await waitFor(() => expect(offered()).toEqual(expect.arrayContaining(texts)))
  const held = page.holdNext('GET', `${path}${ticket.id}/cannedAnswer`)
  await page.user.paste(second)
  await waitFor(() => expect(offered()).toEqual([texts[1]]))
  const option = page.getByRole('option', { name: new RegExp(second), hidden: true })
  await waitFor(() => expect(option.dataset.comboboxSelected).toBe('true'))
  // What is typed before the next frame, and after it, follows the answer.
  await page.user.keyboard('{Enter} Than')
  await new Promise((done) => requestAnimationFrame(done))
  await page.user.keyboard('ks')
  expect(field.value).toBe(`Text of ${second} Thanks`)
  held.release()
})

it('NOTE-01 ‘/’ at the start of a line offers canned answers, and ‘@’ people; Escape turns the offer down', async () => {
  const [ana, sue, title] = [await reporter(), await agent(), word()]
  const ticket = await fileTicket(ana.call)
  await sue.call('POST', answers, {
    titleEn: title,
    textEn: 'Dear {{firstName}}, see {{ticketNumber}}.',
    titleEs: '',
    textEs: '',
  })
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: sue.account })
  const field = await addNote(page)
  const offered = () =>
    [...document.querySelectorAll('[role=listbox]')]
      .filter((list) => topDialog().contains(list))
      .map((list) => [list.getAttribute('aria-label'), ...[...list.children].map(({ textContent }) => textContent)])
  await page.user.type(field, `Hello\n/${title.slice(0, 8)}`)
  await waitFor(() =>
    expect(offered()).toEqual([
      ['Canned answers', expect.stringContaining(`${title} Dear Ana, see ${ticket.ticketNumber}.`)],
    ]),
  )
  const option = page.getByRole('option', { name: new RegExp(title), hidden: true })
  await waitFor(() => expect(option.dataset.comboboxSelected).toBe('true'))
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(field.value).toBe(`Hello\nDear Ana, see ${ticket.ticketNumber}.`))
  // The caret follows with the next frame.
  await new Promise((done) => requestAnimationFrame(done))
  await page.settle()
  await page.user.type(field, ' (@Ana')
  await waitFor(() => expect(offered()).toEqual([['People you can mention', 'Ana Ruiz']]))
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(offered()).toEqual([]))
  expect(page.getAllByRole('dialog')).toHaveLength(2)
  await page.user.keyboard(' ')
  await page.user.click(await page.findByRole('option', { name: 'Ana Ruiz', hidden: true }))
  await waitFor(() => expect(field.value).toBe(`Hello\nDear Ana, see ${ticket.ticketNumber}. (@Ana Ruiz `))
  await page.fill('Note', 'Nobody after all')
  await click(page, 'Save')
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  expect(await notesOf(sue.call, ticket.id)).toMatchObject([{ noteText: 'Nobody after all', mentions: [] }])
})

it('NOTE-01 HDV-03 a note whose screenshot failed is sent once and not changed, and its draft can be thrown away', async () => {
  const ana = await reporter()
  const ticket = await fileTicket(ana.call)
  const page = await openScreen(`/support/helpDesk?view=${ticket.id}`, { as: ana.account, ...refused })
  await addNote(page)
  await page.fill('Note', 'See the picture')
  const input = topDialog().querySelector('input[type=file]') as HTMLInputElement
  await page.user.upload(input, new File([new Uint8Array(await makeImage())], 'oven.png', { type: 'image/png' }))
  await page.findByText('oven.png')
  page.failNext('POST', '/api/noteFile/', 500)
  await click(page, 'Save')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  const isSaved = async (note: HTMLTextAreaElement) => {
    await page.findByText('The note is saved. Only its screenshot is missing.')
    await waitFor(() => expect(note.readOnly).toBe(true))
  }
  await isSaved(page.getByLabelText<HTMLTextAreaElement>('Note'))
  await page.open(`/support/helpDesk?view=${ticket.id}`)
  const field = await addNote(page)
  await isSaved(field)
  expect(field.value).toBe('See the picture')
  await page.findByText('oven.png')
  await click(page, 'Save')
  await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(1))
  expect(await notesOf(ana.call, ticket.id)).toHaveLength(1)
  await waitFor(() => expect(topDialog().querySelector('td a[download="oven.png"]')).not.toBeNull())
  expect(page.calls('POST', '/api/file/')).toHaveLength(1)
  await addNote(page)
  await page.fill('Note', 'Another')
  await click(page, 'Cancel')
  const again = await addNote(page)
  expect(again.value).toBe('Another')
  await click(page, 'Start over')
  await waitFor(async () => expect((await page.findByLabelText<HTMLTextAreaElement>('Note')).value).toBe(''))
  expect(page.queryByText(/We brought back/)).toBeNull()
})

it('NOTE-01 HDV-05 a note for a ticket that was merged meanwhile is not sent, and its text stays', async () => {
  const [ana, sue] = [await reporter(), await agent()]
  const [first, second] = [await fileTicket(ana.call), await fileTicket(ana.call)]
  const page = await openScreen(`/support/helpDesk?view=${second.id}`, { as: ana.account, ...refused })
  await addNote(page)
  await page.fill('Note', 'Late words')
  page.failNext('POST', `${path}${second.id}/note`, 500)
  await click(page, 'Save')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  expect(
    page.shows(
      'This ticket was merged meanwhile, and the note was not sent. Your text is still here; write it in the ticket that it was merged into.',
    ),
  ).toBe(false)
  await mergeInto(sue.call, first, second)
  await click(page, 'Save')
  await waitFor(() =>
    expect(
      page.shows(
        'This ticket was merged meanwhile, and the note was not sent. Your text is still here; write it in the ticket that it was merged into.',
      ),
    ).toBe(true),
  )
  expect(page.getByLabelText('Note')).toHaveProperty('value', 'Late words')
})

it('NOTE-01 HD-01 mentions are listed above the tickets until their ticket is opened', async () => {
  const [ana, sue] = [await reporter(), await agent('Mentioned')]
  const lee = await agent('Lee')
  const ticket = await fileTicket(ana.call)
  const mention = (visibility: string) =>
    lee.call('POST', `${path}${ticket.id}/note`, {
      noteText: '@Sue Mentioned look',
      visibility,
      mentionedAccountIds: [sue.account.id],
    })
  await mention('public')
  await mention('internal')
  const page = await openScreen(`/support/helpDesk?organizationId=${ana.organization.id}`, { as: sue.account })
  await page.findByText('You were mentioned')
  expect(plain(page.outline(page.getByRole('region', { name: 'You were mentioned' })))).toEqual([
    'You were mentioned',
    'Sue Lee mentioned you in HD-1. | <moment> | Internal note | View | HD-1 | → /support/helpDesk?organizationId=<id>&view=<id>',
    'Sue Lee mentioned you in HD-1. | <moment> | View | HD-1 | → /support/helpDesk?organizationId=<id>&view=<id>',
  ])
  await page.user.click(page.getAllByText('View', { selector: 'section a' })[0] as HTMLElement)
  await page.findByRole('dialog', { name: ticket.ticketNumber })
  await waitFor(() => expect(page.queryByText('You were mentioned')).toBeNull())
  await click(page, 'Close')
  await waitFor(() => expect(page.location()).toBe(`/support/helpDesk?organizationId=${ana.organization.id}`))
  expect((await sue.call('GET', '/api/supportPortal/mention/')).body.items).toEqual([])
})

it('NOTE-01 the page of canned answers lists, finds and removes them, in both languages', async () => {
  const [sue, name] = [await agent(), word()]
  for (const [titleEn, textEn, titleEs, textEs] of [
    [`${name} one`, 'First text', `${name} uno`, 'Primer texto'],
    ['', '', `${name} dos`, 'Segundo texto'],
    [`${name} three`, 'Third text', '', ''],
  ])
    expect((await sue.call('POST', answers, { titleEn, textEn, titleEs, textEs })).status).toBe(201)
  const page = await openScreen('/support/cannedAnswers', { as: sue.account })
  const told = (lines: string[]) => lines.map((line) => line.replaceAll(name, '<word>'))
  await page.fill('Search answers', ` ${name} `)
  await waitFor(() => expect(page.getByRole('main').querySelectorAll('h2')).toHaveLength(3))
  expect(page.title()).toBe('Canned Answers · Hearthline')
  expect(told(page.outline())).toEqual([
    'Canned Answers',
    '(Support)',
    'Help Desk | → /support/helpDesk',
    'Answers that support gives often. While writing a note, / at the start of a line offers them in the reporter’s language.',
    '<search Search answers "<word>" at most 100>',
    'New answer',
    '<word> dos | Segundo texto | (Change <word> dos) | (Remove <word> dos)',
    '<word> one | First text | (Change <word> one) | (Remove <word> one)',
    '<word> three | Third text | (Change <word> three) | (Remove <word> three)',
  ])
  await click(page, `Remove ${name} dos`)
  await page.findByText('Remove this answer?')
  expect(told(page.outline(topDialog()))).toEqual([
    'Remove this answer?',
    '<word> dos will be gone for everybody in support.',
    'Cancel',
    'Remove',
  ])
  await click(page, 'Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await click(page, `Remove ${name} dos`)
  await click(page, 'Remove')
  await waitFor(() => expect(page.notices()).toEqual(['Answer removed.']))
  await waitFor(() => expect(page.getByRole('main').querySelectorAll('h2')).toHaveLength(2))
  await page.fill('Search answers', 'zzzz')
  await page.findByText('No answer has these words')
  expect(page.queryByText(/^Write down an answer once/)).toBeNull()
  const theirs = await openScreen('/support/cannedAnswers', { as: sue.account, language: 'es' })
  await theirs.user.type(theirs.getByRole('searchbox'), name)
  await waitFor(() => expect(theirs.getByRole('main').querySelectorAll('h2')).toHaveLength(2))
  expect(told(theirs.outline())).toEqual([
    'Respuestas preparadas',
    '(Ayuda)',
    'Soporte | → /support/helpDesk',
    'Respuestas que soporte da a menudo. Al escribir una nota, / al principio de una línea las ofrece en el idioma de quien envió la solicitud.',
    '<search Buscar respuestas "<word>" at most 100>',
    'Nueva respuesta',
    '<word> uno | Primer texto | (Cambiar <word> uno) | (Eliminar <word> uno)',
    '<word> three | Third text | (Cambiar <word> three) | (Eliminar <word> three)',
  ])
})

it('NOTE-01 a canned answer is changed in both languages, also after somebody else changed it', async () => {
  const [sue, name] = [await agent(), word()]
  const { body } = await sue.call('POST', answers, { titleEn: name, textEn: 'First text', titleEs: '', textEs: '' })
  const page = await openScreen('/support/cannedAnswers', { as: sue.account, ...refused })
  await page.fill('Search answers', name)
  await click(page, `Change ${name}`)
  await page.findByRole('dialog', { name: 'Change answer' })
  expect(page.outline(topDialog()).map((line) => line.replaceAll(name, '<word>'))).toEqual([
    'Change answer',
    'One language suffices. These are filled in for each ticket: {{firstName}}, {{ticketNumber}}, {{agentName}}',
    'Title in English (optional)',
    '<text "<word>" at most 100>',
    'Text in English (optional)',
    '<textarea "First text" at most 4000>',
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
  await page.fill(/^Text in English/, 'Better text')
  expect(
    (
      await sue.call('PUT', `${answers}${body.id}`, {
        titleEn: name,
        textEn: 'Theirs',
        titleEs: '',
        textEs: '',
        version: body.version,
      })
    ).status,
  ).toBe(200)
  await click(page, 'Save')
  await page.findByText(/^Somebody changed this answer in the meantime/)
  expect(page.notices()).toEqual([])
  page.failNext('PUT', `${answers}${body.id}`, 500)
  await click(page, 'Save')
  await waitFor(() => expect(page.calls('PUT').at(-1)?.status).toBe(500))
  await click(page, 'Save')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.findByText('Better text')
  expect(page.shows('Answer saved.')).toBe(true)
})

it('NOTE-01 who does not handle tickets is sent from the canned answers to the help desk', async () => {
  const ana = await reporter()
  const page = await openScreen('/support/cannedAnswers', { as: ana.account })
  await waitFor(() => expect(page.location()).toBe('/support/helpDesk'))
  expect(hasButton('New answer')).toBe(false)
})
