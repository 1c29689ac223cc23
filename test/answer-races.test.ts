import { expect, it } from 'vitest'
import { insertResetToken } from '#identity/accounts/server/account-token-queries.ts'
import { signResetLink } from '#identity/accounts/server/reset-link.ts'
import { newCode } from '#identity/accounts/server/secret-hash.ts'
import { type Answer, startTestApp } from './app.ts'
import { solveCaptcha } from './captcha.ts'
import { makeAccount } from './factories.ts'

// Many simultaneous wrong answers to the security question.
const product = await startTestApp()
const { database, config, anonymous } = product
const many = <T>(count: number, act: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)))
const compared = (answers: Answer[]) => answers.filter(({ body }) => body?.code === 'wrong-answer').length
const password = 'violet kettle morning 47'

/** An administrator's link, without its mail. */
async function issue(account: Awaited<ReturnType<typeof makeAccount>>) {
  const given = { hours: 1, source: 'impacthq', code: newCode() }
  await insertResetToken(database, { ...given, accountId: account.id, purpose: 'admin-reset' })
  return Buffer.from(await signResetLink(config, account, given), 'base64url').toString()
}
const answer = (resetToken: string, securityQuestionAnswer: string) =>
  anonymous('POST', '/api/authentication/jwtReset', { resetToken, password, securityQuestionAnswer })

it('F-15 of 50 wrong answers at once to an administrator’s link exactly five are compared', async () => {
  const link = await issue(await makeAccount(database))
  const answers = await many(50, (at) => answer(link, `wrong ${at}`))
  expect(compared(answers)).toBe(5)
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(45)
  expect((await answer(link, 'Elm')).status).toBe(410)
})

it('RST-04 of 20 wrong answers at once to a mailed code exactly five are compared', async () => {
  const { email } = await makeAccount(database)
  await anonymous('POST', '/api/authentication/forgot', { email, captchaCode: await solveCaptcha(anonymous) })
  await product.workJobs()
  const resetToken = /\/auth\/reset\/([\w-]+)/.exec((await product.outbox(email))[0]?.text ?? '')?.[1]
  const codes = await many(20, () => solveCaptcha(anonymous))
  const answers = await many(20, (at) =>
    anonymous('POST', '/api/authentication/reset', {
      resetToken,
      securityQuestionAnswer: `wrong ${at}`,
      password,
      captchaCode: codes[at],
    }),
  )
  expect(compared(answers)).toBe(5)
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(15)
})

it('F-15 of wrong answers at once to three links ten are compared a day, and the owner is told once', async () => {
  const account = await makeAccount(database)
  const links = [await issue(account), await issue(account), await issue(account)]
  const answers = await many(48, (at) => answer(links[at % 3] ?? '', `wrong ${at}`))
  expect(compared(answers)).toBe(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  const told = database.selectFrom('accountEvent').select('id').where('accountId', '=', account.id)
  expect(await told.where('kind', '=', 'security-answers-used-up').execute()).toHaveLength(1)
})
