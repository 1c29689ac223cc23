import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makePerson } from '#test/referral-stage.ts'
import { screensOf } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
/** A caseworker of an organization without people on record. */
async function worker() {
  const organization = await makeOrganization(app.database)
  return app.someone({ organizationId: organization.id })
}
const steady = (lines: string[]) => lines.map((line) => line.replaceAll(/\d\d\/\d\d\/\d{4}/g, '<day>'))
const omar = { firstName: 'Omar', lastName: 'Haddad', birthDate: null, email: null, phones: [], city: 'Buffalo' }

it('INT-01 the record of a person stands in full, in both languages', async () => {
  const { account, call } = await worker()
  const { id } = await makePerson(call, {
    ...{ language: 'vi', address1: '12 Elm St', address2: 'Floor 2', city: 'Buffalo', stateProvince: 'NY' },
    ...{ postalCode: '14201', note: 'Prefers texts' },
    phones: [{ phoneNumber: '(716) 555-0142' }, { phoneNumber: '(716) 555-0143', kind: 'home', isPrimary: true }],
  })
  const page = await openScreen(`/people/${id}`, { as: account })
  await page.findByText('No account yet')
  // Read last, after the intakes.
  await page.findByText('There is no form to fill in yet. An admin can publish one.')
  await page.findByText('Add somebody')
  expect(page.title()).toContain('Person')
  expect(steady(page.outline())).toEqual([
    'People | → /people',
    'Noor Abadi',
    'Referrals | → /referrals?direction=outgoing&contactId=<id>',
    'Edit',
    'Find a service | → /directory?contactId=<id>',
    'Refer this person | → /referrals/new?contactId=<id>',
    'Nobody has recorded how it is safe to contact this person.',
    'Record safe contact',
    'Needs',
    'No open need. Record one, or find them with an intake.',
    'Add a need',
    'Intakes',
    'No intake yet. An intake asks what is needed, and finds what would help.',
    'There is no form to fill in yet. An admin can publish one.',
    'Details',
    'Birth date',
    '<day>',
    'Phone numbers',
    '(716) 555-0143 | → tel:+17165550143 | Home · call first',
    '(716) 555-0142 | → tel:+17165550142 | Mobile',
    'Email',
    'noor@example.test | → mailto:noor@example.test',
    'Language',
    'Vietnamese',
    'Address',
    '12 Elm St Floor 2 Buffalo, NY 14201',
    'Note',
    'Prefers texts',
    'Recorded on',
    '<day>',
    'Consent',
    'Record consent',
    'In force | Every organization in the network | For all needs | Given on <day> in words | Withdraw',
    'Household',
    'Nobody who lives with them is on record.',
    'Add somebody',
    'What services ask',
    'Nothing is on record yet. Services ask for some of this; answers say which of them fit.',
    'Record answers',
    'Consent by link',
    'They can read the consent text on their own phone and sign it there.',
    'Ask for consent by link',
    'Recorded twice?',
    'If there is another record of Noor Abadi, the two can become one.',
    'This is the same person as …',
    'Account of their own',
    'No account yet',
    'With an account of their own they see what is arranged for them. We mail them a link that works once, for 14 days.',
    'Invite by e-mail',
    'Link to their record',
    'They can see their record without an account, by a link that asks for their birth date.',
    'Let them see it by link',
  ])
  const spanish = await openScreen(`/people/${id}`, { as: account, language: 'es' })
  await spanish.findByRole('region', { name: 'Cuenta propia' })
  await spanish.findByText('Aún no hay formularios. Un administrador puede publicar uno.')
  await spanish.findByText('Agregar a alguien')
  expect(steady(spanish.outline())).toEqual([
    'Personas | → /people',
    'Noor Abadi',
    'Remisiones | → /referrals?direction=outgoing&contactId=<id>',
    'Editar',
    'Buscar un servicio | → /directory?contactId=<id>',
    'Remitir a esta persona | → /referrals/new?contactId=<id>',
    'Nadie ha registrado cómo es seguro contactar a esta persona.',
    'Registrar contacto seguro',
    'Necesidades',
    'Ninguna necesidad abierta. Registre una o encuéntrelas con una admisión.',
    'Añadir una necesidad',
    'Admisiones',
    'Aún no hay admisiones. Una admisión pregunta qué se necesita y encuentra qué ayudaría.',
    'Aún no hay formularios. Un administrador puede publicar uno.',
    'Datos',
    'Fecha de nacimiento',
    '<day>',
    'Números de teléfono',
    '(716) 555-0143 | → tel:+17165550143 | Casa · llamar primero',
    '(716) 555-0142 | → tel:+17165550142 | Celular',
    'Correo electrónico',
    'noor@example.test | → mailto:noor@example.test',
    'Idioma',
    'vietnamita',
    'Dirección',
    '12 Elm St Floor 2 Buffalo, NY 14201',
    'Nota',
    'Prefers texts',
    'Registro creado',
    '<day>',
    'Consentimiento',
    'Registrar consentimiento',
    'Vigente | Todas las organizaciones de la red | Para todas las necesidades | Otorgado el <day> de palabra | Retirar',
    'Hogar',
    'No hay nadie registrado que viva con la persona.',
    'Agregar a alguien',
    'Lo que preguntan los servicios',
    'Todavía no hay nada registrado. Los servicios preguntan algo de esto; las respuestas dicen cuáles convienen.',
    'Registrar respuestas',
    'Consentimiento por enlace',
    'La persona puede leer el texto de consentimiento en su propio teléfono y firmarlo allí.',
    'Pedir consentimiento por enlace',
    '¿Registrada dos veces?',
    'Si hay otro registro de Noor Abadi, los dos pueden ser uno solo.',
    'Es la misma persona que …',
    'Cuenta propia',
    'Todavía sin cuenta',
    'Con una cuenta propia, la persona ve lo que se organiza para ella. Le enviamos un enlace que sirve una sola vez, durante 14 días.',
    'Invitar por correo',
    'Enlace a su registro',
    'Puede ver su registro sin cuenta, con un enlace que pide su fecha de nacimiento.',
    'Que lo vea por enlace',
  ])
})

