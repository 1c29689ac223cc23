import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a private file so that it is whole or as it was before, also if the disk is full or the machine stops. */
export function writeWhole(file: string, text: string) {
  const part = `${file}.part`
  try {
    const opened = openSync(part, 'w', 0o600)
    try {
      writeFileSync(opened, text)
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
