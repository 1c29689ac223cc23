import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'

const logged: string[] = []
const product = await startTestApp({ DEMO: 'false' }, { write: (line) => void logged.push(line) })

it('SEC-05 HTTP-05 enrolling a phone where nothing can send codes says what to use instead, and the log says so', async () => {
  const me = await product.signIn((await makeAccount(product.database)).email, PASSWORD)
  const wanted = { authenticator_type: 'oob', oob_channel: 'sms', phone_number: '+17165550142' }
  expect(await me('POST', '/api/mfa/', wanted)).toMatchObject({
    status: 503,
    body: { code: 'phone-codes-unavailable', message: expect.stringContaining('app or a passkey') },
  })
  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([expect.stringContaining('request failed')])
})
