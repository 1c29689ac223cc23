import { prepareReferralCalls } from './referral-calls.ts'
import { describeReferrals } from './referral-report.ts'
import { runComparison } from './run-comparison.ts'
import { seedReferrals } from './seed-referrals.ts'

// Compares referrals with a minimal server: see docs/benchmarks-referrals.md.
await runComparison({
  name: 'referrals',
  floorScript: 'scripts/bench/referral-floor-server.ts',
  seed: seedReferrals,
  prepare: prepareReferralCalls,
  pageOf: describeReferrals,
})
