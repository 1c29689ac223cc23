import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { type Answer, type Caller, startTestApp } from './app.ts'
import { makeAccount, PASSWORD } from './factories.ts'

// One code, or one fresh authentication, with many simultaneous uses.
const product = await startTestApp()
const { database } = product
const many = <T>(count: number, act: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)))
const countOf = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length
const verify = (call: Caller, otp_code: string) => call('POST', '/api/mfa/verifyOtp', { otp_code })

async function startEnrollment() {
  const account = await makeAccount(database)
  const me = await product.signIn(account.email, PASSWORD)
  const { body } = await me('POST', '/api/mfa/', { authenticator_type: 'otp' })
  const secret = Secret.fromBase32(new URL(body.barcode_uri).searchParams.get('secret') ?? '')
  return { account, me, code: () => new TOTP({ secret }).generate() }
}

/**
 * Twenty half-open sessions of an account with an app whose current code is unused. The session that enrolled it has
 * ended.
 */
async function enterTwenty() {
  const { account, me, code } = await startEnrollment()
  expect((await verify(me, code())).status).toBe(204)
  await database.updateTable('authenticator').set({ lastStep: null }).where('accountId', '=', account.id).execute()
  const calls: Caller[] = []
  for (let at = 0; at < 20; at++) calls.push(await product.signIn(account.email, PASSWORD))
  return { account, calls, code: code() }
}
const sessionsOf = (accountId: string) =>
  database.selectFrom('session').select(['stage', 'authenticatedOn']).where('accountId', '=', accountId).execute()
const countEvents = async (accountId: string, kind: string) => {
  const events = database.selectFrom('accountEvent').select('id').where('accountId', '=', accountId)
  return (await events.where('kind', '=', kind as never).execute()).length
}
/** Makes every session of an account a whole one that needs a fresh authentication. */
const makeStale = (accountId: string) =>
  sql`update session set stage = 'whole', authenticated_on = now() - interval '10 minutes'
    where account_id = ${accountId}`.execute(database)
const isFresh = ({ authenticatedOn }: { authenticatedOn: string }) => Date.parse(authenticatedOn) > Date.now() - 300_000

it('SEC-09 of twenty confirmations of a new app at once one enrolls it, and its owner is told once', async () => {
  const { account, me, code } = await startEnrollment()
  const given = code()
  const answers = await many(20, () => verify(me, given))
  expect(countOf(answers, 204)).toBe(1)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(await countEvents(account.id, 'factor-added')).toBe(1)
  await product.workJobs()
  expect((await product.outbox(account.email)).filter(({ subject }) => subject.includes('was added'))).toHaveLength(1)
})

it('SEC-09 a right code of an app opens one of twenty half-open sessions that give it at once', async () => {
  const { account, calls, code } = await enterTwenty()
  const answers = await many(20, (at) => verify(calls[at] as Caller, code))
  expect(countOf(answers, 204)).toBe(1)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect((await sessionsOf(account.id)).filter(({ stage }) => stage === 'whole')).toHaveLength(1)
})

it('D-AUTH-2 one code of an app freshens one of twenty sessions that step up with it at once', async () => {
  const { account, calls, code } = await enterTwenty()
  await makeStale(account.id)
  const answers = await many(20, (at) => verify(calls[at] as Caller, code))
  expect(countOf(answers, 204)).toBe(1)
  expect((await sessionsOf(account.id)).filter(isFresh)).toHaveLength(1)
  expect(await countEvents(account.id, 'confirmed-again')).toBe(1)
})

it('D-AUTH-2 of twenty step-ups of one session at once one gives a new session', async () => {
  const account = await makeAccount(database)
  const me = await product.signIn(account.email, PASSWORD)
  await makeStale(account.id)
  const answers = await many(20, () => me('POST', '/api/authentication/reauthenticate', { password: PASSWORD }))
  expect(answers.filter(({ headers }) => headers['set-cookie'])).toHaveLength(1)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(await sessionsOf(account.id)).toHaveLength(1)
})
