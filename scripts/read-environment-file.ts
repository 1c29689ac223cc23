import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Takes the settings of `.env`, where there is one; what the environment itself says goes before it. */
export function readEnvironmentFile() {
  const file = fileURLToPath(new URL('../.env', import.meta.url))
  if (existsSync(file)) process.loadEnvFile(file)
}
