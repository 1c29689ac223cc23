import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'
import { workAllJobs, writeMessage } from '#test/message-delivery.ts'
import { startTwilioPeer } from '#test/twilio-peer.ts'

const peer = await startTwilioPeer()
const product = await startTestApp({ DEMO: 'false', SMS_URL: peer.url })

it('PREF-07 somebody sees that a text to their own number was refused and why, and nobody else’s', async () => {
  const account = await makeAccount(product.database)
  await product.database
    .insertInto('contactPhone')
    .values({ contactId: account.contactId as string, phoneNumber: '(716) 555-0177', isPrimary: true })
    .execute()
  const me = await product.signIn(account.email, PASSWORD)
  const other = await product.signIn((await makeAccount(product.database)).email, PASSWORD)
  const path = '/api/userPreference/undelivered'
  expect((await me('GET', path)).body).toEqual({ items: [] })

  peer.troubles.push({ status: 400, code: 21610 })
  await writeMessage(product, { channel: 'sms', to: '+17165550177', text: 'Noor H.' })
  await workAllJobs(product)
  expect((await me('GET', path)).body).toEqual({
    items: [{ channel: 'sms', failure: 'unsubscribed', failedOn: expect.any(String) }],
  })
  expect((await other('GET', path)).body).toEqual({ items: [] })
  expect((await product.anonymous('GET', path)).status).toBe(401)
})
