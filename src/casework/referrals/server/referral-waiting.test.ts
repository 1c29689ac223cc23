import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'

const app = await startTestApp()
const { database } = app
type Call = Stage['as']['creator']
type Item = { id: string; waitsFor: string; waitsSince: string; lastMessage: { text: string } | null }

const rowOf = (id: string) => database.selectFrom('referral').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const set = (id: string, values: Record<string, unknown>) =>
  database.updateTable('referral').set(values).where('id', '=', id).execute()
const step = async (call: Call, id: string, action: string) =>
  call('POST', `/api/referral/${id}/transition`, wholeCall(action, (await rowOf(id)).version))
const write = (call: Call, id: string, text: string) => call('POST', `/api/referral/${id}/message`, { text })
const waiting = async (call: Call) => (await call('GET', '/api/referral/waiting')).body
const itemsOf = async (call: Call) => (await waiting(call)).items as Item[]
const reasons = async (call: Call) => (await itemsOf(call)).map(({ id, waitsFor }) => [id, waitsFor])
const sentOn = async (stage: Stage, given: Record<string, unknown> = {}) =>
  (await refer(stage, given)).body.id as string
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

it('REF-05 waits for another try with who sent it, and with an admin once they have left', async () => {
  const stage = await makeStage(app)
  const id = await sentOn(stage)
  await step(stage.as.recipient, id, 'decline')
  const { statusChangedOn } = await rowOf(id)
  expect(await itemsOf(stage.as.creator)).toMatchObject([{ id, waitsFor: 'next', waitsSince: statusChangedOn }])
  const colleague = await makeAccount(database, { organizationId: stage.sender.id })
  const asColleague = await app.signIn(colleague.email, PASSWORD)
  for (const call of [asColleague, stage.as.senderAdmin, stage.as.recipient]) expect(await reasons(call)).toEqual([])
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', stage.accounts.creator.id)
    .execute()
  expect(await reasons(stage.as.senderAdmin)).toEqual([[id, 'next']])
  expect(await reasons(asColleague)).toEqual([])
  await set(id, { statusChangedOn: daysAgo(31) })
  expect(await reasons(stage.as.senderAdmin)).toEqual([])
})

it('REF-05 REF-06 of a creator who does no casework there any more the admins are told, and the next try waits for them', async () => {
  const stage = await makeStage(app)
  const { creator, senderAdmin, recipient } = stage.accounts
  const id = await sentOn(stage)
  const asked = await sentOn(stage)
  await step(stage.as.recipient, asked, 'decline')
  await step(stage.as.recipient, asked, 'reopen')
  for (const account of [creator, recipient])
    await database.deleteFrom('accountRole').where('accountId', '=', account.id).execute()
  const olga = await makeAccount(database, { organizationId: stage.recipient.id })
  await step(await app.signIn(olga.email, PASSWORD), id, 'decline')
  await step(stage.as.senderAdmin, asked, 'declineReopen')
  const told = async (one: string, ...subjects: string[]) =>
    (
      await database
        .selectFrom('message')
        .select('recipient')
        .where('text', 'like', `%${one}%`)
        .where('subject', 'in', subjects)
        .execute()
    ).map((row) => row.recipient)
  expect(await told(id, 'Your referral was declined')).toEqual([senderAdmin.email])
  // Who asked to reopen it cannot read the answer any more either.
  expect(await told(asked, 'Your request was declined')).toEqual([olga.email])
  expect(await reasons(stage.as.senderAdmin)).toContainEqual([id, 'next'])
})

