import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const { add, makePlace } = directoryOf(app)
const { id: organizationId } = await makeOrganization(database, { name: 'Willow Homes' })
const { account: maria } = await app.someone({ organizationId, roles: ['organization-admin'] })
const { account: sam } = await app.someone({ organizationId: (await makeOrganization(database)).id })
const { account: ada } = await app.someone({ roles: ['platform-admin'] })
const nights = await add('service', { organizationId, name: 'Heron nights' })
const locationId = await makePlace(
  nights,
  { organizationId, name: 'Rose Cottage', transportation: 'Bus 93', isConfidential: true },
  { address1: '731 Larkspur Lane', city: 'Olney', stateProvince: 'IL', postalCode: '62450' },
)
await add('phone', { locationId, number: '618-555-0123' })
const isConfidential = async () =>
  (
    await database
      .selectFrom('location')
      .select('isConfidential')
      .where('id', '=', locationId)
      .executeTakeFirstOrThrow()
  ).isConfidential

it('ORG-10 others read the county of a confidential place, on the card and on the page of its service', async () => {
  const page = await openScreen('/directory?text=heron+nights', { as: sam })
  expect(page.outline(await page.findByRole('region', { name: 'Heron nights' })).slice(0, 5)).toEqual([
    'Heron nights | → /directory/service/<id>',
    'Willow Homes',
    'Hours not known: call first',
    'Confidential place in Richland County',
    '(Call 618-555-0123) | 618-555-0123 | → tel:6185550123',
  ])
  await page.open(`/directory/service/${nights}`)
  const place = await page.findByRole('region', { name: /^Confidential place/ })
  expect(page.outline(place)).toEqual([
    'Confidential place in Richland County',
    'The address is not shown. Call or send a referral to learn where it is.',
    'Phone | (Call 618-555-0123) | 618-555-0123 | → tel:6185550123',
    'Hours not known: call first',
  ])
})

it('ORG-10 the page of a confidential place in Spanish', async () => {
  const page = await openScreen(`/directory/service/${nights}`, { as: sam, language: 'es' })
  const place = await page.findByRole('region', { name: /^Lugar confidencial/ })
  expect(page.outline(place)).toEqual([
    'Lugar confidencial en el condado de Richland',
    'La dirección no se muestra. Llame o envíe una remisión para saber dónde queda.',
    'Teléfono | (Llamar al 618-555-0123) | 618-555-0123 | → tel:6185550123',
    'Horario desconocido: llame antes',
  ])
})

it('ORG-10 its own organization reads the address with its mark', async () => {
  const page = await openScreen('/directory?text=heron+nights', { as: maria })
  expect(page.outline(await page.findByRole('region', { name: 'Heron nights' }))[3]).toBe(
    '731 Larkspur Lane, Olney, IL 62450 | · | Confidential',
  )
  await page.open(`/directory/service/${nights}`)
  const place = await page.findByRole('region', { name: 'Rose Cottage' })
  expect(page.outline(place)).toEqual([
    'Rose Cottage',
    '731 Larkspur Lane',
    'Olney, IL 62450',
    'Confidential',
    'Few people see this address. Do not pass it on.',
    'Phone | (Call 618-555-0123) | 618-555-0123 | → tel:6185550123',
    'Hours not known: call first',
    'Getting there',
    'Bus 93',
  ])
})

