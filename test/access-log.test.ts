import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accessTable, type CallerName, callers, makeWorld } from './access-table.ts'
import { startTestApp } from './app.ts'
import { sendFile } from './documents-to-send.ts'

const product = await startTestApp()
const { database } = product
const { world, as } = await makeWorld(product)

/** More than first name and initial, in every field about the person. */
const marks = ['Quetzalmark', '1931-07-09', 'quetzal@mark.test', '+17165559937', 'Markfreetext']
await sql`update contact set last_name = 'Quetzalmark', birth_date = '1931-07-09', email = 'quetzal@mark.test', note = 'Markfreetext'
  where id = ${world.contact}::uuid`.execute(database)
await sql`insert into contact_phone (contact_id, phone_number, is_primary) values (${world.contact}::uuid, '+17165559937', true)`.execute(
  database,
)
await sql`update referral set reason = 'Markfreetext', snapshot = snapshot || '{"lastName": "Quetzalmark", "birthDate": "1931-07-09",
  "email": "quetzal@mark.test", "phoneNumber": "+17165559937"}' where id = ${world.referral}::uuid`.execute(database)
await sql`update referral_request set note = 'Markfreetext' where contact_id = ${world.contact}::uuid`.execute(database)
await (await as('staffB'))('POST', `/api/referral/${world.referral}/message`, { text: 'Markfreetext' })
await (await as('staffA'))('POST', `/api/referral/${world.referral}/message`, { text: 'Markfreetext' })

await sql`insert into help_answer (referral_id, contact_id, answer, comment)
  values (${world.referral}::uuid, ${world.contact}::uuid, 'no', 'Markfreetext')`.execute(database)
await sql`insert into appointment (referral_id, starts_on, note, event_id)
  select referral_id, now() + interval '1 day', 'Markfreetext', id from referral_event where referral_id = ${world.referral}::uuid limit 1`.execute(
  database,
)
await sendFile(await as('staffA'), world.referral, 'Quetzalmark.pdf')

/** The calls that return the marked record, so that the test cannot pass without finding any. */
const answering = [
  'GET /api/contact',
  'GET /api/contact/:id',
  'GET /api/contact/:id/export',
  'GET /api/contact/:id/household',
  'GET /api/contact/:id/timeline',
  'GET /api/intake/:id',
  'GET /api/personPair',
  'GET /api/personPair/:id',
  'GET /api/referral',
  'GET /api/referral/:id',
  'GET /api/referral/:id/appointment',
  'GET /api/referral/:id/file',
  'GET /api/referral/:id/helpAnswer',
  'GET /api/referral/:id/message',
  'GET /api/referral/waiting',
  'GET /api/referralRequest',
  'POST /api/contact/:id/consent',
  'POST /api/contact/:id/consent/:consentId/withdraw',
  'POST /api/contact/:id/household',
  'POST /api/contact/duplicate',
  'POST /api/contact/export',
  'POST /api/contact/search',
  'POST /api/intake/:id/move',
  'POST /api/intake/:id/void',
  'POST /api/referral',
  'POST /api/referral/:id/confirmRecipient',
  'POST /api/referral/:id/file/:fileId/withdraw',
  'POST /api/referral/:id/helpAnswer/settle',
  'POST /api/referral/:id/transition',
  'POST /api/referral/export',
  'POST /api/referral/search',
  'POST /api/referralRequest',
  'POST /api/referralRequest/:id/end',
  'PUT /api/contact/:id',
  'PUT /api/contact/:id/household',
  'PUT /api/contact/:id/safeContact',
  'PUT /api/referral/:id',
].filter((call) => call in accessTable)
const words: Record<string, unknown> = {
  'POST /api/contact/search': { search: 'quetzalmark' },
  'POST /api/contact/export': { search: 'quetzalmark' },
  'POST /api/contact/duplicate': { phones: [{ phoneNumber: '(716) 555-9937' }] },
}

it('F-11 D-SEE-2 every answer of any call that holds more of a person than name and initial is in the access log', async () => {
  const answered = new Set<string>()
  const unrecorded: string[] = []
  for (const caller of callers) {
    const make = caller === 'anonymous' ? product.anonymous : await as(caller)
    const me = (await make('GET', '/api/portalAccount/current')).body.id ?? null
    const count = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from access_log
        where contact_ids @> array[${world.contact}::uuid] and account_id is not distinct from ${me}::uuid`.execute(
        database,
      )
      return rows[0]?.count
    }
    for (const call of callsOf(caller)) {
      const [method, pattern] = call.split(' ') as [string, string]
      const before = await count()
      const row = accessTable[call]
      const { bytes } = await make(method, row?.path?.(world) ?? pattern, words[call] ?? row?.body?.(world))
      if (!marks.some((mark) => bytes.includes(mark))) continue
      answered.add(call)
      if ((await count()) === before) unrecorded.push(`${caller}: ${call}`)
    }
  }
  expect(unrecorded).toEqual([])
  expect([...answered].sort()).toEqual([...answering].sort())
}, 300_000)

/** All calls except those that never end, or that end the caller's session. */
const callsOf = (caller: CallerName) =>
  Object.keys(accessTable).filter(
    (call) =>
      !/event\/stream|logout|GET \/(assets|demo|hsds)/.test(call) && (caller !== 'anonymous' || !/login/.test(call)),
  )
