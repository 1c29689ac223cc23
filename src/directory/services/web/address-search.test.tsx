import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf } from '#test/screen.tsx'

const app = await startTestApp({ GEOCODER_URL: 'https://geocoder.example.test/search' })
const openScreen = screensOf(app)
const { account: sam } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })

it('DIR-06 with a geocoder, the field asks for an address too and says when none was found', async () => {
  for (const [language, label, problem] of [
    [
      'en',
      'Near ZIP code, town or address',
      'No place or address was found. Write the town and the state too, or a ZIP code.',
    ],
    [
      'es',
      'Cerca de código postal, ciudad o dirección',
      'No se encontró ningún lugar ni dirección. Escriba también la ciudad y el estado, o un código postal.',
    ],
  ] as const) {
    const page = await openScreen('/directory', { as: sam, language })
    // A name of a person is not sent to the geocoder.
    await page.fill(label, 'Ana Alvarez')
    await page.press(language === 'en' ? 'Search' : 'Buscar')
    await page.findByText(problem)
    const field = page.getByLabelText(label) as HTMLInputElement
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['Ana Alvarez', 'true'])
  }
})
