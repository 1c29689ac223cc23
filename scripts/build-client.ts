import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const inputs = [
  'src/**/*.{ts,tsx,css,json,html,svg}',
  'public/**',
  'index.html',
  'vite.config.ts',
  'scripts/trim-router.ts',
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
  compressTexts()
  writeFileSync(stamp, fingerprint())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildClient()
