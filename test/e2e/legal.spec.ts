import {
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  looks,
  maria,
  setLook,
  test,
} from './portal.ts'

const documents = {
  privacyPolicy: {
    en: { title: 'Privacy Policy', last: 'Changes to This Policy' },
    es: { title: 'Política de privacidad', last: 'Cambios en esta política' },
  },
  terms: {
    en: { title: 'Individual Access Terms and Conditions', last: 'Contact' },
    es: { title: 'Términos y condiciones de acceso individual', last: 'Contacto' },
  },
}

for (const look of looks)
  for (const [path, titles] of Object.entries(documents))
    test(`LEG-01 /legal/${path} is whole and accessible in ${inWords(look)}, at 360 px and 1280 px`, async ({
      page,
    }) => {
      await setLook(page, look)
      const { title, last } = titles[look.language]
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`/legal/${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(page.getByRole('heading', { level: 2 }).last()).toContainText(last)
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        if (process.env.SHOTS)
          await page.screenshot({
            path: `${process.env.SHOTS}/legal-${path}-${look.language}-${look.scheme}-${look.contrast}-${width}.png`,
          })
      }
    })

test('LEG-01 the privacy policy says when it was last updated and where to write, and stands in a centred card', async ({
  page,
}) => {
  await page.goto('/legal/privacyPolicy')
  await expect(page.getByText('Last updated September 2020')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Contact Us' }).getByRole('link')).toHaveAttribute(
    'href',
    /^mailto:.+@.+/,
  )
  const card = await page.locator('main > div').boundingBox()
  if (!card) throw new Error('no card')
  expect(Math.abs(card.x + card.width / 2 - 640)).toBeLessThan(12)
})

test('LEG-01 the table of contents leads to its section by keyboard, and a link to a section opens it', async ({
  page,
}) => {
  await page.goto('/legal/privacyPolicy')
  const link = page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'California Privacy Rights' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /California Privacy Rights/ })).toBeInViewport()
  await expect(page).toHaveURL(/#california$/)
  await page.goto('/')
  await page.goto('/legal/terms#governing-law')
  await expect(page.getByRole('heading', { name: /Governing Law/ })).toBeInViewport()
})

test('LEG-01 changing the language changes the document, its title and its PDF in place', async ({ page }) => {
  await page.goto('/legal/terms')
  await expect(page.getByRole('link', { name: 'Open as PDF' })).toHaveAttribute('href', '/legal/terms.pdf?language=en')
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Términos y condiciones de acceso individual')
  await expect(page).toHaveTitle(/Términos y condiciones/)
  const pdf = page.getByRole('link', { name: 'Abrir como PDF' })
  await expect(pdf).toHaveAttribute('href', '/legal/terms.pdf?language=es')
  const answer = await page.request.get((await pdf.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
})

test('LEG-01 the reader moves between the documents, and from the front page to them', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await page
    .getByRole('main')
    .getByRole('navigation', { name: 'Legal documents' })
    .getByRole('link', { name: 'Terms and Conditions' })
    .click()
  await expect(page).toHaveURL(/\/legal\/terms$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('LEG-01 only the text of the reader’s language is loaded', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (r) => scripts.push(r.url()))
  await page.goto('/legal/terms')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Individual Access Terms and Conditions')
  expect(scripts.some((url) => /terms-en/.test(url))).toBe(true)
  expect(scripts.filter((url) => /(terms|privacy-policy|confidentiality)-es|privacy-policy-en/.test(url))).toEqual([])
})

test('LEG-01 on paper the text stands without menus and buttons', async ({ page }) => {
  await page.goto('/legal/privacyPolicy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Legal documents' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Right to Know', exact: true })).toBeVisible()
})

test('LEG-01 somebody who is signed in reads the legal pages too and is not sent home', async ({ page }) => {
  const signedIn = await page.request.post('/api/auth/login/fallback', {
    data: { email: maria, password: DEMO_PASSWORD },
  })
  expect(signedIn.status()).toBe(200)
  for (const path of ['/legal/privacyPolicy', '/legal/terms']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})