it('REF-05 waits for another try no longer once there is one, or a request to reopen, or thirty days are over', async () => {
  const stage = await makeStage(app)
  const tried = await refer(stage)
  await step(stage.as.recipient, tried.body.id, 'decline')
  expect(await reasons(stage.as.creator)).toEqual([[tried.body.id, 'next']])
  expect((await stage.as.creator('GET', `/api/referral/${tried.body.id}`)).body.needsNextTry).toBe(true)
  await refer(stage, { requestId: tried.body.requestId, send: false })
  expect(await reasons(stage.as.creator)).toEqual([])
  expect((await stage.as.creator('GET', `/api/referral/${tried.body.id}`)).body.needsNextTry).toBe(false)

  const asked = await sentOn(stage)
  await step(stage.as.recipient, asked, 'decline')
  await step(stage.as.recipient, asked, 'reopen')
  expect(await reasons(stage.as.creator)).toEqual([[asked, 'reopen']])
  await step(stage.as.creator, asked, 'declineReopen')
  expect(await reasons(stage.as.creator)).toEqual([[asked, 'next']])

  await set(asked, { statusChangedOn: daysAgo(31) })
  expect(await reasons(stage.as.creator)).toEqual([])
  await set(asked, { statusChangedOn: daysAgo(29) })
  expect(await reasons(stage.as.creator)).toEqual([[asked, 'next']])
})

it('REF-05 puts what needs an answer first, oldest first, then messages, newest first, then what was put off', async () => {
  const stage = await makeStage(app)
  const [late, early, one, two, heldOne, other] = [
    await sentOn(stage),
    await sentOn(stage),
    await sentOn(stage),
    await sentOn(stage),
    await sentOn(stage),
    await sentOn(stage),
  ]
  await set(early, { sentOn: daysAgo(3) })
  await set(late, { sentOn: daysAgo(1) })
  for (const id of [one, two, heldOne, other]) await step(stage.as.recipient, id, 'accept')
  await step(stage.as.recipient, heldOne, 'hold')
  await set(heldOne, { reviewOn: '2026-01-01' })
  await step(stage.as.recipient, other, 'hold')
  await write(stage.as.creator, one, 'First')
  await write(stage.as.creator, two, 'Second')
  expect(await reasons(stage.as.recipient)).toEqual([
    [early, 'respond'],
    [late, 'respond'],
    [two, 'message'],
    [one, 'message'],
    [heldOne, 'review'],
  ])
  expect((await waiting(stage.as.recipient)).count).toBe(5)
  const items = await itemsOf(stage.as.recipient)
  expect(items.map(({ lastMessage }) => lastMessage?.text ?? null)).toEqual([null, null, 'Second', 'First', null])
  await write(stage.as.creator, early, 'Still there?')
  expect((await reasons(stage.as.recipient)).filter(([id]) => id === early)).toEqual([[early, 'respond']])
})

it('REF-05 shows the first words of the last unread message of the other side, and none of what was read', async () => {
  const stage = await makeStage(app)
  const id = await sentOn(stage)
  const lastMessage = async (call: Call) => (await itemsOf(call)).find((item) => item.id === id)?.lastMessage
  expect(await lastMessage(stage.as.recipient)).toBeNull()
  await write(stage.as.creator, id, 'a'.repeat(140))
  expect((await lastMessage(stage.as.recipient))?.text).toBe('a'.repeat(140))
  await write(stage.as.creator, id, 'b'.repeat(141))
  expect((await lastMessage(stage.as.recipient))?.text).toBe(`${'b'.repeat(139)}…`)
  expect(await lastMessage(stage.as.creator)).toBeUndefined()
  await stage.as.recipient('POST', `/api/referral/${id}/read`, { lastSequence: 2 })
  expect(await lastMessage(stage.as.recipient)).toBeNull()
})

it('REF-05 lists messages for who wrote the referral and for the recipient, and not for other senders', async () => {
  const stage = await makeStage(app)
  const id = await sentOn(stage)
  await step(stage.as.recipient, id, 'accept')
  await write(stage.as.recipient, id, 'Please call')
  expect(await reasons(stage.as.creator)).toEqual([[id, 'message']])
  expect(await reasons(stage.as.senderAdmin)).toEqual([])
  await write(stage.as.creator, id, 'Done')
  expect(await reasons(stage.as.recipient)).toEqual([[id, 'message']])
  await step(stage.as.senderAdmin, id, 'markError')
  expect([await reasons(stage.as.creator), await reasons(stage.as.recipient)]).toEqual([[], []])
})

