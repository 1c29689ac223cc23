import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildClient } from './build-client.ts'

const environmentFile = fileURLToPath(new URL('../.env', import.meta.url))
if (existsSync(environmentFile)) process.loadEnvFile(environmentFile)
buildClient()
await import('../src/server.ts')
