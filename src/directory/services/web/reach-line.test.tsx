import { expect, it } from 'vitest'
import { readNewAreas } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const { account: sam } = await app.someone({ organizationId: (await makeOrganization(database)).id })

async function list(name: string, areas: string[], more: { phone?: string; url?: string } = {}) {
  const { id: organizationId } = await makeOrganization(database, { name: `Provider ${crypto.randomUUID()}` })
  const { id: serviceId } = await database
    .insertInto('service')
    .values({ organizationId, name, status: 'active', url: more.url ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (areas.length)
    await database
      .insertInto('serviceArea')
      .values(areas.map((area) => ({ serviceId, name: area })))
      .execute()
  if (more.phone) await database.insertInto('phone').values({ serviceId, number: more.phone }).execute()
}
await list('Quince in person', ['Cook County, IL'])
await list('Quince by telephone', ['Illinois'], { phone: '312-555-0100' })
await list('Quince online', ['Nationwide'], { url: 'https://quince.example.org' })
await list('Quince in Lake County, IL', ['60602'])
await list('Quince guessed throughout Illinois', [])
await list('Quince of many', ['Cook, Lake, Will, Kane and DuPage Counties, IL', 'Chicago, IL'])
await list('Quince of a parish', ['Orleans Parish'], { phone: '504-555-0100' })
await readNewAreas(database)

const cardsOf = async (address: string, language: 'en' | 'es') => {
  const page = await openScreen(address, { as: sam, language })
  const heads = await page.findAllByRole('heading', { level: 2, name: /^Quince/ })
  return Object.fromEntries(
    heads.map((head) => [
      head.textContent,
      [...(head.closest('section, article')?.querySelectorAll('li') ?? [])].map((li) => li.textContent).join(' | '),
    ]),
  )
}

it('DIR-01 says “Serves all of Cook County”, “By telephone, all of Illinois”, in both languages', async () => {
  expect(await cardsOf('/directory?text=quince&near=60602', 'en')).toMatchObject({
    'Quince in person': 'Serves all of Cook County',
    'Quince by telephone': expect.stringContaining('By telephone, all of Illinois'),
    'Quince online': 'Online, all of the United States',
    'Quince in Lake County, IL': 'Serves ZIP code 60602',
    'Quince guessed throughout Illinois': 'Serves all of Illinois (guessed from its description)',
    'Quince of many': 'Serves all of Chicago',
  })
  expect(await cardsOf('/directory?text=quince&near=60602', 'es')).toMatchObject({
    'Quince in person': 'Atiende todo el condado de Cook',
    'Quince by telephone': expect.stringContaining('Por teléfono, todo Illinois'),
    'Quince online': 'En línea, todo Estados Unidos',
    'Quince in Lake County, IL': 'Atiende el código postal 60602',
    'Quince guessed throughout Illinois': 'Atiende todo Illinois (deducido de su descripción)',
    'Quince of many': 'Atiende todo Chicago',
  })
})

it('DIR-01 names the areas where no place is given', async () => {
  const english = await cardsOf('/directory?text=quince', 'en')
  expect(english).toMatchObject({
    'Quince in person': 'Serves Cook County',
    'Quince by telephone': expect.stringContaining('By telephone: Illinois'),
    'Quince of a parish': expect.stringContaining('By telephone: Orleans Parish'),
  })
  expect(english['Quince of many']).toMatch(/^Serves .+, .+, .+ and 3 more$/)
  expect(await cardsOf('/directory?text=quince', 'es')).toMatchObject({
    'Quince in person': 'Atiende el condado de Cook',
    'Quince online': 'En línea: Estados Unidos',
    'Quince of a parish': expect.stringContaining('Por teléfono: Orleans Parish'),
  })
})
