import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const { add, makeProvider } = directoryOf(app)
const { account: sam } = await app.someone({ organizationId: (await makeOrganization(database)).id })
const hall = await makeOrganization(database, {
  name: 'Quilt Hall',
  email: 'desk@quilthall.test',
  description: 'A hall for the neighborhood.',
})

it('DIR-01 an approved organization without a service is found by its name, with how to reach it', async () => {
  await makeOrganization(database, { name: 'Quilt Hallway', standing: 'pending' })
  const page = await openScreen('/directory?text=quilt hall', { as: sam })
  const found = within(await page.findByRole('navigation', { name: 'Organization with this name' }))
  expect(found.getAllByRole('link').map((link) => link.textContent)).toEqual(['Quilt Hall'])
  await page.user.click(found.getByRole('link', { name: 'Quilt Hall' }))
  await page.findByRole('heading', { level: 1, name: 'Quilt Hall' })
  page.getByText('A hall for the neighborhood.')
  expect(page.getByRole('link', { name: 'desk@quilthall.test' }).getAttribute('href')).toBe(
    'mailto:desk@quilthall.test',
  )
  await page.findByText('None of its services is in the directory yet')
  page.getByText('Call or write to ask what it offers.')
  expect(page.queryByRole('link', { name: 'Describe a service' })).toBeNull()
})

it('ORG-02 the admin of an organization without a service is led to describe one, also in Spanish', async () => {
  const { account } = await app.someone({ organizationId: hall.id, roles: ['organization-admin'] })
  const page = await openScreen(`/directory/organization/${hall.id}`, { as: account, language: 'es' })
  const link = await page.findByRole('link', { name: 'Describir un servicio' })
  expect(link.getAttribute('href')).toBe(`/organization/listing/new?organizationId=${hall.id}`)
  page.getByText('Ninguno de sus servicios figura todavía en el directorio')
})

it('DIR-01 a service leads to its organization, with all its services page by page', async () => {
  const provider = await makeProvider()
  const ids = []
  for (let n = 0; n < 22; n++)
    ids.push(await add('service', { organizationId: provider.id, name: `Plumbline ${String(n).padStart(2, '0')}` }))
  await add('service', { organizationId: provider.id, name: 'Plumbline ended', status: 'inactive' })
  const page = await openScreen(`/directory/service/${ids[0]}`, { as: sam })
  await page.user.click(await page.findByRole('link', { name: 'All services of this organization' }))
  await page.findByRole('heading', { level: 1, name: 'Quillwood Aid' })
  const shown = () => page.getAllByRole('link', { name: /^Plumbline/ }).map((link) => link.textContent)
  await waitFor(() => expect(shown()).toHaveLength(20))
  await page.press('Show more')
  await waitFor(() => expect(shown()).toHaveLength(22))
  expect(new Set(shown()).size).toBe(22)
  expect(shown()).not.toContain('Plumbline ended')
})

it('DIR-01 services of an organization that could not be read are offered again', async () => {
  const page = await openScreen('/home', { as: sam })
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/service/', 500)
  await page.open(`/directory/organization/${hall.id}`)
  await page.findByText('The services could not be loaded.')
  await page.press('Try again')
  await page.findByText('None of its services is in the directory yet')
})

it('DIR-13 an organization that is followed from the results counts as something opened', async () => {
  const page = await openScreen('/directory?text=quilt hall', { as: sam })
  const link = await page.findByRole('link', { name: 'Quilt Hall' })
  const { query } = page.calls('GET', '/api/service/').at(-1) ?? {}
  await page.user.click(link)
  await waitFor(() => expect(page.calls('POST', `/api/serviceSearch/${query?.searchId}/opened`)).toHaveLength(1))
})
