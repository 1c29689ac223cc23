import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runReferralClock } from '#casework/referrals/server/referral-clock.ts'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { makeClaimStage } from '#test/claim-stage.ts'
import { safeAt, safeRules } from '#test/safe-contact.ts'

const app = await startTestApp({ PERSON_NOTICE_MINUTES: '0' })
const { database, anonymous } = app
const stage = await makeClaimStage(app)
const rae = { name: 'Rae Lund', reach: '716-555-0199' }

/** A referral to an organization without an account, with what the holder of its link can do. */
async function makeLink() {
  const cedar = await stage.listed()
  const email = stage.address('cedar.example')
  const { id: contactId } = await stage.personOf(stage.as.creator, { note: 'Only for staff' })
  const sent = await stage.send({ organizationId: cedar.id, email, contactId })
  const path = `/api/answerLink/open/${sent.code}`
  const askCode = (language = 'en') => anonymous('POST', `${path}/code`, { language })
  const codeOf = async () => {
    await app.workJobs()
    return /\d{6}/.exec((await app.outbox(email)).map(({ subject }) => subject ?? '').join(' '))?.[0] ?? ''
  }
  const enter = (code: string) => anonymous('POST', path, { code })
  return { cedar, email, contactId, path, askCode, codeOf, enter, ...sent }
}
async function open() {
  const link = await makeLink()
  await link.askCode()
  const { session } = (await link.enter(await link.codeOf())).body
  const act = (what: string, more: object = {}) =>
    anonymous('POST', `${link.path}/${what}`, { session, ...(what === 'read' ? {} : rae), ...more })
  const answer = async (action: string, more: object = {}) =>
    act('answer', { action, version: (await act('read')).body.version, ...more })
  const bySender = (method: 'GET' | 'POST', rest = '', body?: object) =>
    stage.as.creator(method, `/api/referral/${link.id}${rest}`, body)
  return { ...link, session, act, answer, bySender }
}
const inDays = (days: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 + days * 86_400_000).toISOString()
const age = (what: string, codeOf: string) =>
  sql`update answer_link set ${sql.ref(what)} = now() - interval '1 day'
    where referral_id = ${codeOf}::uuid`.execute(database)

it('REF-11 whoever proves the address sees what was shared, accepts in two calls, and the sender sees who', async () => {
  const { path, email, act, answer, bySender, contactId, cedar } = await open()
  expect((await anonymous('GET', path)).body).toEqual({
    ...{ referringOrganization: stage.sender.name, referredToOrganization: cedar.name },
    ...{ state: 'open', sentTo: `m•••@${email.split('@')[1]}` },
  })
  expect((await bySender('GET', '/delivery')).body.link.openedOn).toEqual(expect.any(String))
  const { body } = await act('read')
  expect(body).toMatchObject({
    ...{ status: 'In Review', personName: 'Noor A.', person: { lastName: 'Abadi' }, note: 'Must leave on Friday.' },
    ...{ holder: { name: 'Rae Lund', reach: email }, mayClaim: true, messages: [] },
  })
  const secret = /Only for staff|Maria|consentId|assignee|steps|createdBy|toConfirm/
  expect(JSON.stringify(body)).not.toMatch(secret)
  expect(await answer('accept')).toMatchObject({ status: 200, body: { status: 'Accepted', holder: rae } })
  const seen = (await bySender('GET')).body
  expect(seen.status).toBe('Accepted')
  expect(seen.steps.slice(-2)).toMatchObject(
    ['view', 'accept'].map((action) => ({
      ...{ action, actorName: 'Rae Lund', isByLink: true, organization: { name: cedar.name } },
    })),
  )
  expect((await bySender('GET', '/answerLink')).body.use).toMatchObject({
    ...{ openings: 1, openedOn: expect.any(String), holderName: rae.name, holderReach: rae.reach },
  })
  const views = (await accessLogOf(database, contactId)).filter(({ way }) => way === 'answer-link')
  expect(views.length).toBe(3)
  expect(views[0]).toMatchObject({ accountId: null, organizationId: cedar.id })
  const log = (await stage.as.senderAdmin('GET', `/api/contact/${contactId}/accessLog`)).body.items
  const seenByLink = log.find((entry: { way: string }) => entry.way === 'answer-link')
  expect(seenByLink).toMatchObject({ isDisclosure: true, organizationName: cedar.name })
  await app.workJobs()
  const told = await app.outbox(stage.accounts.creator.email)
  expect(told.some(({ subject }) => subject === 'Your referral was accepted')).toBe(true)
})

