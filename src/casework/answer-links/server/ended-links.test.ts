import { expect, it } from 'vitest'
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
