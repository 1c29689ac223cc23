import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { cedar, directoryOf, everyDay } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const { add, makeProvider, makePlace } = directoryOf(app)
const { account: sam } = await app.someone({ organizationId: (await makeOrganization(database)).id })
const { account: member } = await app.someone({ roles: ['community-member'], organizationId: null })
/** The hours of each day without its name, which is another one tomorrow. */
const steady = (lines: string[]) =>
  lines.map((line) => line.replace(/^\S+day, \d+\/\d+ \| /, '<day> | ').replace(/^\S+ \d+\/\d+ \| /, '<día> | '))

it('DIR-02 the page of a service has everything that is known, in both languages', async () => {
  const organization = await makeProvider()
  const id = await add('service', {
    ...{ organizationId: organization.id, name: 'Night Kitchen' },
    ...{
      description: 'Warm meals.',
      eligibilityDescription: 'Everybody',
      minimumAge: 18,
      applicationProcess: 'Come by.',
    },
    ...{
      waitTime: 'None',
      feesDescription: 'Pay what you can',
      interpretationServices: 'By phone',
      licenses: 'Kitchen',
    },
    ...{
      accreditations: 'Good Food',
      alert: 'Closed on Friday',
      assuredDate: '2020-01-02',
      status: 'temporarily closed',
    },
    ...{ url: 'https://kitchen.test/', email: 'kitchen@quillwood.test' },
  })
  for (const document of ['Photo ID', 'Proof of income']) await add('requiredDocument', { serviceId: id, document })
  await add('costOption', {
    serviceId: id,
    option: 'A meal',
    amount: 2.5,
    currency: 'usd',
    amountDescription: 'or less',
  })
  await add('costOption', { serviceId: id, option: 'Delivery', amount: 4, currency: null })
  await add('costOption', { serviceId: id, amountDescription: 'Free for children' })
  await add('language', { serviceId: id, name: 'Spanish', note: 'evenings' })
  await add('language', { serviceId: id, name: 'American Sign Language' })
  await add('serviceArea', { serviceId: id, name: 'Cedar County' })
  await add('serviceArea', { serviceId: id, description: 'By the river' })
  await add('directoryContact', {
    serviceId: id,
    name: 'Ana Ruiz',
    title: 'Cook',
    department: 'Kitchen',
    email: 'ana@quillwood.test',
  })
  await add('directoryContact', { serviceId: id, name: 'Bo Lin', department: 'Kitchen' })
  await add('phone', { serviceId: id, number: '716-555-0100', extension: 'x 12', type: 'voice', description: 'Orders' })
  await add('phone', { serviceId: id, number: '716-555-0101', type: 'text' })
  await add('phone', { serviceId: id, number: '716-555-0102', type: 'fax' })
  await add('phone', { serviceId: id, number: '+1 (716) 555-0103', type: 'cell' })
  await add('phone', { organizationId: organization.id, number: '211', type: 'voice' })
  const place = await makePlace(
    id,
    { name: 'Main hall', transportation: 'Bus 8' },
    { ...cedar, addressType: 'physical', country: 'US' },
  )
  await add('address', {
    locationId: place,
    address1: 'PO Box 1',
    city: 'Albany',
    addressType: 'postal',
    country: 'US',
  })
  await add('accessibility', { locationId: place, description: 'ramp', details: 'Wheelchair ramp' })
  await add('accessibility', { locationId: place, description: 'Quiet room' })
  await add('language', { locationId: place, name: 'Polish' })
  await add('phone', { locationId: place, number: '716-555-0104', type: 'textphone' })
  await add('schedule', { locationId: place, freq: 'WEEKLY', byday: everyDay, opensAt: '00:00', closesAt: '13:30' })
  await add('schedule', { locationId: place, freq: 'WEEKLY', byday: everyDay, opensAt: '13:30', closesAt: '24:00' })
  const admin = await app.someone({ organizationId: organization.id })
  const page = await openScreen(`/directory/service/${id}`, { as: admin.account })
  await page.findByRole('heading', { level: 1 })
  await waitFor(() => expect(page.title()).toContain('Directory'))
  expect(steady(page.outline())).toEqual([
    'Directory | → /directory',
    'Night Kitchen',
    'by Quillwood Aid',
    'Refer someone | → /referrals/new?serviceId=<id>',
    'Print',
    '(Add to list: Night Kitchen) | Add to list',
    'Something wrong? | → /directory/service/<id>/correction',
    'Not confirmed since 01/02/2020',
    'Answers referrals here',
    'Nobody has confirmed this for a long time. Call before you send somebody.',
    'This service is not listed in the directory at the moment.',
    'Closed on Friday',
    'Contact',
    'Mobile | (Call +1 (716) 555-0103) | +1 (716) 555-0103 | → tel:+17165550103',
    'Phone | (Call 716-555-0100 ext. x 12) | 716-555-0100 ext. x 12 | → tel:7165550100;ext=12 | Orders',
    'Text | 716-555-0101 | → sms:7165550101',
    'Fax | 716-555-0102',
    'Ask for | Ana Ruiz, Cook, Kitchen | ana@quillwood.test | → mailto:ana@quillwood.test',
    'Ask for | Bo Lin, Kitchen',
    'Where and when',
    'Main hall',
    '12 Elm St',
    'Floor 2',
    'Cedar Harbor, NY 14203',
    'TTY | (Call 716-555-0104) | 716-555-0104 | → tel:7165550104',
    'Open now',
    'Hours of the next seven days',
    'Day | Hours',
    '<day> | 12 AM – 1:30 PM, 1:30 PM – 12 AM',
    '<day> | 12 AM – 1:30 PM, 1:30 PM – 12 AM',
    '<day> | 12 AM – 1:30 PM, 1:30 PM – 12 AM',
    '<day> | 12 AM – 1:30 PM, 1:30 PM – 12 AM',
    '<day> | 12 AM – 1:30 PM, 1:30 PM – 12 AM',
    '<day> | 12 AM – 1:30 PM, 1:30 PM – 12 AM',
    '<day> | 12 AM – 1:30 PM, 1:30 PM – 12 AM',
    'Getting there',
    'Bus 8',
    'Accessibility',
    'Quiet room · Wheelchair ramp',
    'Languages',
    'Polish',
    'What it is',
    'Warm meals.',
    'For whom',
    'Everybody Age 18 and over',
    'Serves',
    'Cedar County, By the river',
    'How to apply',
    'Come by.',
    'Waiting time',
    'None',
    'What to bring',
    'Photo ID',
    'Proof of income',
    'Fees',
    'Pay what you can',
    'A meal · $2.50 · or less',
    'Delivery · $4.00',
    'Free for children',
    'Languages',
    'American Sign Language, Spanish (evenings)',
    'Interpretation',
    'By phone',
    'Accreditations and licenses',
    'Good Food Kitchen',
    'About Quillwood Aid',
    'Help next door.',
    'Phone | (Call 211) | 211 | → tel:211',
    'Website | kitchen.test | → https://kitchen.test/',
    'Email | kitchen@quillwood.test | → mailto:kitchen@quillwood.test',
    'All services of this organization | → /directory/organization/<id>',
  ])
  const spanish = await openScreen(`/directory/service/${id}`, { as: admin.account, language: 'es' })
  await spanish.findByRole('heading', { level: 1 })
  expect(steady(spanish.outline())).toEqual([
    'Directorio | → /directory',
    'Night Kitchen',
    'de Quillwood Aid',
    'Remitir a alguien | → /referrals/new?serviceId=<id>',
    'Imprimir',
    '(Agregar a la lista: Night Kitchen) | Agregar a la lista',
    '¿Algo está mal? | → /directory/service/<id>/correction',
    'Sin confirmar desde el 02/01/2020',
    'Responde remisiones aquí',
    'Nadie ha confirmado estos datos desde hace mucho tiempo. Llame antes de enviar a alguien.',
    'Este servicio no figura en el directorio por el momento.',
    'Closed on Friday',
    'Contacto',
    'Celular | (Llamar al +1 (716) 555-0103) | +1 (716) 555-0103 | → tel:+17165550103',
    'Teléfono | (Llamar al 716-555-0100 ext. x 12) | 716-555-0100 ext. x 12 | → tel:7165550100;ext=12 | Orders',
    'Mensajes de texto | 716-555-0101 | → sms:7165550101',
    'Fax | 716-555-0102',
    'Pregunte por | Ana Ruiz, Cook, Kitchen | ana@quillwood.test | → mailto:ana@quillwood.test',
    'Pregunte por | Bo Lin, Kitchen',
    'Dónde y cuándo',
    'Main hall',
    '12 Elm St',
    'Floor 2',
    'Cedar Harbor, NY 14203',
    'Teléfono de texto (TTY) | (Llamar al 716-555-0104) | 716-555-0104 | → tel:7165550104',
    'Abierto ahora',
    'Horario de los próximos siete días',
    'Día | Horario',
    '<día> | 12 a.m. – 1:30 p.m., 1:30 p.m. – 12 a.m.',
    '<día> | 12 a.m. – 1:30 p.m., 1:30 p.m. – 12 a.m.',
    '<día> | 12 a.m. – 1:30 p.m., 1:30 p.m. – 12 a.m.',
    '<día> | 12 a.m. – 1:30 p.m., 1:30 p.m. – 12 a.m.',
    '<día> | 12 a.m. – 1:30 p.m., 1:30 p.m. – 12 a.m.',
    '<día> | 12 a.m. – 1:30 p.m., 1:30 p.m. – 12 a.m.',
    '<día> | 12 a.m. – 1:30 p.m., 1:30 p.m. – 12 a.m.',
    'Cómo llegar',
    'Bus 8',
    'Accesibilidad',
    'Quiet room · Wheelchair ramp',
    'Idiomas',
    'polaco',
    'Qué es',
    'Warm meals.',
    'Para quién',
    'Everybody De 18 años en adelante',
    'Atiende a',
    'Cedar County, By the river',
    'Cómo solicitarlo',
    'Come by.',
    'Tiempo de espera',
    'None',
    'Qué llevar',
    'Photo ID',
    'Proof of income',
    'Costo',
    'Pay what you can',
    'A meal · $2.50 · or less',
    'Delivery · $4.00',
    'Free for children',
    'Idiomas',
    'lengua de señas americana, español (evenings)',
    'Interpretación',
    'By phone',
    'Acreditaciones y licencias',
    'Good Food Kitchen',
    'Sobre Quillwood Aid',
    'Help next door.',
    'Teléfono | (Llamar al 211) | 211 | → tel:211',
    'Sitio web | kitchen.test | → https://kitchen.test/',
    'Correo electrónico | kitchen@quillwood.test | → mailto:kitchen@quillwood.test',
    'Todos los servicios de esta organización | → /directory/organization/<id>',
  ])
})

