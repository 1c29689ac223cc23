import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const pinned = JSON.parse(readFileSync(new URL('./runtime-integrity.json', import.meta.url), 'utf8'))

/** The expected SHA-512 of this package's archive; undefined if it is not pinned. */
export const pinnedIntegrity = (name, version) => pinned[`${name}@${version}`]

/** Whether a downloaded archive matches its pinned hash. */
export const isIntact = (file, integrity) =>
  `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}` === integrity