it('REF-11 a question stands in the conversation with the name of who asked, and the answer on their page', async () => {
  const { act, bySender } = await open()
  const asked = await act('message', { text: 'When can she come?' })
  expect(asked.body.messages).toMatchObject([{ from: 'Rae Lund', isByLink: true, text: 'When can she come?' }])
  const { items } = (await bySender('GET', '/message')).body
  expect(items).toMatchObject([{ authorName: 'Rae Lund', isByLink: true, isMine: false }])
  expect((await bySender('GET')).body.unreadCount).toBe(1)
  expect((await bySender('POST', '/message', { text: 'On Monday.' })).status).toBe(201)
  expect((await act('read')).body.messages.at(-1)).toMatchObject({ from: stage.sender.name, isByLink: false })
})

it('REF-11 REF-04 a question that arrives twice is asked once, and its ID is no other message’s', async () => {
  const [{ act, bySender }, other] = [await open(), await open()]
  const question = { text: 'When can she come?', id: crypto.randomUUID() }
  await act('message', question)
  const again = await act('message', question)
  expect([again.status, again.body.messages]).toMatchObject([200, [{ id: question.id, text: question.text }]])
  expect((await other.act('message', question)).status).toBe(409)
  expect((await bySender('POST', '/message', question)).status).toBe(409)
  expect((await bySender('GET', '/message')).body.items).toHaveLength(1)
})

it('REF-11 declining names a reason of the list and leaves the short name; the work is started and closed by link', async () => {
  const one = await open()
  const without = await one.answer('decline', { reason: 'Because' })
  expect([without.status, without.body.errors]).toEqual([400, [{ path: 'reason', message: 'reason-required' }]])
  const declined = (await one.answer('decline', { reason: 'no capacity' })).body
  expect(declined).toMatchObject({ status: 'Declined', person: null, note: null, personName: 'Noor A.' })
  const two = await open()
  await two.answer('accept')
  expect((await two.answer('start', { firstContactBy: 'phone' })).body.status).toBe('In Progress')
  expect((await two.bySender('GET')).body.firstContactBy).toBe('phone')
  expect((await two.answer('closeResolved', { outcome: 'got help' })).body.status).toBe('Closed: Resolved')
  expect((await two.answer('accept')).body.code).toBe('illegal-transition')
})

