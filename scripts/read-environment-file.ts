import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Reads the settings of `.env`, if it exists; environment variables take precedence. */
export function readEnvironmentFile() {
  const file = fileURLToPath(new URL('../.env', import.meta.url))
  if (existsSync(file)) process.loadEnvFile(file)
}
