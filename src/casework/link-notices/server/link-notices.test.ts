import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { linkDeliveryTask } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import type { DeliveryFailure } from '#platform/server/delivery-refused.ts'
import { reportMessages } from '#platform/server/message-report.ts'
import { recordReturn } from '#platform/server/returned-mail.ts'
import { startTestApp } from '#test/app.ts'
import { makeConsentStage } from '#test/consent-request-stage.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { workAllJobs } from '#test/message-delivery.ts'

const app = await startTestApp()
const { database } = app
const { stage, ask } = await makeConsentStage(app)
const { creator, senderAdmin } = stage.as
let formId = ''
let serviceId = ''
beforeAll(async () => {
  await insertShippedForms(database)
  const forms = database.selectFrom('intakeForm').select('id').where('shippedAs', '=', 'hunger-vital-sign')
  formId = (await forms.executeTakeFirstOrThrow()).id
  const named = { organizationId: stage.recipient.id, name: 'Pantry', assuredDate: '2026-11-01' }
  serviceId = await directoryOf(app).add('service', named)
})

interface Sent {
  notArrived: { maskedAddress: string; failure: string } | null
}
const itemsOf = async (path: string): Promise<Sent[]> => (await creator('GET', path)).body.items

/** Sends a person a link in each way that there is. */
const senders = {
  intake: async (contactId: string, way: object) => {
    const made = (await creator('POST', '/api/intakeLink/', { contactId, formId, language: 'en', way })).body
    const list = () => itemsOf(`/api/intakeLink/?intakeId=${made.intakeId}`)
    const { intakeId } = made
    return { list, intakeId, page: `/intakes/${intakeId}`, end: () => creator('DELETE', `/api/intakeLink/${made.id}`) }
  },
  record: async (contactId: string, way: object) => {
    const path = `/api/contact/${contactId}/recordLink`
    const { id } = (await creator('POST', path, { language: 'en', way })).body
    return { list: () => itemsOf(path), page: `/people/${contactId}`, end: () => creator('DELETE', `${path}/${id}`) }
  },
  consent: async (contactId: string, way: object) => {
    const { call } = await ask()
    const path = `/api/contact/${contactId}/consentRequest`
    const id = randomUUID()
    await creator('POST', path, { ...call, id, way })
    return { list: () => itemsOf(path), page: `/people/${contactId}`, end: () => creator('DELETE', `${path}/${id}`) }
  },
  list: async (contactId: string, way: object) => {
    const { id, version } = (await creator('POST', '/api/serviceList/entry', { serviceId })).body
    const path = `/api/serviceList/${id}`
    await creator('PUT', path, { version, contactId })
    const { links } = (await creator('POST', `${path}/message`, way)).body
    await creator('POST', `${path}/finish`)
    const list = async () => (await creator('GET', path)).body.links as Sent[]
    return { list, page: `/lists/${id}`, end: () => creator('DELETE', `${path}/link/${links[0].id}`) }
  },
  invitation: async (contactId: string) => {
    const path = `/api/contact/${contactId}/invitation`
    await creator('POST', path)
    return { list: () => itemsOf(path), page: `/people/${contactId}`, end: () => creator('DELETE', path) }
  },
}

async function send(how: keyof typeof senders, channel: 'email' | 'sms' = 'email') {
  const email = `noor-${randomUUID()}@example.test`
  const number = `+1716555${String(Math.floor(Math.random() * 9000) + 1000)}`
  const person = { firstName: 'Noor', lastName: 'Abadi', birthDate: '1992-03-04', email }
  const contactId = (await creator('POST', '/api/contact/', person)).body.id as string
  const way = channel === 'sms' ? { channel, to: number } : { channel, to: email }
  const sent = await senders[how](contactId, way)
  const { id, text } = await database
    .selectFrom('message')
    .select(['id', 'text'])
    .where('recipient', '=', channel === 'sms' ? number : email)
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow()
  return { ...sent, contactId, messageId: id, email, number, code: text?.match(/\/[cip]\/(\w+)/)?.[1] }
}

/** What the mail server or the text service says later. */
async function fail(messageId: string, failure: DeliveryFailure, channel = 'email') {
  await workAllJobs(app)
  if (channel === 'email') await recordReturn(database, messageId, failure)
  else
    await database
      .transaction()
      .execute((transaction) =>
        reportMessages(transaction, [{ task: linkDeliveryTask, messageId, state: 'failed', failure }]),
      )
  await workAllJobs(app)
  await workAllJobs(app)
}

