import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type LinkState, linkMoves, linkTable } from '#casework/referrals/link-machine.ts'
import { runReferralClock } from '#casework/referrals/server/referral-clock.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeClaimStage } from '#test/claim-stage.ts'

const app = await startTestApp()
const { anonymous } = app
const stage = await makeClaimStage(app)
const rae = { name: 'Rae Lund', reach: '716-555-0199' }

/** A referral whose link was opened in English. */
async function open({ id: contactId }: { id?: string } = {}) {
  const cedar = await stage.listed()
  const email = stage.address('cedar.example')
  const sent = await stage.send({ organizationId: cedar.id, email, ...(contactId ? { contactId } : {}) })
  const path = `/api/answerLink/open/${sent.code}`
  const mails = async () => {
    await app.workJobs()
    return app.outbox(email)
  }
  const subjects = async () =>
    (await mails())
      .map(({ subject }) => subject ?? '')
      .filter((subject) => !/waits for your|is your code/.test(subject))
  await anonymous('POST', `${path}/code`, { language: 'en' })
  const code = (await mails()).map(({ subject }) => /\d{6}/.exec(subject ?? '')?.[0]).find(Boolean)
  const { session } = (await anonymous('POST', path, { code })).body
  const act = (what: string, more: object = {}) => anonymous('POST', `${path}/${what}`, { session, ...more })
  const answer = async (action: string, more: object = {}) => {
    const { version } = (await act('read')).body
    return act('answer', { ...rae, action, version, ...more })
  }
  return { ...sent, cedar, path, mails, subjects, act, answer }
}
async function step(call: Caller, id: string, action: string) {
  const { version } = (await call('GET', `/api/referral/${id}`)).body
  const answer = await call('POST', `/api/referral/${id}/transition`, { action, version, reason: 'moved' })
  expect(answer.status).toBe(200)
}