it('REF-11 a code is guessed five times, works once, for ten minutes, and only for its own link', async () => {
  const [one, two] = [await makeLink(), await makeLink()]
  expect((await one.enter('123456')).body.errors).toEqual([{ path: 'code', message: 'code-over' }])
  await one.askCode()
  await two.askCode()
  const code = await one.codeOf()
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect((await two.enter(code)).status).toBe(400)
  const answers = []
  for (let tries = 0; tries < 5; tries++) answers.push((await one.enter(wrong)).body.errors[0].message)
  expect(answers).toEqual([...Array(4).fill('code-wrong'), 'code-over'])
  expect((await one.enter(code)).body.errors[0].message).toBe('code-over')
  await one.askCode()
  const again = await one.codeOf()
  const both = await Promise.all([one.enter(again), one.enter(again)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  await age('proof_sent_on', two.id)
  expect((await two.enter(await two.codeOf())).body.errors[0].message).toBe('code-over')
})

it('REF-11 a second press sends no second code, and ten codes a day are the most', async () => {
  const { askCode, email, id } = await makeLink()
  const codes = () =>
    database
      .selectFrom('message')
      .select('id')
      .where('recipient', '=', email)
      .where('kind', '=', 'answer-code')
      .execute()
  await Promise.all([askCode(), askCode()])
  expect(await codes()).toHaveLength(1)
  for (let sent = 1; sent < 10; sent++) {
    await age('proof_sent_on', id)
    expect((await askCode()).status).toBe(204)
  }
  await age('proof_sent_on', id)
  expect((await askCode()).status).toBe(429)
  expect(await codes()).toHaveLength(10)
})

it('REF-11 a session opens its own referral only, ends after half an hour, and two answers at once give one', async () => {
  const [one, two] = [await open(), await open()]
  const foreign = await anonymous('POST', `${two.path}/read`, { session: one.session })
  expect([foreign.status, foreign.body.code]).toEqual([409, 'answer-link-locked'])
  const { version } = (await one.act('read')).body
  const answers = await Promise.all([
    one.act('answer', { action: 'accept', version }),
    one.act('answer', { action: 'decline', reason: 'other', version }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await one.act('answer', { action: 'forward', version })).status).toBe(400)
  await age('session_expires_on', two.id)
  expect((await two.act('read')).body.code).toBe('answer-link-locked')
  for (const as of ['third', 'recipient'] as const)
    expect((await stage.as[as]('GET', `/api/referral/${one.id}/answerLink`)).status).toBe(404)
})

it('REF-11 a recall, a withdrawn consent, an expiry and a refused claim end the link at once', async () => {
  const [recalled, withdrawn, expired, refused] = [await open(), await open(), await open(), await open()]
  const { version } = (await recalled.act('read')).body
  await recalled.bySender('POST', '/transition', { action: 'recall', version, reason: 'No longer needed' })
  const consents = await database
    .selectFrom('consent')
    .select('id')
    .where('contactId', '=', withdrawn.contactId)
    .execute()
  for (const { id } of consents)
    await stage.as.creator('POST', `/api/contact/${withdrawn.contactId}/consent/${id}/withdraw`, { recall: false })
  await sql`update referral_invitation set expires_on = now() where referral_id = ${expired.id}::uuid`.execute(database)
  await sql`update referral_invitation set claim_status = 'refused' where referral_id = ${refused.id}::uuid`.execute(
    database,
  )
  for (const link of [recalled, withdrawn, expired, refused]) {
    const statuses = [
      (await anonymous('GET', link.path)).status,
      (await link.askCode()).status,
      (await link.act('read')).status,
      (await link.act('answer', { action: 'accept', version: 3 })).status,
      (await link.act('message', { text: 'Hello' })).status,
      (await link.act('appointment', { startsOn: inDays(3), note: null, version: 0 })).status,
      (await link.act('appointment/cancel', { version: 0 })).status,
    ]
    expect(statuses).toEqual(Array(7).fill(410))
    const { reason } = (await anonymous('GET', link.path)).body
    expect(reason).toBe(link === expired ? 'expired' : 'ended')
  }
  expect((await anonymous('GET', '/api/answerLink/open/none')).status).toBe(404)
})

it('REF-11 0434 an older link leads to a newer one only if that one works, and not whose claim was refused', async () => {
  const { id, path } = await makeLink()
  const bySender = (method: 'GET' | 'POST', rest = '', body?: object) =>
    stage.as.creator(method, `/api/referral/${id}${rest}`, body)
  const { version } = (await bySender('GET')).body
  const kim = { firstName: 'Kim', lastName: 'Doe', email: stage.address('cedar.example'), version }
  expect((await bySender('POST', '/invitation', kim)).status).toBe(200)
  const reason = async () => (await anonymous('GET', path)).body.reason
  expect(await reason()).toBe('replaced')
  const ofId = sql`referral_id = ${id}::uuid`
  for (const [change, back] of [
    [
      sql`update referral_invitation set claim_status = 'refused' where ${ofId} and replaced_on is not null`,
      sql`update referral_invitation set claim_status = null where ${ofId}`,
    ],
    [
      sql`update referral_invitation set claim_status = 'refused' where ${ofId} and replaced_on is null`,
      sql`update referral_invitation set claim_status = null where ${ofId}`,
    ],
    [
      sql`update referral_invitation set expires_on = now() where ${ofId} and replaced_on is null`,
      sql`update referral_invitation set expires_on = now() + interval '1 day' where ${ofId}`,
    ],
    [
      sql`update referral set details_ended_on = now() where id = ${id}::uuid`,
      sql`update referral set details_ended_on = null where id = ${id}::uuid`,
    ],
  ] as const) {
    await change.execute(database)
    expect(await reason()).toBe('ended')
    await back.execute(database)
    expect(await reason()).toBe('replaced')
  }
})

it('REF-09 REF-11 0434 what was opened by link and not answered expires with the link, and its sender is told', async () => {
  const [silent, accepted] = [await open(), await open()]
  for (const { act } of [silent, accepted]) await act('read')
  const early = new Date(Date.now() + 29 * 86_400_000)
  const over = new Date(Date.now() + 30 * 86_400_000)
  await runReferralClock(app, early)
  expect((await silent.bySender('GET')).body).toMatchObject({ status: 'In Review', isWaitingForRegistration: true })
  await accepted.answer('accept')
  await runReferralClock(app, over)
  const { body } = await silent.bySender('GET')
  expect(body).toMatchObject({ status: 'Expired', mayWrite: false, isWaitingForRegistration: false })
  expect(body.steps.at(-1)).toMatchObject({ action: 'expire', actorName: null })
  expect((await accepted.bySender('GET')).body.status).toBe('Accepted')
  const ended = await Promise.all([anonymous('GET', silent.path), silent.act('read')])
  expect(ended.map(({ status, body: { reason } }) => [status, reason])).toEqual(Array(2).fill([410, 'expired']))
  await app.workJobs()
  const told = (await app.outbox(stage.accounts.creator.email)).filter(({ text }) => text.includes(silent.id))
  expect(told.map(({ subject }) => subject)).toContain('Your referral expired without an answer')
})

it('REF-10 REF-11 0434 what was opened by link and not answered can be sent to another address, and waits for it', async () => {
  const { act, bySender, path } = await open()
  const { version } = (await act('read')).body
  expect((await bySender('GET', '/delivery')).body).toMatchObject({ mayInviteAgain: true })
  const other = { firstName: 'Kim', lastName: 'Doe', email: stage.address('cedar.example') }
  expect((await bySender('POST', '/invitation', { ...other, version })).status).toBe(200)
  const { body } = await bySender('GET')
  expect(body).toMatchObject({ status: 'In Review', directReferralContact: other })
  expect(body.steps.at(-1)).toMatchObject({ action: 'inviteAgain', fromStatus: 'In Review', toStatus: 'In Review' })
  expect((await anonymous('GET', path)).status).not.toBe(200)
  await app.workJobs()
  const code = /\/a\/([\w-]+)/.exec((await app.outbox(other.email))[0]?.text ?? '')?.[1]
  expect((await anonymous('GET', `/api/answerLink/open/${code}`)).body.state).toBe('open')
  await runReferralClock(app, new Date(Date.now() + 30 * 86_400_000))
  expect((await bySender('GET')).body.status).toBe('Expired')
})

it('REF-11 0434 what was opened by link and then by its sender to accounts is not ended by a clock', async () => {
  const { act, bySender, cedar, id } = await open()
  await act('read')
  const call = await stage.claim(stage.address(), cedar.id)
  expect((await bySender('POST', '/confirmRecipient', {})).status).toBe(200)
  expect((await call('GET', `/api/referral/${id}`)).body.status).toBe('In Review')
  const row = await database.selectFrom('referral').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([row.clockOn, Date.parse(row.responseDueOn ?? '') < Date.now() + 20 * 86_400_000]).toEqual([null, true])
  await runReferralClock(app, new Date(Date.now() + 60 * 86_400_000))
  expect((await bySender('GET')).body.status).toBe('In Review')
})

it('REF-11 the link works while the organization works on it, also after its thirty days', async () => {
  const { answer, act, id } = await open()
  await answer('accept')
  await sql`update referral_invitation set expires_on = now() where referral_id = ${id}::uuid`.execute(database)
  expect((await act('read')).body).toMatchObject({ status: 'Accepted', mayClaim: false })
})

it('REF-11 REF-03 whoever answered by link can still claim the organization, and then signs in', async () => {
  const { answer, act, path, email, cedar, code, id } = await open()
  await answer('accept')
  const call = await stage.claim(email, cedar.id, code)
  expect((await call('GET', `/api/referral/${id}`)).body).toMatchObject({ status: 'Accepted', personName: 'Noor A.' })
  expect((await anonymous('GET', path)).body.state).toBe('claimed')
  const closed = await act('read')
  expect([closed.status, closed.body.reason]).toEqual([410, 'claimed'])
})

it('REF-11 REF-15 after saying yes by link they record, change and cancel an appointment as staff do, and it is told', async () => {
  const { act, answer, bySender, contactId, cedar, id } = await open()
  const rules = safeRules({ phones: [safeAt('+17165550142')], wantsNotices: true })
  await stage.as.creator('PUT', `/api/contact/${contactId}/safeContact`, rules)
  const save = (days: number, version: number, note: string | null = null) =>
    act('appointment', { startsOn: inDays(days), note, version })
  const told = async () => {
    await app.workJobs()
    const [person] = (await bySender('GET', '/personNotice')).body.items
    const heard = person.notices.filter(({ state }: { state: string }) => state === 'told')
    return heard.map(({ kind }: { kind: string }) => kind)
  }
  expect((await save(3, 0)).body.code).toBe('illegal-transition')
  const none = { appointment: null, version: 0 }
  expect((await answer('accept')).body.appointment).toEqual({ ...none, mayChange: true })
  expect((await save(-1, 0)).body.errors).toEqual([{ path: 'startsOn', message: 'time-past' }])
  expect(await told()).toEqual(['accepted'])
  const atOnce = await Promise.all([save(3, 0, 'Ask for Rae.'), save(4, 0, 'Ask for Rae.')])
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(atOnce.find(({ status }) => status === 409)?.body.code).toBe('stale-version')
  expect(await told()).toEqual(['accepted', 'appointment'])
  const events = async () =>
    (await database.selectFrom('event').select('audience').where('subjectId', '=', id).execute()).map((e) => e.audience)
  const before = (await events()).length
  // Repeating a call changes nothing, whatever version it names.
  for (const _ of [1, 2]) expect((await save(5, 1, 'Ask for Rae.')).status).toBe(200)
  const appointment = { startsOn: inDays(5), note: 'Ask for Rae.', cancelledOn: null }
  expect((await bySender('GET', '/appointment')).body).toEqual({ appointment, version: 2, mayChange: false })
  const seen = (await bySender('GET')).body
  expect(seen.steps.at(-1)).toMatchObject({
    ...{ action: 'appointment', actorName: 'Rae Lund', isByLink: true, organization: { name: cedar.name } },
  })
  expect((await events()).slice(before)).toEqual([[`organization:${stage.sender.id}`]])
  expect((await act('appointment/cancel', { version: 1 })).body.code).toBe('stale-version')
  for (const _ of [1, 2]) expect((await act('appointment/cancel', { version: 2 })).status).toBe(200)
  expect((await act('read')).body.appointment).toMatchObject({
    version: 3,
    appointment: { cancelledOn: expect.any(String) },
  })
  // The change was overtaken before anybody was told of it.
  expect((await told()).filter((kind: string) => kind === 'appointment')).toHaveLength(2)
  await answer('closeResolved', { outcome: 'got help' })
  expect((await save(6, 3)).body.code).toBe('illegal-transition')
})

it('REF-11 REF-15 an appointment by link needs an acceptance of its own referral, and accounts that do not exist yet', async () => {
  const [one, two, three] = [await open(), await open(), await open()]
  await one.answer('accept')
  await two.answer('decline', { reason: 'other' })
  const call = { ...rae, startsOn: inDays(3), note: null, version: 0 }
  expect((await two.act('appointment', call)).body.code).toBe('illegal-transition')
  expect((await two.act('read')).body.appointment).toEqual({ appointment: null, version: 0, mayChange: false })
  const foreign = await anonymous('POST', `${one.path}/appointment`, { ...call, session: two.session })
  expect([foreign.status, foreign.body.code]).toEqual([409, 'answer-link-locked'])
  await three.answer('accept')
  await stage.claim(three.email, three.cedar.id, three.code)
  const claimed = await three.act('appointment', call)
  expect([claimed.status, claimed.body.reason]).toEqual([410, 'claimed'])
  expect((await one.bySender('GET', '/appointment')).body.appointment).toBeNull()
})

it('REF-11 before the claim is confirmed the held referral stays closed to accounts of the organization', async () => {
  const { answer, cedar, id, act, path } = await open()
  await answer('accept')
  const call = await stage.claim(stage.address(), cedar.id)
  expect((await call('GET', `/api/referral/${id}`)).status).toBe(404)
  const closed = async () => [(await anonymous('GET', path)).body.state, (await act('read')).body.reason]
  expect(await closed()).toEqual(['unconfirmed', 'unconfirmed'])
  expect((await stage.as.creator('POST', `/api/referral/${id}/confirmRecipient`, {})).status).toBe(200)
  expect(await closed()).toEqual(['claimed', 'claimed'])
  expect((await call('GET', `/api/referral/${id}`)).body.status).toBe('Accepted')
})

it('REF-06 REF-11 what was opened or accepted by link is announced once accounts see it, and waits for somebody there', async () => {
  const [accepted, seen, declined] = [await open(), await open(), await open()]
  await accepted.answer('accept')
  await seen.act('read')
  await declined.answer('decline', { reason: 'other' })
  const waiting = async (call: typeof anonymous) =>
    (await call('GET', '/api/referral/waiting')).body.items.map((item: { id: string; waitsFor: string }) => [
      item.id,
      item.waitsFor,
    ])
  const confirmed = async ({ cedar, bySender, id }: typeof accepted) => {
    const email = stage.address()
    const call = await stage.claim(email, cedar.id)
    expect((await bySender('POST', '/confirmRecipient', {})).status).toBe(200)
    await app.workJobs()
    const mails = (await app.outbox(email)).filter(({ text }) => text.includes(id))
    return { call, subjects: mails.map(({ subject }) => subject) }
  }
  const announced = ['Your team can now see a referral at Hearthline']
  const one = await confirmed(accepted)
  expect([one.subjects, await waiting(one.call)]).toEqual([announced, [[accepted.id, 'assign']]])
  const two = await confirmed(seen)
  expect([two.subjects, await waiting(two.call)]).toEqual([announced, [[seen.id, 'respond']]])
  const three = await confirmed(declined)
  expect([three.subjects, await waiting(three.call)]).toEqual([[], []])
  const { version } = (await one.call('GET', `/api/referral/${accepted.id}`)).body
  const started = await one.call('POST', `/api/referral/${accepted.id}/transition`, { action: 'start', version })
  expect(started.body.assignee).toBeNull()
  expect(await waiting(one.call)).toEqual([[accepted.id, 'assign']])
  const me = (await one.call('GET', '/api/referral/assignable')).body.items[0].id
  await database.updateTable('referral').set({ assigneeId: me }).where('id', '=', accepted.id).execute()
  expect(await waiting(one.call)).toEqual([])
})

it('REF-05 REF-11 0435 of what was answered by link, Home and its mail ask to confirm only what is still open', async () => {
  const { answer, cedar, id, path, bySender } = await open()
  await answer('decline', { reason: 'other' })
  const asked = async () => {
    const home = (await stage.as.creator('GET', '/api/referral/waiting')).body
    const list = (await stage.as.creator('GET', '/api/referral/?direction=outgoing&list=waiting')).body.items
    await app.workJobs()
    const mails = (await app.outbox(stage.accounts.creator.email)).filter(
      ({ subject, text }) => subject?.includes('please confirm') && text.includes(id),
    )
    const waiting = home.items.find((item: { id: string }) => item.id === id)?.waitsFor
    const listed = list.find((item: { id: string }) => item.id === id)?.waitsForConfirmation
    return [waiting, listed, mails.length]
  }
  await stage.claim(stage.address(), cedar.id)
  expect(await asked()).toEqual(['next', false, 0])
  expect((await anonymous('GET', path)).body.reason).toBe('ended')
  // Whoever wants to can still open it to them.
  expect((await bySender('GET')).body.toConfirm).toMatchObject({ heldCount: 1 })
})

it('REF-11 REF-04 an invitation is in both languages unless the listing or whoever opened the link tells', async () => {
  const [spanish, english] = ['Una remisión espera a su organización', 'A referral waits for your organization']
  const subjectTo = async (email: string) => {
    await app.workJobs()
    const subjects = (await app.outbox(email)).flatMap(({ subject }) => subject ?? '')
    return subjects.find((subject) => subject.includes(english) || subject.includes(spanish)) ?? ''
  }
  const sendTo = async (languages: string[], given: { email?: string; organizationId?: string } = {}) => {
    const organizationId = given.organizationId ?? (await stage.listed()).id
    const email = given.email ?? stage.address('cedar.example')
    if (languages.length > 0) {
      const service = { organizationId, name: 'Pantry', status: 'active' as const }
      const { id } = await database.insertInto('service').values(service).returning('id').executeTakeFirstOrThrow()
      await database
        .insertInto('language')
        .values(languages.map((name) => ({ serviceId: id, name })))
        .execute()
    }
    const { id: contactId } = await stage.personOf(stage.as.creator, {})
    const { id, code } = await stage.send({ organizationId, email, contactId })
    return { id, code, email, organizationId, subject: await subjectTo(email) }
  }
  const unknown = await sendTo([])
  expect(unknown.subject).toMatch(new RegExp(`^${english}.* / ${spanish}`))
  expect((await sendTo(['Spanish'])).subject).toMatch(new RegExp(`^${english}.* / ${spanish}`))
  expect((await sendTo(['English', 'Polish'])).subject).toBe('A referral waits for your organization at Hearthline')
  // Whoever asks for a code on a Spanish page gets the next ones in Spanish: of this referral, and of others.
  await anonymous('POST', `/api/answerLink/open/${unknown.code}/code`, { language: 'es' })
  const { version } = (await stage.as.creator('GET', `/api/referral/${unknown.id}`)).body
  const again = { firstName: 'Rae', lastName: 'Lund', email: unknown.email, version }
  expect((await stage.as.creator('POST', `/api/referral/${unknown.id}/invitation`, again)).status).toBeLessThan(300)
  expect(await subjectTo(unknown.email)).toBe('Una remisión espera a su organización en Hearthline')
  expect((await sendTo([], unknown)).subject).toBe('Una remisión espera a su organización en Hearthline')
})

it('REF-11 REF-04 whoever answers by the link is notified by mail of what the sender wrote, once and without names', async () => {
  const { id, email, act, bySender } = await open()
  expect((await act('message', { text: 'Is there a car seat?' })).status).toBe(200)
  for (const text of ['Yes, there is.', 'Please call on Friday.'])
    expect((await bySender('POST', '/message', { text })).status).toBe(201)
  const notices = async () => {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database)
    await app.workJobs()
    return (await app.outbox(email)).filter(({ subject }) => subject?.includes('wrote to you about a referral'))
  }
  const [mail, ...more] = await notices()
  expect(more).toEqual([])
  expect(mail?.text).toContain(`${stage.sender.name} wrote 2 messages to you`)
  expect(mail?.text).not.toMatch(/Noor|Abadi|car seat|Friday/)
  await act('message', { text: 'Thank you.' })
  expect(await notices()).toHaveLength(1)
  // Once it is recalled, nothing more goes out.
  await bySender('POST', '/message', { text: 'One more thing.' })
  const { version } = (await bySender('GET')).body
  await bySender('POST', '/transition', { action: 'recall', version, reason: 'Sent by mistake.' })
  expect([await notices(), id]).toEqual([[mail], id])
})
