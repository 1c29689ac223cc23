import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { insertShippedForms } from '#casework/intake-forms/server/insert-shipped-forms.ts'
import { accessTable, makeWorld, type World } from './access-table.ts'
import { type Caller, startTestApp } from './app.ts'
import { sendFile } from './documents-to-send.ts'

const product = await startTestApp()
const { database } = product
const { world, as } = await makeWorld(product)
const [staffA, staffB, adminB] = [await as('staffA'), await as('staffB'), await as('adminB')]

/** What the sender shared, each by a text that stands nowhere else. */
const shared = {
  name: 'Quetzalmark',
  birthDate: '1931-07-09',
  email: 'quetzal@mark.test',
  phone: '5559937',
  city: 'Markville',
  note: 'Marknote',
  message: 'Markmessage',
  file: 'Markfile',
  answer: 'nowhere fixed',
  housemate: 'Zyxhousemate',
}
/** What the recipient wrote in the conversation about the person. */
const ownWords = 'Ownwords'

/**
 * All that stays after a withdrawal, and where: the recipient has to recognize a referral that they may still have to
 * answer for. The conversation is hidden as a whole, also what they wrote.
 */
const SHORT_NAME = 'Noor Q.'
const stays = {
  // The forms' own words, which anybody may read: they hold every answer that can be chosen.
  'GET /api/intakeForm/inUse': ['answer'],
  'GET /api/referral': ['shortName'],
  'GET /api/referral/:id': ['shortName'],
}
type Mark = keyof typeof shared | 'ownWords' | 'shortName'
const marks = Object.entries({ ...shared, ownWords, shortName: SHORT_NAME }) as [Mark, string][]

/** Calls that answer with what is on record: all that only read, and the searches. */
const reading = Object.keys(accessTable).filter(
  (call) =>
    (call.startsWith('GET ') || /\/search$|\/duplicate$/.test(call)) && !/event\/stream|GET \/(assets|demo)/.test(call),
)
const bodies: Record<string, unknown> = {
  'POST /api/contact/search': { search: shared.name },
  'POST /api/contact/duplicate': { phones: [{ phoneNumber: '(716) 555-9937' }] },
  'POST /api/referral/search': { search: shared.name },
}

/** Which marks the recipient's people find, by call. */
async function walk(worlds: World[]) {
  const found = new Map<string, Set<Mark>>()
  const read = async (make: Caller, call: string, path: string, body: unknown) => {
    const { bytes } = await make(call.split(' ')[0] as 'GET', path, body)
    for (const [mark, text] of marks)
      if (bytes.includes(text)) found.set(call, (found.get(call) ?? new Set()).add(mark))
  }
  const ids = worlds.flatMap(({ contact, referral, referralFile, intake }) => [contact, referral, referralFile, intake])
  for (const call of reading) {
    const row = accessTable[call]
    const paths = new Set(worlds.map((each) => row?.path?.(each) ?? call.split(' ')[1] ?? ''))
    for (const path of paths) {
      const body = bodies[call] ?? row?.body?.(worlds[0] as World)
      await read(adminB, call, path, body)
      // Staff see no more than admins where the call names none of it.
      if (ids.some((id) => path.includes(id))) await read(staffB, call, path, body)
    }
  }
  return Object.fromEntries([...found].map(([call, which]) => [call, [...which].sort()]).sort())
}

const consentTo = (contactId: string) =>
  staffA('POST', `/api/contact/${contactId}/consent`, {
    ...{ scope: 'network', howGiven: 'verbal', givenOn: new Date().toISOString().slice(0, 10) },
  })

/** A referral for two of a household, accepted, with a note, a message, a file and an intake. */
async function shareEverything() {
  await insertShippedForms(database)
  const { id: contact } = (
    await staffA('POST', '/api/contact/', {
      ...{ firstName: 'Noor', lastName: shared.name, birthDate: shared.birthDate, email: shared.email },
      ...{ city: shared.city, phones: [{ phoneNumber: '(716) 555-9937' }] },
    })
  ).body
  const { id: housemate } = (await staffA('POST', '/api/contact/', { firstName: 'Omar', lastName: shared.housemate }))
    .body
  await staffA('POST', `/api/contact/${contact}/household`, { contactId: housemate, relation: 'child' })
  for (const id of [contact, housemate]) await consentTo(id)
  const { id: referral } = (
    await staffA('POST', '/api/referral/', {
      ...{ contactId: contact, alsoForIds: [housemate], recipientOrganizationId: world.organizationB },
      ...{ need: 'homelessness', note: shared.note },
    })
  ).body
  const { version } = (await staffB('GET', `/api/referral/${referral}`)).body
  await staffB('POST', `/api/referral/${referral}/transition`, { action: 'accept', version })
  await staffA('POST', `/api/referral/${referral}/message`, { text: shared.message })
  await staffB('POST', `/api/referral/${referral}/message`, { text: ownWords })
  const referralFile = await sendFile(staffA, referral, `${shared.file}.pdf`)
  const form = await database
    .selectFrom('intakeForm')
    .select('id')
    .where('shippedAs', '=', 'social-needs')
    .executeTakeFirstOrThrow()
  const intake = (await staffA('POST', '/api/intake/', { formId: form.id, contactId: contact, language: 'en' })).body.id
  const answers = [{ item: 'home-now', value: 'outside', base: 0, changeId: randomUUID() }]
  await staffA('PUT', `/api/intake/${intake}/answers`, { answers })
  await staffA('POST', `/api/intake/${intake}/complete`)
  await staffA('POST', `/api/referral/${referral}/intake`, { intakeId: intake, sensitive: [] })
  const ofPerson: World = { ...world, contact, housemate, referral, referralFile, intake }
  return { contact, housemate, worlds: [ofPerson, { ...ofPerson, contact: housemate, housemate: contact }] }
}

async function withdrawAll(call: Caller, contactId: string) {
  const { consents } = (await call('GET', `/api/contact/${contactId}`)).body
  for (const { id } of consents)
    expect((await call('POST', `/api/contact/${contactId}/consent/${id}/withdraw`)).status).toBe(200)
}

it('INT-14 after a withdrawal no call gives the recipient what was shared, except what is listed with its reason', async () => {
  const { contact, housemate, worlds } = await shareEverything()
  const before = await walk(worlds)
  // The walk would notice: before, every single thing is read somewhere.
  expect([...new Set(Object.values(before).flat())].sort()).toEqual(marks.map(([mark]) => mark).sort())
  for (const id of [contact, housemate]) await withdrawAll(staffA, id)
  const after = await walk(worlds)
  expect(after).toEqual(stays)
  const { rows: events } = await sql<{ row: string }>`select to_jsonb(e)::text as row from event e`.execute(database)
  expect(events.length).toBeGreaterThan(0)
  for (const { row } of events) for (const [, text] of marks) expect(row).not.toContain(text)
}, 120_000)
