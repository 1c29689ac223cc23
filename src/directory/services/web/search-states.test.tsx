import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
await importDemoDirectory(app.database)
const openScreen = screensOf(app)
const { account: sam, call } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })

it('DIR-01 nothing found stands in full, and a ZIP code that cannot be is said at its field', async () => {
  const page = await openScreen('/directory?text=qqqqxz', { as: sam })
  await page.findByText('Nothing fits all of this')
  expect(page.outline().slice(25)).toEqual([
    '0 services shown',
    'Nothing fits all of this',
    'Services that match would be listed here. Try fewer words, a larger distance or another category.',
    'Clear all filters',
    '(Other options)',
    'Not here? Call 211: they know local help that is not listed. | → tel:211',
  ])
  await page.open('/directory?near=142&text=zz')
  await page.findByText('Write the five digits of a ZIP code.')
  expect(page.outline()).toEqual([
    'Directory',
    'Find help for somebody: what it is, for whom, where and when.',
    'Lists of services | → /lists',
    '(Search the directory)',
    'What is needed',
    '<search Food, rent, a lawyer… "zz" at most 200>',
    'Near ZIP code or town',
    '<text ZIP, town… "142" at most 100>',
    '(Use my position)',
    'Write the five digits of a ZIP code.',
    'Distance',
    '<text "25 miles">',
    'Search',
    'Category',
    '<text All categories "">',
    'Language spoken',
    '<text Any language "">',
    '<checkbox>',
    'Open now',
    '<checkbox>',
    'Takes new people now',
    '<checkbox>',
    'Free of charge',
    '<checkbox>',
    'Takes referrals here',
    'Find for a person on record',
  ])
  expect(page.calls('GET', '/api/service/').filter(({ query }) => query.near === '142')).toEqual([])
  await page.open('/directory?near=99999')
  await page.findByText('There is no such ZIP code.')
  expect(page.outline().slice(5, 10)).toEqual([
    '<search Food, rent, a lawyer… "" at most 200>',
    'Near ZIP code or town',
    '<text ZIP, town… "99999" at most 100>',
    '(Use my position)',
    'There is no such ZIP code.',
  ])
})

