import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { writeMessage } from '#test/message-delivery.ts'
import { standardMessagePreference, standardPreference } from '../user-preference.ts'
import { listListeners, listListenersAt, listOrganizationListeners } from './listener-queries.ts'

const app = await startTestApp()
const { database } = app
const PATH = '/api/userPreference'
const MESSAGES = '/api/userPreference/message'
const addPhone = (contactId: string | null, phoneNumber: string, isPrimary: boolean) =>
  database
    .insertInto('contactPhone')
    .values({ contactId: contactId ?? '', phoneNumber, isPrimary })
    .execute()

it('PREF-04 keeps the preferences for referrals and for messages apart, and each person’s their own', async () => {
  const [one, other] = [await app.someone(), await app.someone()]
  expect((await one.call('GET', MESSAGES)).body).toEqual(standardMessagePreference)
  const messages = { emailForMessageOnReferral: 'None', textForMessageOnReferral: 'Internal' }
  expect(await one.call('PUT', MESSAGES, messages)).toMatchObject({ status: 200, body: messages })
  expect((await one.call('GET', PATH)).body).toEqual(standardPreference)
  const referrals = { ...standardPreference, emailForDirectReferral: 'External' }
  expect((await one.call('PUT', PATH, referrals)).body).toEqual(referrals)
  expect([(await one.call('GET', PATH)).body, (await one.call('GET', MESSAGES)).body]).toEqual([referrals, messages])
  expect([(await other.call('GET', PATH)).body, (await other.call('GET', MESSAGES)).body]).toEqual([
    standardPreference,
    standardMessagePreference,
  ])
  expect((await one.call('PUT', MESSAGES, { emailForMessageOnReferral: 'None' })).status).toBe(400)
  const saved = { actorId: one.account.id, action: 'preferences-saved', subjectType: 'account', detail: {} }
  const audits = await auditsOf(database, one.account.id)
  expect(audits.filter(({ action }) => action === 'preferences-saved')).toEqual([saved, saved])
})

it('PREF-07 tells those with one of the roles at the organization, at their primary number, in their language', async () => {
  const [{ id: organizationId }, { id: elsewhere }] = [
    await makeOrganization(database),
    await makeOrganization(database),
  ]
  const make = (given: Parameters<typeof makeAccount>[1]) => makeAccount(database, { organizationId, ...given })
  const admin = await make({ roles: ['organization-admin'], language: 'es' })
  const staff = await make({ roles: ['organization-staff', 'organization-admin'] })
  await make({ roles: ['organization-staff'] })
  await make({ roles: ['organization-admin'], confirmed: false })
  await make({ roles: ['organization-admin'], organizationId: elsewhere })
  await addPhone(admin.contactId, '+17165550130', false)
  await addPhone(admin.contactId, '+17165550131', true)
  await database
    .insertInto('userPreference')
    .values({ accountId: staff.id, textForIncomingReferral: 'All', emailForMessageOnReferral: 'None' })
    .execute()
  const standard = { ...standardPreference, ...standardMessagePreference }
  const listeners = [
    { id: admin.id, email: admin.email, language: 'es', phoneNumber: '+17165550131', preference: standard },
    {
      ...{ id: staff.id, email: staff.email, language: 'en', phoneNumber: null },
      preference: { ...standard, textForIncomingReferral: 'All', emailForMessageOnReferral: 'None' },
    },
  ].sort((a, b) => (a.id < b.id ? -1 : 1))
  expect(await listOrganizationListeners(database, organizationId, ['organization-admin'])).toEqual(listeners)
  expect(await listOrganizationListeners(database, organizationId, [])).toEqual([])
  const ofStaff = listeners.filter(({ id }) => id === staff.id)
  expect(await listListenersAt(database, organizationId, ['organization-admin'], [staff.id])).toEqual(ofStaff)
  expect(await listListenersAt(database, organizationId, ['platform-admin'], [staff.id])).toEqual([])
  expect(await listListenersAt(database, crypto.randomUUID(), ['organization-admin'], [staff.id])).toEqual([])
  expect(await listListenersAt(database, organizationId, ['organization-admin'], [])).toEqual([])
  expect(await listListeners(database, [])).toEqual([])
  expect(await listListeners(database, [staff.id])).toEqual(ofStaff)
})

it('PREF-07 shows the last message of each channel that did not arrive, for two weeks', async () => {
  const { account, call } = await app.someone()
  const number = `+1716555${String(Math.trunc(Math.random() * 10_000)).padStart(4, '0')}`
  const fail = async (channel: 'email' | 'sms', to: string, failure: string, daysAgo: number) => {
    const subject = channel === 'email' ? { subject: 'News', html: 'News' } : {}
    const id = await writeMessage(app, { channel, to, text: 'News', ...subject })
    await sql`update message set failure = ${failure}, failed_on = now() - make_interval(days => ${daysAgo}) where id = ${id}::uuid`.execute(
      database,
    )
  }
  const shown = async () =>
    (await call('GET', `${PATH}/undelivered`)).body.items.map(({ channel, failure }: Record<string, string>) => [
      channel,
      failure,
    ])
  await fail('email', account.email, 'invalid-address', 15)
  expect(await shown()).toEqual([])
  await fail('email', account.email, 'invalid-address', 13)
  await fail('sms', number, 'unsubscribed', 1)
  expect(await shown()).toEqual([['email', 'invalid-address']])
  await addPhone(account.contactId, number, true)
  await fail('email', account.email, 'refused', 2)
  await fail('email', account.email, 'invalid-address', 5)
  expect(await shown()).toEqual([
    ['email', 'refused'],
    ['sms', 'unsubscribed'],
  ])
})
