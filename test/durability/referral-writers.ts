import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkAnswer, BulkCall } from '#casework/referral-lists/bulk-call.ts'
import { type Ledger, ok, Unanswered } from './ledger.ts'
import type { Stage } from './stage.ts'

const DAY = 24 * 60 * 60 * 1000
const reason = 'Because it is so, and for no other reason.'
const today = () => new Date().toISOString().slice(0, 10)
const nextWeek = () => new Date(Date.now() + 7 * DAY).toISOString().slice(0, 10)

/** The paths of a referral, step by step; `sender:` marks steps of the sender's side. */
const journeys = [
  ['view', 'accept', 'start', 'hold', 'resume', 'closeResolved'],
  ['accept', 'hold', 'resume', 'closeUnresolved', 'sender:reopen'],
  ['view', 'decline', 'sender:reopen'],
  ['sender:recall', 'sender:reopen'],
  ['view', 'sender:markError'],
]

const wordsFor = (action: string) => ({
  reason: action === 'decline' || action === 'closeUnresolved' ? 'no capacity' : reason,
  outcome: 'got help',
  reviewOn: nextWeek(),
})

/** Records a person who consents to sharing. @returns their ID */
async function recordPerson({ as: { maria }, mark }: Stage, ledger: Ledger, firstName: string): Promise<string> {
  const lastName = `Durable${letters(parseInt(mark.replace(/\D/g, '').slice(0, 6) || '0', 10))}`
  const { id } = await ok(maria, 'POST', '/api/contact/', { firstName, lastName, phones: [] })
  ledger.people.set(id, firstName)
  await ok(maria, 'POST', `/api/contact/${id}/consent`, { scope: 'network', howGiven: 'verbal', givenOn: today() })
  return id
}

/** Records people, refers them, and passes the sent referrals to the recipient's writer. */
export async function writeReferrals(stage: Stage, ledger: Ledger, sent: string[], writer: number): Promise<never> {
  const { maria } = stage.as
  for (let n = 0; ; n++) {
    const contactId = await recordPerson(stage, ledger, `Person${letters(writer)}${letters(n)}`)
    const draft = await ok(maria, 'POST', '/api/referral/', {
      contactId,
      recipientOrganizationId: stage.recipient.id,
      need: 'housing-instability',
      note: `Note ${stage.mark} ${writer} ${n}`,
      send: false,
    })
    const steps = ['draft']
    ledger.referrals.set(draft.id, steps)
    await ok(maria, 'POST', `/api/referral/${draft.id}/transition`, { action: 'send', version: draft.version })
    steps.push('send')
    const text = `From the sender ${stage.mark} ${writer} ${n}`
    const message = await ok(maria, 'POST', `/api/referral/${draft.id}/message`, { text })
    ledger.messages.set(message.id, text)
    sent.push(draft.id)
  }
}

/** Processes the sent referrals: each takes one of the {@link journeys}. */
export async function workReferrals(stage: Stage, ledger: Ledger, sent: string[], writer: number): Promise<never> {
  const { maria, lee } = stage.as
  for (let n = 0; ; n++) {
    while (sent.length === 0) {
      // This also fails when the portal has been killed.
      await ok(lee, 'GET', '/api/referral/waiting')
      await sleep(10)
    }
    const id = sent.shift() as string
    for (const step of journeys[n % journeys.length] as string[]) {
      const [action, call] = step.startsWith('sender:') ? [step.slice(7), maria] : [step, lee]
      const { version } = await ok(call, 'GET', `/api/referral/${id}`)
      await ok(call, 'POST', `/api/referral/${id}/transition`, { action, version, ...wordsFor(action) })
      ledger.referrals.get(id)?.push(action)
      if (action !== 'accept') continue
      const text = `From the recipient ${stage.mark} ${writer} ${n}`
      const message = await ok(lee, 'POST', `/api/referral/${id}/message`, { text })
      ledger.messages.set(message.id, text)
    }
  }
}

/** Takes a step of several referrals in one call. The ledger gets what was acknowledged for each. */
async function changeMany(stage: Stage, ledger: Ledger, call: BulkCall) {
  const { results }: BulkAnswer = await ok(stage.as.lee, 'POST', '/api/referral/bulk', call)
  for (const { id, outcome } of results) {
    if (outcome !== 'done') throw new Error(`${call.action} of ${id} for many answered ${outcome}`)
    ledger.referrals.get(id)?.push(call.action)
  }
}

const atOnce = 5

/** Sends several referrals, every second one to two organizations, and answers them in calls for all of them. */
export async function writeMany(stage: Stage, ledger: Ledger): Promise<never> {
  const { maria, lee } = stage.as
  for (let n = 0; ; n++) {
    const ids: string[] = []
    for (let each = 0; each < atOnce; each++) {
      const { id } = await ok(maria, 'POST', '/api/referral/', {
        contactId: await recordPerson(stage, ledger, `Many${letters(n)}${letters(each)}`),
        recipientOrganizationId: stage.recipient.id,
        alsoTo: each % 2 ? [{ recipientOrganizationId: stage.other.id }] : [],
        need: 'food-insecurity',
        send: true,
      })
      ledger.referrals.set(id, ['draft', 'send'])
      ids.push(id)
    }
    for (const action of ['accept', 'closeResolved'] as const) {
      const referrals = []
      for (const id of ids) referrals.push({ id, version: (await ok(lee, 'GET', `/api/referral/${id}`)).version })
      const call: BulkCall = { bulkId: randomUUID(), action, referrals, outcome: 'got help' }
      await changeMany(stage, ledger, call).catch((error) => {
        if (error instanceof Unanswered) ledger.unansweredBulk.push(call)
        throw error
      })
    }
  }
}

/** A client without a response repeats its call: each referral is then changed once. */
export async function repeatMany(stage: Stage, ledger: Ledger) {
  for (const call of ledger.unansweredBulk) await changeMany(stage, ledger, call)
}

/** A number as letters, because names must not contain digits. */
function letters(number: number): string {
  const rest = Math.floor(number / 26)
  return (rest ? letters(rest - 1) : '') + String.fromCharCode(97 + (number % 26))
}
