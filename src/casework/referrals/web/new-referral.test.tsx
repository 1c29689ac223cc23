import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { plain, stageOnScreen } from '#test/referral-on-screen.ts'
import { makePerson } from '#test/referral-stage.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage, signedIn, walk, read } = await stageOnScreen(app)
const refused = { expectedErrors: [/^A call failed: /] }
const makeService = (organizationId: string, name: string) =>
  app.database.insertInto('service').values({ organizationId, name }).returning('id').executeTakeFirstOrThrow()
/** Opens the form for somebody who has begun no other referral. */
async function openForm(words = '', language: 'en' | 'es' = 'en') {
  const { account } = await app.someone({ firstName: 'Maria', organizationId: stage.sender.id })
  return openScreen(`/referrals/new${words}`, { as: account, language, ...refused })
}
const sent = (page: OpenScreen) => page.calls('POST', '/api/referral/').map(({ body }) => body)
/** Types into a field that suggests. */
async function type(page: OpenScreen, name: string, text: string) {
  const field = await page.findByRole('combobox', { name })
  await page.user.clear(field)
  await page.user.click(field)
  await page.user.paste(text)
}
/** Types into a field that suggests, and picks the suggestion. */
async function pick(page: OpenScreen, field: string, text: string, option: RegExp) {
  await type(page, field, text)
  await page.user.click(await page.findByRole('option', { name: option, hidden: true }))
}
const errorsOf = (page: OpenScreen) =>
  [...page.getByRole('main').querySelectorAll('[aria-invalid=true]')].map((field) =>
    [field.getAttribute('name'), document.getElementById(`${field.id}-error`)?.textContent].join(': '),
  )

it('REF-01 the empty form asks who, where and what for, and marks at once what is missing', async () => {
  const page = await openForm()
  await page.findByRole('combobox', { name: 'Person' })
  expect(page.title()).toContain('New referral')
  expect(page.outline()).toEqual([
    'New referral',
    'Who needs help, where should they go, and what for?',
    'Who is it about?',
    'Person | *',
    'Type part of the name, or a phone number',
    '<text "" required>',
    'Record a new person | → /people/new?returnTo=%2Freferrals%2Fnew%3Fdraft%3D<id>',
    'Where should they go?',
    'Service or organization | *',
    'Type at least 3 letters',
    '<text "" required>',
    'Ask another service too',
    'What is needed?',
    'Need | *',
    '<text Choose… "">',
    'Urgency | *',
    '“As soon as possible” is sooner than “Urgent”.',
    '<text Choose… "Routine">',
    'Needed by (optional)',
    'The last day on which it still helps',
    '<date "">',
    'Note (optional)',
    'The other organization reads this. Say what helps them to help.',
    '<textarea "" at most 4000>',
    'Keep as draft',
    'Send referral',
  ])
  await page.press('Send referral')
  await waitFor(() => expect(page.notices()).toEqual(['Please check the form for errors']))
  expect(errorsOf(page)).toEqual([
    'contactId: Pick or record a person.',
    'recipientOrganizationId: Pick a service or an organization from the list.',
    ': This is needed.',
  ])
  expect(sent(page)).toEqual([])
  const spanish = await openForm('', 'es')
  await spanish.findByRole('combobox', { name: 'Persona' })
  expect(spanish.outline()).toEqual([
    'Nueva remisión',
    '¿Quién necesita ayuda, adónde debe ir y para qué?',
    '¿De quién se trata?',
    'Persona | *',
    'Escriba parte del nombre o un teléfono',
    '<text "" required>',
    'Registrar a una persona | → /people/new?returnTo=%2Freferrals%2Fnew%3Fdraft%3D<id>',
    '¿Adónde debe ir?',
    'Servicio u organización | *',
    'Escriba al menos 3 letras',
    '<text "" required>',
    'Preguntar también a otro servicio',
    '¿Qué se necesita?',
    'Necesidad | *',
    '<text Elija… "">',
    'Urgencia | *',
    '«Lo antes posible» es más pronto que «Urgente».',
    '<text Elija… "Sin prisa">',
    'Se necesita a más tardar el (opcional)',
    'El último día en que todavía sirve',
    '<date "">',
    'Nota (opcional)',
    'La otra organización lo leerá. Diga lo que les ayude a ayudar.',
    '<textarea "" at most 4000>',
    'Guardar borrador',
    'Enviar remisión',
  ])
})

