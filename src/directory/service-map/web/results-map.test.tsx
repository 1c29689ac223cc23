import { expect, it, vi } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
await importDemoDirectory(app.database)
const openScreen = screensOf(app)
const { account: sam } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })

const titles = (page: OpenScreen) => page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const listed = async (page: OpenScreen) => {
  await page.findAllByRole('heading', { level: 2 })
  return titles(page)
}

it('DIR-05 Map beside List is in the address; where it cannot be drawn, a sentence says why and the list stays', async () => {
  const page = await openScreen('/directory?text=food', { as: sam })
  const services = await listed(page)
  await page.user.click(page.getByRole('radio', { name: 'Map' }))
  await page.findByText('This browser cannot draw the map. The list has everything that would be on it.')
  expect(page.location()).toBe('/directory?text=food&view=map')
  expect(await listed(page)).toEqual(services)
  // Without a map there is nothing that numbers could lead to.
  expect(page.queryByRole('button', { name: /on the map$/ })).toBeNull()
  await page.fill('What is needed', 'rent')
  await page.press('Search')
  await waitFor(() => expect(page.location()).toBe('/directory?text=rent&view=map'))
  await page.user.click(page.getByRole('radio', { name: 'List' }))
  await waitFor(() => expect(page.location()).toBe('/directory?text=rent'))
  await waitFor(() => expect(page.queryByText(/cannot draw the map/)).toBeNull())
})

it('DIR-05 the system’s own colors and saving data leave the list too', async () => {
  const { matchMedia } = window
  const saying = (query: string) =>
    vi.stubGlobal('matchMedia', (asked: string) =>
      Object.defineProperty(matchMedia(asked), 'matches', { value: asked.includes(query) }),
    )
  for (const [query, words] of [
    ['forced-colors', /system sets its own colors/],
    ['prefers-reduced-data', /browser saves data/],
  ] as const) {
    saying(query)
    const page = await openScreen('/directory?text=food&view=map', { as: sam })
    await page.findByText(words)
    expect((await listed(page)).length).toBeGreaterThan(3)
    vi.unstubAllGlobals()
  }
})

it('DIR-05 a part of the map in the address filters the list, is named, and gives way to a ZIP code', async () => {
  const harbor = 'bbox=-78.89,42.86,-78.86,42.89'
  const page = await openScreen(`/directory?${harbor}&text=rent`, { as: sam })
  const inside = await listed(page)
  const chip = page.getByLabelText('Only this part of the map') as HTMLInputElement
  expect(chip.checked).toBe(true)
  await page.user.click(chip)
  await waitFor(() => expect(page.location()).toBe('/directory?text=rent'))
  await waitFor(() => expect(titles(page).length).toBeGreaterThan(inside.length))
  await page.open(`/directory?bbox=-120,30,-119,31&text=rent&view=map`)
  await page.findByText(/Nothing that fits is in this part of the map. These are elsewhere./)
  expect(page.getByRole('link', { name: 'Search outside this part of the map' }).getAttribute('href')).toBe(
    '/directory?text=rent&view=map',
  )
  await page.fill('Near ZIP code or town', '14203')
  await page.press('Search')
  await waitFor(() => expect(page.location()).toBe('/directory?text=rent&near=14203&view=map'))
})