it('DIR-02 a service without a place of its own says when it is open, and where its offices are', async () => {
  const organization = await makeProvider()
  const id = await add('service', { organizationId: organization.id, name: 'Hotline' })
  await add('schedule', {
    serviceId: id,
    freq: 'WEEKLY',
    byday: everyDay,
    opensAt: '00:00',
    closesAt: '24:00',
    description: 'Also on holidays',
  })
  const office = await add('location', { organizationId: organization.id })
  await add('address', { locationId: office, city: 'Albany', addressType: 'postal', country: 'US' })
  const page = await openScreen(`/directory/service/${id}`, { as: sam })
  await page.findByRole('heading', { level: 1 })
  expect(steady(page.outline())).toEqual([
    'Directory | → /directory',
    'Hotline',
    'by Quillwood Aid',
    'Refer someone | → /referrals/new?serviceId=<id>',
    'Print',
    '(Add to list: Hotline) | Add to list',
    'Something wrong? | → /directory/service/<id>/correction',
    'Not confirmed yet',
    'Has no account yet: a referral goes out by e-mail',
    'Nobody has confirmed this for a long time. Call before you send somebody.',
    'When',
    'Open now',
    'Open 24 hours',
    'Also on holidays',
    'Offices of the organization',
    'The directory names no place of its own for this service. Ask where it is given.',
    'Albany',
    'Albany',
    'Open now',
    'Open 24 hours',
    'About Quillwood Aid',
    'Help next door.',
    'Email | office@quillwood.test | → mailto:office@quillwood.test',
    'All services of this organization | → /directory/organization/<id>',
  ])
})