const noticesOf = async (page: string, { email } = stage.accounts.creator) =>
  (await app.outbox(email)).filter(({ text }) => text.includes('did not arrive') && text.includes(page))

it.each(Object.keys(senders) as (keyof typeof senders)[])(
  'INT-07 INT-13 INT-14 DIR-07 0450 staff see where the %s link is listed that its mail did not arrive, and its sender is notified once',
  async (how) => {
    const { list, page, messageId, email } = await send(how)
    expect(await list()).toMatchObject([{ notArrived: null }])
    await fail(messageId, 'invalid-address')
    const address = `n•••@${email.split('@')[1]}`
    const notArrived = { maskedAddress: address, failure: 'invalid-address', failedOn: expect.any(String) }
    expect(await list()).toMatchObject([{ notArrived }])
    // A report that comes twice changes nothing.
    await fail(messageId, 'refused')
    expect(await list()).toMatchObject([{ notArrived }])
    expect(await noticesOf(page)).toHaveLength(1)
    expect(await noticesOf(page, stage.accounts.senderAdmin)).toHaveLength(0)
    const [{ subject = '', text = '' } = {}] = await noticesOf(page)
    expect(subject + text).not.toMatch(/Noor|Abadi|n•/)
  },
)

it('INT-13 DIR-07 0450 a text that does not arrive is told too, in Spanish, and to the admins once its sender left or does no casework', async () => {
  const { list, page, messageId, number } = await send('record', 'sms')
  const leaver = await send('list', 'sms')
  await database.updateTable('account').set({ language: 'es' }).where('id', '=', stage.accounts.creator.id).execute()
  await fail(messageId, 'unsubscribed', 'sms')
  const maskedAddress = `••• ••${number.slice(-2)}`
  expect(await list()).toMatchObject([{ notArrived: { maskedAddress, failure: 'unsubscribed' } }])
  const spanish = (await app.outbox(stage.accounts.creator.email)).filter(({ text }) => text.includes(page))
  expect(spanish.map(({ subject }) => subject)).toEqual(['Un enlace para una persona no llegó'])
  const roles = database.updateTable('accountRole').where('accountId', '=', stage.accounts.creator.id)
  await roles.set({ role: 'community-member' }).execute()
  await fail(leaver.messageId, 'refused', 'sms')
  await roles.set({ role: 'organization-staff' }).execute()
  expect(await noticesOf(leaver.page, stage.accounts.senderAdmin)).toHaveLength(1)
  const ofLeaver = (await app.outbox(stage.accounts.creator.email)).filter(({ text }) => text.includes(leaver.page))
  expect(ofLeaver).toEqual([])
  const gone = await send('list', 'sms')
  await sql`update link_delivery set sent_by = null where message_id = ${gone.messageId}::uuid`.execute(database)
  await fail(gone.messageId, 'refused', 'sms')
  expect(await noticesOf(gone.page, stage.accounts.senderAdmin)).toHaveLength(1)
  await database.updateTable('account').set({ language: 'en' }).where('id', '=', stage.accounts.creator.id).execute()
})

it.each(Object.keys(senders) as (keyof typeof senders)[])(
  'INT-07 INT-17 0450 nobody is notified of a %s link that was withdrawn, and an erasure leaves no address',
  async (how) => {
    const withdrawn = await send(how)
    await withdrawn.end()
    await fail(withdrawn.messageId, 'refused')
    expect(await withdrawn.list()).toMatchObject([{ notArrived: null }])
    expect(await noticesOf(withdrawn.page)).toHaveLength(0)
    const erased = await send(how)
    const call = { name: 'Noor Abadi' }
    expect((await senderAdmin('POST', `/api/contact/${erased.contactId}/erase`, call)).status).toBeLessThan(300)
    const left = await database
      .selectFrom('linkDelivery')
      .select('linkId')
      .where('messageId', 'in', [withdrawn.messageId, erased.messageId])
      .execute()
    expect(left).toEqual([])
  },
)

