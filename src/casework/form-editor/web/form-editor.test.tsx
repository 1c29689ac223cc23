import { expect, it } from 'vitest'
import { emptyForm, type FormDefinition, type FormItem } from '#casework/intake-forms/form-definition.ts'
import type { IntakeForm } from '#casework/intake-forms/intake-form.ts'
import { hungerVitalSign } from '#casework/intake-forms/shipped/hunger-vital-sign.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const own = await makeOrganization(app.database, { name: 'Elm Kitchen' })
const dana = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
const lee = await app.someone({ organizationId: own.id, roles: ['organization-admin'], firstName: 'Lee' })

const both = (en: string, es = `${en} (es)`) => ({ en, es })
const none = { en: '', es: '' }
const yesNo = (key: string, en: string, more: Partial<FormItem> = {}): FormItem => ({
  ...{ key, kind: 'yes-no', text: both(en), help: none, isRequired: false, isSensitive: false, codes: [], options: [] },
  ...{ showWhen: null, raises: [], items: [] },
  ...more,
})
const form: FormDefinition = {
  ...emptyForm(both('Visit')),
  pages: [
    {
      key: 'a',
      title: both('First page'),
      showWhen: null,
      items: [yesNo('one', 'Is it cold?'), yesNo('two', 'No heat?')],
    },
    {
      ...{ key: 'b', title: both('Second page'), showWhen: null },
      items: [
        yesNo('three', 'Since today?', {
          showWhen: { match: 'all', tests: [{ item: 'two', operator: 'is', value: true }] },
        }),
      ],
    },
  ],
}

async function make(definition: FormDefinition, { publishes = false } = {}) {
  const { body } = await dana.call('POST', '/api/intakeForm/', { title: definition.title, scope: 'organization' })
  await dana.call('PUT', `/api/intakeForm/${body.id}/draft`, { revision: 1, definition })
  if (publishes) await dana.call('POST', `/api/intakeForm/${body.id}/publish`, { revision: 2 })
  return body.id as string
}
const read = async (id: string): Promise<IntakeForm> => (await dana.call('GET', `/api/intakeForm/${id}`)).body
const questionsOf = async (id: string) =>
  (await read(id)).draft?.definition.pages.map(({ items }) => items.map(({ text }) => text.en))

it('INT-04 a form is built from nothing: a page, a question with options, its need, a condition, and published', async () => {
  const id = await make(emptyForm(both('Short visit')))
  const page = await openScreen(`/admin/intakeForms/${id}`, { as: dana.account })
  await page.press('Publish')
  await page.user.click(
    within(await page.findByRole('dialog', { name: 'Before you publish' })).getByRole('button', {
      name: 'Short visit The form has no question.',
    }),
  )
  await page.press('Page')
  await page.fill('Title of the page (English)', 'Food')
  await page.fill('Title of the page (Spanish)', 'Comida')
  await page.press('Add a question to page 1')
  await page.fill('Question (English)', 'Enough food?')
  await page.fill('Question (Spanish)', '¿Hay comida?')
  for (const [number, en, es, weight] of [
    [1, 'Yes', 'Sí', '0'],
    [2, 'No', 'No', '1.5'],
  ] as const) {
    await page.press('Option')
    await page.fill(`Option ${number} (English)`, en)
    await page.fill(`Option ${number} (Spanish)`, es)
    await page.user.type(page.getAllByLabelText('Adds to a score')[number - 1] as HTMLElement, weight)
  }
  await page.press('Need')
  await page.choose('Value', 'No')
  await page.press('Add a question to page 1')
  await page.choose('Kind of answer', 'Text')
  await page.fill('Question (English)', 'What is missing?')
  await page.press('Condition')
  await page.choose('Value', 'No')
  const preview = within(page.getByRole('region', { name: 'Preview' }))
  expect(preview.queryByText('What is missing?')).toBeNull()
  await page.user.click(preview.getByRole('radio', { name: 'No' }))
  expect(preview.getByText('What is missing?')).toBeTruthy()
  expect(preview.getByText('Food', { selector: 'dd' })).toBeTruthy()

  await page.press('Score')
  await page.fill('Name of the score (English)', 'Worry')
  await page.user.click(page.getByRole('checkbox', { name: 'Enough food?' }))
  await page.press('Publish')
  const gaps = within(await page.findByRole('dialog', { name: 'Before you publish' }))
  expect(
    gaps
      .getAllByRole('button')
      .slice(-2)
      .map(({ textContent }) => textContent),
  ).toEqual(['1.2 What is missing? The question has no Spanish text.', 'Worry The title has no Spanish text.'])
  await page.user.click(gaps.getByRole('button', { name: /^1\.2 What/ }))
  await page.fill('Question (Spanish)', '¿Qué falta?')
  await page.user.click(page.getByRole('button', { name: /^Worry/ }))
  await page.fill('Name of the score (Spanish)', 'Preocupación')
  await page.press('Publish')
  await waitFor(() => expect(page.notices()).toEqual(['Version 1 is in use now.']))
  const { published } = await read(id)
  const [first, second] = published?.definition.pages[0]?.items ?? []
  const [, no] = first?.options ?? []
  expect(no).toMatchObject({ text: { en: 'No', es: 'No' }, weight: 1.5 })
  expect(first?.raises).toEqual([
    { need: 'food-insecurity', when: { match: 'all', tests: [{ item: first?.key, operator: 'is', value: no?.key }] } },
  ])
  expect(second?.showWhen?.tests).toEqual([{ item: first?.key, operator: 'is', value: no?.key }])
  expect(published?.definition.scores[0]).toMatchObject({ title: { es: 'Preocupación' }, items: [first?.key] })
})

