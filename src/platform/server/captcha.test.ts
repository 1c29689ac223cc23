import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { createCaptcha } from './captcha.ts'

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)]
const product = await startTestApp({ SECRET_KEYS: `${older},${newer}` })

it('CAP-02 while the keys are changed, each process takes the solution of a captcha that another one gave', async () => {
  const withKeys = (...secretKeys: string[]) => createCaptcha(product.database, { ...product.config, secretKeys })
  const code = await solveCaptcha(product.anonymous)
  expect(await withKeys(newer).isSolved(code)).toBe(false)
  expect(await withKeys(newer, older).isSolved(code)).toBe(true)
  expect(await withKeys(older, newer).isSolved(code)).toBe(false)
})