const voidOf = { reason: 'Wrong person' }
const changes = ['worried', 'ran-out'].map((item) => ({ item, value: 'never', base: 0, changeId: randomUUID() }))
/** Enters the birth date, and makes the calls that follow in the browser of the person. */
async function open(path: string) {
  const { session } = (await app.anonymous('POST', path, { birthDate: '1992-03-04' })).body
  expect(session).toEqual(expect.any(String))
  return (method: 'POST' | 'PUT', what: string, more: object) =>
    app.anonymous(method, `${path}/${what}`, { session, ...more })
}

it.each([
  [
    'intake',
    'sent',
    async () => {
      const sent = await send('intake')
      const call = await open(`/api/intakeLink/open/${sent.code}`)
      await call('PUT', 'answers', { answers: changes })
      expect((await call('POST', 'send', {})).status).toBe(204)
      return sent
    },
  ],
  [
    'intake',
    'on an intake entered in error',
    async () => {
      const sent = await send('intake')
      if (!('intakeId' in sent)) throw new Error('no intake')
      expect((await creator('POST', `/api/intake/${sent.intakeId}/void`, voidOf)).status).toBe(200)
      return sent
    },
  ],
  [
    'record',
    'opened',
    async () => {
      const sent = await send('record')
      await open(`/api/recordLink/open/${sent.code}`)
      return sent
    },
  ],
  [
    'consent',
    'answered',
    async () => {
      const sent = await send('consent')
      const call = await open(`/api/consentRequest/open/${sent.code}`)
      expect((await call('POST', 'refuse', { language: 'en', reason: null })).status).toBe(200)
      return sent
    },
  ],
] as const)('INT-07 INT-13 INT-14 0450 nobody is notified of the %s link that was %s', async (_, __, use) => {
  const { list, page, messageId } = await use()
  await fail(messageId, 'refused')
  expect(await list()).toMatchObject([{ notArrived: null }])
  expect(await noticesOf(page)).toHaveLength(0)
})

it('INT-14 0450 of a link that was sent again, only the newest message counts', async () => {
  const { list, page, messageId, contactId, email } = await send('consent')
  const [{ id }] = (await creator('GET', `/api/contact/${contactId}/consentRequest`)).body.items
  const sendAgain = async (way: object, sends: number) => {
    const path = `/api/contact/${contactId}/consentRequest/${id}/send`
    expect((await creator('POST', path, { way, language: 'en', sends })).status).toBe(200)
  }
  await sendAgain({ channel: 'email', to: `again-${email}` }, 1)
  await fail(messageId, 'refused')
  expect(await list()).toMatchObject([{ notArrived: null }])
  const { id: newest } = await database
    .selectFrom('message')
    .select('id')
    .where('recipient', '=', `again-${email}`)
    .executeTakeFirstOrThrow()
  await fail(newest, 'refused')
  const maskedAddress = `a•••@${email.split('@')[1]}`
  expect(await list()).toMatchObject([{ notArrived: { maskedAddress, failure: 'refused' } }])
  expect(await noticesOf(page)).toHaveLength(1)
  await sendAgain({ channel: 'copy' }, 2)
  expect(await list()).toMatchObject([{ notArrived: null }])
})

it('DIR-07 INT-17 0450 the address of a person leaves a list that names nobody, or now somebody else', async () => {
  const { contactId, page, messageId } = await send('list')
  const path = `/api/serviceList/${page.split('/').at(-1)}`
  const person = { firstName: 'Rosa', lastName: 'Diaz', birthDate: '1980-01-02' }
  const other = (await creator('POST', '/api/contact/', person)).body.id
  const unnamed = (await creator('POST', '/api/serviceList/entry', { serviceId })).body.id
  const { email } = (await creator('GET', `/api/contact/${contactId}`)).body
  const sent = await creator('POST', `/api/serviceList/${unnamed}/message`, { channel: 'email', to: email })
  await creator('POST', `/api/serviceList/${unnamed}/finish`)
  const left = async () => {
    const ids = [messageId, sent.body.links[0].id]
    const rows = await database.selectFrom('linkDelivery').select(['messageId', 'linkId']).execute()
    return rows.filter((row) => ids.includes(row.messageId) || ids.includes(row.linkId)).length
  }
  expect(await left()).toBe(2)
  const change = { version: (await creator('GET', path)).body.version, contactId: other }
  expect((await creator('PUT', path, change)).status).toBe(200)
  expect(await left()).toBe(1)
  const erased = await senderAdmin('POST', `/api/contact/${contactId}/erase`, { name: 'Noor Abadi' })
  expect([erased.status, await left()]).toEqual([204, 0])
})
