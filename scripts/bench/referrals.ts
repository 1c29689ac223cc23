import { measureBesideNotices, prepareReferralCalls } from './referral-calls.ts'
import { describeReferrals } from './referral-report.ts'
import { runComparison } from './run-comparison.ts'
import { seedReferrals } from './seed-referrals.ts'

// Compares referrals with a minimal server: see docs/benchmarks-referrals.md.
await runComparison({
  name: 'referrals',
  floorScript: 'scripts/bench/referral-floor-server.ts',
  seed: seedReferrals,
  prepare: prepareReferralCalls,
  finish: measureBesideNotices,
  // The default: a referral is sent after ten seconds, in which its sender can undo it. With 0, the call sends it.
  environment: { SEND_UNDO_SECONDS: process.env.SEND_UNDO_SECONDS ?? '10' },
  pageOf: describeReferrals,
})
