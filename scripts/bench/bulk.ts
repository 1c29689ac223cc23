import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { BulkAnswer, UndoAnswer } from '../../src/casework/referral-lists/bulk-call.ts'
import type { Caller } from '../../test/app.ts'
import { ok } from '../../test/durability/ledger.ts'
import { type Stage, setStage } from '../../test/durability/stage.ts'
import { startBenchPortal } from './bench-portal.ts'
import { median } from './compare-timings.ts'

// How long it takes to accept many referrals in one call, and to undo that: see docs/benchmarks-referrals.md.

const { values: given } = parseArgs({
  options: { referrals: { type: 'string', default: '200' }, rounds: { type: 'string', default: '5' } },
})
const [count, rounds] = [Number(given.referrals), Number(given.rounds)]

/** Sends referrals, each for another person. @returns their IDs */
async function sendMany({ as: { maria }, recipient }: Stage) {
  const ids: string[] = []
  const givenOn = new Date().toISOString().slice(0, 10)
  for (let n = 0; n < count; n++) {
    const lastName = `Bulk${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`
    const { id: contactId } = await ok(maria, 'POST', '/api/contact/', { firstName: 'Ines', lastName, phones: [] })
    await ok(maria, 'POST', `/api/contact/${contactId}/consent`, { scope: 'network', howGiven: 'verbal', givenOn })
    const referral = { contactId, recipientOrganizationId: recipient.id, need: 'food-insecurity', send: true }
    ids.push((await ok(maria, 'POST', '/api/referral/', referral)).id)
  }
  return ids
}

async function timed<Answer extends BulkAnswer | UndoAnswer>(call: Promise<Answer>, outcome: string) {
  const from = performance.now()
  const { results } = await call
  const ms = performance.now() - from
  const others = results.filter((result) => result.outcome !== outcome)
  if (results.length !== count || others.length) throw new Error(`not ${outcome}: ${JSON.stringify(others)}`)
  return ms
}

async function acceptAndUndo(lee: Caller, ids: string[]) {
  const referrals: { id: string; version: number }[] = []
  for (const id of ids) referrals.push({ id, version: (await ok(lee, 'GET', `/api/referral/${id}`)).version })
  const bulkId = randomUUID()
  const accept = await timed(ok(lee, 'POST', '/api/referral/bulk', { bulkId, action: 'accept', referrals }), 'done')
  const undo = await timed(ok(lee, 'POST', `/api/referral/bulk/${bulkId}/undo`), 'undone')
  return { accept, undo }
}

const portal = await startBenchPortal()
try {
  const stage = await setStage(portal.database, portal.url, 0)
  const ids = await sendMany(stage)
  console.log(`${count} referrals are sent. Load ${loadavg()[0]?.toFixed(1)}.`)
  const times: { accept: number; undo: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const { accept, undo } = await acceptAndUndo(stage.as.lee, ids)
    times.push({ accept, undo })
    console.log(`round ${round + 1}: accepted in ${Math.round(accept)} ms, undone in ${Math.round(undo)} ms`)
  }
  for (const act of ['accept', 'undo'] as const) {
    const all = times.map((time) => time[act])
    const figures = [median(all), Math.min(...all), Math.max(...all)].map((ms) => Math.round(ms))
    console.log(`${act}: median ${figures[0]} ms, least ${figures[1]} ms, most ${figures[2]} ms`)
  }
  console.log(`Load after it ${loadavg()[0]?.toFixed(1)}.`)
} finally {
  await portal.stop()
}
