import { expect, it } from 'vitest'
import { emptyForm, type FormDefinition, type FormItem } from '#casework/intake-forms/form-definition.ts'
import { hungerVitalSign } from '#casework/intake-forms/shipped/hunger-vital-sign.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const own = await makeOrganization(app.database, { name: 'Elm Kitchen' })
const dana = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })

const both = (en: string, es = `${en} (es)`) => ({ en, es })
const item = (key: string, kind: FormItem['kind'], en: string, more: Partial<FormItem> = {}): FormItem => ({
  ...{ key, kind, text: both(en), help: both('', ''), isRequired: false, isSensitive: false, codes: [], options: [] },
  ...{ showWhen: null, raises: [], items: [] },
  ...more,
})
const option = (key: string, en: string, weight: number | null = null) => ({ key, text: both(en), code: null, weight })

/** A form with a question of each kind. */
const everyKind: FormDefinition = {
  ...emptyForm(both('Every kind', 'De todo')),
  lead: both('Please answer.', 'Responda, por favor.'),
  pages: [
    {
      ...{ key: 'one', title: both('About you', 'Sobre usted'), showWhen: null },
      items: [
        item('hello', 'note', 'This takes two minutes.'),
        item('name', 'text', 'Your name?', { isRequired: true, help: both('As on your papers.') }),
        item('kids', 'yes-no', 'Do you have children?', { isRequired: true }),
        item('each', 'repeat', 'Your children', {
          items: [item('first', 'text', 'First name'), item('born', 'date', 'Born on')],
          showWhen: { match: 'all', tests: [{ item: 'kids', operator: 'is', value: true }] },
        }),
      ],
    },
    {
      ...{ key: 'two', title: both('Money', 'Dinero'), showWhen: null },
      items: [
        item('rent', 'money', 'Rent each month?'),
        item('people', 'number', 'How many people?'),
        item('phone', 'phone', 'Your telephone?', { isSensitive: true }),
        item('place', 'address', 'Where do you live?'),
        item('short', 'choice', 'Is money short?', {
          options: [option('yes', 'Yes, often', 2), option('no', 'No', 0)],
          raises: [
            {
              need: 'financial-insecurity',
              when: { match: 'all', tests: [{ item: 'short', operator: 'is', value: 'yes' }] },
            },
          ],
        }),
        item('what', 'choices', 'What is hard to pay?', {
          options: [option('food', 'Food', 1), option('heat', 'Heat', 1)],
        }),
      ],
    },
  ],
  scores: [
    {
      ...{ key: 'sum', title: both('Strain'), code: null, items: ['short', 'what'] },
      bands: [
        { from: 0, text: both('low') },
        { from: 3, text: both('high') },
      ],
    },
  ],
}

async function makeDraft(definition: FormDefinition) {
  const { body } = await dana.call('POST', '/api/intakeForm/', { title: definition.title, scope: 'organization' })
  await dana.call('PUT', `/api/intakeForm/${body.id}/draft`, { revision: 1, definition })
  return body.id as string
}

