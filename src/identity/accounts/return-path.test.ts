import { expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

it('SEC-08 returns to paths of this site only', () => {
  const to = (asked: string | null) => returnPath(asked, 'https://portal.test', '/home')
  expect(to('/myAccount/security?tab=1#x')).toBe('/myAccount/security?tab=1#x')
  for (const bad of [
    null,
    '',
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/.//evil.test',
    'javascript:alert(1)',
    'myAccount',
  ])
    expect([bad, to(bad)]).toEqual([bad, '/home'])
})
