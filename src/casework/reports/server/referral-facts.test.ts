import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import {
  actionsFrom,
  closeReasons,
  declineReasons,
  type ReferralStatus,
  referralStatuses,
} from '#casework/referrals/referral-machine.ts'
import { isFederalHoliday } from '#platform/schema/federal-holidays.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { howOften } from '#test/how-often.ts'
import { makePerson, makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'
import { statusClasses } from '../referral-fact.ts'
import { countKeys } from '../report.ts'
import { counted } from './counted.ts'
import { keepTimeZone, rebuildFacts } from './rebuild-facts.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp()
  stage = await makeStage(app)
})

const factOf = (id: string) =>
  app.database.selectFrom('referralFact').selectAll().where('referralId', '=', id).executeTakeFirst()
const step = async (call: Stage['as']['creator'], id: string, action: string, given: object = {}) => {
  const { version } = await app.database
    .selectFrom('referral')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return call('POST', `/api/referral/${id}/transition`, { ...wholeCall(action, version), ...given })
}
/** As if these acts had happened then. */
const at = (id: string, times: Record<string, string>) =>
  app.database.updateTable('referral').set(times).where('id', '=', id).execute()

it('REP-01 keeps one fact of each referral that was sent, with what was shared about the person on that day', async () => {
  const home = { postalCode: '14201-3301', language: 'ES', birthDate: '1956-11-20' }
  const { id: contactId } = await makePerson(stage.as.creator, home)
  const draft = (await refer(stage, { contactId, send: false })).body
  expect(await factOf(draft.id)).toBeUndefined()
  await step(stage.as.creator, draft.id, 'send')
  expect(await factOf(draft.id)).toMatchObject({
    ...{ requestId: draft.requestId, contactId, senderId: stage.sender.id, recipientId: stage.recipient.id },
    ...{ serviceId: null, need: 'homelessness', zip: '14201', county: '36029', state: 'NY', language: 'es' },
    ...{ ageBand: '65+', statusClass: 'waiting', reason: null, outcome: null, minutesToView: null, attemptNo: 1 },
    ...{ isHeld: false, recipientSeesPerson: true },
  })
  await step(stage.as.recipient, draft.id, 'decline')
  expect(await factOf(draft.id)).toMatchObject({
    statusClass: 'declined',
    reason: 'no capacity',
    recipientSeesPerson: false,
  })
  const again = (await step(stage.as.creator, draft.id, 'reopen')).body.children.at(-1)
  expect(await factOf(again.id)).toMatchObject({ statusClass: 'waiting', attemptNo: 2 })
  await step(stage.as.senderAdmin, draft.id, 'markError')
  expect(await factOf(draft.id)).toBeUndefined()
  expect(await factOf(again.id)).toMatchObject({ attemptNo: 1 })
})

it('REP-02 measures from sending on working days, in the time zone of the portal', async () => {
  const { id } = (await refer(stage)).body
  await step(stage.as.recipient, id, 'accept')
  await step(stage.as.recipient, id, 'closeResolved')
  // From a Wednesday evening until Friday, over Thanksgiving; in UTC the Wednesday is over.
  await at(id, {
    sentOn: '2026-11-26T01:00:00Z',
    firstViewedOn: '2026-11-26T04:30:00Z',
    respondedOn: '2026-11-27T06:00:00Z',
    firstContactOn: '2026-11-30T15:00:00Z',
    closedOn: '2026-12-01T15:00:00Z',
  })
  const afterThanksgiving = (hours: number) => 4 * 60 + hours * 60
  expect(await factOf(id)).toMatchObject({
    ...{ sentDay: '2026-11-25', minutesToView: 210, minutesToAnswer: afterThanksgiving(1) },
    ...{ minutesToContact: afterThanksgiving(24 + 10), minutesToClose: afterThanksgiving(48 + 10) },
    ...{ statusClass: 'resolved', outcome: 'got help' },
  })
  await keepTimeZone(app.database, 'UTC')
  expect(await factOf(id)).toMatchObject({ sentDay: '2026-11-26', minutesToView: 0 })
  await keepTimeZone(app.database, 'America/New_York')
})

it('REP-02 counts working minutes as a walk from minute to minute does', async () => {
  const first = Date.parse('2027-12-20T00:00:00Z')
  const isWorking = (day: Date) => day.getUTCDay() % 6 !== 0 && !isFederalHoliday(day)
  const walk = (from: number, to: number) => {
    let sum = 0
    for (let day = from - (from % 1440); day < to; day += 1440)
      if (isWorking(new Date(first + day * 60_000))) sum += Math.min(to, day + 1440) - Math.max(from, day)
    return sum
  }
  const pairs = fc.sample(fc.tuple(fc.nat(900_000), fc.nat(60_000)), { seed: 480, numRuns: 400 })
  const times = pairs.map(([from, length]) => [from, from + length] as const)
  const text = (minute: number) => new Date(first + minute * 60_000).toISOString().slice(0, 19)
  const { rows } = await sql<{ minutes: number }>`
    select working_minutes(since::timestamp, until::timestamp) as minutes
    from unnest(${times.map(([from]) => text(from))}::text[], ${times.map(([, to]) => text(to))}::text[])
      with ordinality as pair (since, until, place) order by place`.execute(app.database)
  expect(rows.map(({ minutes }) => minutes)).toEqual(times.map(([from, to]) => walk(from, to)))
})

