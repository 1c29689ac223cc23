import { expect, it, vi } from 'vitest'
import { directoryClock } from '#directory/services/server/directory-clock.ts'
import { notNamed } from '#identity/organizations/organization-name.ts'
import { startTestApp } from '#test/app.ts'
import { cedar, directoryOf, everyDay } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const { add, makeProvider, makePlace } = directoryOf(app)
const { account: sam } = await app.someone({ organizationId: (await makeOrganization(database)).id })
const makeService = async (name: string, row: Record<string, unknown> = {}) =>
  add('service', { organizationId: (await makeProvider()).id, name, ...row })

it('DIR-01 the cards say whether a service is open, and what else is known of it', async () => {
  const open = await makeService('Zebra open', {
    alert: 'Bring a bag',
    description: 'Food.',
    assuredDate: '2020-01-02',
  })
  await add('schedule', { serviceId: open, freq: 'WEEKLY', byday: everyDay, opensAt: '00:00', closesAt: '24:00' })
  await add('phone', { serviceId: open, number: '716-555-0101', type: 'text' })
  await add('language', { serviceId: open, name: 'Spanish' })
  const closed = await makeService('Zebra shut')
  const otherDay = everyDay.split(',')[(new Date().getDay() + 2) % 7]
  await add('schedule', { serviceId: closed, freq: 'WEEKLY', byday: otherDay, opensAt: '09:00', closesAt: '12:00' })
  const placed = await makeService('Zebra placed')
  const place = await makePlace(
    placed,
    { name: 'Main hall', latitude: 42.88, longitude: -78.87 },
    { ...cedar, addressType: 'physical', country: 'US' },
  )
  await add('schedule', { locationId: place, freq: 'WEEKLY', byday: everyDay, opensAt: '00:00', closesAt: '12:00' })
  await add('schedule', { locationId: place, freq: 'WEEKLY', byday: everyDay, opensAt: '12:00', closesAt: '24:00' })
  const named = await makeService('Zebra named')
  await makePlace(named, { name: 'River house' })
  const office = await makeProvider()
  await add('location', { organizationId: office.id, name: 'Hill office' })
  await add('service', { organizationId: office.id, name: 'Zebra office' })
  const page = await openScreen('/directory?text=zebra', { as: sam })
  expect(page.outline(await page.findByRole('region', { name: 'Zebra open' }))).toEqual([
    'Zebra open | → /directory/service/<id>',
    'Quillwood Aid',
    'Open now',
    'Bring a bag',
    'Food.',
    'Open 24 hours',
    '716-555-0101 | → sms:7165550101',
    'Spanish',
    'Not confirmed since 01/02/2020',
    'Has no account yet: a referral goes out by e-mail',
    '(Add to list: Zebra open) | Add to list',
    '(Refer someone to Zebra open) | Refer someone | → /referrals/new?serviceId=<id>',
  ])
  expect(page.outline(page.getByRole('region', { name: 'Zebra shut' }))).toEqual([
    'Zebra shut | → /directory/service/<id>',
    'Quillwood Aid',
    'Closed now',
    expect.stringMatching(/^Closed today\. Opens \w+ at 9 AM$/),
    'Not confirmed yet',
    'Has no account yet: a referral goes out by e-mail',
    '(Add to list: Zebra shut) | Add to list',
    '(Refer someone to Zebra shut) | Refer someone | → /referrals/new?serviceId=<id>',
  ])
  expect(page.outline(page.getByRole('region', { name: 'Zebra placed' }))).toEqual([
    'Zebra placed | → /directory/service/<id>',
    'Quillwood Aid',
    'Open now',
    'Today 12 AM – 12 PM, 12 PM – 12 AM',
    '12 Elm St, Floor 2, Cedar Harbor, NY 14203',
    'Not confirmed yet',
    'Has no account yet: a referral goes out by e-mail',
    '(Add to list: Zebra placed) | Add to list',
    '(Refer someone to Zebra placed) | Refer someone | → /referrals/new?serviceId=<id>',
  ])
  expect(page.outline(page.getByRole('region', { name: 'Zebra named' }))).toEqual([
    'Zebra named | → /directory/service/<id>',
    'Quillwood Aid',
    'Hours not known: call first',
    'River house',
    'Not confirmed yet',
    'Has no account yet: a referral goes out by e-mail',
    '(Add to list: Zebra named) | Add to list',
    '(Refer someone to Zebra named) | Refer someone | → /referrals/new?serviceId=<id>',
  ])
  expect(page.outline(page.getByRole('region', { name: 'Zebra office' }))).toEqual([
    'Zebra office | → /directory/service/<id>',
    'Quillwood Aid',
    'Hours not known: call first',
    'Hill office | Office of the organization',
    'Not confirmed yet',
    'Has no account yet: a referral goes out by e-mail',
    '(Add to list: Zebra office) | Add to list',
    '(Refer someone to Zebra office) | Refer someone | → /referrals/new?serviceId=<id>',
  ])
  const spanish = await openScreen('/directory?text=zebra', { as: sam, language: 'es' })
  expect(spanish.outline(await spanish.findByRole('region', { name: 'Zebra open' }))).toEqual([
    'Zebra open | → /directory/service/<id>',
    'Quillwood Aid',
    'Abierto ahora',
    'Bring a bag',
    'Food.',
    'Abierto las 24 horas',
    '716-555-0101 | → sms:7165550101',
    'español',
    'Sin confirmar desde el 02/01/2020',
    'Aún no tiene cuenta: la remisión sale por correo electrónico',
    '(Agregar a la lista: Zebra open) | Agregar a la lista',
    '(Remitir a alguien a Zebra open) | Remitir a alguien | → /referrals/new?serviceId=<id>',
  ])
  expect(spanish.outline(spanish.getByRole('region', { name: 'Zebra placed' }))).toEqual([
    'Zebra placed | → /directory/service/<id>',
    'Quillwood Aid',
    'Abierto ahora',
    'Hoy 12 a.m. – 12 p.m., 12 p.m. – 12 a.m.',
    '12 Elm St, Floor 2, Cedar Harbor, NY 14203',
    'Aún sin confirmar',
    'Aún no tiene cuenta: la remisión sale por correo electrónico',
    '(Agregar a la lista: Zebra placed) | Agregar a la lista',
    '(Remitir a alguien a Zebra placed) | Remitir a alguien | → /referrals/new?serviceId=<id>',
  ])
})

