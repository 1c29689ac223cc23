import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'

const product = await startTestApp()
const { database, someone } = product
const tickets = '/api/supportPortal/supportRequest/'
const answers = '/api/supportPortal/cannedAnswer/'
const views = '/api/supportPortal/supportRequestView/'
const { id: organizationId } = await makeOrganization(database)
const ana = await someone({ organizationId, roles: ['organization-admin'] })
const sue = await someone({ roles: ['support-agent'] })
const open = (description: string) =>
  ana.call('POST', tickets, { supportRequestType: 'Bug', priority: 'Low', clearedCache: 'Yes', description })
const { id } = (await open('It stays empty')).body
const note = (visibility: string) => (noteText: string) =>
  sue.call('POST', `${tickets}${id}/note`, { noteText, visibility })
const keepAnswer = (field: string) => (text: string) =>
  sue.call('POST', answers, { titleEn: 'One', textEn: 'One', titleEs: 'Uno', textEs: 'Uno', [field]: text })
const saveView = (name: string) =>
  sue.call('POST', views, { name, sharedWith: 'nobody', filters: { status: ['Open'] } })

/** All texts that users can enter in the help desk: how to send it, the field that returns it, and its limit. */
const fields = [
  ['a description', 'description', 5000, open],
  ['a note', 'noteText', 5000, note('public')],
  ['an internal note', 'noteText', 5000, note('internal')],
  ['an answer’s title', 'titleEn', 100, keepAnswer('titleEn')],
  ['an answer’s text', 'textEs', 4000, keepAnswer('textEs')],
  ['a view’s name', 'name', 60, saveView],
] as const

const count = async () => {
  const all = ['supportRequest', 'supportRequestNote', 'cannedAnswer', 'listView'] as const
  const rows = await Promise.all(
    all.map((table) =>
      database
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return rows.map(({ n }) => Number(n))
}

it.each(fields)(
  'HDN-03 NOTE-01 %s keeps formulas and markup as they are written, without control characters, and a title stays in its direction',
  async (_, field, most, send) => {
    for (const text of ['=HYPERLINK("https://evil.test")', '<img src=x onerror=alert(1)>', '"; drop table x; --'])
      expect((await send(text)).body[field]).toBe(text)
    const turned = await send('Photo \u202egnp.exe\u202c \u2067x\u2069\u0000\u0007 מה שלומך')
    const isTitle = most < 1000
    const kept = isTitle ? 'Photo gnp.exe x מה שלומך' : 'Photo \u202egnp.exe\u202c \u2067x\u2069 מה שלומך'
    expect([turned.status, turned.body[field]]).toEqual([201, kept])
  },
)

it.each(fields)(
  'HDN-03 NOTE-01 %s is taken up to its limit, and refused beyond it without a trace',
  async (_, field, most, send) => {
    expect((await send('ä'.repeat(most))).body[field]).toHaveLength(most)
    const before = await count()
    const longer = await send('ä'.repeat(most + 1))
    expect([longer.status, longer.body.errors]).toEqual([400, [expect.objectContaining({ path: field })]])
    const megabyte = await send('x'.repeat(2 ** 20))
    expect([megabyte.status, megabyte.body.code]).toEqual([413, 'too-large'])
    expect(await count()).toEqual(before)
  },
)

it('HD-05 HDV-03 what was written comes out as text: in the list, the activity and the file for a spreadsheet', async () => {
  const written = '=1+1<script>alert(1)</script>'
  const { id: last } = (await open(written)).body
  await sue.call('POST', `${tickets}${last}/note`, { noteText: written })
  for (const url of [tickets, `${tickets}${last}`, `${tickets}${last}/activity`]) {
    const answer = await ana.call('GET', url)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(JSON.stringify(answer.body)).toContain(JSON.stringify(written).slice(1, -1))
  }
  const file = await ana.call('GET', `${tickets}export`)
  expect(file.headers['content-disposition']).toContain('attachment')
  // Whole cells, also where further columns follow.
  expect(String(file.bytes).split(`,"'${written}"`)[1]).toMatch(/^(,|\r\n)/)
})

it('HD-04 a keyword or a number of a megabyte is refused at its field or its length, and finds nothing', async () => {
  for (const field of ['keyword', 'ticketNumber']) {
    const refused = await sue.call('GET', `${tickets}?${field}=${'x'.repeat(300)}`)
    expect([refused.status, refused.body.errors]).toEqual([400, [expect.objectContaining({ path: field })]])
    expect((await sue.call('GET', `${tickets}?${field}=%E2%80%AE%3D1%2B1`)).body.items).toEqual(expect.any(Array))
  }
})