it('INT-04 questions move by keyboard, also between pages, are duplicated, and deleted with a way back', async () => {
  const id = await make(form)
  const page = await openScreen(`/admin/intakeForms/${id}`, { as: dana.account })
  const outline = within(page.getByRole('navigation', { name: 'Pages and questions' }))
  outline.getByRole('button', { name: '1.2 No heat?' }).focus()
  await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('2.1 No heat? '))
  await page.user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('1.1 No heat? '))
  await page.press('Duplicate: 1.1 No heat?')
  await page.user.click(outline.getByRole('button', { name: '1.1 No heat?' }))
  await page.press('Delete: 1.1 No heat?')
  const notice = page.getByText('“No heat?” was deleted.', { exact: false })
  expect(notice.textContent).toBe(
    '“No heat?” was deleted. These depend on it and have to change before you publish: Since today?',
  )
  expect(outline.getByRole('button', { name: '2.1 Since today? 1 missing' })).toBeTruthy()
  await page.press('Undo')
  expect(outline.getByRole('button', { name: '2.1 Since today?' })).toBeTruthy()
  await waitFor(async () =>
    expect(await questionsOf(id)).toEqual([['No heat?', 'No heat?', 'Is it cold?'], ['Since today?']]),
  )
  const keys = (await read(id)).draft?.definition.pages[0]?.items.map(({ key }) => key) ?? []
  expect([keys[0], keys[2], new Set(keys).size]).toEqual(['two', 'one', 3])
})

it('INT-05 opening a form makes no draft, the first change does; it is saved and can be discarded', async () => {
  const id = await make(form, { publishes: true })
  const page = await openScreen(`/admin/intakeForms/${id}`, { as: dana.account })
  const lead = () => page.getByRole('heading', { level: 1 }).nextElementSibling?.textContent
  expect(lead()).toBe('Version 1 is in use')
  await page.user.click(page.getByRole('button', { name: '1.2 No heat?' }))
  expect((await read(id)).draft).toBeNull()
  await page.fill('Question (English)', 'No warm water?')
  expect(lead()).toBe('Draft of version 2 · not saved yet · version 1 is in use')
  await waitFor(() => expect(lead()).toMatch(/^Draft of version 2 · saved \d+:\d\d\s[AP]M · version 1 is in use$/))
  expect(await questionsOf(id)).toEqual([['Is it cold?', 'No warm water?'], ['Since today?']])
  await page.press('More actions')
  await page.user.click(await page.findByRole('menuitem', { name: 'Discard the draft' }))
  await page.press('Discard the draft')
  await waitFor(() => expect(lead()).toBe('Version 1 is in use'))
  expect((await read(id)).draft).toBeNull()
  expect(page.getByRole('button', { name: '1.2 No heat?' })).toBeTruthy()
})

it('INT-04 what somebody else saved meanwhile is shown with what was typed here, and the person chooses', async () => {
  const id = await make(form)
  const page = await openScreen(`/admin/intakeForms/${id}`, { as: dana.account })
  const theirs = { ...form, lead: both('Hello.') }
  await lee.call('PUT', `/api/intakeForm/${id}/draft`, { revision: 2, definition: theirs })
  await page.fill('Question (English)', 'Is it very cold?')
  const dialog = within(await page.findByRole('dialog', { name: 'Somebody else saved this form' }))
  const changesOf = (title: string) =>
    [...(dialog.getByText(title).nextElementSibling?.children ?? [])].map((li) => li.textContent)
  expect(changesOf('Changed by Lee Tester')).toEqual(['Visit'])
  expect(changesOf('Changed by you')).toEqual(['Is it very cold?'])
  await page.press('Keep mine')
  await waitFor(async () => expect(await questionsOf(id)).toEqual([['Is it very cold?', 'No heat?'], ['Since today?']]))
  await lee.call('PUT', `/api/intakeForm/${id}/draft`, { revision: 4, definition: theirs })
  await page.fill('Question (English)', 'Is it freezing?')
  await page.findByRole('dialog', { name: 'Somebody else saved this form' })
  await page.press('Take what was saved')
  expect(page.getByLabelText<HTMLTextAreaElement>('Question (English)').value).toBe('Is it cold?')
  expect((await read(id)).draft?.definition.lead.en).toBe('Hello.')
})

