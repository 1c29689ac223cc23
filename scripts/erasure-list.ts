import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError } from '../src/platform/server/config.ts'

const Erasures = z.array(z.object({ contactId: z.uuid(), organizationId: z.uuid() }).loose())
type Erasures = z.infer<typeof Erasures>

/** @throws ConfigError if the file is no list of erasures */
export function readErasures(file: string): Erasures {
  try {
    return Erasures.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new ConfigError(`${file} is no list of erasures.`, { cause })
  }
}

/**
 * Saves the list, and keeps what an earlier list in the file has beyond it: a database that was just restored lacks the
 * newest erasures. The old list stays whole until the new one is.
 */
export function saveErasures(file: string, erasures: Erasures) {
  const present = new Set(erasures.map(({ contactId }) => contactId))
  const kept = existsSync(file) ? readErasures(file).filter(({ contactId }) => !present.has(contactId)) : []
  const part = `${file}.part`
  try {
    const opened = openSync(part, 'w', 0o600)
    try {
      writeFileSync(opened, JSON.stringify([...kept, ...erasures], null, 2))
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  return { kept: kept.length }
}
