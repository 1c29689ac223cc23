// Runs one of the project's scripts with the pinned Node version, whatever version is installed (20 or newer).
// Downloads the runtime and the locked dependencies from the npm registry if they are missing or outdated. Without a
// script, it does only that, for `npm start`: the user that runs the portal need not be able to write here.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isIntact, pinnedIntegrity } from './runtime-integrity.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const version = readFileSync(join(root, '.node-version'), 'utf8').trim()
const isWindows = process.platform === 'win32'
const say = (text) => process.stderr.write(`${text}\n`)

function stop(why) {
  say(why)
  process.exit(1)
}

function npm(args, why) {
  say(why)
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync(isWindows ? 'npm.cmd' : 'npm', [...args, ...quiet], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: isWindows,
  })
  if (status !== 0)
    stop(
      `That failed (npm ended with ${status}). Check the connection to the npm registry and run the command again. If you may not write in ${root}, its owner runs \`npm run packages\` first.`,
    )
}

/** Downloads the pinned runtime; an archive with the wrong hash is deleted, never run. */
function getRuntime(name, folder) {
  const integrity = pinnedIntegrity(name, version)
  if (!integrity)
    stop(`This machine (${name}) has no pinned runtime. Install Node 24 or newer, and run the command again.`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  npm(
    ['pack', `${name}@${version}`, '--pack-destination', folder],
    `Getting Node ${version}, because this machine has ${process.versions.node} (once, about 50 MB) …`,
  )
  const archive = join(folder, `${name}-${version}.tgz`)
  if (!isIntact(archive, integrity)) {
    rmSync(archive)
    stop(
      `The registry sent another ${name}@${version} than the one that scripts/runtime-integrity.json pins. It was deleted.`,
    )
  }
  npm(['install', '--prefix', folder, '--no-save', archive], 'Unpacking it …')
  rmSync(archive)
}

/** The Node to use: the current one if it is new enough, otherwise the pinned one in .runtime/. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const folder = join(root, '.runtime')
  const program = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  const installed = join(folder, 'node_modules', name, 'package.json')
  const isThere = existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version
  if (!isThere) getRuntime(name, folder)
  return program
}

/** Whether this is production, by the environment or the .env file. */
function isProduction() {
  if (process.env.NODE_ENV) return process.env.NODE_ENV === 'production'
  const file = join(root, '.env')
  return (
    existsSync(file) &&
    /^\s*(?:export\s+)?NODE_ENV\s*=\s*(["'`]?)production\1\s*(?:#.*)?$/m.test(readFileSync(file, 'utf8'))
  )
}

/** Scripts that run in production without the tools for development and tests. */
const serving = [
  ...['scripts/start.ts', 'scripts/migrate.ts', 'scripts/import.ts', 'scripts/replay-erasures.ts'],
  ...['scripts/audit.ts', 'scripts/sbom.ts', 'scripts/check-hsds.ts'],
]

/** Installs the locked packages if the installed ones are from another lock file, or for another purpose. */
function installDependencies(forScript) {
  const stamp = join(root, 'node_modules', '.installed-from')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const isLean = serving.includes(forScript) && isProduction()
  const lean = `${lock} without development`
  const wanted = isLean ? lean : lock
  const present = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  // Beside a running portal they must not change its packages, whatever environment a scheduler gives them.
  const needsNoChange =
    serving.includes(forScript) && forScript !== 'scripts/start.ts' && [lock, lean].includes(present)
  if (present === wanted || needsNoChange) return
  // Not `npm ci`: it fails if a registry lacks an optional package of another platform. The lock file pins the versions
  // anyway.
  npm(
    ['install', '--no-save', isLean ? '--omit=dev' : '--include=dev'],
    'Installing the dependencies (once, and again when they change) …',
  )
  writeFileSync(stamp, wanted)
}

const node = findNode()
const [script, ...args] = process.argv.slice(2)
installDependencies(script ?? 'scripts/start.ts')
if (!script) process.exit(0)
const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(isWindows ? ';' : ':')
// The portal limits its own heap, but a preceding build of the client would already have enlarged it.
const flags = script === 'scripts/start.ts' ? ['--max-semi-space-size=8'] : []
const child = spawn(node, [...flags, join(root, script), ...args], {
  stdio: 'inherit',
  env: { ...process.env, PATH: path },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