it('INT-04 what somebody else saved meanwhile is shown before a draft is discarded', async () => {
  const id = await make(form)
  const page = await openScreen(`/admin/intakeForms/${id}`, { as: dana.account })
  const theirs = { ...form, lead: both('Hello.') }
  await lee.call('PUT', `/api/intakeForm/${id}/draft`, { revision: 2, definition: theirs })
  const discard = async () => {
    await page.press('More actions')
    await page.user.click(await page.findByRole('menuitem', { name: 'Discard the draft' }))
    await page.press('Discard the draft')
  }
  await discard()
  await page.findByRole('dialog', { name: 'Somebody else saved this form' })
  await page.press('Take what was saved')
  expect((await read(id)).draft?.definition.lead.en).toBe('Hello.')
  await discard()
  await page.findByRole('heading', { level: 1, name: 'Intake forms' })
})

it('INT-04 a save that fails says so, keeps what was typed, and is done again', async () => {
  const id = await make(form)
  const page = await openScreen(`/admin/intakeForms/${id}`, { as: dana.account, expectedErrors: [/failed/] })
  page.failNext('PUT', `/api/intakeForm/${id}/draft`, 'network')
  await page.fill('Question (English)', 'Is it freezing?')
  await page.findByText(/could not be saved/)
  await page.press('Save again')
  await waitFor(async () => expect((await questionsOf(id))?.[0]?.[0]).toBe('Is it freezing?'))
})

it('INT-04 a save whose answer got lost is not taken for somebody else’s', async () => {
  const id = await make(form)
  const page = await openScreen(`/admin/intakeForms/${id}`, { as: dana.account, expectedErrors: [/failed/] })
  page.breakConnection('answers')
  await page.fill('Question (English)', 'Is it freezing? ')
  await page.findByText(/could not be saved/)
  page.breakConnection(null)
  expect((await questionsOf(id))?.[0]?.[0]).toBe('Is it freezing?')
  await page.fill('Question (English)', 'Is it icy?')
  await waitFor(async () => expect((await questionsOf(id))?.[0]?.[0]).toBe('Is it icy?'))
  expect(page.queryByRole('dialog')).toBeNull()
})

it('INT-05 a text of the version in use is corrected in place, with the record; the form is archived and restored', async () => {
  const id = await make({ ...hungerVitalSign, title: both('Two questions') }, { publishes: true })
  const page = await openScreen(`/admin/intakeForms/${id}`, { as: dana.account })
  await page.press('More actions')
  await page.user.click(await page.findByRole('menuitem', { name: 'Correct a text' }))
  await page.choose('Text', '1 Food')
  await page.user.clear(page.getByLabelText('Spanish'))
  expect(page.getByRole<HTMLButtonElement>('button', { name: 'Save the correction' }).disabled).toBe(true)
  await page.fill('Spanish', 'Alimentos')
  await page.press('Save the correction')
  expect(await page.findByText(/^Version 1, Dana Tester, /)).toBeTruthy()
  expect(page.getByText('Comida', { selector: 'del' }).parentElement?.textContent).toBe('Comida → Alimentos')
  expect(await read(id)).toMatchObject({
    draft: null,
    published: { number: 1, definition: { pages: [{ title: { es: 'Alimentos' } }] } },
  })
  await page.press('Close')
  await page.press('More actions')
  await page.user.click(await page.findByRole('menuitem', { name: 'Archive' }))
  await page.findByText('Version 1 is in use · archived')
  await page.press('More actions')
  await page.user.click(await page.findByRole('menuitem', { name: 'Bring back into use' }))
  await waitFor(async () => expect((await read(id)).archivedOn).toBeNull())
})

