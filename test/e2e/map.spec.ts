import { expect, expectAccessible, expectNoSidewaysScroll, maria, otherThemes, signIn, test } from './portal.ts'

test('DIR-05 list and map show the same numbers, follow each other, and search what is in view', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, maria)
  await page.goto('/directory?text=food&near=14203')
  await expect(page.getByText('6 services shown')).toBeVisible()
  expect(asked.filter((url) => /map-view|counties|maplibre/.test(url))).toEqual([])
  await page.getByText('Map', { exact: true }).click()
  const region = page.getByRole('region', { name: 'Map of the results' })
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const bank = page.getByRole('button', { name: /^1 \+4: 5 services here: 1: / })
  const [wheels] = [page.getByRole('button', { name: /^\d: Meals on Wheels$/ })]
  const number = (await wheels.textContent()) ?? ''
  await wheels.press('Enter')
  await expect(card('Services at this place').getByRole('link')).toHaveText('Meals on Wheels')
  await expect(card('Meals on Wheels')).toHaveClass(/selected/)
  await expect(card('Meals on Wheels').getByRole('button', { name: `Show ${number} on the map` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(wheels).toBeFocused()
  // The other way around; services at one spot open as one list.
  await card('Weekly Food Pantry')
    .getByRole('button', { name: /on the map$/ })
    .click()
  await expect(bank).toHaveAttribute('data-selected', 'true')
  await bank.press('Enter')
  await expect(card('Services at this place').getByRole('link')).toHaveCount(5)
  await expectAccessible(page, otherThemes)
  await page.keyboard.press('Escape')
  // Nothing is searched until it is asked for.
  await expect(page.getByRole('button', { name: 'Search this area' })).toHaveCount(0)
  const scale = page.getByText(/^\d+\s(mi|ft)$/)
  const wide = await scale.textContent()
  await region.focus()
  for (const key of ['+', '+']) await page.keyboard.press(key)
  await expect(scale).not.toHaveText(wide ?? '')
  await page.getByRole('button', { name: 'Search this area' }).click()
  await expect(page).toHaveURL(/\/directory\?text=food&bbox=-78[^&]+&view=map$/)
  await expectNoSidewaysScroll(page)
  expect(asked.filter((url) => new URL(url).host !== new URL(page.url()).host)).toEqual([])
})
