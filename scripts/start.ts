import { buildClient, requireBuiltClient } from './build-client.ts'
import { readEnvironmentFile } from './read-environment-file.ts'

readEnvironmentFile()
if (process.env.NODE_ENV === 'production') requireBuiltClient()
else buildClient()
await import('../src/server.ts')
