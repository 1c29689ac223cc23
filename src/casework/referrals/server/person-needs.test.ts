import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import type { PersonNeed } from '../person-need.ts'

const app = await startTestApp()
const { database } = app
const own = await makeOrganization(database)
const recipient = await makeOrganization(database)
const { call: staff } = await app.someone({ organizationId: own.id })
const { call: stranger } = await app.someone({ organizationId: recipient.id })

const addPerson = async (): Promise<string> =>
  (await staff('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera' })).body.id
const open = async (contactId: string, need = 'transportation-insecurity'): Promise<PersonNeed[]> =>
  (await staff('POST', '/api/referralRequest/', { contactId, need })).body.items
const list = async (contactId: string): Promise<PersonNeed[]> =>
  (await staff('GET', `/api/referralRequest/?contactId=${contactId}`)).body.items
const refer = (contactId: string, requestId: string, more: object = {}) =>
  staff('POST', '/api/referral/', {
    ...{ contactId, requestId, need: 'transportation-insecurity', recipientOrganizationId: recipient.id, send: false },
    ...more,
  })

it('INT-09 a need is recorded once while it is open, also by two at the same moment', async () => {
  const contactId = await addPerson()
  const [first] = await open(contactId)
  expect(first).toMatchObject({ isOpen: true, status: 'draft', tries: [], createdByName: 'Dana Tester' })
  await Promise.all([open(contactId), open(contactId), open(contactId, 'stress')])
  expect((await list(contactId)).map(({ need }) => need).sort()).toEqual(['stress', 'transportation-insecurity'])
})

it('INT-09 the first referral for a need brings its details, a later one does not rewrite them', async () => {
  const contactId = await addPerson()
  const [need] = await open(contactId)
  const id = need?.id ?? ''
  const made = await refer(contactId, id, { urgency: 'urgent', neededBy: '2027-01-15', note: 'Wheelchair' })
  expect(made.body).toMatchObject({ requestId: id, urgency: 'urgent', note: 'Wheelchair' })
  await refer(contactId, id, { urgency: 'routine', note: 'Second' })
  expect(await list(contactId)).toMatchObject([
    {
      ...{ id, urgency: 'urgent', neededBy: '2027-01-15', isOpen: true },
      tries: [{ status: 'Draft', organizationName: recipient.name }, { status: 'Draft' }],
    },
  ])
})

it('INT-09 a need that nobody was asked to meet can be ended; one with a referral cannot', async () => {
  const contactId = await addPerson()
  const [need] = await open(contactId)
  for (let time = 0; time < 2; time++)
    expect((await staff('POST', `/api/referralRequest/${need?.id}/end`)).body.items).toMatchObject([
      { id: need?.id, isOpen: false, status: 'revoked' },
    ])
  const [again] = await open(contactId)
  expect(again?.id).not.toBe(need?.id)
  await refer(contactId, again?.id ?? '')
  expect((await staff('POST', `/api/referralRequest/${again?.id}/end`)).body.code).toBe('illegal-transition')
})

it('INT-09 a need stays open after a decline, until its sender stops trying or tries again', async () => {
  const contactId = await addPerson()
  await staff('POST', `/api/contact/${contactId}/consent`, {
    ...{ scope: 'network', howGiven: 'verbal', givenOn: new Date().toISOString().slice(0, 10) },
  })
  const [need] = await open(contactId)
  const isOpen = async () => (await list(contactId)).map((each) => each.isOpen)
  const { body } = await refer(contactId, need?.id ?? '', { send: true })
  const act = (call: object) => stranger('POST', `/api/referral/${body.id}/transition`, call)
  const declined = await act({ action: 'decline', version: body.version, reason: 'no capacity' })
  expect([declined.status, await isOpen()]).toEqual([200, [true]])
  expect((await staff('POST', `/api/referral/${body.id}/settle`)).status).toBe(200)
  expect(await isOpen()).toEqual([false])
  await refer(contactId, need?.id ?? '')
  expect(await isOpen()).toEqual([true])
})

