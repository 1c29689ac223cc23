import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { Page, Request } from '@playwright/test'
import { readKept } from '../read-kept.ts'
import { DEMO_PASSWORD, expect, expectAccessible, maria, signIn, test } from './portal.ts'

// The worker opens pages without a connection; other tests run without it.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|A call failed|Failed to load resource/],
})

const workerIsReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))
const cached = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) }
  })

test('INT-08 a draft is filled in, reloaded and reopened without a connection, and sent once; a list opens', async ({
  page,
  portal,
  context,
}) => {
  await signIn(page, maria)
  const headers = { origin: portal.url, 'sec-fetch-site': 'same-origin' }
  const post = async (path: string, data: object) => (await page.request.post(path, { data, headers })).json()
  const { id: contactId } = await post('/api/contact/', { firstName: 'Inés', lastName: 'Ribera' })
  const { items } = await (await page.request.get('/api/intakeForm/')).json()
  const { id: formId } = items.find(({ title }: { title: { en: string } }) => title.en === 'Hunger Vital Sign')
  const { id } = await post('/api/intake/', { formId, contactId, language: 'en' })
  const { items: services } = await (await page.request.get('/api/service/?text=Weekly+Food+Pantry&limit=1')).json()
  const { id: listId } = await post('/api/serviceList/entry', { serviceId: services[0].id })
  // The next test begins a list of its own.
  await post(`/api/serviceList/${listId}/finish`, {})
  await page.goto(`/lists/${listId}`)
  const kept = async () => (await page.evaluate(readKept)).map(({ name }) => name)
  await expect.poll(kept).toContain(`list/${listId}`)
  await page.goto(`/intakes/${id}`)
  const option = (question: number, at: number) => page.getByRole('radiogroup').nth(question).getByRole('radio').nth(at)
  await expect(option(0, 0)).toBeVisible()
  await workerIsReady(page)
  await expect.poll(kept).toContain(`intake/${id}`)

  await context.setOffline(true)
  await option(0, 0).press('Space')
  await expect(page.getByText('1 answer waits to be sent.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Opened without a connection.')).toBeVisible()
  await expect(option(0, 0)).toBeChecked()
  await option(1, 1).press('Space')
  await expect(page.getByText('2 answers wait to be sent.')).toBeVisible()
  await expectAccessible(page)
  // Closed, and opened at its start.
  await page.goto('/home')
  await expect(page.getByText('This page needs a connection.')).toBeVisible()
  await expect(page.getByRole('status').getByText('2 answers wait to be sent.')).toBeVisible()
  await expectAccessible(page)
  const list = page.getByRole('region', { name: 'Lists of services' })
  await list.getByRole('link', { name: 'Weekly Food Pantry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Places that may help you' })).toBeVisible()
  await expect(page.getByText(/^As of /)).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Weekly Food Pantry' })).toContainText('716-555-0120')
  await expectAccessible(page)
  await page.goBack()

  await context.setOffline(false)
  await expect(page.getByText('Nothing waits to be sent.')).toBeVisible({ timeout: 40_000 })
  const { answers } = await (await page.request.get(`/api/intake/${id}`)).json()
  expect(answers.map(({ revision }: { revision: number }) => revision)).toEqual([1, 1])
  const { names, paths } = await cached(page)
  expect(names).toHaveLength(1)
  expect(paths.filter((path) => !/^\/(assets\/|offlineShell|early\.js|favicon\.svg)/.test(path))).toEqual([])

  await page.goto('/auth/logout')
  await expect(page.getByText('You Have Successfully Logged Out')).toBeVisible()
  expect(await page.evaluate(readKept)).toEqual([])
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })))).not.toMatch(
    /maria|Ribera/i,
  )
  await context.setOffline(true)
  await page.goto(`/intakes/${id}`)
  await expect(page.getByText('This page needs a connection.')).toBeVisible()
  await expect(page.getByText('Ribera')).toHaveCount(0)
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })
  test('INT-08 a connection that breaks before the portal was stored sends what was answered once it is back', async ({
    page,
    portal,
    context,
  }) => {
    await signIn(page, maria)
    const headers = { origin: portal.url, 'sec-fetch-site': 'same-origin' }
    const data = { firstName: 'Inés', lastName: 'Prado' }
    const { id: contactId } = await (await page.request.post('/api/contact/', { data, headers })).json()
    // Loaded with the record of a person, because a device that keeps it may need it.
    const bar = page.waitForResponse(/\/assets\/waiting-bar-[^/]+\.js$/)
    await page.goto(`/people/${contactId}`)
    await (await bar).finished()
    await page.getByRole('button', { name: 'New intake' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Hunger Vital Sign' }).press('Enter')
    const option = page.getByRole('radiogroup').first().getByRole('radio').first()
    await expect(option).toBeVisible()
    await context.setOffline(true)
    await option.press('Space')
    await expect(page.getByText('Kept on this device, not sent yet')).toBeVisible()
    await page.getByRole('link', { name: 'Inés Prado' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Inés Prado' })).toBeVisible()
    await expect(page.getByText('1 answer waits to be sent.')).toBeVisible()
    await context.setOffline(false)
    const kept = async () => (await page.evaluate(readKept)).map(({ name }) => name)
    await expect.poll(kept, { timeout: 40_000 }).not.toContainEqual(expect.stringMatching(/^offline\//))
  })

  test('INT-08 logging out asks first also without a connection, and goes on once the session was renewed', async ({
    page,
    portal,
    context,
  }) => {
    await signIn(page, maria)
    const headers = { origin: portal.url, 'sec-fetch-site': 'same-origin' }
    const data = { firstName: 'Inés', lastName: 'Salida' }
    const { id } = await (await page.request.post('/api/contact/', { data, headers })).json()
    await page.goto(`/people/${id}`)
    await page.getByRole('button', { name: 'New intake' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Hunger Vital Sign' }).press('Enter')
    const question = page.getByRole('radiogroup').first()
    await expect(question).toBeVisible()
    await context.setOffline(true)
    await question.getByRole('radio').first().press('Space')
    await expect(page.getByText('Kept on this device, not sent yet')).toBeVisible()
    await page.getByRole('link', { name: 'Log out' }).click()
    const asked = page.getByRole('dialog', { name: 'Log out now?' })
    await expect(asked).toBeVisible()
    await context.clearCookies()
    await context.setOffline(false)
    await asked.getByRole('button', { name: 'Send and log out' }).click()
    const again = page.getByRole('dialog', { name: 'You were signed out' })
    await again.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await expectAccessible(page)
    await again.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('You Have Successfully Logged Out')).toBeVisible({ timeout: 15_000 })
    expect(await page.evaluate(readKept)).toEqual([])
  })

  test('INT-08 an intake is begun from the record of a person that was open when the connection broke', async ({
    page,
    portal,
    context,
  }) => {
    await signIn(page, maria)
    const headers = { origin: portal.url, 'sec-fetch-site': 'same-origin' }
    const data = { firstName: 'Inés', lastName: 'Huerta' }
    const { id: contactId } = await (await page.request.post('/api/contact/', { data, headers })).json()
    const loading = new Set<Request>()
    page.on('request', (request) => request.url().includes('/assets/') && loading.add(request))
    const end = (request: Request) => loading.delete(request)
    page.on('requestfinished', end).on('requestfailed', end)
    const code = page.waitForResponse(/\/assets\/intake-page-[^/]+\.js$/)
    await page.goto(`/people/${contactId}`)
    await (await code).finished()
    await expect.poll(() => loading.size).toBe(0)
    const kept = async () => (await page.evaluate(readKept)).map(({ name }) => name)
    await expect.poll(kept).toEqual(expect.arrayContaining(['forms', `person/${contactId}`]))
    await context.setOffline(true)
    await page.getByRole('button', { name: 'New intake' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Hunger Vital Sign' }).press('Enter')
    await expect(page.getByText('Begun without a connection. It is not on the portal yet.')).toBeVisible()
    await page.getByRole('radiogroup').first().getByRole('radio').first().press('Space')
    await expect(page.getByText('Kept on this device, not sent yet')).toBeVisible()
  })
})

test('INT-08 an intake is begun and completed in the field, survives a reload, and is sent once', async ({
  page,
  portal,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, maria)
  const headers = { origin: portal.url, 'sec-fetch-site': 'same-origin' }
  const data = { firstName: 'Inés', lastName: 'Campo' }
  const { id: contactId } = await (await page.request.post('/api/contact/', { data, headers })).json()
  await page.goto(`/people/${contactId}`)
  // The portal makes its database first; reading would make an empty one.
  await workerIsReady(page)
  const kept = async () => (await page.evaluate(readKept)).map(({ name }) => name)
  await expect.poll(kept).toEqual(expect.arrayContaining(['forms', `person/${contactId}`]))

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Inés Campo' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Hunger Vital Sign' }).press('Enter')
  const option = (question: number, at: number) => page.getByRole('radiogroup').nth(question).getByRole('radio').nth(at)
  await option(0, 0).press('Space')
  await option(1, 1).press('Space')
  await expect(page.getByText('Kept on this device, not sent yet')).toBeVisible()
  await page.getByRole('button', { name: 'Complete intake' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Completed on this device' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Completed on this device' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page)

  await context.setOffline(false)
  // The screen sends it and opens the portal.
  await expect(page.getByRole('heading', { name: 'What the intake found' })).toBeVisible({ timeout: 40_000 })
  const { items } = await (await page.request.get(`/api/intake/?contactId=${contactId}`)).json()
  expect(items).toMatchObject([{ state: 'complete', needs: [{ need: 'food-insecurity' }] }])
})

/** The portal as after an update: its answers and its worker name another build. */
async function updatedPortal(url: string) {
  const state = { isUpdated: false }
  const proxy = createServer((request, reply) => {
    const asked = forward(url + request.url, { method: request.method, headers: request.headers }, (answer) => {
      const headers = state.isUpdated && answer.headers['x-build'] ? { 'x-build': 'newer' } : {}
      if (request.url !== '/sw.js' || !state.isUpdated) {
        reply.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...headers })
        return answer.pipe(reply)
      }
      answer.resume()
      void fetch(`${url}/sw.js`)
        .then((worker) => worker.text())
        .then((code) =>
          reply.writeHead(200, { 'content-type': 'text/javascript' }).end(code.replace(/BUILD="\w+"/, 'BUILD="newer"')),
        )
    })
    request.pipe(asked)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, state, stop: () => proxy.closeAllConnections() ?? proxy.close() }
}

test('INT-08 a new build replaces the stored one, and an open page offers it', async ({ page, portal }) => {
  const updated = await updatedPortal(portal.url)
  await signIn(page, maria)
  await page.goto(`${updated.url}/home`)
  await workerIsReady(page)
  expect((await cached(page)).names).toEqual([expect.stringMatching(/^build-[0-9a-f]{12}$/)])
  updated.state.isUpdated = true
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect.poll(async () => (await cached(page)).names).toEqual(['build-newer'])
  await page.getByRole('link', { name: 'People', exact: true }).first().click()
  await expect(page.getByText('A new version is ready.')).toBeVisible()
  await page.goto('about:blank')
  updated.stop()
})