it('REF-08 REF-11 0436 an acceptance elsewhere tells the holder of a link politely, and its undo opens it again', async () => {
  const { id, path, mails, subjects, act } = await open()
  const undo = await stage.accept({ besides: id })
  expect(await subjects()).toEqual(['A referral is no longer needed: somebody else helps'])
  const text = (await mails()).find(({ subject }) => subject?.includes('somebody else helps'))?.text
  expect(text).toContain('Somebody else was able to help first')
  expect(text).not.toMatch(/Noor|Shelter|Harbor|\{\{|linkNews/)
  for (const closed of [await anonymous('GET', path), await act('read'), await act('message', { ...rae, text: 'Hm?' })])
    expect([closed.status, closed.body.reason]).toEqual([410, 'taken'])
  expect((await undo()).status).toBe(200)
  expect(await subjects()).toContain('A referral waits for you again')
  expect((await act('read')).status).toBe(200)
})

it('REF-11 0436 a recall or a closing by the sender tells the holder of a link, also that it was undone; their own does not', async () => {
  const [recalled, closed, own] = [await open(), await open(), await open()]
  await step(stage.as.creator, recalled.id, 'recall')
  expect(await recalled.subjects()).toEqual(['A referral was recalled'])
  expect((await anonymous('GET', recalled.path)).body.reason).toBe('ended')
  for (const { answer } of [closed, own]) expect((await answer('accept')).status).toBe(200)
  await step(stage.as.creator, closed.id, 'closeUnresolved')
  await step(stage.as.creator, closed.id, 'undo')
  const told = ['A referral was closed by its sender', 'A step of a referral was undone']
  expect((await closed.subjects()).toSorted()).toEqual(told)
  expect((await own.answer('closeUnresolved', { reason: 'moved' })).status).toBe(200)
  expect(await own.subjects()).toEqual([])
})

it('REF-11 INT-14 0436 a withdrawal that recalls a referral tells the holder of its link', async () => {
  const { id, path, mails, subjects } = await open(await stage.personOf(stage.as.creator, {}))
  const { consentId, contactId } = await app.database
    .selectFrom('referral')
    .innerJoin('referralRequest', 'referralRequest.id', 'referral.requestId')
    .select(['consentId', 'contactId'])
    .where('referral.id', '=', id)
    .executeTakeFirstOrThrow()
  const withdraw = `/api/contact/${contactId}/consent/${consentId}/withdraw`
  expect((await stage.as.creator('POST', withdraw, { endAccess: true, recall: true })).status).toBe(200)
  expect(await subjects()).toEqual(['A referral was recalled'])
  expect((await mails()).map(({ text }) => text).join()).not.toMatch(/Noor|Abadi|consent/)
  expect((await anonymous('GET', path)).body.reason).toBe('ended')
})

it('REF-11 0436 a holder whose language is unknown is told in both', async () => {
  const cedar = await stage.listed()
  const email = stage.address('cedar.example')
  const { id } = await stage.send({ organizationId: cedar.id, email })
  await step(stage.as.creator, id, 'recall')
  await app.workJobs()
  const mail = (await app.outbox(email)).find(
    ({ subject }) => subject === 'A referral was recalled / Se retiró una remisión',
  )
  expect(mail?.text).toContain(`${stage.sender.name} retiró una remisión a ${cedar.name}`)
})

const kim = () => ({ firstName: 'Kim', lastName: 'Doe', email: stage.address('cedar.example') })
const versionOf = async (id: string) => (await stage.as.creator('GET', `/api/referral/${id}`)).body.version as number
const inviteAgain = async (id: string) =>
  stage.as.creator('POST', `/api/referral/${id}/invitation`, { ...kim(), version: await versionOf(id) })
const age = (id: string) =>
  sql`update referral_invitation set expires_on = now() where referral_id = ${id}::uuid`.execute(app.database)
const withoutReferral: Record<string, string> = { refused: 'refusal', pending: 'review' }
/** What the two pages of a link show. */
async function pagesOf(code: string) {
  const pages = ['/api/answerLink/open/', '/api/referral/'].map((path) => anonymous('GET', path + code))
  const [answers, registers] = (await Promise.all(pages)).map(({ body }) => body)
  return {
    answers: answers.reason ?? (answers.state === 'open' ? 'referral' : answers.state),
    registers: registers.reason ?? (registers.referral ? 'claim' : withoutReferral[registers.claim.status]),
  }
}
const shownIn = (state: LinkState) => ({
  answers: linkTable[state].answerPage,
  registers: linkTable[state].registrationPage,
})

interface Linked {
  id: string
  code: string
  cedar: { id: string }
}
const sendLink = async (): Promise<Linked & { contactId: string }> => {
  const cedar = await stage.listed()
  const { id: contactId } = await stage.personOf(stage.as.creator, {})
  return { cedar, contactId, ...(await stage.send({ organizationId: cedar.id, email: stage.address(), contactId })) }
}
/** Somebody registers with a link, and is decided about. */
async function registerBy({ cedar, code }: Linked, decision?: 'approve' | 'refuse' | 'askForMore') {
  const email = stage.address()
  await stage.register(email, { organizationId: cedar.id, referralId: code })
  await stage.confirm(email)
  if (decision) await stage.decide(email, { decision, reason: 'Who are you?' })
}
const moves: Record<string, (link: Linked & { contactId: string }) => Promise<unknown>> = {
  send: async () => undefined,
  'invite again': ({ id }) => inviteAgain(id),
  register: (link) => registerBy(link),
  'ask for more': (link) => registerBy(link, 'askForMore'),
  approve: (link) => registerBy(link, 'approve'),
  refuse: (link) => registerBy(link, 'refuse'),
  'another account': ({ cedar }) => stage.claim(stage.address(), cedar.id),
  'confirm the recipient': ({ id }) => stage.as.creator('POST', `/api/referral/${id}/confirmRecipient`, {}),
  recall: ({ id }) => step(stage.as.creator, id, 'recall'),
  'withdraw the consent': async ({ contactId }) => {
    const consents = await app.database.selectFrom('consent').select('id').where('contactId', '=', contactId).execute()
    for (const { id } of consents)
      await stage.as.creator('POST', `/api/contact/${contactId}/consent/${id}/withdraw`, { recall: false })
  },
  'accept elsewhere': ({ id }) => stage.accept({ besides: id }),
  '30 days': () => runReferralClock(app, new Date(Date.now() + 31 * 86_400_000)),
  '30 days after it was sent, if it was declined or closed': async ({ id }) => {
    await app.database.updateTable('referral').set({ status: 'Declined' }).where('id', '=', id).execute()
    await age(id)
  },
}
/** What brings a new link into a state from which a move starts. */
const starts: Partial<Record<LinkState | 'none', (link: Linked & { contactId: string }) => Promise<unknown>>> = {
  none: async () => undefined,
  open: async () => undefined,
  unconfirmed: ({ cedar }) => stage.claim(stage.address(), cedar.id),
  expired: ({ id }) => age(id),
}

describe('REF-11 0338 0434 both pages of a link show its state after each move of docs/referral-states.md:', () => {
  /** These have tests of their own above, with the mails. */
  const elsewhere = ['answer', 'undo the acceptance']
  const rows = linkMoves
    .filter(({ move }) => !elsewhere.includes(move))
    .flatMap((row) => row.from.map((from) => [from, row.move, row.to ?? (from === 'none' ? 'open' : from)] as const))
  it.each(rows)('%s, %s: %s', async (from, move, to) => {
    const link = await sendLink()
    await starts[from]?.(link)
    if (from !== 'none') expect(await pagesOf(link.code)).toEqual(shownIn(from))
    await moves[move]?.(link)
    expect(await pagesOf(link.code)).toEqual(shownIn(to))
  })
})

it('REF-11 REF-03 0338 a link whose claim was refused leads to nothing else on either page, whatever follows', async () => {
  const [again, arrived] = [await sendLink(), await sendLink()]
  for (const link of [again, arrived]) await registerBy(link, 'refuse')
  expect((await inviteAgain(again.id)).status).toBe(200)
  await stage.claim(stage.address(), arrived.cedar.id)
  for (const { code } of [again, arrived]) expect(await pagesOf(code)).toEqual(shownIn('refused'))
  expect(JSON.stringify((await anonymous('GET', `/api/referral/${again.code}`)).body)).not.toMatch(/Kim|Doe/)
  await step(stage.as.creator, again.id, 'recall')
  await stage.as.creator('POST', `/api/referral/${arrived.id}/confirmRecipient`, {})
  for (const { code } of [again, arrived]) expect(await pagesOf(code)).toEqual(shownIn('ended'))
})

it('REF-03 0130 whoever registered sees where the review stands after the consent is withdrawn or the referral declined', async () => {
  const [withdrawn, declined] = [await sendLink(), await sendLink()]
  for (const link of [withdrawn, declined]) await registerBy(link)
  await moves['withdraw the consent']?.(withdrawn)
  await app.database.updateTable('referral').set({ status: 'Declined' }).where('id', '=', declined.id).execute()
  await stage.claim(stage.address(), declined.cedar.id)
  for (const { code } of [withdrawn, declined])
    expect(await pagesOf(code)).toEqual({ answers: 'ended', registers: 'review' })
  expect(JSON.stringify((await anonymous('GET', `/api/referral/${withdrawn.code}`)).body)).not.toMatch(/Rae|Noor/)
  await step(stage.as.creator, withdrawn.id, 'recall')
  expect(await pagesOf(withdrawn.code)).toEqual(shownIn('ended'))
})

it('REF-11 0434 a recalled referral is not called expired once its 30 days are over, and an older link not replaced once both ended', async () => {
  const [recalled, declined] = [await sendLink(), await sendLink()]
  await step(stage.as.creator, recalled.id, 'recall')
  await age(recalled.id)
  await inviteAgain(declined.id)
  await app.database.updateTable('referral').set({ status: 'Declined' }).where('id', '=', declined.id).execute()
  expect(await pagesOf(declined.code)).toEqual(shownIn('replaced'))
  await stage.claim(stage.address(), declined.cedar.id)
  for (const { code } of [recalled, declined]) expect(await pagesOf(code)).toEqual(shownIn('ended'))
})

it('REF-10 REF-03 0130 an opening counts by either page of a link, and a referral that accounts had opened gets no other invitation and registers nobody', async () => {
  const { id, code, cedar } = await sendLink()
  await stage.claim(stage.address(), cedar.id)
  const state = async () => (await stage.as.creator('GET', `/api/referral/${id}/delivery`)).body
  expect((await state()).link.openedOn).toBeNull()
  await anonymous('GET', `/api/answerLink/open/${code}`)
  expect((await state()).link.openedOn).toEqual(expect.any(String))
  await stage.as.creator('POST', `/api/referral/${id}/confirmRecipient`, {})
  await app.database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('organizationId', '=', cedar.id)
    .execute()
  await app.database.updateTable('referral').set({ recipientConfirmedOn: null }).where('id', '=', id).execute()
  expect((await state()).mayInviteAgain).toBe(false)
  expect((await inviteAgain(id)).body.code).toBe('illegal-transition')

  await stage.claim(stage.address(), cedar.id)
  expect(await pagesOf(code)).toEqual({ answers: 'unconfirmed', registers: 'ended' })
  const email = stage.address()
  await stage.register(email, { organizationId: cedar.id, referralId: code })
  expect((await stage.reviewOf(email)).referralId).toBeNull()
})
