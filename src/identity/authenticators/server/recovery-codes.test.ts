import { expect, it } from 'vitest'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'
import { strengthenRecoveryCodes } from './strengthen-recovery-codes.ts'

const product = await startTestApp()
const { database } = product
const OLD = ['ABCD-EFGH-JKMN-PQRS', 'TVWX-YZ01-2345-6789']

const kept = (accountId: string) =>
  database.selectFrom('recoveryCode').select(['codeHash', 'bits']).where('accountId', '=', accountId).execute()

it('F-20 a recovery code has 120 bits, in groups', async () => {
  const { id, email } = await makeAccount(database)
  const me = await product.signIn(email, PASSWORD)
  const { recovery_codes } = (await me('POST', '/api/mfa/recoveryCodes')).body
  expect(recovery_codes).toHaveLength(10)
  for (const code of recovery_codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}$/)
  expect((await kept(id)).every(({ bits }) => bits === 120)).toBe(true)
})

it('F-20 codes of 80 bits stay valid, kept with a password hash over their hash, and each works once', async () => {
  const { id, email } = await makeAccount(database)
  await database
    .insertInto('recoveryCode')
    .values(
      OLD.map((code) => ({ accountId: id, codeHash: hashCode(code.replaceAll('-', '')), bits: 80, pendingFor: null })),
    )
    .execute()
  const me = await product.signIn(email, PASSWORD)
  // Also before the job has converted it.
  expect((await me('POST', '/api/mfa/verifyRecovery', { recovery_code: OLD[0] })).status).toBe(204)
  await Promise.all([
    strengthenRecoveryCodes({ database })({}, {} as never),
    strengthenRecoveryCodes({ database })({}, {} as never),
  ])
  const unused = (await kept(id)).filter(({ codeHash }) => codeHash !== hashCode(OLD[0]?.replaceAll('-', '') ?? ''))
  expect(unused).toHaveLength(1)
  expect(unused[0]?.codeHash).toMatch(/^\$argon2id\$/)
  const [one, two] = [await product.signIn(email, PASSWORD), await product.signIn(email, PASSWORD)]
  const answers = await Promise.all(
    [one, two].map((call) => call('POST', '/api/mfa/verifyRecovery', { recovery_code: OLD[1]?.toLowerCase() })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 406])
})
