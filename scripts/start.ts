import { buildClient } from './build-client.ts'
import { readEnvironmentFile } from './read-environment-file.ts'

readEnvironmentFile()
buildClient()
await import('../src/server.ts')