it('REP-02 knows a class for each status that counts, and every reason that the acts know', async () => {
  const { rows } = await sql<{ status: string; class: string | null }>`
    select status, referral_status_class(status) as class from unnest(${[...referralStatuses]}::text[]) status`.execute(
    app.database,
  )
  const unknown = rows.filter((row) => !statusClasses.includes(row.class as never)).map(({ status }) => status)
  expect(unknown).toEqual(['Draft', 'Entered In Error'])
  const { id } = (await refer(stage)).body
  for (const [status, reasons] of Object.entries({ Declined: declineReasons, 'Closed: Unresolved': closeReasons }))
    for (const reason of reasons) {
      await at(id, { status, reason } as Record<string, string>)
      expect(await factOf(id)).toMatchObject({ reason })
    }
})

it('REP-07 facts that are kept live equal those of a rebuild, after any walk of acts', async () => {
  const { recipient, creator, senderAdmin } = stage.as
  const living = async () => {
    const { rows } = await sql<{ id: string; isFree: boolean }>`
      select contact.id, not exists (select from referral_request request join referral on referral.request_id = request.id
        where contact_id = contact.id and referral.status in ('Draft', 'Sent', 'In Review', 'Accepted', 'In Progress', 'On Hold')) as is_free
      from contact where organization_id = ${stage.sender.id}::uuid order by created_on, id`.execute(app.database)
    return rows
  }
  const done: Record<string, number> = {}
  const count = (act: string, status: number) => {
    done[act] = (done[act] ?? 0) + (status < 300 ? 1 : 0)
  }
  const merge = async (into: string, from: string, isUndone = false) => {
    const [stays, goes] = [await creator('GET', `/api/contact/${into}`), await creator('GET', `/api/contact/${from}`)]
    if (into === from || stays.status !== 200 || goes.status !== 200) return
    const { rows } = await sql<{ id: string }>`
      insert into person_pair (organization_id, first_id, second_id, level, score)
      values (${stage.sender.id}::uuid, least(${into}::uuid, ${from}::uuid), greatest(${into}::uuid, ${from}::uuid), 'likely', 20)
      on conflict (first_id, second_id) do update set score = 20 returning id`.execute(app.database)
    const versions = { [into]: stays.body.version, [from]: goes.body.version }
    const merged = await creator('POST', `/api/personPair/${rows[0]?.id}/merge`, { stays: into, versions, take: [] })
    count('merge', merged.status)
    if (!isUndone || merged.status !== 200) return
    const [former] = (await creator('GET', `/api/contact/${into}/merged`)).body.items
    count('split', (await creator('POST', `/api/personMerge/${former.mergeId}/undo`, {})).status)
  }
  const endOf = async (person: string, isErased: boolean, recall: boolean) => {
    const { body } = await senderAdmin('GET', `/api/contact/${person}`)
    const consent = body.consents?.[0]?.id
    if (isErased) {
      const name = `${body.firstName} ${body.lastName}`
      count('erase', (await senderAdmin('POST', `/api/contact/${person}/erase`, { name })).status)
    } else if (consent)
      count(
        'withdraw',
        (await creator('POST', `/api/contact/${person}/consent/${consent}/withdraw`, { recall })).status,
      )
  }
  const move = async (a: number, b: number) => {
    const { rows } = await sql<{ id: string; status: ReferralStatus }>`
      select id, status from referral where status not in ('Expired', 'Forwarded', 'Entered In Error')
      order by status in ('Draft', 'In Review', 'Accepted', 'In Progress', 'On Hold', 'Declined') desc, created_on, id`.execute(
      app.database,
    )
    const found = rows[b % Math.ceil(rows.length / 2)]
    if (!found) return
    const bySender = actionsFrom(found.status, ['sender', 'senderAdmin']).map((action) => ({
      action,
      call: senderAdmin,
    }))
    const byRecipient = actionsFrom(found.status, ['recipient']).map((action) => ({ action, call: recipient }))
    const all = [...byRecipient, ...byRecipient, ...bySender]
    const chosen = all[a % all.length]
    if (!chosen) return
    const more = chosen.action === 'forward' ? { recipientOrganizationId: stage.third.id } : {}
    count(chosen.action, (await step(chosen.call, found.id, chosen.action, more)).status)
    if (b % 4 === 0) count('undo', (await step(chosen.call, found.id, 'undo')).status)
  }
  const take = async ([kind, a, b]: [number, number, number]) => {
    const people = await living()
    const pick = (place: number, from = people) => from[place % (from.length || 1)]?.id ?? ''
    const person = pick(a)
    if (kind < 7) count('refer', (await refer(stage, { contactId: person, send: kind > 1 })).status)
    else if (kind < 11) {
      const home = { postalCode: ['14201', '10001', '00001'][a % 3], language: ['en', 'es'][b % 2] }
      await makePerson(creator, { lastName: `Number ${people.length}`, ...home })
    } else if (kind === 11) await merge(person, pick(b), b % 2 === 0)
    else if (kind === 12)
      await endOf(
        pick(
          a,
          people.filter(({ isFree }) => isFree),
        ),
        true,
        false,
      )
    else if (kind === 13) await endOf(person, false, b % 2 === 0)
    else await move(a, b)
  }
  // Once the acts that a walk may miss.
  const [ana, ann] = [
    await makePerson(creator, { lastName: 'Reyes' }),
    await makePerson(creator, { lastName: 'Reyez' }),
  ]
  const [first, second] = [
    (await refer(stage, { contactId: ana.id })).body.id,
    (await refer(stage, { contactId: ann.id })).body.id,
  ]
  await step(recipient, first, 'accept')
  await step(recipient, first, 'closeResolved')
  const again = (await step(creator, first, 'reopen')).body.children.at(-1).id
  await merge(ana.id, ann.id, true)
  expect(await factOf(second)).toMatchObject({ contactId: ann.id })
  await merge(ana.id, ann.id)
  expect(await factOf(second)).toMatchObject({ contactId: ana.id })
  await step(recipient, second, 'decline')
  count('undo', (await step(recipient, second, 'undo')).status)
  expect(await factOf(second)).toMatchObject({ statusClass: 'waiting', reason: null, minutesToAnswer: null })
  for (const id of [second, again]) await step(creator, id, 'recall')
  await endOf(ana.id, false, true)
  await endOf(ana.id, true, false)
  expect(done).toEqual({ merge: 2, split: 1, undo: 1, withdraw: 1, erase: 1 })

  const walk = fc.array(fc.tuple(fc.nat(29), fc.nat(), fc.nat()), { minLength: 130, maxLength: 130 })
  for (const steps of fc.sample(walk, { seed: 4801, numRuns: howOften(1, 20) })) {
    for (const each of steps) await take(each)
    const { rows } = await sql<{ facts: number; sent: number }>`
      select (select count(*) from referral_fact) as facts,
        (select count(*) from referral where sent_on is not null and status not in ('Draft', 'Entered In Error')) as sent`.execute(
      app.database,
    )
    expect(rows[0]?.facts).toBe(rows[0]?.sent)
    expect(await rebuildFacts(app.database)).toBe(0)
  }
}, 120_000)