it('INT-09 a need whose last try ended because the person declined or moved can be ended, and is asked for anew', async () => {
  const contactId = await addPerson()
  await staff('POST', `/api/contact/${contactId}/consent`, {
    ...{ scope: 'network', howGiven: 'verbal', givenOn: new Date().toISOString().slice(0, 10) },
  })
  const [need] = await open(contactId)
  const { body } = await refer(contactId, need?.id ?? '', { send: true })
  const act = async (action: string, more: object = {}) => {
    const { version } = (await stranger('GET', `/api/referral/${body.id}`)).body
    return stranger('POST', `/api/referral/${body.id}/transition`, { action, version, ...more })
  }
  const end = (call = staff) => call('POST', `/api/referralRequest/${need?.id}/end`)
  expect((await act('accept')).status).toBe(200)
  expect((await end()).body.code).toBe('illegal-transition')
  expect((await act('closeUnresolved', { reason: 'client declined', outcome: 'not helped' })).status).toBe(200)
  expect(await list(contactId)).toMatchObject([{ isOpen: true }])
  expect((await staff('GET', `/api/referral/${body.id}`)).body.needsNextTry).toBe(false)
  expect((await end(stranger)).status).toBe(404)
  for (let time = 0; time < 2; time++) expect((await end()).body.items).toMatchObject([{ isOpen: false }])
  const steps = (await staff('GET', `/api/referral/${body.id}`)).body.steps.map(
    (step: { action: string }) => step.action,
  )
  expect(steps.filter((action: string) => action === 'settle')).toHaveLength(1)
  const needs = await open(contactId)
  expect(needs.map(({ id, isOpen }) => [id === need?.id, isOpen])).toEqual([
    [false, true],
    [true, false],
  ])
})

it('INT-09 only the organization of a person sees and changes their needs', async () => {
  const contactId = await addPerson()
  const [need] = await open(contactId)
  expect((await stranger('GET', `/api/referralRequest/?contactId=${contactId}`)).status).toBe(404)
  expect((await stranger('POST', '/api/referralRequest/', { contactId, need: 'stress' })).status).toBe(404)
  expect((await stranger('POST', `/api/referralRequest/${need?.id}/end`)).status).toBe(404)
})

const step = (id: string, action: string, version: number, more: object = {}) =>
  staff('POST', `/api/referral/${id}/transition`, { action, version, ...more })

it('REF-09 a need stays when its draft is discarded or its referral is recalled, until somebody ends it', async () => {
  const contactId = await addPerson()
  const [need] = await open(contactId)
  const id = need?.id ?? ''
  const draft = (await refer(contactId, id, { urgency: 'urgent' })).body
  await step(draft.id, 'recall', draft.version)
  expect(await list(contactId)).toMatchObject([{ id, isOpen: true, status: 'draft', isTried: false }])
  const again = { send: true, urgency: 'asap', consentOverrideReason: 'emergency' }
  const sent = (await refer(contactId, id, again)).body
  expect(sent).toMatchObject({ status: 'Sent', urgency: 'asap' })
  await step(sent.id, 'recall', sent.version, { reason: 'It went to the wrong place.' })
  expect(await list(contactId)).toMatchObject([{ id, isOpen: true, status: 'active', isTried: true }])
  const ended = [{ id, isOpen: false, status: 'revoked' }]
  expect((await staff('POST', `/api/referralRequest/${id}/end`)).body.items).toMatchObject(ended)
  const history = (await staff('GET', `/api/contact/${contactId}/timeline`)).body.items
  expect(history).toMatchObject([{ id, isOpen: false }])
})

it('REF-02 what was entered in error, and a discarded draft, are not among the tries for a need', async () => {
  const contactId = await addPerson()
  const [need] = await open(contactId)
  const id = need?.id ?? ''
  const { call: admin } = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
  const sent = { send: true, consentOverrideReason: 'emergency' }
  const wrong = (await refer(contactId, id, sent)).body
  await admin('POST', `/api/referral/${wrong.id}/transition`, {
    action: 'markError',
    version: wrong.version,
    reason: 'No.',
  })
  const draft = (await refer(contactId, id)).body
  await step(draft.id, 'recall', draft.version)
  const recalled = (await refer(contactId, id, sent)).body
  await step(recalled.id, 'recall', recalled.version, { reason: 'It went to the wrong place.' })
  expect((await list(contactId))[0]?.tries.map((one) => one.id)).toEqual([recalled.id])
})
