import { expect, expectAccessible, expectNoSidewaysScroll, inWords, looks, setLook, test } from './portal.ts'

for (const look of looks)
  test(`LAND-01 the front page is whole and accessible in ${inWords(look)}, at 360 px and 1280 px`, async ({
    page,
  }) => {
    await setLook(page, look)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        look.language === 'en' ? 'No one falls between two doors.' : 'Que nadie se pierda entre dos puertas.',
      )
      await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })).toHaveCount(6)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/landing-${look.language}-${look.scheme}-${look.contrast}-${width}.png`,
          fullPage: true,
        })
    }
  })

test('LAND-04 the demo video is served by the portal itself, with captions in both languages', async ({ page }) => {
  const video = await page.request.get('/demo.webm', { headers: { range: 'bytes=0-3' } })
  expect(video.status()).toBe(206)
  expect(video.headers()['content-type']).toBe('video/webm')
  expect((await video.body()).toString('hex')).toBe('1a45dfa3')
  for (const [language, words] of [
    ['en', 'The loop is closed'],
    ['es', 'El círculo se cierra'],
  ] as const)
    expect(await (await page.request.get(`/demo.${language}.vtt`)).text()).toContain(words)
  await page.goto('/')
  const length = await page.locator('video').evaluate(
    (v: HTMLVideoElement) =>
      new Promise<number>((done, fail) => {
        v.onloadedmetadata = () => done(v.duration)
        v.onerror = () => fail(new Error('the video cannot be read'))
        v.load()
        v.preload = 'metadata'
      }),
  )
  expect(length).toBeGreaterThan(20)
})

test('LAND-01 the page tells search engines what the portal is', async ({ page }) => {
  await page.goto('/')
  const description = page.locator('meta[name="description"]')
  await expect(description).toHaveAttribute('content', /^Hearthline connects community organizations/)
})
