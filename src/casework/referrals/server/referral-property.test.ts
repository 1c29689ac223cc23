import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { howOften } from '#test/how-often.ts'
import { makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'
import {
  actionsFrom,
  findTransition,
  type Party,
  type ReferralAction,
  type ReferralStatus,
  referralActions,
  referralStatuses,
} from '../referral-machine.ts'
import type { Visibility } from '../referral-policy.ts'
import { runReferralClock } from './referral-clock.ts'

let app: TestApp
let stage: Stage
let nextId: string
beforeAll(async () => {
  app = await startTestApp()
  stage = await makeStage(app)
  nextId = (await makeOrganization(app.database)).id
  await makeAccount(app.database, { organizationId: nextId })
})

const actors = ['creator', 'senderAdmin', 'recipient', 'third'] as const
type Name = (typeof actors)[number]
const who: Record<Name, Party[]> = {
  creator: ['sender'],
  senderAdmin: ['sender', 'senderAdmin'],
  recipient: ['recipient'],
  third: [],
}
const step = fc.record({
  actor: fc.constantFrom(...actors, 'system' as const),
  action: fc.constantFrom(...referralActions),
  /** which of the existing referrals, more often a new one */
  which: fc.nat({ max: 2 }),
  isStale: fc.nat({ max: 7 }).map((n) => n === 7),
  /** two of three steps are allowed ones, so that the walk gets far; the others are arbitrary */
  allowed: fc.option(fc.nat(), { freq: 2 }),
})
interface Step {
  actor: Name | 'system'
  action: ReferralAction
  which: number
  isStale: boolean
  allowed: number | null
}
const visited = new Set<ReferralStatus>()

/** Steps that their author can undo. */
const undoable: ReferralAction[] = [
  ...(['accept', 'decline', 'start', 'hold', 'resume', 'closeResolved', 'closeUnresolved'] as const),
]

interface Known {
  id: string
  status: ReferralStatus
  isReopened: boolean
  request: 'none' | 'waiting' | 'declined'
  /** who took the last step, if they can undo it, and from which state */
  undoable: { actor: Name; from: ReferralStatus } | null
  wasSent: boolean
  recipient: 'recipient' | 'next'
}

/** A small model of the visibility, independent of the tested policy. */
function modelOf(actor: Name, { status, wasSent, recipient }: Known): Visibility {
  if (actor === 'third' || (actor === 'recipient' && recipient === 'next')) return 'nothing'
  if (status === 'Entered In Error') return actor === 'senderAdmin' ? 'whole' : 'nothing'
  if (actor !== 'recipient') return 'whole'
  if (!wasSent) return 'nothing'
  if (status === 'Recalled') return 'nameless'
  return ['Declined', 'Expired', 'Forwarded'].includes(status) ? 'name' : 'whole'
}
const sees = (actor: Name, known: Known) => modelOf(actor, known) !== 'nothing'
const partiesIn = (actor: Name, known: Known) => (actor === 'recipient' && known.recipient === 'next' ? [] : who[actor])

const rowOf = (id: string) =>
  app.database.selectFrom('referral').select(['status', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
const noticesOf = async (id: string, email: string) =>
  (
    await app.database
      .selectFrom('message')
      .select('id')
      .where('recipient', '=', email)
      .where('text', 'like', `%${id}%`)
      .execute()
  ).length

async function childrenOf(known: Known[]) {
  const rows = await app.database
    .selectFrom('referral')
    .select(['id', 'status', 'sentOn', 'recipientOrganizationId'])
    .where(
      'parentId',
      'in',
      known.map(({ id }) => id),
    )
    .execute()
  return rows
    .filter((row) => !known.some(({ id }) => id === row.id))
    .map(
      (row): Known => ({
        id: row.id,
        status: row.status,
        isReopened: false,
        request: 'none',
        undoable: null,
        wasSent: row.sentOn !== null,
        recipient: row.recipientOrganizationId === nextId ? 'next' : 'recipient',
      }),
    )
}

/** What each level shows of the person: short name, full name, note, reason, message. */
const shown: Record<Visibility, (string | boolean)[]> = {
  nothing: [false, false, false],
  nameless: [false, false, false],
  name: [true, false, false],
  whole: [true, true, true],
}
const marks = (text: string) => [text.includes('Noor'), text.includes('Abadi'), text.includes('Must leave on Friday')]

/** Each side sees exactly its level, in every response that can contain a referral. */
async function checkVisibility(known: Known) {
  const { id, status } = known
  for (const actor of actors) {
    const level = modelOf(actor, known)
    const call = stage.as[actor]
    const one = await call('GET', `/api/referral/${id}`)
    expect([actor, status, one.status]).toEqual([actor, status, level === 'nothing' ? 404 : 200])
    expect([actor, status, ...marks(JSON.stringify(one.body))]).toEqual([actor, status, ...shown[level]])
    if (level !== 'whole') expect(JSON.stringify(one.body)).not.toContain('Because it is so.')
    const messages = await call('GET', `/api/referral/${id}/message`)
    expect([actor, status, messages.status]).toEqual([actor, status, level === 'whole' ? 200 : 404])
    if (actor !== 'recipient') continue
    const incoming = (await call('GET', '/api/referral/?direction=incoming&limit=200')).body.items
    const listed = incoming.find((item: { id: string }) => item.id === id)
    expect([status, listed?.personName]).toEqual([
      status,
      level === 'nothing' ? undefined : level === 'nameless' ? null : 'Noor A.',
    ])
    const written = await call('POST', `/api/referral/${id}/message`, { text: 'Hello' })
    expect([status, written.status]).toEqual([status, level === 'whole' ? 201 : level === 'nothing' ? 404 : 403])
  }
}

/**
 * For a referral that was never sent, the recipient has received nothing: no event, no notification, no waiting entry.
 */
async function checkSilence({ id, wasSent, recipient }: Known) {
  if (wasSent || recipient !== 'recipient') return
  const { rows } = await sql`select 1 from event where subject_id = ${id}
    and audience @> array[${`organization:${stage.recipient.id}`}]`.execute(app.database)
  expect(rows).toEqual([])
  expect(await noticesOf(id, stage.accounts.recipient.email)).toBe(0)
  expect(JSON.stringify((await stage.as.recipient('GET', '/api/referral/waiting')).body)).not.toContain(id)
}

/** The shortest walk from Draft to each status that a referral itself can reach. */
function walksToEach(): Step[][] {
  const walks = new Map<ReferralStatus, Step[]>([['Draft', []]])
  const calm = { which: 0, isStale: false, allowed: null }
  for (const [from, walk] of walks) {
    const steps = actors.flatMap((actor) => actionsFrom(from, who[actor]).map((action) => ({ ...calm, actor, action })))
    for (const each of [...steps, { ...calm, actor: 'system', action: 'expire' } satisfies Step]) {
      const found = findTransition(each.action, from, each.actor === 'system' ? ['system'] : who[each.actor])
      if (typeof found === 'object' && found.to && !walks.has(found.to)) walks.set(found.to, [...walk, each])
    }
  }
  return [...walks.values()]
}

/** One random step, compared with the model. */
async function take(known: Known[], given: Step) {
  const { which, isStale } = given
  const target = known[Math.max(0, known.length - 1 - which)] as Known
  visited.add(target.status)
  const open = actors.flatMap((name) =>
    actionsFrom(target.status, partiesIn(name, target)).map((each) => ({ actor: name, action: each })),
  )
  const calm = open.filter(({ action: each }) => each !== 'markError' && each !== 'recall')
  const choices = given.allowed !== null && given.allowed % 8 > 0 ? calm : open
  const { actor, action } =
    given.allowed === null || choices.length === 0 ? given : (choices[given.allowed % choices.length] ?? given)
  const before = await rowOf(target.id)
  if (actor === 'system') {
    await app.database
      .updateTable('referral')
      .set({ clockOn: '2020-01-01T00:00:00Z', responseDueOn: '2020-01-02T00:00:00Z' })
      .where('id', '=', target.id)
      .where('status', '=', 'Sent')
      .execute()
    await runReferralClock(app)
    if (target.status === 'Sent') Object.assign(target, { status: 'Expired', undoable: null })
    expect((await rowOf(target.id)).status).toBe(target.status)
    return
  }
  const told = await noticesOf(target.id, stage.accounts.creator.email)
  const answer = await stage.as[actor]('POST', `/api/referral/${target.id}/transition`, {
    ...wholeCall(action, before.version - (isStale ? 1 : 0)),
    recipientOrganizationId: nextId,
  })
  const allowed = findTransition(action, target.status, partiesIn(actor, target))
  const isInOrder =
    action === 'undo'
      ? target.undoable?.actor === actor
      : action === 'declineReopen'
        ? target.request === 'waiting' && !target.isReopened
        : action !== 'reopen' || (!target.isReopened && (actor !== 'recipient' || target.request === 'none'))
  const isOk = typeof allowed === 'object' && !isStale && sees(actor, target) && isInOrder
  expect([actor, action, target.status, answer.status === 200]).toEqual([actor, action, target.status, isOk])
  const after = await rowOf(target.id)
  if (!isOk) return expect(after).toEqual(before)
  const from = target.status
  if (action === 'undo' && target.undoable) target.status = target.undoable.from
  if (typeof allowed === 'object' && allowed.to) target.status = allowed.to
  target.undoable = undoable.includes(action) ? { actor, from } : null
  if (action === 'reopen' && actor === 'recipient') target.request = 'waiting'
  else if (action === 'reopen') target.isReopened = true
  if (action === 'declineReopen') target.request = 'declined'
  if (action === 'send') target.wasSent = true
  expect([after.status, after.version]).toEqual([target.status, before.version + (action === 'view' ? 0 : 1)])
  // Sending is confirmed; all other steps by others cause a notification. Once each.
  expect(await noticesOf(target.id, stage.accounts.creator.email)).toBe(
    told + (action === 'send' || actor !== 'creator' ? 1 : 0),
  )
  known.push(...(await childrenOf(known)))
}

it('REF-02 F-04 F-10 D-SEE-1 random actions reach no illegal state, and each side sees exactly its level', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const made = await refer(stage, { send: false })
      const known: Known[] = [
        {
          id: made.body.id,
          status: 'Draft',
          isReopened: false,
          request: 'none',
          undoable: null,
          wasSent: false,
          recipient: 'recipient',
        },
      ]
      for (const each of steps) await take(known, each)
      for (const each of known) {
        visited.add(each.status)
        await checkVisibility(each)
        await checkSilence(each)
      }
      const lines = await app.database
        .selectFrom('referralEvent')
        .select(['fromStatus', 'toStatus'])
        .where('referralId', '=', made.body.id)
        .orderBy('sequence')
        .execute()
      for (const [i, line] of lines.entries()) if (i > 0) expect(line.fromStatus).toBe(lines[i - 1]?.toStatus)
      expect(lines.at(-1)?.toStatus).toBe(known[0]?.status)
    }),
    // Every status is reached at least once; the random walks then continue from there.
    { numRuns: howOften(25, 50), examples: walksToEach().map((walk): [Step[]] => [walk]) },
  )
  expect(referralStatuses.filter((status) => !visited.has(status))).toEqual([])
}, 180_000)
