import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'

const product = await startTestApp()
const NEW = 'violet kettle morning 47'
const change = (call: typeof product.anonymous, currentPassword: string) =>
  call('PUT', '/api/myAccountPortalAccount/', { password: NEW, currentPassword })
const confirm = (call: typeof product.anonymous, password: string) =>
  call('POST', '/api/authentication/reauthenticate', { password })

it('F-18 a stranger who guesses at the door does not keep the owner from confirming or changing their password', async () => {
  const { email } = await makeAccount(product.database)
  const [one, other] = [await product.signIn(email, PASSWORD), await product.signIn(email, PASSWORD)]
  for (let n = 0; n < 8; n++) await product.anonymous('POST', '/api/authentication/login', { email, password: 'wrong' })
  expect((await confirm(one, PASSWORD)).status).toBe(204)
  expect((await change(other, PASSWORD)).status).toBe(200)
})

it('F-18 SEC-01 of 20 simultaneous guesses in one session five are looked at; another session is not held up', async () => {
  const { email } = await makeAccount(product.database)
  const [thief, owner] = [await product.signIn(email, PASSWORD), await product.signIn(email, PASSWORD)]
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => change(thief, `guess ${n}`)))
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(15)
  // Both calls share a counter.
  expect((await confirm(thief, PASSWORD)).status).toBe(429)
  expect((await change(owner, PASSWORD)).status).toBe(200)
})
