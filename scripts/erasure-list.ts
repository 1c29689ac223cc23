import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError } from '../src/platform/server/config.ts'
import { writeWhole } from '../src/platform/server/write-whole.ts'

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
  writeWhole(file, JSON.stringify([...kept, ...erasures], null, 2))
  return { kept: kept.length }
}
