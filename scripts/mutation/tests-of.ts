import { globSync } from 'node:fs'

/** Tests beside a feature's own in which it does its work. */
const elsewhere: Record<string, Partial<Record<'server' | 'web', string[]>>> = {
  landing: { server: ['test/platform.test.ts'], web: ['test/sign-in.test.tsx'] },
  directory: { web: ['test/directory-page.test.tsx'] },
  referrals: { web: ['test/referral-screens.test.tsx'] },
  'account-safety': { web: ['test/session-screens.test.tsx'] },
}

/**
 * The test files against which a side of a feature is measured: the feature's own, and those named here. For the web
 * those of screens alone. A defect that only another file would notice counts as one that survived.
 */
export function testsOf(feature: string, side: 'server' | 'web') {
  const own = globSync(`src/features/${feature}/**/*.test.${side === 'web' ? 'tsx' : '{ts,tsx}'}`)
  return [...own, ...(elsewhere[feature]?.[side] ?? [])].sort()
}
