import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { stateOf, workAllJobs, writeMessage } from '#test/message-delivery.ts'
import { startTwilioPeer } from '#test/twilio-peer.ts'
import { readSmsAddress } from './sms-address.ts'

const peer = await startTwilioPeer()
const product = await startTestApp({ DEMO: 'false', SMS_URL: peer.url })
const delivered = { isDelivered: true, failure: null }
const waiting = { isDelivered: false, failure: null }

const sms = (text: string, to = '+17165550111') => writeMessage(product, { channel: 'sms', to, text })
const sent = (text: string) => peer.posted.filter((p) => p.form.Body === text)

it('PREF-07 a text goes out once, from the configured number, with a key of its own', async () => {
  const id = await sms('A referral waits: 1 + 1 & más')
  await Promise.all([workAllJobs(product), workAllJobs(product)])
  await workAllJobs(product)
  expect(sent('A referral waits: 1 + 1 & más')).toEqual([
    {
      kind: 'Messages',
      form: { To: '+17165550111', From: '+17165550100', Body: 'A referral waits: 1 + 1 & más' },
      idempotencyKey: id,
    },
  ])
  expect(await stateOf(product, id)).toEqual(delivered)
})

it('SEC-05 a call reads its text out in the account’s language, whatever stands in it', async () => {
  const text = 'Su código es: 1, 2, 3. De nuevo: 1, 2, 3. <Dial>+1900</Dial> & "adiós"'
  await writeMessage(product, { channel: 'voice', to: '+17165550112', text, language: 'es' })
  await writeMessage(product, { channel: 'voice', to: '+17165550113', text: 'Your code' })
  await workAllJobs(product)
  const calls = peer.posted.filter((p) => p.kind === 'Calls')
  expect(calls.map((c) => [c.form.To, c.form.From])).toEqual([
    ['+17165550112', '+17165550100'],
    ['+17165550113', '+17165550100'],
  ])
  expect(calls[0]?.form.Twiml).toContain(
    '<Say language="es-US">Su código es: 1, 2, 3. De nuevo: 1, 2, 3. &lt;Dial&gt;+1900&lt;/Dial&gt; &amp; &quot;adiós&quot;</Say>',
  )
  expect(calls[1]?.form.Twiml).toContain('<Say language="en-US">Your code</Say>')
})

it.each([{ status: 429 }, { status: 500 }, { status: 503 }, { status: 401 }])(
  'PREF-07 a text is tried again after $status',
  async ({ status }) => {
    const id = await sms(`again after ${status}`)
    peer.troubles.push({ status })
    await workAllJobs(product)
    expect(await stateOf(product, id)).toEqual(waiting)
    await workAllJobs(product)
    expect(await stateOf(product, id)).toEqual(delivered)
    expect(sent(`again after ${status}`)).toHaveLength(1)
  },
)

it.each([
  [400, 21211, 'invalid-address'],
  [400, 21610, 'unsubscribed'],
  [403, 21408, 'refused'],
  [422, undefined, 'refused'],
])('PREF-07 a text refused with %i %s is given up as %s', async (status, code, failure) => {
  const id = await sms(`refused ${code}`)
  peer.troubles.push({ status, ...(code ? { code } : {}) })
  await workAllJobs(product)
  await workAllJobs(product)
  expect(await stateOf(product, id)).toEqual({ isDelivered: false, failure })
  expect(sent(`refused ${code}`)).toEqual([])
})

it('PREF-07 a text whose answer was lost is not sent a second time', async () => {
  const id = await sms('answer lost')
  peer.troubles.push('lost-answer')
  await workAllJobs(product)
  expect(await stateOf(product, id)).toEqual(waiting)
  await workAllJobs(product)
  expect(await stateOf(product, id)).toEqual(delivered)
  expect(sent('answer lost')).toHaveLength(1)
})

it('PREF-07 a message that nobody takes is given up after its last try', async () => {
  const id = await sms('never')
  await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1 where payload->>'messageId' = ${id}`.execute(
    product.database,
  )
  peer.troubles.push({ status: 503 })
  await workAllJobs(product)
  expect(await stateOf(product, id)).toEqual({ isDelivered: false, failure: 'no-answer' })
})

it('D-RUN-3 without SMS_URL a text is given up with its reason instead of waiting for days', async () => {
  const without = await startTestApp({ DEMO: 'false' })
  const id = await writeMessage(without, { channel: 'sms', to: '+17165550111', text: 'x' })
  await workAllJobs(without)
  expect(await stateOf(without, id)).toEqual({ isDelivered: false, failure: 'no-service' })
})

it('D-RUN-2 reads the address of a text service and says what is wrong with one', () => {
  const read = readSmsAddress('https://AC1:t%2Fk@api.twilio.com/?from=+17165550100&messagingService=MG1')
  expect(read).toEqual({
    base: 'https://api.twilio.com',
    account: 'AC1',
    token: 't/k',
    from: '+17165550100',
    messagingService: 'MG1',
  })
  for (const wrong of [
    'https://h?from=+17165550100',
    'https://a:b@h',
    'https://a:b@h?from=me',
    'https://a:b@h?form=+1716',
  ])
    expect(() => readSmsAddress(wrong), wrong).toThrow()
})
