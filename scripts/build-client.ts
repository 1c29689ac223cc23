import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const inputs = ['src/**/*.{ts,tsx,css,json,html,svg}', 'public/**', 'index.html', 'vite.config.ts', 'package-lock.json']

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => `${f.parentPath}/${f.name}`)
    .sort())
    if (!/\/server\/|\.test\.tsx?$/.test(file)) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Builds the browser's code into dist/ when anything it is made of changed since the last time. */
export async function buildClient() {
  const stamp = `${root}dist/.built-from`
  const now = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  process.stderr.write('Building the client …\n')
  const { build } = await import('vite')
  await build({ root, logLevel: 'warn' })
  writeFileSync(stamp, now)
}
