import { chmodSync, chownSync, mkdirSync } from 'node:fs'

/**
 * Creates a folder that other users of the machine cannot open, or restricts an existing one.
 * @param group a group whose programs may pass through it, without listing it
 */
export function makePrivateFolder(folder: string, group?: number) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (group !== undefined) chownSync(folder, process.getuid?.() ?? 0, group)
  chmodSync(folder, group === undefined ? 0o700 : 0o710)
}
