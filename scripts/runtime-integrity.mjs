import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const pinned = JSON.parse(readFileSync(new URL('./runtime-integrity.json', import.meta.url), 'utf8'))

/** The SHA-512 that an archive of this package must have; undefined for one that nobody has looked at. */
export const pinnedIntegrity = (name, version) => pinned[`${name}@${version}`]

/** Whether a downloaded archive is, byte for byte, the one that was pinned. */
export const isIntact = (file, integrity) =>
  `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}` === integrity
