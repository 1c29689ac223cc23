import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { solveCaptcha } from '#test/captcha.ts'
import { makeAccount } from '#test/factories.ts'

// What works once works for exactly one of many simultaneous uses.
const product = await startTestApp()
const { database, anonymous } = product
const many = <T>(of: (i: number) => Promise<T>) => Promise.all(Array.from({ length: 20 }, (_, i) => of(i)))
const passwordOf = (i: number) => `violet kettle morning ${i}`
/** Exactly one call succeeded, and its password is the valid one. */
async function expectOneWinner(answers: { status: number }[], email: string) {
  expect(answers.filter((a) => a.status === 204)).toHaveLength(1)
  expect(answers.filter((a) => a.status >= 500)).toEqual([])
  const password = passwordOf(answers.findIndex((a) => a.status === 204))
  expect((await anonymous('POST', '/api/auth/login/fallback', { email, password })).status).toBe(200)
}

it('CAP-01 takes one solution once, of twenty uses at the same moment', async () => {
  const captchaCode = await solveCaptcha(anonymous)
  const answers = await many(() =>
    anonymous('POST', '/api/authentication/forgot', { email: 'nobody@example.test', captchaCode }),
  )
  expect(answers.map((a) => a.status).sort()).toEqual([204, ...Array(19).fill(400)])
})

it('RST-04 lets a mailed code set one password, of twenty uses at the same moment', async () => {
  const { email } = await makeAccount(database)
  await anonymous('POST', '/api/authentication/forgot', { email, captchaCode: await solveCaptcha(anonymous) })
  await product.workJobs()
  const resetToken = /\/auth\/reset\/([\w-]+)/.exec((await product.outbox(email))[0]?.text ?? '')?.[1]
  const codes = await many(() => solveCaptcha(anonymous))
  const answers = await many((i) =>
    anonymous('POST', '/api/authentication/reset', {
      resetToken,
      securityQuestionAnswer: 'Elm',
      password: passwordOf(i),
      captchaCode: codes[i],
    }),
  )
  await expectOneWinner(answers, email)
})

it('JWT-04 lets an administrator’s link set one password, of twenty uses at the same moment', async () => {
  const account = await makeAccount(database)
  const admin = await makeAccount(database, { roles: ['platform-admin'] })
  const asAdmin = await product.signIn(admin.email, admin.password)
  await asAdmin('POST', `/api/portalAccount/${account.id}/resetLink`)
  await product.workJobs()
  const mailed = (await product.outbox(account.email)).find((m) => m.text.includes('/auth/adminReset/'))
  const token = /\/auth\/adminReset\/([\w-]+)/.exec(mailed?.text ?? '')?.[1] ?? ''
  const resetToken = Buffer.from(token, 'base64url').toString()
  const answers = await many((i) =>
    anonymous('POST', '/api/authentication/jwtReset', {
      resetToken,
      password: passwordOf(i),
      securityQuestionAnswer: 'Elm',
    }),
  )
  await expectOneWinner(answers, account.email)
})