it('REF-01 a person is found by a part of the name, or recorded on a page that leads back', async () => {
  const page = await openForm('?need=homelessness&contactId=')
  await type(page, 'Person', 'N')
  await page.settle()
  expect(page.calls('POST', '/api/contact/search')).toEqual([])
  await type(page, 'Person', ' Zacharias ')
  await page.findByText(
    'Nobody on record is called “Zacharias”. Record them with the button below: what you filled in here stays.',
  )
  expect(page.calls('POST', '/api/contact/search').at(-1)?.body).toEqual({ search: 'Zacharias', limit: 8 })
  const target = page.getByRole('link', { name: 'Record a new person' }).getAttribute('href') ?? ''
  const back = new URL(new URL(target, 'http://x').searchParams.get('returnTo') ?? '', 'http://x')
  expect([target.split('?')[0], back.pathname, [...back.searchParams.keys()]]).toEqual([
    ...['/people/new', '/referrals/new', ['need', 'draft']],
  ])
  await pick(page, 'Person', 'noor', /Noor Abadi/)
  await page.findByText('Noor Abadi · 03/04/1992')
  expect(page.queryByRole('combobox', { name: 'Person' })).toBeNull()
  await page.press('Pick another person')
  await page.findByRole('combobox', { name: 'Person' })
})

it('REF-01 REF-05 a service is found with who answers there and how far it is, and one person there is addressed', async () => {
  const service = await makeService(stage.recipient.id, 'Rent help at the harbor')
  const none = await makeOrganization(app.database, { name: 'Rent Refusal', takesReferrals: false })
  await makeAccount(app.database, { organizationId: none.id })
  const page = await openForm(`?contactId=${stage.contactId}`)
  await type(page, 'Service or organization', 'Rent')
  const option = await page.findByRole('option', { name: /Rent help at the harbor/, hidden: true })
  expect(
    plain([option.textContent, page.getByRole('option', { name: /Rent Refusal/, hidden: true }).textContent]),
  ).toEqual(['Rent help at the harbor · Harboranswers here', 'Rent Refusaltakes no referrals here'])
  await page.user.click(option)
  await page.findByText(`${stage.recipient.name} answers referrals here.`)
  expect(page.getByRole('combobox', { name: 'Need' })).toHaveProperty('value', 'Rent and staying housed')
  await page.user.click(page.getByRole('combobox', { name: 'For the attention of' }))
  await page.findByText('Type at least two letters of a name.')
  await page.user.paste('Zz')
  await page.findByText('Nobody by this name works there.')
  await page.user.clear(page.getByRole('combobox', { name: 'For the attention of' }))
  await page.user.paste('Lee')
  await page.user.click(await page.findByRole('option', { name: 'Lee Tester', hidden: true }))
  expect(page.calls('POST', '/api/referral/destination/colleague').at(-1)?.body).toEqual({
    ...{ organizationId: stage.recipient.id, text: 'Lee' },
  })
  await page.choose('Urgency', 'Urgent')
  await page.fill(/^Needed by/, '2099-02-03')
  await page.fill(/^Note/, 'She has a letter.')
  expect(plain(page.outline())).toEqual([
    'New referral',
    'Who needs help, where should they go, and what for?',
    'Who is it about?',
    'Noor Abadi · 03/04/1992',
    'Pick another person',
    'Where should they go?',
    'Service or organization | *',
    'Type at least 3 letters',
    '<text "Rent help at the harbor · Harbor" required>',
    'Harbor answers referrals here.',
    'For the attention of',
    'Leave empty to reach the whole organization',
    '<text "Lee Tester">',
    'Ask another service too',
    'What is needed?',
    'Need | *',
    '<text Choose… "Rent and staying housed">',
    'Urgency | *',
    '“As soon as possible” is sooner than “Urgent”.',
    '<text Choose… "Urgent">',
    'Needed by (optional)',
    'The last day on which it still helps',
    '<date "2099-02-03">',
    'Note (optional)',
    'The other organization reads this. Say what helps them to help.',
    '<textarea "She has a letter." at most 4000>',
    'Keep as draft',
    'Send referral',
  ])
  await page.press('Send referral')
  await waitFor(() => expect(page.location()).toMatch(/^\/referrals\/[\da-f-]{36}$/))
  expect(page.shows('Referral sent')).toBe(true)
  expect(sent(page)).toEqual([
    {
      contactId: stage.contactId,
      serviceId: service.id,
      recipientOrganizationId: stage.recipient.id,
      directedToId: stage.accounts.recipient.id,
      directReferralContact: null,
      need: 'housing-instability',
      urgency: 'urgent',
      neededBy: '2099-02-03',
      note: 'She has a letter.',
      alsoForIds: [],
      alsoTo: [],
      requestId: null,
      callId: expect.stringMatching(/^[\da-f-]{36}$/),
      send: true,
    },
  ])
  await page.open(`/referrals/new?contactId=${stage.contactId}`)
  await pick(page, 'Service or organization', 'Rent Refusal', new RegExp(none.name))
  await page.findByText('This organization takes no referrals through the portal.')
})

