import type { Locator } from '@playwright/test'
import { expect, expectNoSidewaysScroll, maria, setLook, signIn, support, test } from './portal.ts'

// What a narrow screen with long words must not cut off, displace or cover.

const boxesOf = async (...all: Locator[]) =>
  Promise.all(all.map(async (one) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }))

for (const width of [1280, 360])
  test(`PREF-06 all choices of the appearance stand inside their panel at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Appearance' }).click()
    const panel = page.getByRole('group', { name: 'Appearance' })
    const [frame, ...choices] = await boxesOf(panel, ...(await panel.locator('label').all()))
    expect(choices).toHaveLength(4)
    for (const box of choices) {
      expect(box.x).toBeGreaterThanOrEqual(frame?.x ?? 9999)
      expect(box.x + box.width).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0))
      expect(box.y + box.height).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0))
    }
    await expectNoSidewaysScroll(page)
  })

test('in Spanish at 360 px no label of a button or of the navigation is cut off, and fields side by side are level', async ({
  page,
}) => {
  await signIn(page, maria)
  await setLook(page, { scheme: 'light', contrast: 'standard', language: 'es' })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/home', '/directory', '/referrals', '/referrals/new', '/people', '/organization/people']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    const cut = await page
      .locator('.mantine-Button-label, nav a > span:first-of-type')
      .evaluateAll((labels) =>
        labels
          .filter((label) => label.clientWidth > 0 && label.scrollWidth > label.clientWidth + 1)
          .map((label) => label.textContent),
      )
    expect(cut, path).toEqual([])
    await expectNoSidewaysScroll(page)
    if (path !== '/directory') continue
    const [near, distance] = await boxesOf(
      page.locator('[name=near]'),
      page.getByRole('combobox', { name: 'Distancia' }),
    )
    expect(Math.abs((near?.y ?? 0) - (distance?.y ?? 99))).toBeLessThanOrEqual(1)
  }
})

test('HTTP-06 a notice lies over no button and no field', async ({ page }) => {
  await signIn(page, maria)
  for (const [width, height] of [
    [1280, 600],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/myAccount/preferences')
    const save = page.getByRole('button', { name: 'Save' })
    await save.scrollIntoViewIfNeeded()
    await save.press('Enter')
    const notice = page.getByText('Preferences saved')
    await expect(notice).toBeVisible()
    const [said, pressed] = await boxesOf(notice, save)
    if (!said || !pressed) throw new Error('nothing was drawn')
    const isBeside = said.y + said.height <= pressed.y || said.y >= pressed.y + pressed.height
    expect(isBeside || said.x >= pressed.x + pressed.width || said.x + said.width <= pressed.x).toBe(true)
  }
})

test('HDV-01 at 320 px a ticket and what stands around it do not scroll sideways', async ({ page }) => {
  await signIn(page, support)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/support/helpDesk/HD-000007')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Other tickets by Maria Delgado' })).toBeVisible()
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('in the list of people a long name without a space stays inside its column', async ({ page }) => {
  await signIn(page, maria)
  const lastName = `Abcdefghij${'klmnopqrst'.repeat(9)}`
  const made = await page.request.post('/api/contact/', { data: { firstName: 'Wide', lastName } })
  expect(made.status()).toBe(201)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/people')
    await expect(page.getByText(lastName).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    const table = page.getByRole('main').locator('table, ul').first()
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  }
})

test('PREF-06 a dialog has an edge in dark with high contrast', async ({ page }) => {
  await signIn(page, maria)
  await setLook(page, { scheme: 'dark', contrast: 'more', language: 'en' })
  await page.goto('/support/helpDesk')
  await page.getByRole('button', { name: 'New Support Request' }).click()
  const content = page.locator('.mantine-Modal-content')
  await expect(content).toBeVisible()
  const { width, style, edge, body } = await content.evaluate((element) => {
    const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element)
    return {
      width: Number.parseFloat(borderTopWidth),
      style: borderTopStyle,
      edge: borderTopColor,
      body: backgroundColor,
    }
  })
  expect([width >= 1, style]).toEqual([true, 'solid'])
  expect(edge).not.toBe(body)
})

test('HD-04 at 360 px a wrong date in the filters shows its label, and Apply stays in sight', async ({ page }) => {
  await signIn(page, support)
  await page.setViewportSize({ width: 360, height: 600 })
  await page.goto('/support/helpDesk')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('End Date').first().fill('13/45/2026')
  await drawer.getByLabel('Closed').scrollIntoViewIfNeeded()
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(drawer.locator('[name=endDate]')).toBeFocused()
  const [head, label, apply] = await boxesOf(
    drawer.locator('.mantine-Drawer-header'),
    drawer.locator('label', { hasText: 'End Date' }),
    drawer.getByRole('button', { name: 'Apply' }),
  )
  expect(label?.y).toBeGreaterThanOrEqual((head?.y ?? 999) + (head?.height ?? 0))
  expect((apply?.y ?? 999) + (apply?.height ?? 0)).toBeLessThanOrEqual(600)
})
