import { request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeAccount, makeOrganization, PASSWORD } from '../../test/factories.ts'
import { hashForReal } from '../../test/quick-argon2.ts'
import { type BenchPortal, startBenchPortal } from './bench-portal.ts'
import { median, quantile } from './compare-timings.ts'

// How long it takes until a change of a referral reaches every open tab: see docs/benchmarks-referrals.md.

const usage = `npm run bench:live -- [--tabs 1000] [--acts 40]

  --tabs   how many tabs of the recipient's staff are open; an account has ten
  --acts   how many messages the sender writes, one after the other`
const { values: given } = parseArgs({
  options: {
    tabs: { type: 'string', default: '1000' },
    acts: { type: 'string', default: '40' },
    help: { type: 'boolean' },
  },
})
if (given.help) {
  console.log(usage)
  process.exit(0)
}
const [tabs, acts] = [Number(given.tabs), Number(given.acts)]
/** The most that the portal allows. */
const TABS_OF_AN_ACCOUNT = 10
const MOST_MS = 30_000

const json = { 'content-type': 'application/json' }
/** Each from an address of its own, because sign-ins are limited by address. */
async function signIn(url: string, email: string, place: number) {
  const answer = await fetch(`${url}/api/auth/login/fallback`, {
    ...{ method: 'POST', body: JSON.stringify({ email, password: PASSWORD }) },
    headers: { ...json, 'x-forwarded-for': `10.2.${place >> 8}.${place & 255}` },
  })
  if (answer.status !== 200) throw new Error(`The sign-in answered ${answer.status}: ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return cookies.join('; ')
}

async function call<Answer>(url: string, cookie: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { cookie, ...json },
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Staff of two organizations, all signed in; the first one sends. */
async function makeStaff({ database, url }: BenchPortal) {
  const passwordHash = await hashForReal(PASSWORD)
  const [sender, recipient] = [
    await makeOrganization(database, { name: 'Sender' }),
    await makeOrganization(database, { name: 'Recipient' }),
  ]
  const cookies: string[] = []
  for (let place = 0; place <= Math.ceil(tabs / TABS_OF_AN_ACCOUNT); place++) {
    const organizationId = (place === 0 ? sender : recipient).id
    const { id, email } = await makeAccount(database, { organizationId, email: `staff${place}@example.test` })
    await database.updateTable('account').set({ passwordHash }).where('id', '=', id).execute()
    cookies.push(await signIn(url, email, place))
  }
  const [writer = '', ...readers] = cookies
  return { writer, readers, recipientId: recipient.id }
}

async function sendReferral(url: string, writer: string, recipientOrganizationId: string) {
  const person = { firstName: 'Ines', lastName: 'Moreno', phones: [] }
  const { id: contactId } = await call<{ id: string }>(url, writer, '/api/contact/', person)
  const givenOn = new Date().toISOString().slice(0, 10)
  await call(url, writer, `/api/contact/${contactId}/consent`, { scope: 'network', howGiven: 'verbal', givenOn })
  const sending = { contactId, recipientOrganizationId, need: 'food-insecurity', note: 'Call after five.', send: true }
  return (await call<{ id: string }>(url, writer, '/api/referral/', sending)).id
}

/** Opens the stream of a tab. @param arrived is called for each change of a record */
function openTab(url: string, cookie: string, arrived: (subjectId: string) => void) {
  const opened = Promise.withResolvers<void>()
  const asked = request(`${url}/api/event/stream`, { headers: { cookie }, agent: false }, (answer) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        if (frame.includes('event: ready')) opened.resolve()
        const subjectId = /"subjectId":"([^"]+)"/.exec(frame)?.[1]
        if (subjectId) arrived(subjectId)
      }
    })
  })
  asked.on('error', opened.reject)
  asked.end()
  return { opened: opened.promise, close: () => asked.destroy() }
}

const portal = await startBenchPortal()
try {
  const { url } = portal
  const { writer, readers, recipientId } = await makeStaff(portal)
  const referralId = await sendReferral(url, writer, recipientId)
  const [arrivals, shown, answered]: [number[], number[], number[]] = [[], [], []]
  let begun = 0
  let waiting = new Set<number>()
  let all = Promise.withResolvers<void>()
  const arrive = (tab: number, subjectId: string) => {
    if (subjectId !== referralId || !waiting.delete(tab)) return
    arrivals.push(performance.now() - begun)
    if (waiting.size === 0) all.resolve()
    // One of them has the referral open, and reads it again as the screen does.
    if (tab === 0)
      void call(url, readers[0] ?? '', `/api/referral/${referralId}`).then(() => shown.push(performance.now() - begun))
  }
  const open = Array.from({ length: tabs }, (_, tab) =>
    openTab(url, readers[Math.floor(tab / TABS_OF_AN_ACCOUNT)] ?? '', (subjectId) => arrive(tab, subjectId)),
  )
  await Promise.all(open.map(({ opened }) => opened))
  // What sending the referral caused has arrived.
  await sleep(3000)
  console.log(`${tabs} tabs of ${readers.length} accounts are open. Load ${loadavg()[0]?.toFixed(1)}.`)
  for (let act = 0; act < acts; act++) {
    waiting = new Set(open.keys())
    all = Promise.withResolvers<void>()
    begun = performance.now()
    await call(url, writer, `/api/referral/${referralId}/message`, { text: `Message ${act + 1}` })
    answered.push(performance.now() - begun)
    await Promise.race([all.promise, sleep(MOST_MS, undefined, { ref: false })])
    if (waiting.size) console.log(`MISSING ${waiting.size} tabs did not get message ${act + 1} within ${MOST_MS} ms`)
    await sleep(200)
  }
  for (const { close } of open) close()
  const figures = (times: number[]) =>
    [median(times), quantile(times, 0.95), Math.max(...times)].map((ms) => ms.toFixed(0)).join(' | ')
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} at the end.\n`)
  console.log('| from the press of the button, in ms | median | 95th pct. | most |\n|---|--:|--:|--:|')
  console.log(`| until the sender has the answer | ${figures(answered)} |`)
  console.log(`| until a tab has the event (${arrivals.length} of ${tabs * acts} events) | ${figures(arrivals)} |`)
  console.log(`| until a recipient has read the referral again | ${figures(shown)} |`)
} finally {
  await portal.stop()
}
process.exit(0)
