import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { howOften } from '../how-often.ts'

/** Every second one, and the last, also kills PostgreSQL. */
const KILLS = howOften(1, 6)
const dataDir = mkdtempSync(join(tmpdir(), 'hearthline-kill-'))
let portal: { child: ChildProcess; url: string } | null = null

async function start() {
  const child = spawn(process.execPath, ['src/server.ts'], {
    // Short, so that some sendings wait for their time when the portal is killed, and others have been sent.
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', SEND_UNDO_SECONDS: '2' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const url = await new Promise<string>((done, fail) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      const ready = /is ready at (http:\S+)/.exec(said)
      if (ready?.[1]) done(ready[1])
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code, signal) => fail(new Error(`The portal ended with ${code ?? signal}:\n${said}`)))
  })
  portal = { child, url }
  return url
}

/** Kills the portal as a power failure would, and every second time PostgreSQL too. */
async function kill(withDatabase: boolean) {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const ended = new Promise((done) => portal?.child.once('exit', done))
  portal?.child.kill('SIGKILL')
  if (withDatabase) process.kill(postmaster, 'SIGKILL')
  await ended
  portal = null
}

afterAll(async () => {
  const ended = new Promise((done) => (portal ? portal.child.once('exit', done) : done(null)))
  portal?.child.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
})

type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: Record<string, unknown> & { items: Record<string, unknown>[] } }>

async function signIn(url: string): Promise<Call> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/auth/login/fallback`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'maria@foodbank.demo.hearthline.test', password: 'Hearthline-demo-2026' }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async (method, path, body) => {
    const r = await fetch(url + path, {
      method,
      headers: { ...(body ? headers : {}), cookie },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: r.status, body: await r.json().catch(() => ({})) }
  }
}

/**
 * Writes until the portal dies: people, their consents, referrals to the housing agency. Records what was acknowledged.
 */
async function burst(
  call: Call,
  housingId: string,
  acknowledged: { contacts: string[]; referrals: string[] },
  round: number,
): Promise<never> {
  for (let n = 0; ; n++) {
    const contact = await call('POST', '/api/contact/', {
      firstName: `Round${round}`,
      lastName: `Person${n}`,
      phones: [],
    })
    if (contact.status !== 201) throw new Error(`contact answered ${contact.status}: ${JSON.stringify(contact.body)}`)
    const id = String(contact.body.id)
    acknowledged.contacts.push(id)
    await call('POST', `/api/contact/${id}/consent`, {
      scope: 'network',
      howGiven: 'verbal',
      givenOn: new Date().toISOString().slice(0, 10),
    })
    const referral = await call('POST', '/api/referral/', {
      contactId: id,
      recipientOrganizationId: housingId,
      need: 'housing-instability',
      urgency: 'routine',
      send: true,
    })
    if (referral.status !== 201)
      throw new Error(`referral answered ${referral.status}: ${JSON.stringify(referral.body)}`)
    acknowledged.referrals.push(String(referral.body.id))
  }
}

const isConnectionLost = (error: Error) =>
  error.message.includes('fetch failed') || error.message.includes('terminated')

it('D-RUN-7 keeps what was acknowledged and sends every mail once with the embedded PostgreSQL killed', {
  timeout: 300_000,
}, async () => {
  const acknowledged = { contacts: [] as string[], referrals: [] as string[] }
  for (let round = 0; round < KILLS; round++) {
    const url = await start()
    const call = await signIn(url)
    const housing = await call('GET', '/api/organization/autocomplete?name=Harbor%20Housing')
    const housingId = String((Array.isArray(housing.body) ? housing.body : housing.body.items)[0]?.id)
    const writers = [0, 1, 2].map((w) =>
      burst(call, housingId, acknowledged, round * 10 + w).catch((error: Error) => error),
    )
    // In the middle of the work, however slow the machine is: after two more referrals, at a random moment.
    const enough = acknowledged.referrals.length + 2
    for (let waited = 0; waited < 30_000 && acknowledged.referrals.length < enough; waited += 5) await sleep(5)
    await sleep(Math.random() * 400)
    await kill((KILLS - round) % 2 === 1)
    for (const ended of await Promise.all(writers)) expect(isConnectionLost(ended), ended.message).toBe(true)
  }

  const url = await start()
  const call = await signIn(url)
  expect(acknowledged.referrals.length).toBeGreaterThan(KILLS)
  for (const id of acknowledged.contacts)
    expect((await call('GET', `/api/contact/${id}`)).status, `contact ${id}`).toBe(200)
  for (const id of acknowledged.referrals)
    await expect
      .poll(async () => (await call('GET', `/api/referral/${id}`)).body.status, {
        message: `referral ${id}`,
        timeout: 30_000,
      })
      .toBe('Sent')

  const outbox = async () =>
    (await (await fetch(`${url}/api/dev/outbox?to=lee%40housing.demo.hearthline.test&limit=1000`)).json()) as {
      text: string
    }[]
  const countOf = (messages: { text: string }[], id: string) =>
    messages.filter((m) => m.text.includes(`/referrals/${id}`)).length
  const missing = async () => {
    const messages = await outbox()
    return acknowledged.referrals.filter((id) => countOf(messages, id) === 0)
  }
  // The job of a killed worker is released when its lock expires, or immediately at the next start.
  for (let waited = 0; waited < 60 && (await missing()).length; waited++) await sleep(500)
  expect(await missing()).toEqual([])
  await sleep(1000)
  const messages = await outbox()
  expect(acknowledged.referrals.filter((id) => countOf(messages, id) > 1)).toEqual([])
})