it('DIR-01 a long distance is said in whole miles', async () => {
  const far = await makeService('Zebra far away')
  await makePlace(far, { latitude: 42.886, longitude: -78.878 }, cedar)
  const page = await openScreen('/directory?text=zebra%20far%20away&near=60602', { as: sam })
  await page.findByRole('link', { name: 'Zebra far away' })
  expect(page.outline().join('\n')).toMatch(/NY 14203 \| 4\d\d miles away$/m)
})

it('DIR-02 an office is shown where its address or its organization is known', async () => {
  const addOffice = async (organizationId: string, address?: Record<string, unknown>) => {
    const locationId = await add('location', { organizationId, name: 'Hill office' })
    if (address) await add('address', { locationId, ...address })
  }
  const nameless = (key: string) =>
    add('organization', { name: notNamed('Erie', key), standing: 'verified', isStandIn: true })
  const [{ id: named }, addressed, unknown] = [await makeProvider(), await nameless('o1'), await nameless('o2')]
  await addOffice(named, cedar)
  await addOffice(addressed, cedar)
  await addOffice(unknown)
  for (const [organizationId, name] of [
    [named, 'Quince named'],
    [addressed, 'Quince addressed'],
    [unknown, 'Quince unknown'],
  ] as const)
    await add('service', { organizationId, name })
  const page = await openScreen('/directory?text=quince', { as: sam })
  const card = async (name: string) => page.outline(await page.findByRole('region', { name })).slice(0, 4)
  const office = '12 Elm St, Floor 2, Cedar Harbor, NY 14203 | Office of the organization'
  expect(await card('Quince named')).toEqual([
    'Quince named | → /directory/service/<id>?place=<id>',
    'Quillwood Aid',
    'Hours not known: call first',
    office,
  ])
  expect(await card('Quince addressed')).toEqual([
    'Quince addressed | → /directory/service/<id>?place=<id>',
    'Provider not named',
    'Hours not known: call first',
    office,
  ])
  expect(await card('Quince unknown')).toEqual([
    'Quince unknown | → /directory/service/<id>',
    'Provider not named',
    'Hours not known: call first',
    'Not confirmed yet',
  ])
})

