import { preparePeopleCalls } from './people-calls.ts'
import { describePeople } from './people-report.ts'
import { runComparison } from './run-comparison.ts'
import { seedClients } from './seed-clients.ts'

// Compares people's records with a minimal server: see docs/benchmarks-people.md.
await runComparison({
  name: 'people',
  floorScript: 'scripts/bench/people-floor-server.ts',
  seed: seedClients,
  prepare: preparePeopleCalls,
  pageOf: describePeople,
})
