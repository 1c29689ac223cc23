import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkAnswer, BulkCall, UndoAnswer } from '#casework/referral-lists/bulk-call.ts'
import type { Caller } from '../app.ts'
import { codeFrom } from './account-writers.ts'
import { client, type Ledger, ok, Unanswered } from './ledger.ts'
import type { Peers } from './peers.ts'
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

/** Undoes a step of several referrals in one call. */
async function undoMany(stage: Stage, ledger: Ledger, { bulkId, action }: BulkCall) {
  const { results }: UndoAnswer = await ok(stage.as.lee, 'POST', `/api/referral/bulk/${bulkId}/undo`)
  for (const { id, outcome } of results) {
    if (outcome !== 'undone') throw new Error(`undoing ${action} of ${id} for many answered ${outcome}`)
    ledger.referrals.get(id)?.push('undo')
  }
}

const atOnce = 5

/** Sends several referrals, every second one to two organizations. @returns their IDs */
async function sendMany(stage: Stage, ledger: Ledger, n: number) {
  const ids: string[] = []
  for (let each = 0; each < atOnce; each++) {
    const { id } = await ok(stage.as.maria, 'POST', '/api/referral/', {
      contactId: await recordPerson(stage, ledger, `Many${letters(n)}${letters(each)}`),
      recipientOrganizationId: stage.recipient.id,
      alsoTo: each % 2 ? [{ recipientOrganizationId: stage.other.id }] : [],
      need: 'food-insecurity',
      send: true,
    })
    ledger.referrals.set(id, ['draft', 'send'])
    ids.push(id)
  }
  return ids
}

/** Accepts several referrals in one call, undoes that in another, accepts them again, and closes them. */
async function answerMany(stage: Stage, ledger: Ledger, ids: string[]) {
  const { lee } = stage.as
  const change = async (action: BulkCall['action']) => {
    const referrals = []
    for (const id of ids) referrals.push({ id, version: (await ok(lee, 'GET', `/api/referral/${id}`)).version })
    const call: BulkCall = { bulkId: randomUUID(), action, referrals, outcome: 'got help' }
    await unlessUnanswered(changeMany(stage, ledger, call), () => ledger.unansweredBulk.push(call))
    return call
  }
  const accepted = await change('accept')
  await unlessUnanswered(undoMany(stage, ledger, accepted), () => ledger.unansweredUndo.push(accepted))
  await change('accept')
  await change('closeResolved')
}

const unlessUnanswered = (act: Promise<void>, keep: () => void) =>
  act.catch((error) => {
    if (error instanceof Unanswered) keep()
    throw error
  })

/** Sends several referrals. @returns what answers them in calls for all of them, and sends more */
export async function prepareMany(stage: Stage, ledger: Ledger) {
  const first = await sendMany(stage, ledger, 0)
  return async (): Promise<never> => {
    await answerMany(stage, ledger, first)
    for (let n = 1; ; n++) await answerMany(stage, ledger, await sendMany(stage, ledger, n))
  }
}

/** A client without a response repeats its call: each referral is then changed once. */
export async function repeatMany(stage: Stage, ledger: Ledger) {
  for (const call of ledger.unansweredBulk) await changeMany(stage, ledger, call)
  for (const call of ledger.unansweredUndo) await undoMany(stage, ledger, call)
}

/**
 * Refers people to organizations without an account, and waits for the mails with their links.
 * @returns what answers each
 */
export async function prepareLinks(url: string, peers: Peers, stage: Stage, ledger: Ledger) {
  return Promise.all(
    stage.chapels.map(async (organization, n) => {
      const { maria } = stage.as
      const contactId = await recordPerson(stage, ledger, `Linked${letters(n)}`)
      const consent = { scope: 'organizations', recipientIds: [organization.id], howGiven: 'written', givenOn: today() }
      await ok(maria, 'POST', `/api/contact/${contactId}/consent`, consent)
      const email = `pastor${n}-${stage.mark}@example.test`
      const { id } = await ok(maria, 'POST', '/api/referral/', {
        contactId,
        recipientOrganizationId: organization.id,
        need: 'homelessness',
        directReferralContact: { firstName: 'Rae', lastName: 'Lund', email },
      })
      const steps = ['draft', 'send']
      ledger.referrals.set(id, steps)
      ledger.links.set(id, email)
      const holder = client(url)
      const path = `/api/answerLink/open/${await codeFrom(peers, holder, email, /\/a\/([\w-]+)/)}`
      return () => answerByLink(peers, stage, ledger, { n, email, holder, path, steps })
    }),
  )
}

interface Link {
  n: number
  email: string
  holder: Caller
  path: string
  /** what the ledger says about its referral */
  steps: string[]
}

/** Proves the address with the code that is mailed to it, asks a question, and answers. */
async function answerByLink(peers: Peers, stage: Stage, ledger: Ledger, { n, email, holder, path, steps }: Link) {
  await ok(holder, 'POST', `${path}/code`, { language: 'en' })
  const code = await codeFrom(peers, holder, email, /^(\d{6})/)
  const { session } = await ok(holder, 'POST', path, { code })
  const read = () => ok(holder, 'POST', `${path}/read`, { session })
  await read()
  steps.push('view')
  const given = { session, name: 'Rae Lund', reach: '716-555-0199' }
  const text = `By link ${stage.mark} ${n}`
  await ok(holder, 'POST', `${path}/message`, { ...given, text })
  ledger.messages.set(text, text)
  for (const action of n % 2 ? ['decline'] : ['accept', 'start', 'closeResolved']) {
    const { version } = await read()
    await ok(holder, 'POST', `${path}/answer`, { ...given, action, version, ...wordsFor(action) })
    steps.push(action)
  }
}

/** A number as letters, because names must not contain digits. */
function letters(number: number): string {
  const rest = Math.floor(number / 26)
  return (rest ? letters(rest - 1) : '') + String.fromCharCode(97 + (number % 26))
}
