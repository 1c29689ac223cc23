import { directoryClock } from '../../src/directory/services/server/directory-clock.ts'

// The portal as deployed, except that its directory believes it is a Tuesday morning: otherwise, how much is open would
// depend on when the benchmark runs.

const TUESDAY = Date.parse('2026-11-17T16:00:00Z')
const started = Date.now()
directoryClock.now = () => new Date(TUESDAY + Date.now() - started)
await import('../../src/server.ts')