it('REF-05 shows twenty of what waits, and counts up to a hundred', async () => {
  const stage = await makeStage(app)
  const id = await sentOn(stage)
  const { id: _, ...row } = await rowOf(id)
  const copies = Array.from({ length: 22 }, () => ({ ...row, snapshot: JSON.stringify(row.snapshot) as never }))
  await database.insertInto('referral').values(copies).execute()
  expect(await waiting(stage.as.recipient)).toMatchObject({ items: { length: 20 }, count: 23 })
  const more = Array.from({ length: 90 }, () => copies[0] as (typeof copies)[number])
  await database.insertInto('referral').values(more).execute()
  expect((await waiting(stage.as.recipient)).count).toBe(100)
})

it('REF-05 shows a new referral to answer before twenty older ones that nobody was assigned', async () => {
  const stage = await makeStage(app)
  const old = await sentOn(stage)
  await step(stage.as.recipient, old, 'accept')
  await set(old, { assigneeId: null, statusChangedOn: daysAgo(9) })
  const { id: _, ...row } = await rowOf(old)
  const copies = Array.from({ length: 20 }, () => ({ ...row, snapshot: JSON.stringify(row.snapshot) as never }))
  await database.insertInto('referral').values(copies).execute()
  const id = await sentOn(stage)
  const [first, ...others] = await reasons(stage.as.recipient)
  expect(first).toEqual([id, 'respond'])
  expect(others.map(([, waitsFor]) => waitsFor)).toEqual(Array(19).fill('assign'))
})

it('REF-05 REF-14 counts a new referral that what is late keeps off the first page', async () => {
  const stage = await makeStage(app)
  const old = await sentOn(stage)
  await step(stage.as.recipient, old, 'accept')
  await set(old, { assigneeId: null, statusChangedOn: daysAgo(90), promiseDueOn: daysAgo(80) })
  const { id: _, ...row } = await rowOf(old)
  const copies = Array.from({ length: 20 }, () => ({ ...row, snapshot: JSON.stringify(row.snapshot) as never }))
  await database.insertInto('referral').values(copies).execute()
  const id = await sentOn(stage)
  expect(await reasons(stage.as.recipient)).not.toContainEqual([id, 'respond'])
  expect((await waiting(stage.as.recipient)).newNotShown).toBe(1)
  await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('view', (await rowOf(id)).version))
  expect((await waiting(stage.as.recipient)).newNotShown).toBe(0)
})

it('REF-05 shows what I sent, news first, and neither discarded drafts nor what was entered in error', async () => {
  const stage = await makeStage(app)
  const sent = async () =>
    (await waiting(stage.as.creator)).sent.map((item: { id: string; isNews: boolean }) => [item.id, item.isNews])
  const draft = (await refer(stage, { send: false })).body.id as string
  const [answered, wrong, open] = [await sentOn(stage), await sentOn(stage), await sentOn(stage)]
  await step(stage.as.recipient, answered, 'accept')
  await step(stage.as.senderAdmin, wrong, 'markError')
  await set(open, { statusChangedOn: daysAgo(1) })
  expect(await sent()).toEqual([
    [answered, true],
    [draft, false],
    [open, false],
  ])
  await step(stage.as.creator, draft, 'recall')
  expect(await sent()).toEqual([
    [answered, true],
    [open, false],
  ])
  await stage.as.creator('POST', `/api/referral/${answered}/read`, { lastSequence: 0 })
  expect(await sent()).toEqual([
    [answered, false],
    [open, false],
  ])
  for (let made = 0; made < 7; made += 1) await sentOn(stage)
  expect(await sent()).toHaveLength(8)
})

