import { expect, it } from 'vitest'
import { findPasswordWeakness } from './password-strength.ts'

const personal = ['Rosalind', 'Okonkwo', 'rosalind.okonkwo@riverbank.test', 'Riverbank Pantry']
const weakness = (password: string, minLength = 6) => findPasswordWeakness(password, { minLength, personal })

it('PWD-01 takes a strong password of any kind of characters', async () => {
  for (const good of [
    'Hearthline-demo-2026',
    'kX9#mQ2$vL',
    'violet kettle morning',
    'дождь над рекой сегодня',
    'x7!q Ω vmz 92',
  ])
    expect([good, await weakness(good)]).toEqual([good, null])
})

it('PWD-01 says what would help a weak password', async () => {
  const advice: Record<string, string> = {
    '': 'password-required',
    'kX9#m': 'password-too-short',
    password: 'password-common',
    'P@ssw0rd': 'password-common',
    Monkey: 'password-common',
    aaaaaaaaaaaa: 'password-repeats',
    qazwsxedc1: 'password-common',
    okonkwo1: 'password-personal',
    'rosalind.okonkwo': 'password-personal',
    riverbank: 'password-personal',
    '19850412': 'password-date',
    zebra7: 'password-add-words',
  }
  for (const [password, expected] of Object.entries(advice))
    expect([password, await weakness(password)]).toEqual([password, expected])
})

it('PWD-01 holds to 6 and 128 characters, and to a higher floor where one is set', async () => {
  expect(await weakness('q7$Zt!')).not.toBe('password-too-short')
  expect(await weakness('q7$Zt')).toBe('password-too-short')
  expect(await weakness('violet kettle', 15)).toBe('password-too-short')
  expect(await weakness(`violet kettle morning ${'z'.repeat(107)}`)).toBe('password-too-long')
  expect(await weakness(`violet kettle morning ${'🪁'.repeat(106)}`)).toBe(null)
})

// A password whose check takes forever would exceed the test's time limit.
it('PWD-01 answers whatever is typed', async () => {
  await weakness('warm the dictionaries up')
  for (const hostile of [
    'a@4'.repeat(42),
    '4@$1|0'.repeat(21),
    '@4€({[<¢©ç68|3'.repeat(9),
    'P@ssw0rd!'.repeat(14),
    '\u0000'.repeat(100),
    '(((())))'.repeat(16),
  ]) {
    expect(await weakness(hostile)).not.toBeUndefined()
  }
})

it('F-24 PWD-01 names of the product, of roles and of the trade make no password', async () => {
  for (const password of ['Hearthline24', 'hearthline!', 'Helpdesk-1', 'Caseworker7'])
    expect(await weakness(password), password).toBe('password-personal')
  expect(await weakness('Crooked-lantern-88-tide')).toBeNull()
})
