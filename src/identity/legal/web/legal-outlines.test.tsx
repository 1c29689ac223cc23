import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'
import { loadLegalDocument } from '../load-legal-document.ts'

const app = await startTestApp({ CONTACT_EMAIL: 'desk@legal.test', TERMS_URL: 'https://terms.example.org/ours.pdf' })
const openScreen = screensOf(app)

it('LEG-01 each document begins with its title and what leads through it, and an own PDF of the operator opens as it is', async () => {
  const terms = await openScreen('/legal/terms')
  await terms.findByRole('article')
  expect(terms.outline().slice(0, 24)).toEqual([
    '(Legal documents)',
    'Privacy Policy | → /legal/privacyPolicy',
    'Terms and Conditions | → /legal/terms',
    'Individual Access Terms and Conditions',
    'Open as PDF | → https://terms.example.org/ours.pdf',
    'Print',
    '(On this page)',
    'On this page',
    'Definitions | → #definitions',
    'Who May Use the Service | → #eligibility',
    'Your Account | → #account',
    'Permitted Use | → #permitted-use',
    'Information About Clients | → #client-information',
    'Your Content | → #your-content',
    'Hosting, Availability and Downtime | → #availability',
    'Not for Emergencies, and No Professional Advice | → #no-emergency',
    'No Fees | → #fees',
    'Confidentiality | → #confidentiality',
    'Privacy and Electronic Communications | → #privacy',
    'Intellectual Property | → #intellectual-property',
    'Services of Others | → #third-parties',
    'Disclaimer of Warranties | → #disclaimer',
    'Limitation of Liability | → #liability',
    'Indemnification | → #indemnification',
  ])
  await waitFor(() => expect(terms.title()).toBe('Terms and Conditions · Hearthline'))
  const privacy = await openScreen('/legal/privacyPolicy', { language: 'es' })
  await privacy.findByRole('article')
  expect(privacy.outline().slice(0, 12)).toEqual([
    '(Documentos legales)',
    'Política de privacidad | → /legal/privacyPolicy',
    'Términos y condiciones | → /legal/terms',
    'Política de privacidad',
    'Última actualización: septiembre de 2020',
    'Imprimir',
    '(En esta página)',
    'En esta página',
    'Datos que recopilamos | → #data-collected',
    'Categorías especiales de datos | → #special-category-data',
    'Uso y divulgación de los datos | → #use-and-disclosure',
    'Comunicaciones por correo electrónico | → #email-communications',
  ])
  expect(privacy.outline().slice(-4)).toEqual([
    'Para cada uno de estos derechos, y para cualquier otra pregunta sobre privacidad, escriba a | desk@legal.test | → mailto:desk@legal.test | . Indique qué solicita y en qué estado vive. Para protegerle, comprobaremos su identidad antes de responder: compararemos lo que nos diga con lo que tenemos y, si tiene una cuenta, podremos pedirle que inicie sesión. No necesita una cuenta para hacer una solicitud.',
    'Puede nombrar a una persona para que actúe por usted. En ese caso le pediremos su permiso firmado, y podremos pedirle que nos confirme usted mismo su identidad.',
    '11. Cambios en esta política',
    'Podemos cambiar esta política. La fecha del comienzo indica su último cambio, y la versión de esta página es la que se aplica. Si un cambio es importante para el uso de datos que ya tenemos, lo diremos en el portal o por correo electrónico antes de que entre en vigor.',
  ])
  expect(privacy.title()).toEqual('Política de privacidad · Hearthline')
})

it('LEG-01 MEM-02 the confidentiality agreement stands in full in the form that asks for it', async () => {
  const organization = await makeOrganization(app.database)
  const { call } = await app.someone({ organizationId: organization.id, roles: ['organization-admin'] })
  const email = `iris-${crypto.randomUUID()}@example.test`
  const person = { firstName: 'Iris', lastName: 'Moon', email, organizationId: organization.id }
  const { id } = await app.database.insertInto('contact').values(person).returning('id').executeTakeFirstOrThrow()
  expect((await call('POST', `/api/contact/${id}/invitation`)).status).toBe(204)
  await app.workJobs()
  const code = /contactId=([\w-]+)/.exec((await app.outbox(email))[0]?.text ?? '')?.[1] ?? ''
  for (const language of ['en', 'es'] as const) {
    const page = await openScreen(`/registration/communityMember?contactId=${code}`, { language })
    await page.press(language === 'en' ? 'Privacy Policy' : /privacidad/i)
    const dialog = await page.findByRole('dialog')
    await within(dialog).findAllByRole('heading', { level: 3 })
    const document = await loadLegalDocument('confidentiality', language, {
      productName: 'Hearthline',
      contactEmail: 'desk@legal.test',
      siteUrl: location.origin,
    })
    const text = within(dialog).getAllByRole('heading', { level: 3 })[0]?.closest('[lang]')
    expect(text?.getAttribute('lang')).toBe(language)
    expect([...(text?.querySelectorAll('h3') ?? [])].map((one) => one.textContent)).toEqual(
      document.sections.flatMap(({ heading, sections = [] }) => [heading, ...sections.map((part) => part.heading)]),
    )
    const paragraphs = [...document.introduction, ...document.sections.flatMap(({ blocks }) => blocks)]
    expect([...(text?.querySelectorAll('p') ?? [])].map((one) => one.textContent)).toEqual(
      paragraphs.filter((block) => typeof block === 'string'),
    )
  }
})
