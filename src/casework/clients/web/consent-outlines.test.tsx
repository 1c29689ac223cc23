import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization, PASSWORD } from '#test/factories.ts'
import { makePerson, makeStage, nameInConsent, refer } from '#test/referral-stage.ts'
import { screensOf, waitFor } from '#test/screen.tsx'
import { searchFailed, selectDespiteLateAnswer, typeInto } from '#test/suggestions.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeStage(app)
const maria = { ...stage.accounts.creator, password: PASSWORD }
const plain = (lines: string[]) =>
  lines.map((line) =>
    line
      .replaceAll(/\d\d\/\d\d\/\d{4}|\d{4}-\d\d-\d\d/g, '<day>')
      .replaceAll(stage.recipient.name, 'Harbor')
      .replaceAll(stage.third.name, 'Third'),
  )
const stays = [
  'What stays',
  'Your own record of the person, and when the consent was given and withdrawn.',
  'Recipients keep the first name and the initial.',
  'They keep what they wrote down themselves.',
  'They keep what the law makes them keep: that there was a referral, when, and how it ended.',
]
/** The paragraphs of the text; their own test reads them. */
const theText = /^(I allow|Who gets it|What is shared|What for|Until when|I can take|I do not)/
const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)

it('INT-03 the dialog for a consent stands in full, with what each choice asks and lacks', async () => {
  const { id } = await makePerson(stage.as.creator, {}, null)
  const page = await openScreen(`/people/${id}`, { as: maria })
  await page.press('Record consent')
  const dialog = await page.findByRole('dialog')
  await page.findByText('Permission to share my information')
  const outline = () => plain(page.outline(dialog)).filter((line) => !theText.test(line))
  expect(outline()).toEqual([
    'Consent of Noor Abadi',
    '(Close)',
    'May be shared with | *',
    'The network means every organization that has an account here. Name the others one by one.',
    '<text Choose… "">',
    'For these needs (optional)',
    'Leave empty for all needs.',
    '<text "">',
    'How it was given | *',
    '<text Choose… "">',
    'Given on | *',
    '<date "<day>">',
    'Expires on (optional)',
    'Leave empty when it has no end.',
    '<date "">',
    'Language of the text | *',
    '<text Choose… "English">',
    '(Consent text, version 1)',
    'Consent text, version 1',
    'Permission to share my information',
    'Cancel',
    'Save consent',
  ])
  await page.choose(/May be shared with/, 'Only the organizations named here')
  await page.choose(/How it was given/, 'In words')
  await page.fill(/Given on/, '1899-12-31')
  await page.fill(/Expires on/, '1899-12-30')
  await page.press('Save consent')
  await page.findByText('Choose at least one organization.')
  expect(outline()).toEqual([
    'Consent of Noor Abadi',
    '(Close)',
    'May be shared with | *',
    'The network means every organization that has an account here. Name the others one by one.',
    '<text Choose… "Only the organizations named here">',
    'Organizations | *',
    'Type at least 3 letters of a name.',
    '<text "">',
    'Choose at least one organization.',
    'For these needs (optional)',
    'Leave empty for all needs.',
    '<text "">',
    'How it was given | *',
    '<text Choose… "In words">',
    'Given on | *',
    'A consent in words must be from the last 12 months.',
    '<date "<day>">',
    'This day lies too far back.',
    'Expires on (optional)',
    'Leave empty when it has no end.',
    '<date "<day>">',
    'This is before the day it was given.',
    'Language of the text | *',
    '<text Choose… "English">',
    '(Consent text, version 1)',
    'Consent text, version 1',
    'Permission to share my information',
    'Witness | *',
    'Read the text to the person. Who else heard them agree?',
    '<text "" at most 100>',
    'Name the witness.',
    'Cancel',
    'Save consent',
  ])
  const options = async (name: RegExp) => {
    const field = page.getByRole('combobox', { name })
    await page.user.click(field)
    const list = document.getElementById(field.getAttribute('aria-controls') as string)
    return [...(list as HTMLElement).querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
  }
  expect(await options(/May be shared with/)).toEqual([
    'Every organization in the network',
    'Only the organizations named here',
  ])
  expect(await options(/How it was given/)).toEqual(['In writing', 'In words', 'Signed on this screen'])
  expect(await options(/For these needs/)).toEqual([
    'Food',
    'Shelter',
    'Rent and staying housed',
    'Unsafe or unfit housing',
    'Utilities',
    'Transportation',
    'Money and benefits',
    'Clothing and household goods',
    'Work',
    'Education',
    'Health insurance',
    'Medical costs',
    'Understanding health care',
    'Stress and mental health',
    'Social connection',
    'Safety from a partner',
    'Safety of an older adult',
    'Phone and internet',
    'Using a computer',
    'Language and interpreting',
    'Help for veterans',
    'Return from incarceration',
    'Immigration',
    'Legal help',
    'Child care',
    'Disability',
    'Diapers',
    'Something else',
  ])
  await page.user.type(page.getByRole('combobox', { name: /For these needs/ }), 'zzz')
  await page.findByText('No such need')
})

it('INT-03 organizations are found by part of their names, named in the consent and removed again', async () => {
  const name = `Quillwood ${crypto.randomUUID().slice(0, 8)}`
  const [first, second] = [
    await makeOrganization(app.database, { name: `${name} North` }),
    await makeOrganization(app.database, { name: `${name} South` }),
  ]
  const { id } = await makePerson(stage.as.creator, {}, null)
  const page = await openScreen(`/people/${id}`, { as: maria })
  await page.press('Record consent')
  // The dialog takes the focus a moment after it opened.
  const dialog = await page.findByRole('dialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await page.choose(/May be shared with/, 'Only the organizations named here')
  await page.choose(/How it was given/, 'In words')
  await page.fill(/^Witness/, 'Bo Reyes')
  const field = page.getByRole('combobox', { name: /^Organizations/ })
  await page.user.type(field, 'zz')
  await page.findByText('Type at least 3 letters.')
  await page.user.clear(field)
  await page.user.paste('zzzzzz')
  await page.findByText('Searching…')
  await page.findByText('No organization found')
  await page.user.clear(field)
  await page.user.paste(name)
  await page.user.click(await page.findByRole('option', { name: first.name }))
  expect(page.queryByRole('option', { name: first.name })).toBeNull()
  expect((field as HTMLInputElement).value).toBe('')
  await page.user.paste(name)
  await page.user.click(await page.findByRole('option', { name: second.name }))
  expect(page.calls('GET', '/api/organization/autocomplete').map(({ query }) => query)).toEqual([
    { name: 'zzzzzz' },
    { name },
  ])
  await page.press('Save consent')
  await waitFor(() => expect(page.notices()).toEqual(['The consent is recorded.']))
  const [call] = page.calls('POST', `/api/contact/${id}/consent`)
  expect(call?.body).toMatchObject({ scope: 'organizations', recipientIds: [first.id, second.id], expiresOn: null })
  await page.findByText(`${name} North and ${name} South`)
})

it('INT-03 each consent stands with its state, days, needs and organizations, in both languages', async () => {
  const { id } = await makePerson(stage.as.creator, {}, null)
  await nameInConsent(stage, stage.recipient.id, id)
  const give = { scope: 'network', howGiven: 'electronic' }
  const needs = ['food-insecurity', 'homelessness', 'stress']
  await stage.as.creator('POST', `/api/contact/${id}/consent`, { ...give, givenOn: day(-3), expiresOn: day(30), needs })
  await stage.as.creator('POST', `/api/contact/${id}/consent`, { ...give, givenOn: day(-90), expiresOn: day(-2) })
  const { body } = await stage.as.creator('POST', `/api/contact/${id}/consent`, {
    ...give,
    howGiven: 'verbal',
    givenOn: day(-1),
  })
  const last = body.consents.find(({ howGiven }: { howGiven: string }) => howGiven === 'verbal')
  await app.database
    .updateTable('consent')
    .set({ givenOn: day(9) })
    .where('id', '=', last.id)
    .execute()
  const page = await openScreen(`/people/${id}`, { as: maria })
  expect(plain(page.outline(await page.findByRole('region', { name: 'Consent' })))).toEqual([
    'Consent',
    'Record consent',
    'Not yet in force | Every organization in the network | For all needs | Given on <day> in words | Withdraw',
    'Expired | Every organization in the network | For all needs | Given on <day> electronically · until <day>',
    'In force | Every organization in the network | Food, Shelter, and Stress and mental health | Given on <day> electronically · until <day> | Withdraw',
    'In force | Harbor | For all needs | Given on <day> in writing | Withdraw',
  ])
  await page.user.click(page.getAllByRole('button', { name: 'Withdraw' })[0] as HTMLElement)
  const dialog = await page.findByRole('dialog')
  await waitFor(() =>
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Withdraw consent' }).disabled).toBe(false),
  )
  expect(page.outline(dialog)).toEqual([
    'Withdraw this consent?',
    '(Close)',
    'From now on nothing more is shared under it.',
    ...stays.slice(0, 2),
    'Cancel',
    'Withdraw consent',
  ])
  await page.press('Withdraw consent')
  await page.findByText('Withdrawn')
  expect(plain(page.outline(page.getByRole('region', { name: 'Consent' })))).toEqual([
    'Consent',
    'Record consent',
    'Withdrawn | Every organization in the network | For all needs | Given on <day> in words · withdrawn on <day>',
    'Expired | Every organization in the network | For all needs | Given on <day> electronically · until <day>',
    'In force | Every organization in the network | Food, Shelter, and Stress and mental health | Given on <day> electronically · until <day> | Withdraw',
    'In force | Harbor | For all needs | Given on <day> in writing | Withdraw',
  ])
  const spanish = await openScreen(`/people/${id}`, { as: maria, language: 'es' })
  expect(plain(spanish.outline(await spanish.findByRole('region', { name: 'Consentimiento' })))).toEqual([
    'Consentimiento',
    'Registrar consentimiento',
    'Retirado | Todas las organizaciones de la red | Para todas las necesidades | Otorgado el <day> de palabra · retirado el <day>',
    'Vencido | Todas las organizaciones de la red | Para todas las necesidades | Otorgado el <day> por medio electrónico · hasta el <day>',
    'Vigente | Todas las organizaciones de la red | Alimentos, Refugio y Estrés y salud mental | Otorgado el <day> por medio electrónico · hasta el <day> | Retirar',
    'Vigente | Harbor | Para todas las necesidades | Otorgado el <day> por escrito | Retirar',
  ])
})

it('INT-03 REF-06 withdrawing says who sees details and how far each referral is', async () => {
  const { id } = await makePerson(stage.as.creator)
  const accepted = (await refer(stage, { contactId: id })).body
  await stage.as.recipient('POST', `/api/referral/${accepted.id}/transition`, {
    action: 'accept',
    version: accepted.version,
  })
  const page = await openScreen(`/people/${id}`, { as: maria })
  await page.press('Withdraw')
  const dialog = await page.findByRole('dialog')
  await page.findByText(/being worked on$/)
  expect(plain(page.outline(dialog))).toEqual([
    'Withdraw this consent?',
    '(Close)',
    'From now on nothing more is shared under it.',
    'This organization sees details under this consent:',
    'Harbor: sent <day>, being worked on',
    '<checkbox checked>',
    'End their access to the details',
    'They keep the first name and initial, and are notified without the name.',
    ...stays,
    'Cancel',
    'Withdraw consent',
  ])
  await page.press('Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await refer(stage, { contactId: id, need: 'stress' })
  await page.press('Withdraw')
  await page.findByText(/, not answered yet$/)
  await page.loaded()
  const lines = plain(page.outline(await page.findByRole('dialog')))
  expect(lines.filter((line) => !stays.includes(line)).sort()).toEqual([
    '(Close)',
    '<checkbox checked>',
    '<checkbox checked>',
    'Cancel',
    'End their access to the details',
    'From now on nothing more is shared under it.',
    'Harbor: sent <day>, being worked on',
    'Harbor: sent <day>, not answered yet',
    'Recall what was not answered yet',
    'These 2 referrals show details under this consent:',
    'They keep the first name and initial, and are notified without the name.',
    'Withdraw consent',
    'Withdraw this consent?',
  ])
  await page.user.click(page.getByLabelText('End their access to the details'))
  // Who sees the details goes on seeing them.
  expect(page.queryByText(stays[2] as string)).toBeNull()
  await page.press('Withdraw consent')
  await waitFor(() => expect(page.notices()).toEqual(['The consent is withdrawn.']))
  expect(page.calls('POST').find(({ path }) => path.endsWith('/withdraw'))?.body).toEqual({
    endAccess: false,
    recall: false,
  })
})

it('INT-03 REF-06 what nobody has answered is recalled with the consent', async () => {
  const { id } = await makePerson(stage.as.creator)
  const { body } = await refer(stage, { contactId: id })
  const page = await openScreen(`/people/${id}`, { as: maria })
  await page.press('Withdraw')
  await page.findByText(/, not answered yet$/)
  await page.press('Withdraw consent')
  await waitFor(() => expect(page.notices()).toEqual(['The consent is withdrawn.']))
  expect(page.calls('POST').find(({ path }) => path.endsWith('/withdraw'))?.body).toEqual({
    endAccess: true,
    recall: true,
  })
  expect((await stage.as.creator('GET', `/api/referral/${body.id}`)).body.status).toBe('Recalled')
})

it('INT-03 a late answer changes neither the organizations on offer nor what Enter adds; a failed search says so', async () => {
  const SEARCH = '/api/organization/autocomplete'
  const name = `Quernmill ${crypto.randomUUID().slice(0, 8)}`
  for (const rest of ['Arbor', 'Bridge', 'Canal']) await makeOrganization(app.database, { name: `${name} ${rest}` })
  const { id } = await makePerson(stage.as.creator, {}, null)
  const page = await openScreen(`/people/${id}`, { as: maria, expectedErrors: [/^A call failed: /] })
  await page.press('Record consent')
  // The dialog takes the focus a moment after it opened.
  const dialog = await page.findByRole('dialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await page.choose(/May be shared with/, 'Only the organizations named here')
  const list = await typeInto(page, /^Organizations/, name)
  await waitFor(() => expect(list.options()).toHaveLength(3))
  const second = await selectDespiteLateAnswer(page, list, ' canal', ['GET', SEARCH])
  await waitFor(() => expect(list.field).toHaveProperty('value', ''))
  expect(page.outline(dialog).join('\n')).toContain(second)
  for (let time = 0; time < 2; time++) page.failNext('GET', SEARCH, 500)
  await page.user.paste(`${name} a`)
  await page.findByText(searchFailed.en)
  expect(page.queryByText('No organization found')).toBeNull()
  expect(page.notices()).toEqual([])
  await page.user.paste('r')
  await page.findByRole('option', { name: `${name} Arbor` })
  expect(page.queryByText(searchFailed.en)).toBeNull()
})
