import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const inputs = [
  'src/**/*.{ts,tsx,css,json,html,svg}',
  'public/**',
  'index.html',
  'vite.config.ts',
  'scripts/trim-router.ts',
  'scripts/build-client.ts',
  'package-lock.json',
]

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => `${f.parentPath}/${f.name}`)
    .sort())
    if (!/\/server\/|\.test\.tsx?$/.test(file)) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** How much of the fingerprint names a build; src/platform/server/client-build.ts reads it. */
const BUILD_NAME = 12
const stamp = `${root}dist/.built-from`
const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()

/** In production nothing is built, because the tools are not installed. */
export function requireBuiltClient() {
  if (!isBuilt())
    throw new Error(
      'The client is not built, or is older than its sources. Run `npm run build` first; see docs/guide/deployment.md.',
    )
}

/** Also writes each text file of a kilobyte or more compressed with Brotli and gzip at the highest level. */
function compressTexts() {
  for (const name of globSync('dist/**/*.{js,css,json,svg,vtt,txt}', { cwd: root })) {
    const text = readFileSync(root + name)
    if (text.length < 1024) continue
    writeFileSync(`${root}${name}.br`, brotliCompressSync(text))
    writeFileSync(`${root}${name}.gz`, gzipSync(text, { level: 9 }))
  }
}

interface BuiltFile {
  file: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

/** What the screens that work offline need, with all that it imports; nothing else is stored in advance. */
const offlineParts =
  /^(index\.html|src\/offline-app\.tsx|src\/(platform\/web|casework\/(intakes|intake-forms|on-device|service-lists))\/texts\/(en|es)\.json)$/

function listOfflineFiles() {
  const manifest: Record<string, BuiltFile> = JSON.parse(readFileSync(`${root}dist/.vite/manifest.json`, 'utf8'))
  const seen = new Set<string>()
  const files = new Set(['/early.js', '/favicon.svg'])
  const add = (key: string) => {
    const built = manifest[key]
    if (!built || seen.has(key)) return
    seen.add(key)
    for (const file of [built.file, ...(built.css ?? [])]) files.add(`/${file}`)
    for (const file of built.assets ?? []) if (/-latin-wght-normal-[^/]+\.woff2$/.test(file)) files.add(`/${file}`)
    for (const next of built.imports ?? []) add(next)
  }
  for (const key of Object.keys(manifest)) if (offlineParts.test(key)) add(key)
  return [...files]
}

/** The worker, with the name of this build and the files that it stores (src/service-worker.ts). */
function writeWorker(build: string) {
  const code = stripTypeScriptTypes(readFileSync(`${root}src/service-worker.ts`, 'utf8')).replace('export {}', '')
  const constants = `const BUILD=${JSON.stringify(build)},FILES=${JSON.stringify(listOfflineFiles())}\n`
  writeFileSync(`${root}dist/sw.js`, constants + code.replace(/^\s*\/\/.*\n/gm, ''))
}

/** Builds the browser's code into dist/ if any of its sources have changed. */
export function buildClient() {
  if (isBuilt()) return
  process.stderr.write('Building the client …\n')
  // In a separate process, because Vite sets NODE_ENV to production.
  const { status } = spawnSync(
    process.execPath,
    [`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'warn'],
    { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new Error('The client could not be built.')
  const built = fingerprint()
  writeWorker(built.slice(0, BUILD_NAME))
  compressTexts()
  writeFileSync(stamp, built)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildClient()
