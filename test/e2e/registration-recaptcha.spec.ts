import { expect, startPortal, test } from './portal.ts'

/** Replaces Google's script: a button that verifies, and one that lets the code expire. */
const script = `globalThis.grecaptcha = {
  ready: (then) => then(),
  reset: () => undefined,
  render: (place, options) => {
    place.innerHTML = '<button type="button" id="tick">' + options.sitekey + '</button><button type="button" id="expire">expire</button>'
    place.querySelector('#tick').onclick = () => options.callback('a-code')
    place.querySelector('#expire').onclick = () => options['expired-callback']()
    return 0
  },
}`

test('CAP-01 CAP-02 with reCAPTCHA’s keys its widget takes the place: verified sets the code, expired clears it', async ({
  page,
}) => {
  const portal = await startPortal({ RECAPTCHA_SITE_KEY: 'site-key-1', RECAPTCHA_SECRET: 'secret-1' })
  try {
    await page.route('https://www.google.com/recaptcha/api.js*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    )
    await page.goto(`${portal.url}/registration/organization`)
    await page.getByRole('button', { name: 'Organization Information' }).click()
    await expect(page.getByRole('button', { name: 'site-key-1' })).toBeVisible()
    await page.getByRole('button', { name: 'site-key-1' }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    const captchaNotice = page.getByRole('alert').getByText('Please click the reCaptcha checkbox')
    await expect(page.getByRole('alert').getByText('Please check the form for errors')).toBeVisible()
    await expect(captchaNotice).toHaveCount(0)
    await page.getByRole('button', { name: 'Organization Information' }).click()
    await page.getByRole('button', { name: 'expire' }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(captchaNotice).toBeVisible()
  } finally {
    await portal.stop()
  }
})
