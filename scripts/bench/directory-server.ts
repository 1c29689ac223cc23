import { duplicatesFeature } from '../../src/directory/duplicates/server/duplicates-feature.ts'
import { findDuplicatesTask } from '../../src/directory/duplicates/server/find-duplicates.ts'
import { directoryClock } from '../../src/directory/services/server/directory-clock.ts'

// The portal as deployed, with two exceptions. Its directory believes it is a Tuesday morning: otherwise, how much is open
// would depend on when the benchmark runs. And it does not compare all listings with each other for the first time, which
// takes long and would be measured with the calls.

const TUESDAY = Date.parse('2026-11-17T16:00:00Z')
const started = Date.now()
directoryClock.now = () => new Date(TUESDAY + Date.now() - started)
duplicatesFeature.tasks = () => ({ [findDuplicatesTask]: async () => undefined })
await import('../../src/server.ts')
