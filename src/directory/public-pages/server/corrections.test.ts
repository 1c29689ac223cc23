import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { keyOfCorrection, readCorrection } from './correction-page.ts'

const CALLS = 32
const app = await startTestApp({ ACCOUNT_CALL_LIMIT: String(CALLS) })
const { database } = app
const { add, makeProvider } = directoryOf(app)
const dana = await app.someone({ roles: ['data-manager'] })
const { id: organizationId } = await makeProvider()
await database.updateTable('organization').set({ standing: 'listed' }).where('id', '=', organizationId).execute()
const serviceId = await add('service', { organizationId, name: 'Coat rack' })
const path = `/find/${serviceId}/correction`

const read = (url: string, headers: Record<string, string> = {}) => app.app.inject({ method: 'GET', url, headers })
const keyOf = async () => /name="key" value="([^"]+)"/.exec((await read(path)).body)?.[1] ?? ''
const send = async (form: Record<string, string>, url = path) =>
  app.app.inject({
    ...{
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    },
    payload: new URLSearchParams({ key: await keyOf(), ...form }).toString(),
  })
/** A page without its styles. */
const shown = (html: string) => html.split('</style>')[1] ?? ''
const stored = () => database.selectFrom('listingSuggestion').selectAll().orderBy('suggestedOn').execute()

it('DIR-15 DIR-08 a reader of the public page suggests a correction without an account or a script', async () => {
  const page = await read(`/find/${serviceId}?lang=es`)
  expect(page.body).toContain(`href="${path}?lang=es"`)
  const form = await read(`${path}?lang=es`)
  expect(form.body).toContain('<h1>Sugerir una corrección</h1>')
  expect(form.body).not.toContain('<script')
  expect(form.body).toContain(`<p><a href="/find/${serviceId}?lang=es">`)
  expect(form.body).toContain('<input type="hidden" name="lang" value="es">')
  expect(shown(form.body)).not.toMatch(/class="bad"|aria-invalid|autofocus| selected/)
  expect(form.body).toContain('<textarea id="words" name="words" rows="4" maxlength="500"></textarea>')
  const sent = await send({ topic: 'hours', words: ' Martes de 9 a 12 ', lang: 'es' })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `/find/${serviceId}?said=correction&lang=es`])
  expect((await read(String(sent.headers.location))).body).toContain('<p class="thanks" role="status">Gracias.')
  await send({ topic: 'phone' })
  const { items } = (await dana.call('GET', '/api/suggestion/')).body
  expect(items).toMatchObject([
    { serviceId, topic: 'hours', proposed: 'Martes de 9 a 12', source: 'public-page', suggestedBy: null },
    { topic: 'other', proposed: 'A reader of the public page says that this is wrong: The phone number.' },
  ])
})

it('DIR-15 DIR-08 the form without an account offers no correction of whom to ask for, and takes none', async () => {
  const before = (await stored()).length
  const form = (await read(path)).body
  expect(form).toContain('value="phone"')
  expect(form).not.toContain('value="contact"')
  const refused = await send({ topic: 'contact', words: 'Ask for Nell' })
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('Choose what is wrong.')
  expect(await stored()).toHaveLength(before)
})

