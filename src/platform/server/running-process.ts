import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const readLine = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** The fields of `/proc/<pid>/stat` after the name, which may contain anything; null on other systems. */
const statOf = (pid: number) =>
  readLine(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ') ?? null

/** Whether a process with this ID runs. One that ended and was not waited for does not. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return statOf(pid)?.[0] !== 'Z'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const START_TIME = 19

/**
 * When a process started, in ticks since the boot that is named: IDs are given out again, most of all after a boot. Null
 * where the system does not say.
 */
export function birthOf(pid: number): string | null {
  const started = statOf(pid)?.[START_TIME]
  const boot = readLine('/proc/sys/kernel/random/boot_id')
  return started && boot ? `${boot.trim()} ${started}` : null
}

/** The command line of a process, its arguments separated by spaces; null if the system does not say. */
export function commandOf(pid: number): string | null {
  const line = readLine(`/proc/${pid}/cmdline`)
  if (line !== null) return line.replaceAll('\0', ' ')
  if (process.platform === 'win32' || process.platform === 'linux') return null
  const { status, stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 ? stdout : null
}
