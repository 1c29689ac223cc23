import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
await importDemoDirectory(app.database)
const openScreen = screensOf(app)
const { account: sam } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })

const waysOn = async (page: OpenScreen, name = 'Other options') =>
  within(await page.findByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

it('DIR-01 the last row always leads on: farther away, without a filter, or to 211', async () => {
  const page = await openScreen('/directory?near=14203&radius=2&language=Arabic', { as: sam })
  const [farther, any, call, ...more] = await waysOn(page)
  expect(farther?.[0]).toMatch(/^\d+ a little farther away$/)
  expect(any?.[0]).toMatch(/^\d+ in other languages$/)
  expect([call, more]).toEqual([['Not here? Call 211: they know local help that is not listed.', 'tel:211'], []])
  const shown = page.getAllByRole('heading', { level: 2 }).length
  await page.user.click(page.getByRole('link', { name: any?.[0] ?? '' }))
  await waitFor(() => expect(page.location()).toBe('/directory?near=14203&radius=2'))
  await waitFor(() =>
    expect(page.getAllByRole('heading', { level: 2 })).toHaveLength(shown + Number.parseInt(any?.[0] ?? '', 10)),
  )
})

it('DIR-01 what was left out to find anything is said, and a link leaves it out for good', async () => {
  const page = await openScreen('/directory?text=dental&language=Karen', { as: sam })
  await page.findByText(/^Nothing that fits is in Karen. These are in other languages/)
  await page.user.click(page.getByRole('link', { name: 'Search in any language' }))
  await waitFor(() => expect(page.location()).toBe('/directory?text=dental'))
  const spanish = await openScreen('/directory?text=dental&free=true', { as: sam, language: 'es' })
  await spanish.findByText(/^Nada de lo que coincide es gratis. Esto puede tener un costo/)
  await spanish.findByRole('link', { name: 'Quitar «Gratis»' })
  expect((await waysOn(spanish, 'Otras opciones')).at(-1)?.[1]).toBe('tel:211')
})

it('DIR-01 a list that is not at its end says how to go on, and nothing else', async () => {
  const page = await openScreen('/directory?near=14203&radius=100', { as: sam })
  await page.findByRole('button', { name: 'Show more' })
  expect(page.queryByRole('navigation', { name: 'Other options' })).toBeNull()
})
