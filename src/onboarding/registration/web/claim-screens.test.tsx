import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeClaimStage } from '#test/claim-stage.ts'
import { makeAccount } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const stage = await makeClaimStage(app)
const refused = { expectedErrors: [/^A call failed: /] }
/** Without what is another one in each run. */
const plain = (lines: string[]) =>
  lines.map((line) =>
    line
      .replaceAll(/Cedar [\w-]+/g, 'Cedar')
      .replaceAll(/Eastside [\w-]+/g, 'Eastside')
      .replaceAll(/mal-[\da-f]{8}@/g, 'mal@')
      .replaceAll(/\d\d\/\d\d\/\d{4}|[A-Z][a-z]{2,8} \d{1,2}, \d{4}/g, '<day>'),
  )
const linkTo = (code: string) => `/registration/organization?referralId=${code}`

it('REG-02 REG-03 REG-04 an invited contact is welcomed, and registers with the filled-in fields', async () => {
  const cedar = await stage.listed()
  await app.database
    .updateTable('organization')
    .set({ description: 'A house of cedar.', website: 'https://cedar.test/' })
    .where('id', '=', cedar.id)
    .execute()
  const email = stage.address()
  const { code } = await stage.send({ organizationId: cedar.id, email })
  const page = await openScreen(linkTo(code))
  const dialog = await page.findByRole('dialog')
  expect(plain(page.outline(dialog))).toEqual([
    'Welcome to the Hearthline community!',
    '(Close)',
    'You have received a referral from Eastside.',
    'Please register and accept the terms and conditions. Once your registration is approved, you can see it and answer.',
    'Get started',
  ])
  const root = dialog.closest<HTMLElement>('[style*="--modal-size"]')
  expect(root?.style.getPropertyValue('--modal-size')).toBe('calc(600px)')
  await page.user.click(within(dialog).getByRole('button', { name: 'Get started' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.findByText("I'm not a robot")
  expect(plain(page.outline())).toEqual([
    'Register your organization',
    'Two short steps. You can go back and forth; nothing that you typed is lost.',
    'The referral behind this link',
    'Sent by',
    'Eastside',
    'Sent to',
    'Cedar',
    'For',
    'Noor A.',
    'Urgency',
    'Routine',
    'Sent on',
    '<day>',
    'Status',
    'Waiting for an answer',
    '(Steps)',
    '1 | Your Information',
    '2 | Organization Information',
    'First Name | *',
    '<text "Rae" at most 100>',
    'Last Name | *',
    '<text "Lund" at most 100>',
    'Title (optional)',
    '<text "" at most 100>',
    'Phone Number | *',
    '<tel (###) ###-#### "" at most 40>',
    'Email | *',
    '<email "mal@evil.example" at most 254>',
    'Confirm Email | *',
    '<email "" at most 254>',
    'At least 6 characters. Three or four words that do not belong together work well.',
    'Password | *',
    '<password "" at most 128>',
    'Show Password',
    'Confirm Password | *',
    '<password "" at most 128>',
    'Show Confirm Password',
    'Security Question | *',
    '<text Choose… "">',
    'Security Question Answer | *',
    '<text "" at most 200>',
    'Organization | *',
    'Type three letters to see the organizations that we know, or write the name of a new one.',
    '<text "Cedar" at most 200>',
    'This is an existing organization. Description and website can only be edited after account creation.',
    'Description (optional)',
    '<textarea "A house of cedar." disabled at most 4000>',
    'Website (optional)',
    '<text "https://cedar.test/" disabled at most 500>',
    '<checkbox>',
    'I accept the | Terms and Conditions | → /legal/terms.pdf',
    '<checkbox required>',
    "I'm not a robot",
    'Cancel | → /',
    'Back',
    'Submit',
  ])
  await page.press('Your Information')
  await page.fill(/^Phone/, '7165550142')
  await page.fill(/^Confirm Email/, email)
  await page.fill(/^Password/, 'violet kettle morning 47')
  await page.fill(/^Confirm Password/, 'violet kettle morning 47')
  await page.choose(/^Security Question/, 'What elementary school did you attend?')
  await page.fill(/^Security Question Answer/, 'Lincoln')
  await page.press('Continue')
  await page.user.click(await page.findByRole('checkbox', { name: /^I accept/ }))
  await page.solveCaptcha()
  await page.press('Submit')
  await waitFor(() => expect(page.location()).toContain('/registration/completion'))
  expect(page.location()).toEqual('/registration/completion?verificationRequired=true&confirmationRequired=true')
  await page.findByText('Thank you for registering!')
  expect(page.outline()).toEqual([
    'Thank you for registering!',
    'Your application is being reviewed by our governance committee. They will tell you when you are approved as a verified community resource. | We have sent you an e-mail. Please open its link, so that we know that the address is yours.',
  ])
  expect(page.calls('POST', '/api/organizationRegistration/register/')[0]?.body).toMatchObject({
    organizationId: cedar.id,
    referralId: code,
    firstName: 'Rae',
    lastName: 'Lund',
    title: null,
  })
})

it('D-REG-1 a claim link that was used to register tells the state of the review', async () => {
  const cedar = await stage.listed()
  const email = stage.address()
  const { code } = await stage.send({ organizationId: cedar.id, email })
  await stage.register(email, { organizationId: cedar.id, referralId: code })
  const page = await openScreen(linkTo(code))
  await waitFor(() => expect(page.title()).toBe(`Your registration for ${cedar.name} · Hearthline`))
  expect(plain(page.outline())).toEqual([
    'Your registration for Cedar',
    'Waiting',
    'You have registered. The community reviews each registration before it opens. You will get an e-mail as soon as it is decided.',
    'The referral behind this link',
    'Sent by',
    'Eastside',
    'Sent to',
    'Cedar',
    'For',
    'Noor A.',
    'Urgency',
    'Routine',
    'Sent on',
    '<day>',
    'Status',
    'Waiting for an answer',
  ])
  await stage.decide(email, { decision: 'askForMore', reason: 'Who are you?' })
  await page.open(linkTo(code))
  expect(plain(page.outline())).toEqual([
    'Your registration for Cedar',
    'Asked for more',
    'The reviewers asked for more. Please read our e-mail and write to no-reply@hearthline.example.',
    'The referral behind this link',
    'Sent by',
    'Eastside',
    'Sent to',
    'Cedar',
    'For',
    'Noor A.',
    'Urgency',
    'Routine',
    'Sent on',
    '<day>',
    'Status',
    'Waiting for an answer',
  ])
  await stage.decide(email, { decision: 'refuse', reason: 'Nobody there knows them.' })
  await page.open(linkTo(code))
  expect(plain(page.outline())).toEqual([
    'Your registration for Cedar',
    'Refused',
    'This registration was not approved. Our e-mail says why. If you think that this is a mistake, write to no-reply@hearthline.example.',
  ])
})

it('REG-02 D-REG-1 a claim link that opens nothing any more says why', async () => {
  const cedar = await stage.listed()
  const email = stage.address()
  const { code } = await stage.send({ organizationId: cedar.id, email })
  const other = await stage.send({ organizationId: cedar.id, email: stage.address() })
  await stage.claim(email, cedar.id, code)
  const used = await openScreen(linkTo(code), refused)
  expect(used.outline()).toEqual([
    'This link was already used',
    'The referral is open to the accounts of the organization. Sign in to see it.',
    'Login | → /',
  ])
  const { version } = (await stage.as.creator('GET', `/api/referral/${other.id}`)).body
  await stage.as.creator('POST', `/api/referral/${other.id}/transition`, {
    action: 'recall',
    version,
    reason: 'Sent by mistake.',
  })
  const withdrawn = await openScreen(linkTo(other.code), refused)
  expect(withdrawn.outline()).toEqual([
    'This referral is no longer open',
    'It was withdrawn, or it has ended. If you registered already, sign in.',
    'Login | → /',
  ])
})

it('D-REG-1 in Spanish the referral behind a link and its state are told too', async () => {
  const cedar = await stage.listed()
  const email = stage.address()
  const { code } = await stage.send({ organizationId: cedar.id, email })
  await stage.register(email, { organizationId: cedar.id, referralId: code })
  const page = await openScreen(linkTo(code), { language: 'es' })
  expect(plain(page.outline())).toEqual([
    'Su registro para Cedar',
    'En espera',
    'Ya se registró. La comunidad revisa cada registro antes de abrirlo. Recibirá un correo en cuanto se decida.',
    'La remisión de este enlace',
    'La envió',
    'Eastside',
    'Enviada a',
    'Cedar',
    'Para',
    'Noor A.',
    'Urgencia',
    'Sin prisa',
    'Enviada el',
    '<day>',
    'Estado',
    'Espera respuesta',
  ])
})

it('ORG-04 a review of a claim says who sent the link; a request to join, who decides', async () => {
  const { database } = app
  await database.deleteFrom('registrationReview').execute()
  const { account: admin } = await app.someone({ roles: ['platform-admin'], organizationId: null })
  const cedar = await stage.listed()
  const email = stage.address()
  const { code } = await stage.send({ organizationId: cedar.id, email })
  await stage.register(email, { organizationId: cedar.id, referralId: code })
  const { id } = await stage.reviewOf(email)
  const page = await openScreen(`/admin/review/${id}`, { as: admin })
  await page.findByText('Referral link sent by')
  const told = plain(page.outline())
  // How many organizations have a similar name depends on the other tests.
  expect(told.slice(0, told.indexOf('People already there') + 2)).toEqual([
    'All registrations | → /admin/review',
    'Cedar',
    'Waiting | Claims an organization',
    'Refuse',
    'Ask for more',
    'Approve',
    'Applicant',
    'Name',
    'Mal Ory',
    'Title',
    'not given',
    'Email',
    'mal@evil.example',
    'Address confirmed',
    'Address not confirmed yet',
    'Phone',
    '(716) 555-0142',
    'Registered',
    '<day>',
    'Referral link sent by',
    'Eastside',
    'Referral link sent to',
    'mal@evil.example',
    'Organization',
    'Description',
    'not given',
    'Website',
    'not given',
    'People already there',
    '0',
  ])
  await stage.claim(stage.address(), cedar.id)
  const joining = stage.address()
  await stage.register(joining, { organizationId: cedar.id })
  const join = await stage.reviewOf(joining)
  await page.open(`/admin/review/${join.id}`)
  await page.press('Approve')
  const dialog = await page.findByRole('dialog')
  expect(plain(page.outline(dialog))).toEqual([
    'Approve this registration?',
    '(Cancel)',
    'Mal Ory joins Cedar as staff and can sign in. Its own admins can decide this too. Mal Ory is notified by e-mail.',
    'Cancel',
    'Approve',
  ])
  await page.user.click(within(dialog).getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Refuse')
  expect(plain(page.outline(await page.findByRole('dialog')))).toEqual([
    'Refuse this registration?',
    '(Cancel)',
    'Mal Ory gets your reason by e-mail and cannot sign in.',
    'Reason | *',
    '<textarea "" at most 2000>',
    'Cancel',
    'Refuse',
  ])
  const list = await openScreen('/admin/review', { as: admin, language: 'es' })
  await list.findAllByText(/^Cedar/)
  const today = new Date().toLocaleDateString('es-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
  expect(list.words()).toContain(today)
  expect(plain(list.outline())).toEqual([
    'Registros',
    'Organizaciones nuevas y personas que piden unirse a una. Primero, quienes más esperan.',
    '(Mostrar)',
    '<radio checked>',
    'En espera',
    '<radio>',
    'Se pidieron datos',
    '<radio>',
    'Aprobado',
    '<radio>',
    'Rechazado',
    'Cedar | Mal | Ory | mal@evil.example | Pide unirse: decide la organización | · | <day> | · Dirección aún sin confirmar | En espera | → /admin/review/<id>',
    'Cedar | Mal | Ory | mal@evil.example | Pide unirse: decide la organización | · | <day> | · Dirección aún sin confirmar | En espera | → /admin/review/<id>',
  ])
})

it('ORG-04 a long queue shows more on request', async () => {
  const { database } = app
  await database.deleteFrom('registrationReview').execute()
  const { account: admin } = await app.someone({ roles: ['platform-admin'], organizationId: null })
  const { id: organizationId } = await stage.listed()
  for (let made = 0; made < 51; made++) {
    const { id: accountId } = await makeAccount(database, { confirmed: false, approved: false, roles: [] })
    await database
      .insertInto('registrationReview')
      .values({ accountId, organizationId, kind: 'claim', source: 'impacthq' })
      .execute()
  }
  const page = await openScreen('/admin/review', { as: admin })
  await page.findAllByText(/^Cedar/)
  expect(page.getAllByRole('listitem')).toHaveLength(50)
  await page.press('Show more')
  await waitFor(() => expect(page.getAllByRole('listitem')).toHaveLength(51))
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(page.calls('GET', '/api/admin/review/').map(({ query }) => Object.keys(query ?? {}))).toEqual([
    ['status'],
    ['status', 'cursor'],
  ])
  await page.user.click(page.getAllByRole('link', { name: /^Cedar/ })[0] as HTMLElement)
  await page.findByText('Came from')
  expect(plain(page.outline().slice(17, 28))).toEqual([
    'Registered',
    '<day>',
    'Came from',
    'impacthq',
    'Organization',
    'Description',
    'not given',
    'Website',
    'not given',
    'People already there',
    '0',
  ])
})
