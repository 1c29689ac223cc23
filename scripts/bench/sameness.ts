import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { hashPassword } from '../../src/identity/accounts/server/secret-hash.ts'
import { type BenchPortal, startBenchPortal } from './bench-portal.ts'
import { mannWhitney, median, quantile } from './compare-timings.ts'

// Can someone without an account find out whether an address has one? All calls use real HTTP, alternate between kinds
// in random order, and each has a separate e-mail and network address.

const kinds = ['unknown', 'known', 'unverified', 'deactivated'] as const
type Kind = (typeof kinds)[number]
interface Call {
  group: string
  kind: Kind
  send: () => Promise<Seen>
}
interface Seen {
  status: number
  body: string
  headers: string
  ms: number
}

const rounds = Number(parseArgs({ options: { rounds: { type: 'string' } } }).values.rounds ?? 100)
const passwordHash = await hashPassword('Correct-horse-7-battery')

async function makeAddress({ database }: BenchPortal, kind: Kind) {
  const email = `${randomUUID()}@example.test`
  if (kind === 'unknown') return email
  const now = new Date().toISOString()
  const { id } = await database
    .insertInto('contact')
    .values({ firstName: 'Dana', lastName: 'Tester', email })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('account')
    .values({
      email,
      passwordHash,
      contactId: id,
      emailConfirmedOn: kind === 'unverified' ? null : now,
      approvedOn: now,
      deactivatedOn: kind === 'deactivated' ? now : null,
      acceptedTermsAndConditions: true,
    })
    .execute()
  return email
}

let network = 0
const nextNetwork = () => {
  network++
  return `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`
}

/** What a stranger sees; times and random values in headers are removed, but their presence is kept. */
async function post(portal: BenchPortal, path: string, body: unknown): Promise<Seen> {
  const payload = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': nextNetwork() }
  const start = performance.now()
  const answer = await fetch(portal.url + path, { method: 'POST', headers, body: payload })
  const text = await answer.text()
  const ms = performance.now() - start
  const random = /nonce-[^']+|^(date|x-request-id)=.*$|urn:uuid:[^"]+/gm
  const seen = [...answer.headers].map(([name, value]) => `${name}=${value}`.replace(random, '*')).join('\n')
  return { status: answer.status, body: text.replace(random, '*'), headers: seen, ms }
}

async function solve(portal: BenchPortal) {
  const challenge = await (await fetch(`${portal.url}/api/captcha/challenge`)).json()
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const signIn = (portal: BenchPortal, email: string) =>
  post(portal, '/api/auth/login/fallback', { email, password: 'Not-the-password-77' })

/** Uses up the attempts of the account (or of the unknown address) before the measured one. */
async function lock(portal: BenchPortal, email: string) {
  for (let i = 0; i < 5; i++) await signIn(portal, email)
}

async function register(portal: BenchPortal, email: string) {
  const captchaCode = await solve(portal)
  const mail = { email, confirmEmail: email, phoneNumber: '(555) 010-0000', title: '' }
  const password = 'Tulip-Rocket-Mango-91'
  return () =>
    post(portal, '/api/organizationRegistration/register/', {
      ...mail,
      firstName: 'Dana',
      lastName: 'Tester',
      password,
      confirmPassword: password,
      securityQuestion: 'parents-met',
      securityQuestionAnswer: 'Elm',
      acceptedTermsAndConditions: true,
      organizationName: `Bench ${email}`,
      captchaCode,
    })
}

/** One call of each kind for each question that a stranger can ask, prepared but not yet sent. */
async function prepare(portal: BenchPortal): Promise<Call[]> {
  const calls: Call[] = []
  for (const kind of kinds) {
    const tried = await makeAddress(portal, kind)
    calls.push({ group: 'sign-in', kind, send: () => signIn(portal, tried) })
    const locked = await makeAddress(portal, kind)
    await lock(portal, locked)
    calls.push({ group: 'sign-in, tries used up', kind, send: () => signIn(portal, locked) })
    const forgotten = await makeAddress(portal, kind)
    const captchaCode = await solve(portal)
    calls.push({
      group: 'forgot',
      kind,
      send: () => post(portal, '/api/authentication/forgot', { email: forgotten, captchaCode }),
    })
    // The registration itself reports that an address is taken (REG-12); among taken ones, nothing else may differ.
    if (kind !== 'unknown')
      calls.push({ group: 'registration, taken', kind, send: await register(portal, await makeAddress(portal, kind)) })
  }
  return calls.sort(() => Math.random() - 0.5)
}

function report(results: (Seen & { group: string; kind: Kind })[]) {
  const groups = [...new Set(results.map((r) => r.group))].sort()
  const pairs = groups.flatMap((group) => {
    const of = kinds.filter((kind) => results.some((r) => r.group === group && r.kind === kind))
    return of.slice(1).map((kind) => ({ group, base: of[0] as Kind, kind }))
  })
  let isSame = true
  console.log('| call | compared | calls | answers | median ms | 95th pct. ms | P(later > earlier) | p |')
  console.log('|---|---|---:|---|---:|---:|---:|---:|')
  for (const { group, base, kind } of pairs) {
    const seenOf = (k: Kind) => results.filter((r) => r.group === group && r.kind === k)
    const [a, b] = [seenOf(base), seenOf(kind)]
    const answers = new Set([...a, ...b].map((r) => `${r.status}\n${r.body}\n${r.headers}`))
    const [ta, tb] = [a.map((r) => r.ms), b.map((r) => r.ms)]
    const { p, superiority } = mannWhitney(ta, tb)
    // Holm's method would have more power; Bonferroni over all pairs at 1 % is simpler.
    if (answers.size > 1 || p < 0.01 / pairs.length) isSame = false
    const answer = answers.size === 1 ? `one, ${a[0]?.status}` : `${answers.size} DIFFERENT`
    const figures = [median, (v: number[]) => quantile(v, 0.95)].map((f) => `${f(ta).toFixed(1)} / ${f(tb).toFixed(1)}`)
    console.log(
      `| ${group} | ${base} / ${kind} | ${a.length + b.length} | ${answer} | ${figures.join(' | ')} | ${superiority.toFixed(3)} | ${p.toFixed(3)} |`,
    )
  }
  const told = isSame ? 'cannot be told apart' : 'CAN BE TOLD APART'
  console.log(
    `\n${results.length} measured calls; they ${told} (Mann–Whitney, two-sided, 1 % over ${pairs.length} pairs).`,
  )
  return isSame
}

const portal = await startBenchPortal()
let isSame = false
try {
  const results: (Seen & { group: string; kind: Kind })[] = []
  for (let round = 0; round < rounds + 5; round++) {
    const calls = await prepare(portal)
    for (const { group, kind, send } of calls) {
      const seen = await send()
      // The first rounds warm up the server.
      if (round >= 5) results.push({ ...seen, group, kind })
    }
  }
  isSame = report(results)
} finally {
  await portal.stop()
}
process.exit(isSame ? 0 : 1)
