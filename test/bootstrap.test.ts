import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'hearthline-bootstrap-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'scripts'))
mkdirSync(join(folder, 'node_modules'))
mkdirSync(join(folder, 'bin'))
for (const file of ['bootstrap.mjs', 'runtime-integrity.mjs', 'runtime-integrity.json'])
  copyFileSync(join('scripts', file), join(folder, 'scripts', file))
copyFileSync('.node-version', join(folder, '.node-version'))
writeFileSync(join(folder, 'package-lock.json'), '{}')
for (const script of ['start', 'replay-erasures', 'check', 'check-hsds'])
  writeFileSync(join(folder, 'scripts', `${script}.ts`), `console.log('${script} runs')\n`)
// Stands in for npm, and notes that it was asked to install.
writeFileSync(join(folder, 'bin', 'npm'), `#!/bin/sh\necho "$@" >> "${join(folder, 'installed')}"\n`)
chmodSync(join(folder, 'bin', 'npm'), 0o755)
const lock = createHash('sha256').update('{}').digest('hex')

/** What a script says, and what was installed for it. @param present what the installed packages are from */
function run(script: string | null, present: string, environment: Record<string, string> = {}) {
  rmSync(join(folder, 'installed'), { force: true })
  writeFileSync(join(folder, 'node_modules', '.installed-from'), present)
  const { stdout } = spawnSync(
    process.execPath,
    ['scripts/bootstrap.mjs', ...(script ? [`scripts/${script}.ts`] : [])],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':'), ...environment },
    },
  )
  const installed = existsSync(join(folder, 'installed')) ? readFileSync(join(folder, 'installed'), 'utf8') : ''
  return { stdout, installed: /--(?:omit|include)=dev/.exec(installed)?.[0] ?? '' }
}

it('D-RUN-1 the list of erasures is saved beside a running portal without changing its packages', () => {
  const lean = `${lock} without development`
  // A scheduler may run it with or without the environment of the portal.
  for (const environment of [{ NODE_ENV: 'production' }, {} as Record<string, string>])
    expect(run('replay-erasures', lean, environment)).toEqual({ stdout: 'replay-erasures runs\n', installed: '' })
  expect(run('replay-erasures', 'an older lock file', { NODE_ENV: 'production' }).installed).toBe('--omit=dev')
  expect(run('start', lean, { NODE_ENV: 'production' })).toEqual({ stdout: 'start runs\n', installed: '' })
  expect(run('start', lock, { NODE_ENV: 'production' }).installed).toBe('--omit=dev')
  expect(run('check', lean).installed).toBe('--include=dev')
})

it('D-RUN-1 a check of open data changes no packages of a running portal either', () => {
  expect(run('check-hsds', `${lock} without development`)).toEqual({ stdout: 'check-hsds runs\n', installed: '' })
})

it('F-16 the owner of the code installs what the portal needs, and its user then needs to write nothing there', () => {
  expect(run(null, '', { NODE_ENV: 'production' })).toEqual({ stdout: '', installed: '--omit=dev' })
  const present = readFileSync(join(folder, 'node_modules', '.installed-from'), 'utf8')
  expect(run('start', present, { NODE_ENV: 'production' })).toEqual({ stdout: 'start runs\n', installed: '' })
  expect(run(null, present, { NODE_ENV: 'production' })).toEqual({ stdout: '', installed: '' })
})

it('F-16 the portal writes no compiled code beside its code in production', () => {
  const say = `import { getCompileCacheDir } from 'node:module'
    process.on('exit', () => console.log(String(getCompileCacheDir())))`
  const cacheOf = (NODE_ENV: string) => {
    // It refuses to start with this setting.
    const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), NODE_ENV, PORT: 'none' }
    const { stdout } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(say)}`, 'src/server.ts'],
      {
        env,
      },
    )
    return String(stdout).trim()
  }
  expect([cacheOf('production'), cacheOf('development')]).toEqual(['undefined', expect.stringContaining('compiled')])
})

it('D-RUN-2 finds in .env that this is production, also before a comment', () => {
  for (const [line, installed] of [
    ['NODE_ENV=production # the county', '--omit=dev'],
    ['export NODE_ENV="production"', '--omit=dev'],
    ["NODE_ENV='production'# here", '--omit=dev'],
    ['# NODE_ENV=production', '--include=dev'],
    ['NODE_ENV=productions', '--include=dev'],
  ] as const) {
    writeFileSync(join(folder, '.env'), `PORT=1\n${line}\nHOST=::1\n`)
    expect([line, run('start', '').installed]).toEqual([line, installed])
  }
  rmSync(join(folder, '.env'))
})