it('DIR-02 the offices of a service start with one that has an address', async () => {
  const { id: organizationId } = await makeProvider()
  for (const name of ['Attic', 'Basement', 'Hill office']) {
    const locationId = await add('location', { organizationId, name })
    if (name === 'Hill office') await add('address', { locationId, ...cedar })
  }
  const id = await add('service', { organizationId, name: 'Plum offices' })
  const page = await openScreen(`/directory/service/${id}`, { as: sam })
  await page.findByRole('heading', { name: 'Offices of the organization' })
  const titles = page.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent?.trim())
  expect(titles.slice(0, 2)).toEqual(['Hill office', '2 other places'])
})

it('DIR-06 after midnight a service that opened the day before is open until its time, not closed today', async () => {
  const service = await makeService('Heron nights')
  await makePlace(service, { name: 'Night room' }, { ...cedar, addressType: 'physical', country: 'US' })
  await add('schedule', { serviceId: service, freq: 'WEEKLY', byday: 'FR', opensAt: '20:00', closesAt: '02:00' })
  // Saturday, one o'clock in the time zone of the place.
  const clock = vi.spyOn(directoryClock, 'now').mockReturnValue(new Date('2026-11-28T06:00:00Z'))
  try {
    const page = await openScreen('/directory?text=heron', { as: sam })
    const card = page.outline(await page.findByRole('region', { name: 'Heron nights' }))
    expect(card.slice(2, 4)).toEqual(['Open now', 'Until 2 AM'])
    await page.open(`/directory/service/${service}`)
    expect(await page.findByText('Until 2 AM')).toBeTruthy()
  } finally {
    clock.mockRestore()
  }
})

it('DIR-06 a closed service says when it opens next, in the time zone of its place and in both languages', async () => {
  const service = await makeService('Bittern mornings')
  await makePlace(service, { name: 'Front room' }, { ...cedar, addressType: 'physical', country: 'US' })
  const hours = { serviceId: service, freq: 'WEEKLY', byday: 'MO', interval: 2, dtstart: '2026-11-23' }
  await add('schedule', { ...hours, opensAt: '09:00', closesAt: '12:00' })
  await add('schedule', { ...hours, opensAt: '13:30', closesAt: '17:00' })
  const clock = vi.spyOn(directoryClock, 'now')
  const said = async (instant: string, language: 'en' | 'es' = 'en') => {
    clock.mockReturnValue(new Date(instant))
    const page = await openScreen('/directory?text=bittern', { as: sam, language })
    return page.outline(await page.findByRole('region', { name: 'Bittern mornings' })).slice(2, 4)
  }
  try {
    // The place is in Florida: five hours behind.
    expect(await said('2026-11-23T13:59:00Z')).toEqual([
      'Closed now',
      'Today 9 AM – 12 PM, 1:30 PM – 5 PM. Opens at 9 AM',
    ])
    expect((await said('2026-11-23T17:30:00Z'))[1]).toBe('Today 9 AM – 12 PM, 1:30 PM – 5 PM. Opens at 1:30 PM')
    expect((await said('2026-11-24T02:00:00Z'))[1]).toBe(
      'Today 9 AM – 12 PM, 1:30 PM – 5 PM. Opens Monday, December 7 at 9 AM',
    )
    expect((await said('2026-12-03T15:00:00Z'))[1]).toBe('Closed today. Opens Monday at 9 AM')
    // Already Monday in UTC.
    expect((await said('2026-12-07T04:30:00Z'))[1]).toBe('Closed today. Opens tomorrow at 9 AM')
    expect((await said('2026-12-07T04:30:00Z', 'es'))[1]).toBe('Hoy cerrado. Abre mañana a las 9 a.m.')
    expect((await said('2026-11-25T15:00:00Z', 'es'))[1]).toBe(
      'Hoy cerrado. Abre el lunes, 7 de diciembre a las 9 a.m.',
    )
    clock.mockReturnValue(new Date('2026-12-03T15:00:00Z'))
    const page = await openScreen(`/directory/service/${service}`, { as: sam })
    expect(await page.findByText('Opens Monday at 9 AM')).toBeTruthy()
  } finally {
    clock.mockRestore()
  }
})
