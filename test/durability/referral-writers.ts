import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import { ok } from './ledger.ts'
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

/** Records people, refers them, and passes the sent referrals to the recipient's writer. */
export async function writeReferrals(stage: Stage, ledger: Ledger, sent: string[], writer: number): Promise<never> {
  const { maria } = stage.as
  for (let n = 0; ; n++) {
    const firstName = `Person${letters(writer)}${letters(n)}`
    const lastName = `Durable${letters(parseInt(stage.mark.replace(/\D/g, '').slice(0, 6) || '0', 10))}`
    const person = await ok(maria, 'POST', '/api/contact/', { firstName, lastName, phones: [] })
    ledger.people.set(person.id, firstName)
    await ok(maria, 'POST', `/api/contact/${person.id}/consent`, {
      scope: 'network',
      howGiven: 'verbal',
      givenOn: today(),
    })
    const draft = await ok(maria, 'POST', '/api/referral/', {
      contactId: person.id,
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

/** A number as letters, because names must not contain digits. */
function letters(number: number): string {
  const rest = Math.floor(number / 26)
  return (rest ? letters(rest - 1) : '') + String.fromCharCode(97 + (number % 26))
}