it('ORG-10 an admin shows the address again and hides it again, after reading what that means', async () => {
  const page = await openScreen('/organization/listing', { as: maria, expectedErrors: [/409/] })
  const line = 'Rose Cottage | → /organization/place/<id> | 731 Larkspur Lane, Olney, IL 62450'
  const shown = () => page.outline().at(-1)
  await page.findByText('Confidential')
  const remove = '(Remove Rose Cottage) | Remove'
  expect(shown()).toBe(
    `${line} | Confidential | (Show its address again: Rose Cottage) | Show its address again | ${remove}`,
  )
  await page.press('Show its address again: Rose Cottage')
  const question = await page.findByRole('dialog', { name: 'Show the address again?' })
  within(question).getByText(/^The directory then shows everyone where Rose Cottage is\./)
  await page.user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(await isConfidential()).toBe(true)
  await page.press('Show its address again: Rose Cottage')
  const again = await page.findByRole('dialog')
  await page.user.click(within(again).getByRole('button', { name: 'Show its address again' }))
  await waitFor(() => expect(page.notices()).toEqual(['The directory shows this address.']))
  await waitFor(() =>
    expect(shown()).toBe(`${line} | (Mark as confidential: Rose Cottage) | Mark as confidential | ${remove}`),
  )
  expect(await isConfidential()).toBe(false)
  await page.press('Mark as confidential: Rose Cottage')
  const meaning = await page.findByRole('dialog', { name: 'Confidential: its address is not shown' })
  expect(page.outline(meaning)).toEqual([
    'Confidential: its address is not shown',
    '(Close)',
    'Only your organization, and organizations from which you accept a referral, see where Rose Cottage is. Everyone else sees only its county, and a search finds it only by its county. The people to ask for there are not shown. Its telephone numbers and hours stay as they are.',
    'Check your texts: what you wrote about the service yourself is still shown to everyone.',
    'Cancel',
    'Mark as confidential',
  ])
  // Somebody else changed the place meanwhile.
  await database.updateTable('location').set({ version: 9 }).where('id', '=', locationId).execute()
  await page.user.click(within(meaning).getByRole('button', { name: 'Mark as confidential' }))
  await waitFor(() => expect(page.notices()).toEqual(['Someone changed this place meanwhile. Check what it says now.']))
  expect(await isConfidential()).toBe(false)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.open('/organization/listing')
  await page.findByRole('button', { name: 'Mark as confidential: Rose Cottage' })
  await page.press('Mark as confidential: Rose Cottage')
  const last = await page.findByRole('dialog')
  await page.user.click(within(last).getByRole('button', { name: 'Mark as confidential' }))
  await waitFor(() => expect(page.notices()).toContain('The directory no longer shows this address.'))
  expect(await isConfidential()).toBe(true)
  await page.open(`/organization/place/${locationId}`)
  await page.findByText(
    'Confidential: only your organization, and organizations from which it accepted a referral, see where it is.',
  )
  await page.open(`/organization/place/${locationId}/history`)
  await page.findByRole('heading', { level: 1, name: 'History' })
  expect(page.outline().join('\n')).toContain('Confidential | Before | No | After | Yes')
  expect(page.outline().join('\n')).toContain('Confidential | Before | Yes | After | No')
})

it('ORG-10 a platform admin reads neither name nor address, and cannot show them', async () => {
  const page = await openScreen(`/organization/listing?organizationId=${organizationId}`, { as: ada })
  await page.findByText('Confidential')
  expect(page.outline().at(-1)).toBe('Confidential place | Confidential')
  const { call } = await app.someone({ roles: ['platform-admin'] })
  for (const part of ['editor', 'history'])
    expect((await call('GET', `/api/location/${locationId}/${part}`)).status).toBe(404)
})

it('ORG-10 a new place is confidential from the start', async () => {
  const page = await openScreen('/organization/listing/new', { as: maria })
  await page.fill(/^Name of the service/, 'Heron days')
  await page.user.click(page.getByLabelText('At a new place'))
  await page.fill(/^Address/, '9 Teasel Road')
  await page.fill(/^City/, 'Olney')
  await page.fill(/^State/, 'IL')
  await page.fill(/^ZIP code/, '62450')
  await page.user.click(page.getByLabelText('Confidential: its address is not shown'))
  await page.press('Add the service')
  await waitFor(() => expect(page.calls('POST', '/api/service/').at(-1)?.status).toBe(201))
  const made = await database
    .selectFrom('address as a')
    .innerJoin('location as l', 'l.id', 'a.locationId')
    .select(['l.isConfidential', 'l.areaKey'])
    .where('a.address1', '=', '9 Teasel Road')
    .executeTakeFirstOrThrow()
  expect(made).toEqual({ isConfidential: true, areaKey: 'c17159' })
})
