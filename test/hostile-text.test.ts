import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cleanLine, cleanParagraphs, listInCell } from '#directory/services/server/import/clean-text.ts'
import { readDay, readField, readTime } from '#directory/services/server/import/field-values.ts'
import { readPhones } from '#directory/services/server/import/phone-drafts.ts'
import { fillPlaceholders } from '#help-desk/canned-answers/canned-answer.ts'
import { textOfHtml } from '#help-desk/inbound-mail/server/html-text.ts'
import { readReply } from '#help-desk/inbound-mail/server/read-reply.ts'
import { cutReply } from '#help-desk/inbound-mail/server/reply-text.ts'
import { cleanFileName } from '#identity/files/clean-file-name.ts'
import { startTestApp } from './app.ts'
import { makeOrganization } from './factories.ts'
import { hostileTexts } from './hostile-text.ts'
import { placesOf, replaceAt, type Schema, sampleOf } from './hostile-values.ts'
import { shareOf } from './how-often.ts'

const BODY_LIMIT = 256 * 1024
const MOST_MS = 50
/** A short field; what a long one accepts after and before cleaning; the whole body. */
const lengths = [400, 4000, 16_900, BODY_LIMIT - 1000]

const { app, database, anonymous, someone } = await startTestApp()
const texts = lengths.flatMap((length) =>
  Object.entries(hostileTexts).map(([name, make]) => [`${name}, ${length}`, make(length)] as const),
)
const crowd = [0, 'a', null].map((item) => [`a crowd of ${item}`, Array(BODY_LIMIT / 4).fill(item)] as const)

/** CPU milliseconds of this thread, independent of other processes. */
function workOf(act: () => unknown) {
  const before = process.threadCpuUsage()
  act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
const median = (act: () => unknown) => [workOf(act), workOf(act), workOf(act)].sort((a, b) => a - b)[1] ?? 0

/** Fields that a contract takes longer than allowed to check: each with the first kind of text, shortest first. */
function slowPlaces(contract: z.ZodType, part: string, turn: number) {
  const schema = z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' }) as Schema
  const sample = sampleOf(schema)
  const values = part === 'body' ? [...texts, ...crowd] : texts
  return [[], ...placesOf(sample)].flatMap((place, at) => {
    const slow = shareOf(values, 4, at + turn).find(([, value]) => {
      const given = replaceAt(sample, place, value)
      const check = () => contract.safeParse(given)
      return workOf(check) >= MOST_MS && median(check) >= MOST_MS
    })
    return slow ? [`${part} ${place.join('.')}: ${slow[0]}`] : []
  })
}

describe('text made to take long', () => {
  const contracts = app.routeAccess.flatMap(({ method, url, schema }) =>
    (['body', 'querystring', 'params', 'headers'] as const).flatMap((part) => {
      const contract = schema[part]
      return contract instanceof z.ZodType ? [{ call: `${method} ${url}`, part, contract }] : []
    }),
  )

  it('F-02 knows the contracts of the portal', () => expect(contracts.length).toBeGreaterThan(200))

  for (const [turn, { call, part, contract }] of contracts.entries())
    it(
      `F-02 ${call} checks any ${part} in ${MOST_MS} ms`,
      () => expect(slowPlaces(contract, part, turn)).toEqual([]),
      120_000,
    )
})

const organization = await makeOrganization(database)
const admin = await someone({ roles: ['organization-admin'], organizationId: organization.id })
describe('text made to take long, over HTTP', () => {
  const website = hostileTexts['dots and a blank']?.(BODY_LIMIT - 4000)
  const firstName = 'a\u0301\u0316'.repeat(40_000)
  const calls = [
    ['POST', '/api/organizationRegistration/register', anonymous, 'organizationWebsite', website],
    ['POST', '/api/organizationRegistration/register', anonymous, 'firstName', firstName],
    ['POST', '/api/organization/', admin.call, 'website', website],
    ['PUT', `/api/organization/${organization.id}`, admin.call, 'website', website],
  ] as const
  for (const [method, path, call, field, text] of calls)
    it(`F-02 ${method} ${path.replace(organization.id, '{id}')} refuses 250 kB of ${field} at once`, async () => {
      const before = process.threadCpuUsage()
      const { status } = await call(method, path, { name: 'Alder House', version: 1, [field]: text })
      const { user, system } = process.threadCpuUsage(before)
      expect([400, 403]).toContain(status)
      expect((user + system) / 1000).toBeLessThan(1000)
    })

  it('F-02 names a hundred mistakes of a body at most', async () => {
    const { body } = await anonymous('POST', '/api/service/search', Array(60_000).fill(0))
    expect((body.errors ?? []).length).toBeLessThanOrEqual(100)
  })
})

describe('text made to take long, in files and mails', () => {
  const readers: Record<string, (text: string) => unknown> = {
    'a line of an imported file': (text) => cleanLine(text, 500),
    'paragraphs of an imported file': (text) => cleanParagraphs(text, 5000),
    'a list in an imported cell': listInCell,
    'telephone numbers of an imported cell': readPhones,
    'an imported web address': (text) => readField(text, { is: 'url' }),
    'an imported number': (text) => readField(text, { is: 'number' }),
    'an imported day': readDay,
    'imported hours': readTime,
    'a name of a file': (text) => cleanFileName(text, '.png'),
    'a text of a canned answer': (text) => fillPlaceholders(text, { firstName: '', ticketNumber: '', agentName: '' }),
    'an answer by e-mail': (text) => cutReply(text),
    'an answer by e-mail, as HTML': (text) => textOfHtml(text),
  }
  for (const [name, read] of Object.entries(readers))
    it(`F-02 reads ${name} in linear time`, () => {
      const slow = Object.entries(hostileTexts).flatMap(([kind, make]) => {
        const text = make(BODY_LIMIT)
        const ms = median(() => read(text))
        return ms < 10 * MOST_MS ? [] : [`${kind}: ${Math.round(ms)} ms`]
      })
      expect(slow).toEqual([])
    }, 120_000)

  it('F-02 refuses a mail of a million lines at once', async () => {
    const before = process.threadCpuUsage()
    const mail = Buffer.from(`From: a@b.test\r\n\r\n${'\n'.repeat(1_000_000)}`)
    await expect(readReply(mail)).rejects.toThrow('too large')
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(20 * MOST_MS)
  })

  it('F-02 takes a mail apart in linear time, whichever header or part is long', async () => {
    const slow: string[] = []
    for (const [kind, make] of Object.entries(hostileTexts)) {
      const text = make(200_000).toWellFormed()
      for (const mail of [
        `From: ${text}\r\n\r\nHello`,
        `From: a@b.test\r\nSubject: =?utf-8?Q?${text}?=\r\nReferences: ${text}\r\n\r\nHello`,
        `From: a@b.test\r\nContent-Type: text/html\r\n\r\n${text}`,
        `From: a@b.test\r\nContent-Type: multipart/mixed; boundary="${text}"\r\n\r\n${text}`,
        `From: a@b.test\r\n\r\n${text}`,
      ]) {
        const before = process.threadCpuUsage()
        await readReply(Buffer.from(mail)).catch(() => null)
        const { user, system } = process.threadCpuUsage(before)
        if ((user + system) / 1000 > 60 * MOST_MS)
          slow.push(`${kind}: ${mail.slice(0, 60)} ${Math.round((user + system) / 1000)} ms`)
      }
    }
    expect(slow).toEqual([])
  }, 120_000)
})
