import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { DEMO_PASSWORD, expect, maria, signIn, test } from './portal.ts'

/** Records what a page fetches of some kinds; returns the number of files, and their size with gzip. */
function watchFiles(page: Page, kinds: string[], known = new Set<string>()) {
  const files = new Set<string>()
  const take = (response: Response) => {
    const isWanted = kinds.includes(response.request().resourceType()) && response.ok() && !known.has(response.url())
    if (isWanted) files.add(response.url())
  }
  page.on('response', take)
  return async () => {
    page.off('response', take)
    // Read again, because the browser forgets what it received before it opened another document.
    const weightOf = async (url: string) => {
      const answer = await page.request.get(url, { failOnStatusCode: true })
      return gzipSync(await answer.body(), { level: 9 }).length
    }
    const sizes = await Promise.all([...files].map(weightOf))
    return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0), names: new Set(files) }
  }
}

async function openFront(page: Page) {
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.waitForLoadState('networkidle')
}

test('the script of the front page stays within 130 kB gzip', async ({ page }) => {
  const weigh = watchFiles(page, ['script'])
  await openFront(page)
  const { count, bytes } = await weigh()
  expect(count).toBeGreaterThan(2)
  expect(bytes).toBeLessThan(130_000)
})

test('0003 signing in fetches at most 100 kB gzip of scripts and styles on the way to home', async ({ page }) => {
  const kinds = ['script', 'stylesheet']
  const weighFront = watchFiles(page, kinds)
  await openFront(page)
  const weigh = watchFiles(page, kinds, (await weighFront()).names)
  await page.getByLabel('Email').fill(maria)
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Maria/ })).toBeVisible()
  const { count, bytes, names } = await weigh()
  expect(count).toBeGreaterThan(3)
  expect(bytes, [...names].join('\n')).toBeLessThan(100_000)
})

test('0003 a page of a signed-in reader names home and the screens, and fetches each once', async ({ page }) => {
  await signIn(page, maria)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const html = await (await page.goto('/home'))?.text()
  await expect(page.getByRole('heading', { level: 1, name: /Maria/ })).toBeVisible()
  const named = [...(html ?? '').matchAll(/<link rel="modulepreload"[^>]+href="([^"]+)"/g)].map(([, path]) => path)
  for (const file of [/\/home-/, /\/screens-/]) {
    const path = named.find((one) => file.test(one ?? ''))
    expect(path).toBeTruthy()
    expect(fetched.filter((one) => one === path)).toHaveLength(1)
  }
})

test('0003 the styles of the portal come after those of the component library', async ({ page }) => {
  await signIn(page, maria)
  // A card is white on the paper of the page; the library's own surface has the color of the page.
  for (const path of ['/home', '/people/new', '/directory', '/referrals/new']) {
    await page.goto(path)
    const card = page.getByRole('main').locator('section.mantine-Paper-root').first()
    await expect(card).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(251, 247, 240)')
  }
})
