import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
/** An organization of its own, whose places are no offices of another service. */
const makeProvider = () =>
  makeOrganization(database, { name: 'Quillwood Aid', email: 'office@quillwood.test', description: 'Help next door.' })
const { account: sam } = await app.someone({ organizationId: (await makeOrganization(database)).id })
const everyDay = 'MO,TU,WE,TH,FR,SA,SU'
type Table = Parameters<typeof database.insertInto>[0]
const add = async (table: Table, row: Record<string, unknown>) =>
  (
    (await database
      .insertInto(table)
      .values(row as never)
      .returning('id' as never)
      .executeTakeFirstOrThrow()) as { id: string }
  ).id
const makeService = async (name: string, row: Record<string, unknown> = {}) =>
  add('service', { organizationId: (await makeProvider()).id, name, ...row })
async function makePlace(serviceId: string, row: Record<string, unknown>, address?: Record<string, unknown>) {
  const locationId = await add('location', row)
  await add('serviceAtLocation', { serviceId, locationId })
  if (address) await add('address', { locationId, ...address })
  return locationId
}
const cedar = {
  address1: '12 Elm St',
  address2: 'Floor 2',
  city: 'Cedar Harbor',
  stateProvince: 'NY',
  postalCode: '14203',
}

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
    'Last verified 01/02/2020',
    'May be out of date',
    'Has no account yet: a referral goes out by e-mail',
    '(Refer someone to Zebra open) | Refer someone | → /referrals/new?serviceId=<id>',
  ])
  expect(page.outline(page.getByRole('region', { name: 'Zebra shut' }))).toEqual([
    'Zebra shut | → /directory/service/<id>',
    'Quillwood Aid',
    'Closed now',
    'Closed today',
    'Not verified yet',
    'May be out of date',
    'Has no account yet: a referral goes out by e-mail',
    '(Refer someone to Zebra shut) | Refer someone | → /referrals/new?serviceId=<id>',
  ])
  expect(page.outline(page.getByRole('region', { name: 'Zebra placed' }))).toEqual([
    'Zebra placed | → /directory/service/<id>',
    'Quillwood Aid',
    'Open now',
    'Today 12 AM – 12 PM, 12 PM – 12 AM',
    '12 Elm St, Floor 2, Cedar Harbor, NY 14203',
    'Not verified yet',
    'May be out of date',
    'Has no account yet: a referral goes out by e-mail',
    '(Refer someone to Zebra placed) | Refer someone | → /referrals/new?serviceId=<id>',
  ])
  expect(page.outline(page.getByRole('region', { name: 'Zebra named' }))).toEqual([
    'Zebra named | → /directory/service/<id>',
    'Quillwood Aid',
    'Hours not known: call first',
    'River house',
    'Not verified yet',
    'May be out of date',
    'Has no account yet: a referral goes out by e-mail',
    '(Refer someone to Zebra named) | Refer someone | → /referrals/new?serviceId=<id>',
  ])
  expect(page.outline(page.getByRole('region', { name: 'Zebra office' }))).toEqual([
    'Zebra office | → /directory/service/<id>',
    'Quillwood Aid',
    'Hours not known: call first',
    'Hill office | Office of the organization',
    'Not verified yet',
    'May be out of date',
    'Has no account yet: a referral goes out by e-mail',
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
    'Verificado por última vez el 02/01/2020',
    'Puede estar desactualizado',
    'Aún no tiene cuenta: la remisión sale por correo electrónico',
    '(Remitir a alguien a Zebra open) | Remitir a alguien | → /referrals/new?serviceId=<id>',
  ])
  expect(spanish.outline(spanish.getByRole('region', { name: 'Zebra placed' }))).toEqual([
    'Zebra placed | → /directory/service/<id>',
    'Quillwood Aid',
    'Abierto ahora',
    'Hoy 0:00 – 12:00, 12:00 – 0:00',
    '12 Elm St, Floor 2, Cedar Harbor, NY 14203',
    'Aún sin verificar',
    'Puede estar desactualizado',
    'Aún no tiene cuenta: la remisión sale por correo electrónico',
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
