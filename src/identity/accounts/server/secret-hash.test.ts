import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'
import { hashAnswer, verifyAnswer } from './secret-hash.ts'

it('PWD-03 keeps a security answer as Argon2id and compares it without regard to case and outer blanks', async () => {
  const stored = await hashAnswer('  Elm STREET ')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
  for (const same of ['elm street', 'ELM STREET  ']) expect(await verifyAnswer(stored, same)).toBe(true)
  for (const other of ['elm  street', 'elm', '']) expect(await verifyAnswer(stored, other)).toBe(false)
})

it('PWD-03 hashes a password again with today’s parameters at the next sign-in', async () => {
  const { database, signIn } = await startTestApp()
  const account = await makeAccount(database)
  const weaker = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const read = () =>
    database.selectFrom('account').select('passwordHash').where('id', '=', account.id).executeTakeFirstOrThrow()
  await database.updateTable('account').set({ passwordHash: weaker }).where('id', '=', account.id).execute()
  await signIn(account.email, PASSWORD)
  const { passwordHash } = await read()
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await signIn(account.email, PASSWORD)
  expect((await read()).passwordHash).toBe(passwordHash)
})

it('PWD-03 hashes with the cost that it names, which the tests of one process spare themselves', () => {
  const product = fileURLToPath(new URL('./secret-hash.ts', import.meta.url))
  const code = `
    import { verify } from '@node-rs/argon2'
    const { hashPassword, verifyPassword } = await import(${JSON.stringify(product)})
    const stored = await hashPassword('${PASSWORD}')
    const verified = [await verify(stored, '${PASSWORD}'), await verifyPassword(stored, '${PASSWORD}'), await verify(stored, 'another')]
    process.stdout.write(JSON.stringify({ stored, verified }))`
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' })
  const { stored, verified } = JSON.parse(said)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(verified).toEqual([true, true, false])
})