it('REF-03 an organization without an account is invited by name and address', async () => {
  const far = await makeOrganization(app.database, { name: 'Quillon Aid', email: 'office@quillon.test' })
  const service = await makeService(far.id, 'Meals of Quillon')
  const person = await makePerson(
    stage.as.creator,
    {},
    { scope: 'organizations', recipientIds: [far.id], howGiven: 'written' },
  )
  const page = await openForm(`?serviceId=${service.id}&contactId=${person.id}`)
  const group = await page.findByRole('group', {
    name: 'Quillon Aid has no account yet. Who should get the invitation?',
  })
  expect(plain(page.outline(group))).toEqual([
    'Quillon Aid has no account yet. Who should get the invitation?',
    'First Name | *',
    '<text "">',
    'Last Name | *',
    '<text "">',
    'Email | *',
    'This address is from the directory.',
    '<email "<email>">',
  ])
  await page.fill(/^First Name/, '123')
  await page.fill(/^Email/, 'nothing')
  expect(page.queryByText('This address is from the directory.')).toBeNull()
  await page.press('Send referral')
  await waitFor(() => expect(errorsOf(page)).toHaveLength(3))
  expect(errorsOf(page)).toEqual([
    'directReferralContact.firstName: Use letters, spaces, hyphens and apostrophes only, at most 60.',
    'directReferralContact.lastName: This is needed.',
    'directReferralContact.email: Write an e-mail address like name@example.org',
  ])
  await page.fill(/^First Name/, 'Rae')
  await page.fill(/^Last Name/, 'Lund')
  await page.fill(/^Email/, 'rae@quillon.test')
  await page.press('Send referral')
  await page.findByText(
    'Quillon Aid has no account yet. A link to see this referral and answer it went to rae@quillon.test.',
  )
  expect(sent(page).at(-1)).toMatchObject({
    ...{ directReferralContact: { firstName: 'Rae', lastName: 'Lund', email: 'rae@quillon.test' }, send: true },
  })
})

it('INT-04 REF-01 what is missing in a consent is said, and a reason to share without it is asked for', async () => {
  const person = await makePerson(stage.as.creator, { firstName: 'Ola' }, null)
  const page = await openForm(`?contactId=${person.id}&need=homelessness`)
  await pick(page, 'Service or organization', stage.recipient.name, new RegExp(`^${stage.recipient.name}`))
  await page.findByText(`${stage.recipient.name} answers referrals here.`)
  await page.press('Send referral')
  await waitFor(() => expect(sent(page)).toHaveLength(1))
  const notice = await page.findByText('Consent is missing')
  await page.findByRole('button', { name: 'Ask for consent by link' })
  const gap = () => plain(page.outline(notice.parentElement as HTMLElement))
  expect(gap()).toEqual([
    'Consent is missing',
    'No consent is on record for this person. Ask whether Harbor may be told about: Shelter.',
    'Record a consent (new tab), then send again | → /people/<id>',
    'Ask for consent by link',
    'Share without it, because…',
    "Only when there is no other way. The reason is kept with your name. Your organization's admins are notified, the other organization sees the reason, and the network lists it.",
    '<radio>',
    'Required by law',
    '<radio>',
    'Emergency: waiting would harm the person',
    '<radio>',
    'The consent is on paper elsewhere',
    '<radio>',
    'Another reason',
  ])
  await page.user.click(page.getByRole('radio', { name: 'Emergency: waiting would harm the person' }))
  expect(gap().slice(-3)).toEqual([
    'More on this (optional)',
    'Only your organization reads this.',
    '<textarea "" at most 1000>',
  ])
  await page.user.click(page.getByRole('radio', { name: 'Another reason' }))
  expect(gap().slice(-3)).toEqual([
    'Why | *',
    'Only your organization reads this.',
    '<textarea "" required at most 1000>',
  ])
  await page.fill(/^Why/, 'Too short')
  await page.press('Send referral')
  await page.findByText('Say why in at least 15 characters.')
  await page.fill(/^Why/, 'Her brother holds the paper.')
  await page.press('Send referral')
  await page.findByText('Shared without a recorded consent')
  expect(sent(page).at(-1)).toMatchObject({
    ...{ consentOverrideReason: 'other', consentOverrideText: 'Her brother holds the paper.' },
  })
  const fact = page.getByText('Consent').nextElementSibling as HTMLElement
  await page.loaded()
  expect(page.outline(fact)).toEqual([
    'Shared without a recorded consent | Another reason | Her brother holds the paper.',
  ])

  const { account } = await app.someone({ roles: ['platform-admin'] })
  const list = await openScreen('/admin/consentOverrides', { as: account })
  await list.findByRole('table')
  expect(list.title()).toContain('Shared without consent')
  expect(plain(list.outline())).toEqual([
    'Shared without consent',
    'Every referral that an organization sent without a recorded consent, newest first.',
    'Shared by | Shared with | Reason | Sent by | Sent on',
    'Eastside | Harbor | Another reason | Maria Tester | <today>',
  ])
  const other = await openScreen('/admin/consentOverrides', { as: signedIn('creator') })
  await other.findByText('This list is for administrators of the portal.')
})