it('DIR-15 a correction that says nothing new, or that a program filled in, is thanked for and not stored', async () => {
  const before = await stored()
  const same = { topic: 'hours', words: 'Martes de 9 a 12' }
  const answers = await Promise.all([
    send(same),
    send(same),
    send({ topic: 'closed', website: 'https://spam.example' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
  expect(await stored()).toEqual(before)
})

it('DIR-15 keeps what a correction says besides that a service is closed, and takes the same new text once', async () => {
  const other = await add('service', { organizationId, name: 'Mittens', applicationProcess: 'Call us' })
  const url = `/find/${other}/correction`
  const key = /name="key" value="([^"]+)"/.exec((await read(url)).body)?.[1] ?? ''
  for (const form of [
    { topic: 'closed', words: 'They moved to Erie.' },
    { topic: 'eligibility', words: 'Families only' },
    { topic: 'application', words: 'Come on Mondays' },
    // Its page says so already.
    { topic: 'application', words: ' Call us ' },
  ])
    for (const _ of [1, 2]) expect((await send({ key, ...form }, url)).statusCode).toBe(303)
  const { items } = (await dana.call('GET', '/api/suggestion/')).body
  expect(items.filter(({ serviceId }: { serviceId: string }) => serviceId === other)).toMatchObject([
    { topic: 'closed', after: { status: 'defunct' }, note: 'They moved to Erie.' },
    { topic: 'eligibility', after: { eligibilityDescription: 'Families only' } },
    { topic: 'application', after: { applicationProcess: 'Come on Mondays' } },
  ])
  await database.deleteFrom('listingSuggestion').where('serviceId', '=', other).execute()
})

it('DIR-15 says at its field what is wrong with a correction, and keeps its words', async () => {
  const before = await stored()
  const missing = await send({ topic: '', words: 'Call <first>' })
  expect(missing.statusCode).toBe(400)
  expect(missing.body).toContain('<p class="bad" id="topic-problem">Choose what is wrong.</p>')
  expect(missing.body).toContain('aria-invalid="true" aria-describedby="topic-problem" autofocus')
  expect(missing.body).toContain('Call &lt;first&gt;</textarea>')
  expect(missing.body).not.toMatch(/words-problem|Please send it again|name="lang"| selected/)
  const long = (await send({ topic: 'other', words: 'x'.repeat(501) })).body
  expect(long).toContain('<p class="bad" id="words-problem">')
  expect(long).toContain('maxlength="500" aria-invalid="true" aria-describedby="words-problem" autofocus>')
  expect(long).toContain('<option value="other" selected>')
  expect(long).not.toContain('topic-problem')
  const both = (await send({ topic: 'weather', words: 'x'.repeat(501) })).body
  expect(shown(both).match(/aria-invalid/g)).toHaveLength(2)
  expect(both).toContain('aria-describedby="topic-problem" autofocus>')
  expect(both).toContain('aria-describedby="words-problem">')
  const old = await send({ topic: 'closed', key: 'of last week' })
  expect([old.statusCode, old.body.includes('Please send it again.')]).toEqual([400, true])
  expect((await send({ topic: 'other', words: 'x'.repeat(17_000) })).statusCode).toBe(413)
  const unlisted = await add('service', { organizationId, name: 'Hats', status: 'inactive' })
  expect((await send({ topic: 'closed' }, `/find/${unlisted}/correction`)).statusCode).toBe(404)
  expect(await stored()).toEqual(before)
})

it('DIR-15 whoever read the page of a service today or yesterday may correct it, and only that service', () => {
  const keys = (...secretKeys: string[]) => ({ secretKeys })
  const given = { topic: 'other', words: ' More ', website: '', lang: undefined as never }
  const read = (key: string, product = keys('new', 'old')) => readCorrection(product, serviceId, { ...given, key })
  const keyAt = (time: number, secret = 'new', of = serviceId) => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(time)
    try {
      return keyOfCorrection(keys(secret), of)
    } finally {
      clock.mockRestore()
    }
  }
  const [now, day] = [Date.now(), 86_400_000]
  const taken = { correction: { topic: 'other', words: 'More' }, wrong: { topic: false, words: false, key: false } }
  for (const key of [keyAt(now), keyAt(now - day), keyAt(now, 'old')]) expect(read(key)).toEqual(taken)
  for (const key of [
    keyAt(now - 2 * day),
    keyAt(now + 2 * day),
    keyAt(now, 'x'),
    keyAt(now, 'new', organizationId),
    '',
  ])
    expect(read(key)).toEqual({ correction: undefined, wrong: { ...taken.wrong, key: true } })
})

it('DIR-15 of one service ten corrections a day are taken, and of one network as many as its limit allows', async () => {
  const codes = []
  for (let at = (await stored()).length; at < 11; at += 1)
    codes.push((await send({ topic: 'other', words: `Number ${at}` })).statusCode)
  expect(codes).toEqual([...codes.slice(1).map(() => 303), 429])
  expect(await stored()).toHaveLength(10)
  const other = await add('service', { organizationId, name: 'Gloves' })
  const key = /name="key" value="([^"]+)"/.exec((await read(`/find/${other}/correction`)).body)?.[1] ?? ''
  let last = await send({ topic: 'closed', key }, `/find/${other}/correction`)
  for (let at = 0; at < CALLS && last.statusCode !== 429; at += 1)
    last = await send({ topic: 'other', words: 'One more', key, website: 'x' }, `/find/${other}/correction`)
  expect([last.statusCode, last.body.includes('Many corrections were sent')]).toEqual([429, true])
})