it('REF-05 narrows lists to what is assigned to me or to nobody', async () => {
  const stage = await makeStage(app)
  const [mine, open, colleagues] = [await sentOn(stage), await sentOn(stage), await sentOn(stage)]
  await step(stage.as.recipient, mine, 'accept')
  await step(stage.as.recipient, colleagues, 'accept')
  const colleague = await makeAccount(database, { organizationId: stage.recipient.id, firstName: 'Rae' })
  await set(colleagues, { assigneeId: colleague.id })
  const list = async (query: string) =>
    (await stage.as.recipient('GET', `/api/referral/?direction=incoming&${query}`)).body.items
  const ids = async (query: string) => (await list(query)).map((item: Item) => item.id)
  expect(await ids('assigned=me')).toEqual([mine])
  expect(await ids('assigned=nobody')).toEqual([open])
  expect((await list('')).map((item: { assignee: unknown }) => item.assignee)).toEqual([
    { id: colleague.id, name: 'Rae Tester' },
    null,
    { id: stage.accounts.recipient.id, name: 'Lee Tester' },
  ])
})

it('REF-05 says in lists which way a referral goes, and whose it is', async () => {
  const stage = await makeStage(app)
  await sentOn(stage)
  const inside = await sentOn(stage, { recipientOrganizationId: stage.sender.id, need: 'food-insecurity' })
  const listed = async (call: Call, direction: string) =>
    (await call('GET', `/api/referral/?direction=${direction}`)).body.items as Record<string, unknown>[]
  const sender = { id: stage.sender.id, name: stage.sender.name }
  const recipient = { id: stage.recipient.id, name: stage.recipient.name }
  expect(await listed(stage.as.creator, 'outgoing')).toMatchObject([
    { direction: 'internal', referringOrganization: sender, referredToOrganization: sender, personName: 'Noor A.' },
    { direction: 'outgoing', referringOrganization: sender, referredToOrganization: recipient, personName: 'Noor A.' },
  ])
  expect(await listed(stage.as.creator, 'incoming')).toMatchObject([{ id: inside, direction: 'internal' }])
  expect(await listed(stage.as.recipient, 'incoming')).toMatchObject([{ direction: 'incoming', personName: 'Noor A.' }])
})

it('F-01 D-REG-1 asks the sender to confirm who joined the recipient: five people at most, the first ones', async () => {
  const stage = await makeStage(app)
  const organization = await makeOrganization(database, { standing: 'verified', takesReferrals: true })
  const id = await sentOn(stage, {
    recipientOrganizationId: organization.id,
    directReferralContact: { firstName: 'Rae', lastName: 'Lund', email: `rae@${organization.id}.example` },
  })
  const read = async () => (await stage.as.creator('GET', `/api/referral/${id}`)).body
  expect(await read()).toMatchObject({ toConfirm: null, isWaitingForRegistration: true })
  expect(await reasons(stage.as.creator)).toEqual([])
  const accounts = []
  for (let made = 0; made < 6; made += 1) {
    const account = await makeAccount(database, { organizationId: organization.id, firstName: `Person ${made}` })
    await database
      .updateTable('account')
      .set({ approvedOn: daysAgo(10 - made) })
      .where('id', '=', account.id)
      .execute()
    accounts.push({ ...account, approvedOn: daysAgo(10 - made) })
  }
  const { toConfirm, isWaitingForRegistration } = await read()
  expect(isWaitingForRegistration).toBe(false)
  expect(toConfirm.heldCount).toBe(1)
  expect(toConfirm.people.map(({ name, email }: { name: string; email: string }) => [name, email])).toEqual(
    accounts.slice(0, 5).map(({ email }, index) => [`Person ${index} Tester`, email]),
  )
  expect(await reasons(stage.as.creator)).toEqual([[id, 'confirm']])
  expect(await reasons(stage.as.senderAdmin)).toEqual([[id, 'confirm']])
  await step(stage.as.creator, id, 'recall')
  expect((await read()).toConfirm).toBeNull()
  expect(await reasons(stage.as.creator)).toEqual([])
})
