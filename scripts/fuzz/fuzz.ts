import { parseArgs } from 'node:util'
import { startBenchPortal } from '../bench/bench-portal.ts'
import { makeCaretaker } from './caretaker.ts'
import type { FuzzAnswer, Marker } from './judge-answer.ts'
import type { FuzzRequest } from './make-request.ts'
import { type FuzzReport, runFuzz } from './run-fuzz.ts'

// Sends random requests, half of them hostile, to its own portal on this machine, and looks for forbidden responses:
// server errors, slow ones, internal details, other organizations' data. Exits with 1 if it finds one.

const { values } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, minutes: { type: 'string' } },
})
const requests = Number(values.requests ?? 2000)
const seed = Number(values.seed ?? 1)
const minutes = Number(values.minutes ?? 30)
const CARE_EVERY = 150

const PASSWORD = 'Hearthline-demo-2026'
const emails: Record<string, string> = {
  member: 'robin@member.demo.hearthline.test',
  staff: 'sam@foodbank.demo.hearthline.test',
  admin: 'maria@foodbank.demo.hearthline.test',
  otherAdmin: 'lee@housing.demo.hearthline.test',
  support: 'support@demo.hearthline.test',
  developer: 'developer@demo.hearthline.test',
  platformAdmin: 'admin@demo.hearthline.test',
}

const portal = await startBenchPortal({
  ACCOUNT_CALL_LIMIT: '1000000',
  SIGN_IN_FAILURE_LIMIT: '1000000',
  MAX_CONNECTIONS: '1000',
})
const cookies = new Map<string, string>()
let network = 0

async function call(caller: string, method: string, url: string, body?: unknown) {
  const cookie = cookies.get(caller)
  network++
  return fetch(`${portal.url}${url}`, {
    method,
    redirect: 'manual',
    headers: {
      // Limits per network are tested elsewhere; here they would hide what is behind them.
      'x-forwarded-for': `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`,
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function signIn(caller: string) {
  cookies.delete(caller)
  const answer = await call(caller, 'POST', '/api/auth/login/fallback', { email: emails[caller], password: PASSWORD })
  const cookie = answer.headers.getSetCookie().find((line) => line.includes('session='))
  if (!answer.ok || !cookie) throw new Error(`${caller} cannot sign in: ${answer.status} ${await answer.text()}`)
  cookies.set(caller, cookie.split(';')[0] ?? '')
}

const care = await makeCaretaker(portal.database, Object.values(emails))
async function putRight() {
  await care()
  for (const caller of Object.keys(emails)) {
    const { status } = await call(caller, 'GET', '/api/portalAccount/current')
    if (status !== 200) await signIn(caller)
  }
}

/** Texts of each side that must never be returned to the other one: notes about people served. */
async function plantMarkers(): Promise<Marker[]> {
  const markers = { admin: 'marker-foodbank-6c1f', otherAdmin: 'marker-housing-9d2e' }
  for (const [caller, note] of Object.entries(markers)) {
    const { status } = await call(caller, 'POST', '/api/contact/', {
      firstName: 'Noor',
      lastName: 'Haddad',
      note,
      phones: [],
    })
    if (status !== 201) throw new Error(`${caller} could not save a person: ${status}`)
  }
  const others = ['anonymous', 'member', 'support']
  return [
    { text: markers.admin, hiddenFrom: [...others, 'otherAdmin'] },
    { text: markers.otherAdmin, hiddenFrom: [...others, 'admin', 'staff'] },
  ]
}

let sent = 0
async function send(caller: string, { operation, url, body }: FuzzRequest): Promise<FuzzAnswer> {
  if (++sent % CARE_EVERY === 0) await putRight()
  const start = performance.now()
  const answer = await call(caller, operation.method, url, body)
  const text = await answer.text()
  return { status: answer.status, text, ms: performance.now() - start }
}

function print(report: FuzzReport) {
  console.log(
    `${report.sent} requests, seed ${seed}, ${report.operations} operations, ${Object.keys(emails).length + 1} callers`,
  )
  for (const [status, count] of Object.entries(report.statuses)) console.log(`  ${status}  ${count}`)
  console.log(`slowest answer: ${Math.round(report.slowest.ms)} ms, ${report.slowest.request}`)
  console.log(`never answered 2xx: ${report.neverSucceeded.length}`)
  for (const name of report.neverSucceeded) console.log(`  ${name}`)
  console.log(`violations: ${report.violations.length}`)
  for (const violation of report.violations.slice(0, 50)) console.log(`  ${violation}`)
}

try {
  if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):/.test(portal.url))
    throw new Error(`${portal.url} is not this machine`)
  await putRight()
  const markers = await plantMarkers()
  const document = await (await call('anonymous', 'GET', '/api/openapi.json')).json()
  const callers = ['anonymous', ...Object.keys(emails)]
  const report = await runFuzz({
    document,
    callers,
    markers,
    requests,
    seed,
    until: Date.now() + minutes * 60_000,
    send,
  })
  print(report)
  process.exitCode = report.violations.length ? 1 : 0
} finally {
  await portal.stop()
}