it('INT-05 a correction shows in the draft that is open, which goes on from it', async () => {
  const id = await make(form, { publishes: true })
  const page = await openScreen(`/admin/intakeForms/${id}`, { as: dana.account })
  await page.fill('Question (English)', 'Is it very cold?')
  await waitFor(async () => expect((await questionsOf(id))?.[0]?.[0]).toBe('Is it very cold?'))
  await page.press('More actions')
  await page.user.click(await page.findByRole('menuitem', { name: 'Correct a text' }))
  await page.choose('Text', '1.2 No heat?')
  await page.fill('Spanish', '¿Sin calefacción?')
  await page.press('Save the correction')
  await page.findByText(/^Version 1, Dana Tester, /)
  await page.press('Close')
  await page.fill('Question (English)', 'Is it freezing?')
  await waitFor(async () => expect((await questionsOf(id))?.[0]?.[0]).toBe('Is it freezing?'))
  expect((await read(id)).draft?.definition.pages[0]?.items[1]?.text.es).toBe('¿Sin calefacción?')
})

it('INT-04 on a phone, the outline, the part and the preview are steps', async () => {
  const page = await openScreen(`/admin/intakeForms/${await make(form)}`, {
    as: dana.account,
    width: 360,
    language: 'es',
  })
  expect(page.queryByRole('region', { name: 'Vista previa' })).toBeNull()
  await page.user.click(page.getByRole('button', { name: '1.2 No heat? (es)' }))
  expect(page.getByRole('heading', { name: 'Pregunta 1.2' })).toBeTruthy()
  expect([...document.querySelectorAll('textarea[name^=text]')].map((field) => field.getAttribute('lang'))).toEqual([
    'en',
    'es',
  ])
  // Publishing stays in reach below, in a bar of its own.
  const header = page.getByRole('heading', { level: 1 }).closest('header') as HTMLElement
  expect(within(header).queryByRole('button', { name: 'Publicar' })).toBeNull()
  expect(page.getByRole('button', { name: 'Publicar' })).toBeTruthy()
  await page.user.click(page.getByRole('radio', { name: 'Vista previa' }))
  expect(page.getByRole('region', { name: 'Vista previa' })).toBeTruthy()
  expect(page.queryByRole('navigation', { name: 'Páginas y preguntas' })).toBeNull()
})

it('INT-04 a condition compares with several answers, needs all or any of its parts, and can lose one', async () => {
  const option = (key: string, en: string) => ({ key, text: both(en), code: null, weight: null })
  const pay = yesNo('pay', 'What is hard to pay?', {
    ...{ kind: 'choices', options: [option('food', 'Food'), option('heat', 'Heat')] },
  })
  const [page1] = form.pages
  if (!page1) throw new Error('No page')
  const id = await make({ ...form, pages: [{ ...page1, items: [pay, yesNo('last', 'Since today?')] }] })
  const page = await openScreen(`/admin/intakeForms/${id}`, { as: dana.account })
  await page.user.click(page.getByRole('button', { name: '1.2 Since today?' }))
  await page.press('Condition')
  await page.choose('Value', 'Heat')
  await page.press('Condition')
  await page.choose('How the conditions go together', 'Any of these')
  const second = within(page.getByRole('group', { name: 'Condition 2' }))
  await page.user.click(second.getByRole('combobox', { name: 'Comparison' }))
  await page.user.click(await page.findByRole('option', { name: 'is answered' }))
  const saved = async () => (await read(id)).draft?.definition.pages[0]?.items[1]?.showWhen
  const answered = { item: 'pay', operator: 'answered', value: true }
  await waitFor(async () =>
    expect(await saved()).toEqual({
      match: 'any',
      tests: [{ item: 'pay', operator: 'any-of', value: ['heat'] }, answered],
    }),
  )
  await page.press('Delete condition 1')
  await waitFor(async () => expect(await saved()).toEqual({ match: 'any', tests: [answered] }))
})

it('INT-04 discarding a form that was never published leads back to the list, which marks what is archived', async () => {
  const archived = await make({ ...form, title: both('Old visit') }, { publishes: true })
  await dana.call('POST', `/api/intakeForm/${archived}/archive`)
  const id = await make({ ...form, title: both('Wrong form') })
  const page = await openScreen(`/admin/intakeForms/${id}`, { as: dana.account })
  await page.press('More actions')
  await page.user.click(await page.findByRole('menuitem', { name: 'Discard the draft' }))
  expect(page.shows('The form was never published: it is deleted with all of its questions.')).toBe(true)
  await page.press('Discard the draft')
  const entry = (await page.findByRole('link', { name: 'Old visit' })).closest('li')
  expect(entry?.textContent).toBe('Old visitElm Kitchen · 3 questionsArchivedCopy')
  expect(page.queryByRole('link', { name: 'Wrong form' })).toBeNull()
})