it('REF-01 a draft is kept without its recipient’s name, and opens again as it was left', async () => {
  const far = await makeOrganization(app.database, { name: 'Tolland Aid' })
  const page = await openForm(`?contactId=${stage.contactId}&need=food-insecurity`)
  await pick(page, 'Service or organization', 'Tolland', /Tolland Aid/)
  await page.findByRole('group', { name: /^Tolland Aid has no account yet/ })
  await page.press('Keep as draft')
  await waitFor(() => expect(page.location()).toMatch(/^\/referrals\/[\da-f-]{36}$/))
  expect(page.shows('Draft kept')).toBe(true)
  expect(sent(page).at(-1)).toMatchObject({ directReferralContact: null, send: false, recipientOrganizationId: far.id })
  const id = page.location().split('/').at(-1) as string
  expect(await read(id)).toMatchObject({ status: 'Draft', need: 'food-insecurity' })
  await page.open(`/referrals/${id}/edit`)
  await page.findByRole('group', { name: /^Tolland Aid has no account yet/ })
  expect(page.title()).toContain('Edit draft')
  expect(plain(page.outline())).toEqual([
    'Edit draft',
    'Who needs help, where should they go, and what for?',
    'Who is it about?',
    'Noor Abadi · 03/04/1992',
    'Pick another person',
    'Where should they go?',
    'Service or organization | *',
    'Type at least 3 letters',
    '<text "Tolland Aid" required>',
    'Tolland Aid has no account yet. Who should get the invitation?',
    'First Name | *',
    '<text "">',
    'Last Name | *',
    '<text "">',
    'Email | *',
    '<email "">',
    'What is needed?',
    'Need | *',
    '<text Choose… "Food">',
    'Urgency | *',
    '“As soon as possible” is sooner than “Urgent”.',
    '<text Choose… "Routine">',
    'Needed by (optional)',
    'The last day on which it still helps',
    '<date "">',
    'Note (optional)',
    'The other organization reads this. Say what helps them to help.',
    '<textarea "" at most 4000>',
    'Keep as draft',
    'Send referral',
  ])
  const foreign = await walk({})
  await page.open(`/referrals/${foreign}/edit`)
  await waitFor(() => expect(page.location()).toBe(`/referrals/${foreign}`))
})