it('REP-01 an erased person stays counted, without what was known about them, and a merged one counts as one', async () => {
  const [one, other] = [
    await makePerson(stage.as.creator, { lastName: 'Stone', postalCode: '14201' }),
    await makePerson(stage.as.creator, { lastName: 'Ston', postalCode: '14201' }),
  ]
  const sent = [
    (await refer(stage, { contactId: one.id })).body.id,
    (await refer(stage, { contactId: other.id })).body.id,
  ]
  await app.database
    .updateTable('referralRequest')
    .set({ contactId: one.id })
    .where('contactId', '=', other.id)
    .execute()
  expect(await factOf(sent[1])).toMatchObject({ contactId: one.id, zip: '14201' })
  for (const id of sent) await step(stage.as.recipient, id, 'decline')
  const erased = await stage.as.senderAdmin('POST', `/api/contact/${one.id}/erase`, { name: 'Noor Stone' })
  expect(erased.status).toBe(204)
  for (const id of sent)
    expect(await factOf(id)).toMatchObject({
      ...{ zip: null, county: null, state: null, language: null, ageBand: null },
      ...{ statusClass: 'declined', reason: 'no capacity', need: 'homelessness' },
    })
})

it('REP-02 the marks of a fact say in which counts it is, in every state and with every reason', async () => {
  const marks = sql.join(
    countKeys.map((key, place) => sql`case when ${counted[key]} then ${sql.lit(2 ** place)} else 0 end`),
    sql` + `,
  )
  const found = await app.database.transaction().execute(async (transaction) => {
    await sql`create temporary table fact (like referral_fact including generated) on commit drop`.execute(transaction)
    await sql`
      insert into fact (referral_id, request_id, contact_id, sent_day, sender_id, recipient_id, need, status_class, reason, outcome,
        minutes_to_view, minutes_to_answer, minutes_to_contact, attempt_no, is_held, recipient_sees_person)
      select id, id, id, current_date, id, id, 'food', status_class, reason, outcome, view, answer, contact, 1, false, true
      from gen_random_uuid() id, unnest(${[...statusClasses]}::text[]) status_class,
        unnest(array['no funds', 'no capacity', 'other', null]) reason, unnest(array['enrolled', 'got help', 'other', null]) outcome,
        unnest(array[5, null]) view, unnest(array[6, null]) answer, unnest(array[7, null]) contact`.execute(transaction)
    return sql`select count(*)::integer as made, count(*) filter (where marks <> ${marks})::integer as wrong from fact`.execute(
      transaction,
    )
  })
  expect(found.rows).toEqual([{ made: statusClasses.length * 4 * 4 * 8, wrong: 0 }])
})