it('INT-04 the preview asks every kind of question, hides what does not apply, and shows scores and needs', async () => {
  const page = await openScreen(`/admin/intakeForms/${await makeDraft(everyKind)}`, { as: dana.account })
  const preview = within(page.getByRole('region', { name: 'Preview' }))
  expect(preview.getByText('Required and not answered').nextElementSibling?.textContent).toBe('2')
  await page.user.type(preview.getByRole('textbox', { name: /Your name\?/, description: 'As on your papers.' }), 'Ana')
  expect(preview.getByText('Required and not answered').nextElementSibling?.textContent).toBe('1')
  expect(preview.queryByRole('group', { name: 'Your children' })).toBeNull()
  const kids = within(preview.getByRole('radiogroup', { name: /^Do you have children\? \(required\)/ }))
  await page.user.click(kids.getByRole('radio', { name: 'Yes' }))
  await page.press('Add: Your children')
  await page.user.type(preview.getByRole('textbox', { name: 'First name' }), 'Leo')
  await page.press('Add: Your children')
  expect(preview.getAllByRole<HTMLInputElement>('textbox', { name: 'First name' }).map(({ value }) => value)).toEqual([
    'Leo',
    '',
  ])
  await page.press('Remove entry 1: Your children')
  expect(preview.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('')
  await page.user.click(preview.getByRole('radio', { name: 'No' }))
  expect(preview.queryByRole('group', { name: 'Your children' })).toBeNull()

  await page.press('Next')
  expect(preview.getByRole('heading', { name: 'Money' })).toBeTruthy()
  const rent = preview.getByRole<HTMLInputElement>('textbox', { name: 'Rent each month?' })
  await page.user.type(rent, '1200.50')
  expect(rent.value).toBe('$1,200.50')
  const phone = preview.getByRole<HTMLInputElement>('textbox', { name: 'Your telephone?' })
  await page.user.type(phone, '71655')
  await page.user.tab()
  expect(preview.getByText(/^Write it as \(716\)/)).toBeTruthy()
  await page.user.type(phone, '50142')
  await page.user.tab()
  expect(phone.value).toBe('(716) 555-0142')
  expect(preview.queryByText(/^Write it as \(716\)/)).toBeNull()
  await page.user.type(
    within(preview.getByRole('group', { name: 'Where do you live?' })).getByLabelText('City'),
    'Elma',
  )
  const strain = () => preview.getByText('Strain').closest('div')?.textContent
  expect(strain()).toBe('StrainUnknown until all of its questions are answered')
  await page.user.click(preview.getByRole('radio', { name: 'Yes, often' }))
  await page.user.click(preview.getByRole('checkbox', { name: 'Heat' }))
  expect(strain()).toBe('Strain3 · high')
  expect(preview.getByText(/^Money/, { selector: 'dd' })).toBeTruthy()
  await page.user.click(preview.getByRole('radio', { name: 'Español' }))
  expect(preview.getByRole('heading', { name: 'Dinero' }).firstElementChild?.getAttribute('lang')).toBe('es')
  expect(preview.getByRole('button', { name: 'Back' })).toBeTruthy()
})

it('INT-04 an admin creates a form, and copies one of the network for the organization', async () => {
  const platform = await app.someone({ roles: ['platform-admin'] })
  const { id } = (await platform.call('POST', '/api/intakeForm/', { title: hungerVitalSign.title, scope: 'network' }))
    .body
  await platform.call('PUT', `/api/intakeForm/${id}/draft`, { revision: 1, definition: hungerVitalSign })
  await platform.call('POST', `/api/intakeForm/${id}/publish`, { revision: 2 })
  const page = await openScreen('/admin/intakeForms', { as: dana.account })
  await page.press('New form')
  await page.press('Create the form')
  expect(page.getByText('This is needed.')).toBeTruthy()
  await page.fill(/^Title in English/, 'Pantry visit')
  await page.press('Create the form')
  await page.findByRole('heading', { name: 'Pantry visit', level: 1 })
  await page.user.click(page.getByRole('link', { name: 'All intake forms' }))
  const entry = async (name: string) => (await page.findByRole('link', { name })).closest('li')?.textContent
  expect(await entry('Pantry visit')).toBe('Pantry visitElm Kitchen · 0 questionsDraft')
  expect(await entry('Hunger Vital Sign')).toBe('Hunger Vital SignWhole network · 2 questionsVersion 1 in useCopy')
  await page.press('Copy Hunger Vital Sign')
  await page.fill(/^Title in English/, 'Our two questions')
  await page.press('Create the form')
  await page.findByRole('heading', { name: 'Our two questions', level: 1 })
  await waitFor(() => expect(page.words()).toContain('we worried whether our food would run out'))
  // The network's own is there to read and to try out.
  await page.open(`/admin/intakeForms/${id}`)
  const heading = await page.findByRole('heading', { name: 'Hunger Vital Sign', level: 1 })
  expect(heading.nextElementSibling?.textContent).toBe('Version 1 is in use')
  expect(page.getByRole('region', { name: 'Preview' })).toBeTruthy()
  expect(page.queryByRole('button', { name: 'More actions' })).toBeNull()
})

it('INT-04 the list of forms is for those who build them', async () => {
  const { account } = await app.someone({ organizationId: own.id })
  const page = await openScreen('/admin/intakeForms', { as: account, language: 'es' })
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Formularios de admisión')
  expect(page.queryByRole('button', { name: 'Nuevo formulario' })).toBeNull()
})

it('INT-11 a Questionnaire is imported from a file, what it does not ask is listed, and it can be downloaded', async () => {
  const page = await openScreen('/admin/intakeForms', { as: dana.account })
  await page.press('Import')
  const dialog = within(await page.findByRole('dialog', { name: 'Import a Questionnaire' }))
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  const give = async (text: string) => {
    await page.user.upload(input(), new File([text], 'form.json', { type: 'application/json' }))
    await page.user.click(dialog.getByRole('button', { name: 'Import' }))
  }
  await page.user.click(dialog.getByRole('button', { name: 'Import' }))
  expect(dialog.getByText('This is needed.')).toBeTruthy()
  for (const text of ['{"resourceType":', '{"resourceType":"Patient"}']) {
    await give(text)
    expect(await dialog.findByText('This is not a FHIR Questionnaire.')).toBeTruthy()
  }
  const item = [{ linkId: 'a', text: 'Do you rent?', type: 'boolean', initial: [{ valueBoolean: true }] }]
  await give(JSON.stringify({ resourceType: 'Questionnaire', title: 'Rent', status: 'active', item }))
  expect((await dialog.findByText('initial')).closest('li')?.textContent).toBe('Do you rent?: initial')
  await page.press('Open the form')
  await page.findByRole('heading', { name: 'Rent', level: 1 })
  await page.press('More actions')
  const link = await page.findByRole('menuitem', { name: 'Download for FHIR' })
  expect(link.getAttribute('href')).toMatch(/^\/api\/intakeForm\/[^/]+\/questionnaire$/)
})
