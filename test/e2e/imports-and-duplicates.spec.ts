import { admin, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './portal.ts'

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const services = (words: string) => `id,organization_id,name,description,status\na,o,Ferry rides,${words},active\n`

test('DIR-10 DIR-11 a data manager imports a directory, looks at its duplicates and merges two', async ({ page }) => {
  await signIn(page, admin)
  for (const [source, words] of [
    ['county', 'Rides'],
    ['town', 'Rides to the doctor'],
  ] as const) {
    await page.goto('/admin/imports')
    await page.getByRole('combobox', { name: /^Source/ }).fill(source)
    await page
      .locator('input[type=file]')
      .setInputFiles([
        fileOf('organizations.csv', 'id,name,website\no,Ferry House,https://ferryhouse.example\n'),
        fileOf('services.csv', services(words)),
      ])
    await page.getByRole('button', { name: 'Check the files' }).press('Enter')
    await page.getByRole('button', { name: 'Apply the import' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const compare = page.getByRole('link', { name: 'Compare: Ferry rides and Ferry rides' })
  await expect(async () => {
    await page.goto('/admin/duplicates?kind=service')
    await expect(compare).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expectAccessible(page)
  await compare.press('Enter')
  await page.getByRole('checkbox', { name: 'Take this: What it is' }).press('Space')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Merge' }).press('Enter')
  await expect(page.getByText('Merged. You can undo it under “Merged”.')).toBeVisible()
  await page.goto('/directory?text=ferry+rides')
  await expect(page.getByRole('link', { name: 'Ferry rides', exact: true })).toHaveCount(1)
})