it('DIR-02 a service of which little is known is short, and a member refers nobody', async () => {
  const stranger = await makeOrganization(database, { name: 'Elm Walk' })
  const id = await add('service', { organizationId: stranger.id, name: 'Walk', url: 'ftp://elm.test', maximumAge: 12 })
  await add('directoryContact', { serviceId: id, name: 'Bo Lin' })
  const page = await openScreen(`/directory/service/${id}`, { as: member })
  await page.findByRole('heading', { level: 1 })
  expect(page.outline()).toEqual([
    'Directory | → /directory',
    'Walk',
    'by Elm Walk',
    'Print',
    'Something wrong? | → /directory/service/<id>/correction',
    'Not confirmed yet',
    'Nobody has confirmed this for a long time. Call before you send somebody.',
    'Contact',
    'Ask for | Bo Lin',
    'For whom',
    'Up to age 12',
    'About Elm Walk',
    'All services of this organization | → /directory/organization/<id>',
  ])
})

it('DIR-02 a service with 21 places starts with what to call and the place asked for; the others and their hours fold', async () => {
  const organization = await makeProvider()
  const id = await add('service', { organizationId: organization.id, name: 'Pantry of many doors' })
  await add('phone', { serviceId: id, number: '716-555-0199', type: 'fax' })
  await add('phone', { serviceId: id, number: '716-555-0170', type: 'voice' })
  await add('schedule', { serviceId: id, notes: 'By appointment only', isUnderstood: false })
  const contactId = await add('directoryContact', { serviceId: id, name: 'Ana Ruiz' })
  await add('phone', { contactId, number: '716-555-0171', type: 'voice' })
  const places: string[] = []
  for (let at = 1; at <= 21; at++) {
    const door = { ...cedar, address1: `${at} Elm St`, addressType: 'physical', country: 'US' }
    places.push(await makePlace(id, { name: `Door ${String(at).padStart(2, '0')}` }, door))
  }
  const { id: there } = await database
    .selectFrom('serviceAtLocation')
    .select('id')
    .where('locationId', '=', places[6] ?? '')
    .executeTakeFirstOrThrow()
  await add('phone', { serviceAtLocationId: there, number: '716-555-0177', type: 'voice' })
  await add('schedule', {
    ...{ locationId: places[6], freq: 'WEEKLY', byday: everyDay, opensAt: '00:00', closesAt: '24:00' },
    notes: 'Ring twice',
  })
  const page = await openScreen(`/directory/service/${id}?place=${places[6]}`, { as: sam })
  await page.findByRole('heading', { level: 1 })
  const outline = page.outline()
  expect(outline.slice(outline.indexOf('Contact'), outline.indexOf('Contact') + 18)).toEqual([
    'Contact',
    'Phone | (Call 716-555-0170) | 716-555-0170 | → tel:7165550170',
    'Fax | 716-555-0199',
    'Ask for | Ana Ruiz | Phone | (Call 716-555-0171) | 716-555-0171 | → tel:7165550171',
    'By appointment only',
    'Where and when',
    'Door 07',
    '7 Elm St',
    'Floor 2',
    'Cedar Harbor, NY 14203',
    'Phone | (Call 716-555-0177) | 716-555-0177 | → tel:7165550177',
    'Open now',
    'Open 24 hours',
    'Ring twice',
    '20 other places',
    'Door 01',
    'Hours not known: call first',
    '1 Elm St, Floor 2, Cedar Harbor, NY 14203',
  ])
  const folded = [...document.querySelectorAll('details')]
  expect(folded).toHaveLength(20)
  expect(folded.every((one) => !one.open)).toBe(true)
  expect(folded[0]?.querySelector('summary')?.textContent).toContain('1 Elm St, Floor 2, Cedar Harbor, NY 14203')
  const spanish = await openScreen(`/directory/service/${id}`, { as: sam, language: 'es' })
  await spanish.findByRole('heading', { level: 1 })
  expect(spanish.outline()).toEqual(expect.arrayContaining(['20 lugares más', 'Horario desconocido: llame antes']))
})

