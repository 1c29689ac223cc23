import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount } from '#test/factories.ts'
import { overtaken } from '#test/overtaken.ts'
import { isActive, mayReceive, maySignIn } from '../account-standing.ts'
import { freezeAccount } from './account-freeze.ts'
import { lockStanding } from './account-queries.ts'
import { accountIsActive, accountMayReceive, accountMaySignIn } from './account-standing.ts'

const { database, anonymous } = await startTestApp()
const both = [false, true]

it('D-ACT-1 the three questions have one answer in TypeScript and in SQL, for every standing', async () => {
  for (const confirmed of both)
    for (const approved of both)
      for (const isDeactivated of both)
        for (const isFrozen of both) {
          const account = await makeAccount(database, { confirmed, approved })
          const deactivatedOn = isDeactivated ? new Date().toISOString() : null
          await database.updateTable('account').set({ deactivatedOn }).where('id', '=', account.id).execute()
          if (isFrozen) await freezeAccount(database, account.id, { recoveryEmail: account.email, toldOn: 'now' })
          const bySql = await database
            .selectFrom('account')
            .select([
              accountIsActive().as('isActive'),
              accountMayReceive().as('mayReceive'),
              accountMaySignIn().as('maySignIn'),
            ])
            .where('id', '=', account.id)
            .executeTakeFirstOrThrow()
          const standing = { ...account, deactivatedOn, isFrozen }
          const takesPart = confirmed && approved && !isDeactivated
          const open = { isActive: takesPart, mayReceive: takesPart && !isFrozen, maySignIn: takesPart && !isFrozen }
          expect(bySql).toEqual(open)
          expect({
            isActive: isActive(standing),
            mayReceive: mayReceive(standing),
            maySignIn: maySignIn(standing),
          }).toEqual(open)
          const { email, password } = account
          expect((await anonymous('POST', '/api/authentication/login', { email, password })).status === 200).toBe(
            open.maySignIn,
          )
        }
})

it('D-ACT-1 a locked standing includes the change for which it waited', async () => {
  const { id, email } = await makeAccount(database, { roles: ['support-agent', 'developer'] })
  const read = () => database.transaction().execute((transaction) => lockStanding(transaction, id))
  expect(await read()).toMatchObject({ id, roles: ['developer', 'support-agent'], isActive: true, mayReceive: true })
  const standing = await overtaken(database, id, {
    call: read,
    change: async (transaction) => {
      await freezeAccount(transaction, id, { recoveryEmail: email, toldOn: 'now' })
      await transaction.deleteFrom('accountRole').where('accountId', '=', id).where('role', '=', 'developer').execute()
    },
  })
  expect(standing).toMatchObject({ roles: ['support-agent'], isActive: true, mayReceive: false })
  expect(await lockStanding(database, crypto.randomUUID())).toBeUndefined()
})

/**
 * Places that only check whether an account was deactivated, because it is still being set up or is looked up for
 * another purpose.
 */
const ownRules = [
  'onboarding/registration/server/registration-queries.ts',
  'onboarding/registration/server/send-verification.ts',
]

it('D-ACT-1 no statement writes the conditions for itself', () => {
  const folder = new URL('../../../', import.meta.url).pathname
  const writers = globSync('**/server/**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /deactivated_on is (not )?null|deactivatedOn', 'is/.test(readFileSync(folder + file, 'utf8')))
  expect(ownRules.filter((file) => !writers.includes(file))).toEqual([])
  expect(writers.filter((file) => !ownRules.includes(file))).toEqual(['identity/team/server/account-list-queries.ts'])
})
