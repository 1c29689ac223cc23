import { createHash } from 'node:crypto'

/**
 * A deterministic identifier: the same parts always give the same one. The format is UUID version 8 (RFC 9562), whose
 * bits can be chosen freely.
 */
export function derivedId(parts: readonly (string | null)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
