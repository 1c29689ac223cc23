import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makePerson } from '#test/referral-stage.ts'
import { safeAt, safeRules } from '#test/safe-contact.ts'

const app = await startTestApp()
const { database } = app
const path = '/api/contact/export'

async function begin() {
  const { id: organizationId } = await makeOrganization(database)
  const admin = await app.someone({ organizationId, roles: ['organization-admin'] })
  const linesOf = async (body: object, headers: Record<string, string> = {}) => {
    const answer = await admin.call('POST', path, body, headers)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    return String(answer.body).replace('\uFEFF', '').trimEnd().split('\r\n')
  }
  const record = async (given: Record<string, unknown>) => (await makePerson(admin.call, given, null)).id as string
  return { organizationId, admin, linesOf, record }
}

it('REF-12 an admin downloads who matches a search, or is named, and the log says whom', async () => {
  const { admin, linesOf, record } = await begin()
  const address = { city: 'Buffalo', postalCode: '14203' }
  const ana = await record({ firstName: 'Ana', lastName: 'Quillon', ...address })
  const ben = await record({
    firstName: '=HYPERLINK("x")',
    lastName: 'Quillon',
    birthDate: null,
    email: null,
    phones: [],
  })
  await record({ firstName: 'Cleo', lastName: 'Other' })
  const lines = await linesOf({ search: 'quillon' }, { 'time-zone': 'America/New_York' })
  const { createdOn } = (await admin.call('GET', `/api/contact/${ana}`)).body
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(createdOn))
  expect(lines).toEqual([
    'Last name,First name,Birth date,Phone,Before calling,Before texting,Email,Before e-mailing,City,ZIP code,Recorded on',
    `Quillon,"'=HYPERLINK(""x"")",,,,,,,,,${day}`,
    `Quillon,Ana,1992-03-04,(716) 555-0142,,,noor@example.test,,Buffalo,14203,${day}`,
  ])
  const logged = await accessLogOf(database, ana)
  expect(logged.filter(({ way }) => way === 'list')).toMatchObject([
    { accountId: admin.account.id, contactIds: expect.arrayContaining([ana, ben]) },
  ])
  const { rows: audits } = await sql`select actor_id, subject_type, subject_id from audit_record
    where action = 'contact.export' and actor_id = ${admin.account.id}::uuid`.execute(database)
  expect(audits).toEqual([{ actorId: admin.account.id, subjectType: 'account', subjectId: admin.account.id }])
  const named = await linesOf({ ids: [ana] }, { 'accept-language': 'es' })
  expect(named).toHaveLength(2)
  expect(named[0]).toMatch(/^Apellido,Nombre,Fecha de nacimiento,Teléfono,Antes de llamar,/)
  // What is only spelled similarly is in the file as it is in the list.
  expect(await linesOf({ search: 'quilon' })).toHaveLength(3)
})

it('INT-15 REF-12 the file says how and when each person may be contacted, also after today', async () => {
  const { admin, linesOf, record } = await begin()
  const phones = [{ phoneNumber: '(716) 555-0142' }]
  const rules = async (lastName: string, given: Parameters<typeof safeRules>[0]) => {
    const id = await record({ firstName: 'Ana', lastName, email: 'ana@example.test', phones })
    expect((await admin.call('PUT', `/api/contact/${id}/safeContact`, safeRules(given))).status).toBe(200)
  }
  const at = safeAt('+17165550142')
  await rules('Adams', { doNotContact: true, phones: [at] })
  await rules('Baker', { phones: [{ ...at, mayCall: false, mayVoicemail: false }], email: 'ana@example.test' })
  await rules('Clark', {})
  const hours = [{ days: [1, 7], from: '09:00', to: '12:00' }]
  const always = { phones: [{ ...at, mayVoicemail: false }], email: 'ana@example.test', mayEmail: true }
  await rules('Davis', { ...always, hours, isDiscreet: true, avoid: 'The court case' })
  const lines = await linesOf({})
  const warnings = lines.slice(1).map((line) => line.replaceAll(/"([^"]*)"/g, (_, cell) => cell.replaceAll(',', ';')))
  const when =
    'When: Mon; Sun 9:00 AM–12:00 PM (America/New_York) · Do not say who is calling or writing · Read the record first'
  expect(warnings.map((line) => line.split(',')).map((cells) => [cells[4], cells[5], cells[7]])).toEqual([
    ['Do not contact', 'Do not contact', 'Do not contact'],
    ['Do not call', '', 'Do not e-mail'],
    ['Not known to be safe', 'Not known to be safe', 'Not known to be safe'],
    [`No voicemail · ${when}`, when, when],
  ])
  const spanish = await linesOf({ search: 'Adams' }, { 'accept-language': 'es' })
  expect(spanish[1]).toContain(',No contactar,No contactar,')
  expect(lines.join()).not.toContain('court')
})

it('REF-12 only admins download, only people of their organization, and nothing that does not exist', async () => {
  const { organizationId, linesOf, record } = await begin()
  const id = await record({})
  const other = await begin()
  expect(await other.linesOf({})).toHaveLength(1)
  expect(await other.linesOf({ ids: [id] })).toHaveLength(1)
  expect(await linesOf({ ids: [id] })).toHaveLength(2)
  const staff = await app.someone({ organizationId })
  expect((await staff.call('POST', path, {})).status).toBe(403)
  const homeless = await app.someone({ roles: ['organization-admin'] })
  expect((await homeless.call('POST', path, {})).status).toBe(403)
  expect((await app.anonymous('POST', path, {})).status).toBe(401)
  for (const body of [{ ids: Array(201).fill(id) }, { ids: ['x'] }, { ids: [] }, { search: 'x'.repeat(101) }])
    expect((await other.admin.call('POST', path, body)).status).toBe(400)
})