it('REF-07 D-CON-1 a reason to share without a consent is not used for another person, also after a reload', async () => {
  const ulma = await makePerson(stage.as.creator, { firstName: 'Ulma', lastName: 'Quist' }, null)
  const bea = await makePerson(stage.as.creator, { firstName: 'Bea', lastName: 'Zorn' }, null)
  const page = await openForm(`?contactId=${ulma.id}&need=homelessness`)
  await pick(page, 'Service or organization', stage.recipient.name, new RegExp(`^${stage.recipient.name}`))
  await page.press('Send referral')
  await page.findByText('Consent is missing')
  await page.user.click(page.getByRole('radio', { name: 'Emergency: waiting would harm the person' }))
  const change = async () => {
    await page.press('Pick another person')
    await pick(page, 'Person', 'Bea', /Bea Zorn/)
    expect(page.shows('Consent is missing')).toBe(false)
    await page.press('Send referral')
    await page.findByText('Consent is missing')
    expect(sent(page).at(-1)).toMatchObject({ contactId: bea.id })
    expect(sent(page).at(-1)).not.toHaveProperty('consentOverrideReason')
    expect(page.queryByRole('radio', { checked: true })).toBeNull()
  }
  await change()
  await page.user.click(page.getByRole('radio', { name: 'Required by law' }))
  await page.press('Pick another person')
  await pick(page, 'Person', 'Ulma', /Ulma Quist/)
  await page.press('Send referral')
  await page.findByText('Consent is missing')
  await page.user.click(page.getByRole('radio', { name: 'Emergency: waiting would harm the person' }))
  await page.settle()
  await page.open(page.location())
  await page.press('Continue')
  await page.findByText(/^Ulma Quist/)
  await change()
})

it('REF-01 REF-05 a draft shows its addressee again, from the browser and from the server, and can go to nobody in particular', async () => {
  const page = await openForm(`?contactId=${stage.contactId}&need=homelessness`)
  const addressee = () => page.findByRole('combobox', { name: 'For the attention of' })
  await pick(page, 'Service or organization', stage.recipient.name, new RegExp(`^${stage.recipient.name}`))
  await page.user.click(await addressee())
  await page.user.paste('Lee')
  await page.user.click(await page.findByRole('option', { name: 'Lee Tester', hidden: true }))
  await page.settle()
  await page.open(page.location())
  await page.press('Continue')
  expect(await addressee()).toHaveProperty('value', 'Lee Tester')
  await page.press('Keep as draft')
  await waitFor(() => expect(page.location()).toMatch(/^\/referrals\/[\da-f-]{36}$/))
  expect(sent(page).at(-1)).toMatchObject({ directedToId: stage.accounts.recipient.id })
  expect(sent(page).at(-1)).not.toHaveProperty('directedToName')
  const id = page.location().split('/').at(-1) as string
  await page.open(`/referrals/${id}/edit`)
  expect(await addressee()).toHaveProperty('value', 'Lee Tester')
  // The cross in the field.
  await page.user.click((await addressee()).parentElement?.querySelector('button') as Element)
  expect(await addressee()).toHaveProperty('value', '')
  await page.press('Keep as draft')
  await waitFor(() => expect(page.location()).toBe(`/referrals/${id}`))
  expect(page.calls('PUT', `/api/referral/${id}`).at(-1)?.body).toMatchObject({ directedToId: null })
})

it('REF-01 another try for a need shows its details as they stay, and another person has another need', async () => {
  const { id: contactId } = await makePerson(stage.as.creator, { firstName: 'Tomas' })
  const { id: otherId } = await makePerson(stage.as.creator, { firstName: 'Quirin', lastName: 'Zell' })
  const first = { contactId, urgency: 'urgent', neededBy: '2099-01-15' }
  const { requestId } = await read(await walk(first, ['recipient', { action: 'decline', reason: 'no capacity' }]))
  const page = await openForm(`?${new URLSearchParams({ contactId, requestId, need: 'homelessness' })}`)
  await page.findByText(/^This need was asked for before/)
  const fields = () =>
    ['need', 'urgency', 'neededBy'].map((name) => {
      const field = page
        .getByRole('main')
        .querySelector<HTMLInputElement>(`input[data-field=${name}], input[name=${name}]:not([type=hidden])`)
      return [field?.value, field?.readOnly]
    })
  await waitFor(() =>
    expect(fields()).toEqual([
      ['Shelter', true],
      ['Urgent', true],
      ['2099-01-15', true],
    ]),
  )
  // Nothing is asked for where nothing can be changed.
  const labels = [...page.getByRole('main').querySelectorAll('label')].map((label) => label.textContent)
  expect(labels).toEqual(expect.arrayContaining(['Urgency', 'Needed by']))
  await page.press('Pick another person')
  await pick(page, 'Person', 'Quirin', /Quirin Zell/)
  await waitFor(() => expect(page.queryByText(/^This need was asked for before/)).toBeNull())
  await pick(page, 'Service or organization', stage.third.name, new RegExp(stage.third.name))
  await page.press('Keep as draft')
  await waitFor(() => expect(sent(page)).toHaveLength(1))
  expect(sent(page)[0]).toMatchObject({ contactId: otherId, requestId: null, need: 'homelessness' })
})