it('DIR-02 DIR-03 a day whose hours are not known is not closed, and an unread status is said as it was written', async () => {
  const organization = await makeProvider()
  const id = await add('service', {
    ...{ organizationId: organization.id, name: 'Half known', status: null, statusSaid: 'Pending review' },
  })
  const place = await makePlace(id, { name: 'Hall' })
  await add('schedule', {
    locationId: place,
    freq: 'WEEKLY',
    byday: 'MO,TU,WE,TH,FR',
    opensAt: '00:00',
    closesAt: '24:00',
  })
  await add('schedule', { locationId: place, freq: 'WEEKLY', byday: 'SA', isUnderstood: false })
  for (const [language, said, status] of [
    ['en', 'Not known: call first', 'The directory says “Pending review” about this service.'],
    ['es', 'No se conoce: llame antes', 'El directorio dice «Pending review» sobre este servicio.'],
  ] as const) {
    const page = await openScreen(`/directory/service/${id}`, { as: sam, language })
    await page.findByRole('heading', { level: 1 })
    const lines = page.outline()
    expect(lines.filter((line) => line.endsWith(`| ${said}`))).toHaveLength(1)
    expect(lines.filter((line) => /\| (Closed|Cerrado)$/.test(line))).toHaveLength(1)
    expect(lines.some((line) => line.startsWith(status))).toBe(true)
  }
})
