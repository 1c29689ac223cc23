import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { howOften } from '#test/how-often.ts'
import { makePerson, wholeCall } from '#test/referral-stage.ts'
import { beingWorkedOn, type ReferralAction, referralActions, transitions } from '../referral-machine.ts'
import { requestStatusOf } from '../referral-request-status.ts'

const app = await startTestApp()

interface Side {
  id: string
  call: Caller
}
async function makeSide(): Promise<Side> {
  const { id } = await makeOrganization(app.database)
  const { email } = await makeAccount(app.database, { organizationId: id, roles: ['organization-admin'] })
  return { id, call: await app.signIn(email, PASSWORD) }
}
const sides = [await makeSide(), await makeSide(), await makeSide(), await makeSide(), await makeSide()]

const legal = new Set(
  transitions.flatMap(({ action, recordedAs, from, to }) =>
    from.map((each) => `${recordedAs ?? action}: ${each === 'none' ? null : each} > ${to ?? each}`),
  ),
)
const open = ['Draft', 'Sent', 'In Review', 'Accepted', 'In Progress', 'On Hold']
const isLegal = ({ action, fromStatus, toStatus }: { action: string; fromStatus: string | null; toStatus: string }) =>
  legal.has(`${action}: ${fromStatus} > ${toStatus}`) ||
  (action === 'undo' && open.includes(toStatus)) ||
  (action === 'restore' && fromStatus === 'Recalled' && open.includes(toStatus)) ||
  (fromStatus === toStatus && ['endDetails', 'settle'].includes(action))

/** Whatever happened, states and history of a person's requests fit together. */
async function check(contactId: string, counts: Map<string, number>) {
  const requests = await app.database
    .selectFrom('referralRequest')
    .select(['id', 'status'])
    .where('contactId', '=', contactId)
    .execute()
  for (const request of requests) {
    const rows = await app.database
      .selectFrom('referral')
      .select(['id', 'status', 'sentOn'])
      .where('requestId', '=', request.id)
      .execute()
    const taken = rows.filter(({ status }) => beingWorkedOn.some((each) => each === status))
    expect(taken.length).toBeLessThanOrEqual(1)
    expect(request.status).toBe(requestStatusOf(rows))
    for (const { id, status } of rows) {
      const steps = await app.database
        .selectFrom('referralEvent')
        .select(['action', 'fromStatus', 'toStatus'])
        .where('referralId', '=', id)
        .orderBy('sequence')
        .execute()
      for (const [at, step] of steps.entries()) {
        // A child begins as a draft that is sent at once.
        const before = at === 0 ? step.fromStatus : steps[at - 1]?.toStatus
        expect([step, isLegal(step), step.fromStatus]).toEqual([step, true, before])
      }
      expect(steps.at(-1)?.toStatus).toBe(status)
      for (const { action } of steps) counts.set(action, (counts.get(action) ?? 0) + 1)
    }
  }
}

const act = fc.record({
  side: fc.nat({ max: 4 }),
  which: fc.nat({ max: 7 }),
  action: fc.constantFrom(...referralActions),
  /** most acts are ones that the referral offers */
  offered: fc.option(fc.nat(), { freq: 5 }),
})
type Act = { side: number; which: number; action: ReferralAction; offered: number | null }
const move = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant('act' as const), acts: fc.array(act, { minLength: 1, maxLength: 2 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('try' as const), to: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), recall: fc.boolean() }) },
)

it('REF-08 REF-09 REF-17 whatever several organizations do at once, every state is legal and a need is accepted once', async () => {
  const counts = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 5 }),
      fc.array(move, { minLength: 8, maxLength: 24 }),
      async (size, moves) => {
        const here = sides.slice(0, size)
        const [sender, ...others] = here as [Side, ...Side[]]
        const { id: contactId } = await makePerson(sender.call)
        const consent = () => ({ scope: 'network', howGiven: 'verbal', givenOn: new Date().toISOString().slice(0, 10) })
        const [first, ...rest] = others.map(({ id }) => ({ recipientOrganizationId: id }))
        const made = await sender.call('POST', '/api/referral/', {
          ...{ contactId, need: 'homelessness', alsoTo: rest },
          ...first,
        })
        expect(made.status).toBe(201)
        const { requestId } = made.body
        const take = async ({ side, which, action, offered }: Act) => {
          const found = await app.database
            .selectFrom('referral')
            .select(['id', 'recipientOrganizationId'])
            .where('requestId', '=', requestId)
            .orderBy('createdOn')
            .execute()
          // In an order that does not depend on identifiers, which are random: the same walk in every run.
          const place = (one: (typeof found)[number]) =>
            here.findIndex((each) => each.id === one.recipientOrganizationId)
          const referrals = found.toSorted((one, other) => place(one) - place(other))
          const { id } = referrals[which % referrals.length] as { id: string }
          const { call } = here[side % size] as Side
          const seen = await call('GET', `/api/referral/${id}`)
          const choices: ReferralAction[] = (seen.body.actions ?? []).filter((each: string) => each !== 'markError')
          // Acceptances and undoing them are what it is about.
          const wanted = (['undo', 'accept'] as const).find((each) => choices.includes(each))
          const any = choices[(offered ?? 0) % (choices.length || 1)] ?? action
          const chosen = offered === null ? action : offered % 3 === 0 ? (wanted ?? any) : any
          const to = here[(side + 1) % size] as Side
          const answer = await call('POST', `/api/referral/${id}/transition`, {
            ...wholeCall(chosen, seen.body.version ?? 1),
            recipientOrganizationId: to.id,
          })
          expect([chosen, answer.status < 500]).toEqual([chosen, true])
        }
        for (const each of moves) {
          if (each.kind === 'act') await Promise.all(each.acts.map(take))
          else if (each.kind === 'try') {
            const to = others[each.to % others.length] as Side
            const answer = await sender.call('POST', '/api/referral/', {
              ...{ contactId, need: 'homelessness', requestId, recipientOrganizationId: to.id },
            })
            expect([201, 409, 422]).toContain(answer.status)
          } else {
            const { consents } = (await sender.call('GET', `/api/contact/${contactId}`)).body
            const inForce = consents.find((one: { withdrawnOn: string | null }) => one.withdrawnOn === null)
            const path = `/api/contact/${contactId}/consent`
            if (inForce) await sender.call('POST', `${path}/${inForce.id}/withdraw`, { recall: each.recall })
            else await sender.call('POST', path, consent())
          }
          await check(contactId, new Map())
        }
        await check(contactId, counts)
      },
    ),
    { numRuns: howOften(5, 150), seed: 20261123 },
  )
  for (const action of ['accept', 'recallTaken', 'undo'])
    expect([action, counts.get(action) ?? 0]).not.toEqual([action, 0])
}, 600_000)