it('INT-01 a record with little is short, and an address may be in part', async () => {
  const { account, call } = await worker()
  const { id } = await makePerson(call, { ...omar, stateProvince: 'NY' }, null)
  const page = await openScreen(`/people/${id}`, { as: account })
  await page.findByText('No account yet')
  // Read last, after the intakes.
  await page.findByText('There is no form to fill in yet. An admin can publish one.')
  await page.findByText('Add somebody')
  expect(steady(page.outline())).toEqual([
    'People | → /people',
    'Omar Haddad',
    'Referrals | → /referrals?direction=outgoing&contactId=<id>',
    'Edit',
    'Find a service | → /directory?contactId=<id>',
    'Refer this person | → /referrals/new?contactId=<id>',
    'Nobody has recorded how it is safe to contact this person.',
    'Record safe contact',
    'No consent is in force. Nothing about this person can be sent to another organization before they agree.',
    'Record their consent',
    'Ask by link',
    'Needs',
    'No open need. Record one, or find them with an intake.',
    'Add a need',
    'Intakes',
    'No intake yet. An intake asks what is needed, and finds what would help.',
    'There is no form to fill in yet. An admin can publish one.',
    'Details',
    'Address',
    'Buffalo, NY',
    'Recorded on',
    '<day>',
    'Consent',
    'No consent is recorded',
    'Before anything about this person can be sent to another organization, ask them and record their answer here.',
    'Record consent',
    'Household',
    'Nobody who lives with them is on record.',
    'Add somebody',
    'What services ask',
    'Nothing is on record yet. Services ask for some of this; answers say which of them fit.',
    'Record answers',
    'Consent by link',
    'They can read the consent text on their own phone and sign it there.',
    'Ask for consent by link',
    'Recorded twice?',
    'If there is another record of Omar Haddad, the two can become one.',
    'This is the same person as …',
    'Account of their own',
    'No account yet',
    'Add their e-mail address first: the invitation is mailed to it.',
    'Invite by e-mail | <disabled>',
    'Link to their record',
    'They can see their record without an account, by a link that asks for their birth date.',
    'Let them see it by link',
  ])
  await page.press('Edit')
  await page.findByRole('heading', { level: 1, name: 'Edit Omar Haddad' })
  expect(page.outline()).toEqual([
    'People | → /people',
    'Edit Omar Haddad',
    'Who they are',
    'First Name | *',
    '<text "Omar" at most 100>',
    'Last Name | *',
    '<text "Haddad" at most 100>',
    'Birth date (optional)',
    '<date "">',
    'Language (optional)',
    '<text Choose… "">',
    'How to reach them',
    'Phone numbers',
    'Phone Number',
    '<tel (###) ###-#### "">',
    'Kind',
    '<text "Mobile">',
    'Add a phone',
    'Email (optional)',
    '<email "" at most 254>',
    'Address (optional)',
    '<text "" at most 200>',
    'Apartment, floor (optional)',
    '<text "" at most 200>',
    'City (optional)',
    '<text "Buffalo" at most 100>',
    'State (optional)',
    '<text "NY" at most 50>',
    'ZIP code (optional)',
    '<text "" at most 10>',
    'Note (optional)',
    'Only your organization sees this.',
    '<textarea "" at most 4000>',
    'Cancel',
    'Save',
  ])
})

it('INT-01 a record that changed meanwhile stands beside what was typed', async () => {
  const { account, call } = await worker()
  const { id } = await makePerson(call, { city: 'Buffalo' }, null)
  const page = await openScreen(`/people/${id}`, { as: account })
  await page.press('Edit')
  await page.fill(/^Note/, 'Mine')
  const theirs = { birthDate: null, language: 'so', note: 'Theirs', version: 1 }
  await call('PUT', `/api/contact/${id}`, { ...theirs, phones: [{ phoneNumber: '7165550100' }] })
  await page.press('Save')
  const title = await page.findByText('Somebody changed this record in the meantime')
  expect(page.outline(title.parentElement as HTMLElement)).toEqual([
    'Somebody changed this record in the meantime',
    'What you typed is still in the form. The record now says:',
    'Birth date | : | —',
    'Language | : | Somali',
    'Note | : | Theirs',
    'Phone numbers | : | (716) 555-0100',
    'Save my version',
    'Use the other version',
  ])
})
