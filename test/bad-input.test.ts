import { createHmac, randomUUID } from 'node:crypto'
import { createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, it } from 'vitest'
import { accessTable, callers, makeWorld } from './access-table.ts'
import { type Caller, startTestApp } from './app.ts'
import { hostileValues, hostileWords, placesOf, replaceAt, type Schema, sampleOf } from './hostile-values.ts'
import { shareOf } from './how-often.ts'

const product = await startTestApp()
const { world, as } = await makeWorld(product)
// All callers sign in first: the hostile sign-ins below use up this network's attempts.
const signedIn = new Map<string, Caller>()
for (const name of callers) signedIn.set(name, name === 'anonymous' ? product.anonymous : await as(name))

interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
const described = (product.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }).paths
const plain = (url: string) => (url.length > 1 ? url.replace(/\/$/, '') : url)
const operationOf = (method: string, url: string) =>
  Object.entries(described).find(([path]) => plain(path.replace(/\{(\w+)\}/g, ':$1')) === url)?.[1][
    method.toLowerCase()
  ]

/** A captcha that is easy to solve, so that these calls reach the code behind it. */
async function easyCaptcha() {
  const derive = (purpose: string) =>
    createHmac('sha256', product.config.secretKeys[0] ?? '')
      .update(purpose)
      .digest('hex')
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    deriveKey,
    expiresAt: new Date(Date.now() + 600_000),
    hmacSignatureSecret: derive('captcha'),
    hmacKeySignatureSecret: derive('captcha-key'),
  })
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** What a call needs beyond its schema to succeed completely. */
const deeper: Record<string, object> = {
  'POST /api/organizationRegistration/register': {
    organization: 'Alder House',
    organizationId: null,
    organizationName: null,
    password: 'Long-enough-77-pass',
    confirmPassword: 'Long-enough-77-pass',
  },
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sends it, with a new e-mail address and captcha, and again with the record's version if the call requires it. */
async function send(call: Caller, method: string, path: string, body?: unknown) {
  const fresh =
    isRecord(body) && body.email === 'ana@example.test' && body.confirmEmail === body.email
      ? ((email) => ({ ...body, email, confirmEmail: email }))(`ana-${randomUUID()}@example.test`)
      : body
  const whole =
    isRecord(fresh) && 'captchaCode' in fresh && typeof fresh.captchaCode === 'string' && fresh.captchaCode.length < 100
      ? { ...fresh, captchaCode: await easyCaptcha() }
      : fresh
  const answer = await call(method, path, whole)
  const version = answer.body?.current?.version
  return answer.status === 409 && version && isRecord(whole) && whole.version === 999
    ? call(method, path, { ...whole, version })
    : answer
}

/** Limits concurrent calls to as many as a form page makes, and keeps the file fast. */
async function inTurns<Item>(items: Item[], work: (item: Item) => Promise<void>) {
  const left = items.values()
  const turn = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: 6 }, turn))
}

/** Forged cursors. */
const hostileCursors = [
  ...[
    null,
    {},
    'x',
    [],
    [null],
    [{}],
    ['a\u0000b', 'x', world.contact],
    ['x', 'x', 'x'],
    [1e308, 1e308, world.contact],
  ],
  ...[['2026-02-31T00:00:00Z', world.contact], ['99999-01-01', 7], [-1], [9e18, world.contact], Array(200).fill(1)],
].map((key) => Buffer.from(JSON.stringify(key)).toString('base64url'))

/** Pages for people without scripts: their errors are pages too, except those of a malformed address. */
const pages = /\/(l\/:token|find)/
const isOurPage = (answer: unknown) => typeof answer === 'string' && /^<!doctype html>[\s\S]*<h1>/.test(answer)

/** Calls that never end, or end the caller's session; and files. */
const others = /event\/stream|logout|^GET \/(assets|demo|favicon|robots|icon|sw|manifest|offline)/

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 80)

describe('bad input', () => {
  for (const [turn, [call, row]] of Object.entries(accessTable).entries()) {
    if (others.test(call)) continue
    const [method, pattern] = call.split(' ') as [string, string]
    it(`${call} stands missing, oversized, wrongly typed, script-laden and foreign values`, async () => {
      const make = signedIn.get(row.reach[0] ?? 'anonymous') as Caller
      const operation = operationOf(method, pattern)
      const path = row.path?.(world) ?? pattern
      const schema = operation?.requestBody?.content['application/json']?.schema
      const known = row.body?.(world)
      const made = schema ? sampleOf(schema) : undefined
      const body = isRecord(made) && isRecord(known) ? { ...made, ...known, ...deeper[call] } : (known ?? made)
      const wrong: string[] = []
      const check = async (what: string, to: string, sent?: unknown) => {
        const { status, body: answer } = await send(make, method, to, sent)
        // An error is a problem document with a code, or a page, where `<select` is no statement; never a stack trace, a
        // statement or a database value.
        const isOurs =
          status < 400 ||
          ((typeof answer?.code === 'string' || (pages.test(call) && isOurPage(answer))) &&
            !/postgres|kysely|(?<!<)select |insert |at .*\.ts/i.test(JSON.stringify(answer)))
        if (status >= 500 || !isOurs) wrong.push(`${what}: ${status} ${show(answer)}`)
      }
      await check('as it should be', path, body)
      if (body !== undefined) {
        const changed = placesOf(body).flatMap((place, at) =>
          shareOf(hostileValues, 6, turn + at).map((value) => ({ place, value })),
        )
        await inTurns(changed, ({ place, value }) =>
          check(`${place.join('.')} = ${show(value)}`, path, replaceAt(body, place, value)),
        )
        for (const value of [null, [], 'text', 7, [body]]) await check(`body ${show(value)}`, path, value)
        if (isRecord(body))
          await check('more than was asked for', path, {
            ...body,
            id: world.accountA,
            isAdmin: true,
            roles: ['platform-admin'],
            organizationId: world.organizationB,
            standing: 'verified',
          })
      }
      const names = (operation?.parameters ?? []).filter((p) => p.in === 'query').map((p) => p.name)
      const asked = path.includes('?') ? [...new URLSearchParams(path.split('?')[1]).keys()] : []
      const bare = path.split('?')[0] ?? path
      const queries = [...new Set([...names, ...asked])].flatMap((name, at) =>
        shareOf(hostileWords, 6, turn + at)
          .flatMap((word) => [`${name}=${encodeURIComponent(word.slice(0, 2000).toWellFormed())}`])
          .concat(
            name === 'cursor' ? hostileCursors.map((cursor) => `cursor=${cursor}`) : [],
            `${name}=%00`,
            `${name}=%ff`,
            `${name}=a&${name}=b`,
            `${name}[]=x`,
          ),
      )
      await inTurns(queries, (query) => check(`?${query.slice(0, 60)}`, `${bare}?${query}`, body))
      const steps = pattern.split('/').flatMap((step, at) => (step.startsWith(':') ? [at] : []))
      for (const at of steps)
        for (const word of [
          '%00',
          '%ff',
          '..%2f..%2fetc',
          '-1',
          "'",
          encodeURIComponent('Владимир'),
          'x'.repeat(590),
          '00000000-0000-0000-0000-000000000000',
        ]) {
          const changed = bare.split('/').with(at, word).join('/')
          await check(changed, changed, body)
        }
      expect(wrong).toEqual([])
    }, 120_000)
  }
})