it('DIR-01 the choices of the filters are offered by name, and a chosen one can be taken back', async () => {
  const page = await openScreen('/directory?near=14203&radius=7', { as: sam })
  const offered = async (label: string) => {
    const field = await page.findByLabelText(label, { selector: 'input[aria-haspopup]' })
    await page.user.click(field)
    const list = document.getElementById(field.getAttribute('aria-controls') as string) as HTMLElement
    return [...list.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
  }
  expect(await offered('Distance')).toEqual([
    '2 miles',
    '5 miles',
    '7 miles',
    '10 miles',
    '25 miles',
    '50 miles',
    '100 miles',
  ])
  expect(await offered('Language spoken')).toEqual([
    'English',
    'Spanish',
    'Arabic',
    'Burmese',
    'Chinese',
    'French',
    'Karen',
    'Nepali',
    'Polish',
    'Russian',
    'Somali',
    'Swahili',
    'Ukrainian',
    'Vietnamese',
  ])
  await page.user.click(page.getByText('Vietnamese'))
  await waitFor(() => expect(page.location()).toBe('/directory?near=14203&radius=7&language=Vietnamese'))
  for (const [label, name] of [
    ['Open now', 'openNow'],
    ['Takes new people now', 'takesPeople'],
    ['Free of charge', 'free'],
    ['Takes referrals here', 'takesReferrals'],
  ] as const) {
    const [flag] = page.getAllByLabelText(label)
    await page.user.click(flag as HTMLElement)
    await waitFor(() => expect(page.location()).toContain(`&${name}=true`))
    await waitFor(() => expect((page.getAllByLabelText(label)[0] as HTMLInputElement).checked).toBe(true))
    await page.user.click(page.getAllByLabelText(label)[0] as HTMLElement)
    await waitFor(() => expect(page.location()).not.toContain(name))
  }
})

it('DIR-01 on a phone the folded form says each filter', async () => {
  const page = await openScreen('/home', { as: sam, width: 360 })
  const { body } = await call('GET', '/api/taxonomyTerm/')
  const food = body.items.find(({ name }: { name: string }) => name === 'Food')
  await page.open(
    `/directory?text=meal&near=14203&radius=1&category=${food.id}&language=Spanish&openNow=true&takesPeople=true&free=true&takesReferrals=true`,
  )
  await page.findByText(/ · Food · /)
  expect(page.outline(document.querySelector('search') as HTMLElement)).toEqual([
    'meal · 1 mile around 14203 · Food · Spanish · Open now · Takes new people now · Free of charge · Takes referrals here',
    'Change',
  ])
  await page.press('Change')
  await waitFor(() => expect((document.activeElement as HTMLInputElement).name).toBe('text'))
  await page.open('/directory?near=14203')
  await page.findByText(/around 14203$/)
  expect(page.outline(document.querySelector('search') as HTMLElement)).toEqual(['25 miles around 14203', 'Change'])
})

it('D-CRI-1 the numbers for somebody in danger stand in full, in both languages', async () => {
  const page = await openScreen('/directory?text=suicide&near=14203', { as: sam })
  expect(page.outline(await page.findByRole('region', { name: /in danger/ }))).toEqual([
    'Is somebody in danger? Help right now',
    'Leave this page',
    '(Call Emergency: 911) | 911 | → tel:911 | Emergency | Somebody is in danger now',
    '(Call 988 Suicide & Crisis Lifeline: 988) | 988 | → tel:988 | 988 Suicide & Crisis Lifeline | Day and night, free, in English and Spanish | Text 988 | → sms:988',
    '(Call National Domestic Violence Hotline: 1-800-799-7233) | 1-800-799-7233 | → tel:+18007997233 | National Domestic Violence Hotline | Hurt or threatened at home or by a partner',
    '(Call 211: 211) | 211 | → tel:211 | 211 | Shelter tonight, food, and whom to ask',
    '“Leave this page” opens a weather page in place of this one.',
  ])
  const spanish = await openScreen('/directory?text=sobredosis', { as: sam, language: 'es' })
  expect(spanish.outline(await spanish.findByRole('region', { name: /en peligro/ }))).toEqual([
    '¿Alguien está en peligro? Ayuda ahora mismo',
    'Salir de esta página',
    '(Llamar a Emergencia: 911) | 911 | → tel:911 | Emergencia | Alguien está en peligro ahora',
    '(Llamar a Línea 988 de Prevención del Suicidio y Crisis: 988) | 988 | → tel:988 | Línea 988 de Prevención del Suicidio y Crisis | Día y noche, gratis, en español e inglés | Mensaje de texto al 988 | → sms:988',
    '(Llamar a Línea Nacional contra la Violencia Doméstica: 1-800-799-7233) | 1-800-799-7233 | → tel:+18007997233 | Línea Nacional contra la Violencia Doméstica | Si le lastiman o amenazan en casa o su pareja',
    '(Llamar a 211: 211) | 211 | → tel:211 | 211 | Refugio esta noche, comida y a quién acudir',
    '«Salir de esta página» abre una página del tiempo en lugar de esta.',
  ])
})

it('DIR-01 a distance within which nothing lies is widened, and the page says so', async () => {
  const page = await openScreen('/directory?text=food&near=14203&radius=2', { as: sam })
  await page.findAllByRole('heading', { level: 2 })
  const status = () => page.getAllByText(/shown$/).map(({ textContent }) => textContent)
  expect(status()).toEqual(['Nothing fits within 2 miles. These are within 100 miles. 6 services shown'])
  await page.open('/directory?text=pantry&near=14203&radius=2')
  await page.findByText(/shown$/)
  expect(status()).toEqual(['Nothing fits within 2 miles. These are within 100 miles. 2 services shown'])
})

it('DIR-01 words that nothing has all of are searched less strictly, and what lies farther away is a press away', async () => {
  const { database } = app
  const { id: organizationId } = await makeOrganization(database)
  const [service, place] = [
    database.insertInto('service').values({ organizationId, name: 'Zebra meals of Rochester' }).returning('id'),
    database.insertInto('location').values({ organizationId, latitude: 43.16, longitude: -77.61 }).returning('id'),
  ]
  const serviceId = (await service.executeTakeFirstOrThrow()).id
  const locationId = (await place.executeTakeFirstOrThrow()).id
  await database.insertInto('serviceAtLocation').values({ serviceId, locationId }).execute()
  const page = await openScreen('/directory?text=zebra+meals&near=14203&radius=5', { as: sam })
  const status = await page.findByText(/shown$/)
  expect([status.textContent]).toEqual(['Nothing has all of these words. These have most of them. 3 services shown'])
  const farther = page.getByText(/farther away has/)
  expect([farther.textContent]).toEqual(['1 farther away has all of these words'])
  await page.user.click(farther)
  await waitFor(() => expect(page.location()).toBe('/directory?text=zebra+meals&near=14203&radius=100'))
})
