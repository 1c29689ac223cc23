import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
// @ts-expect-error: plain JavaScript, because it runs before anything is installed
import { isIntact } from './runtime-integrity.mjs'

const PACKAGE = '@sparticuz/chromium'
const VERSION = '153.0.0'
/** From `npm view @sparticuz/chromium@VERSION dist.integrity`, on a trusted network. */
const INTEGRITY = 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=='
const runtime = fileURLToPath(new URL('../.runtime', import.meta.url))
const folder = join(runtime, `test-browser-${VERSION}`)

/** The pinned headless Chromium, if it has been downloaded (`docs/decisions/0270-test-browser.md`). */
export const testBrowser = join(folder, 'chromium')
/** Draws WebGL without a graphics card, for the map. */
const graphics = join(folder, 'libGLESv2.so')

const isWhole = (program: string, args: string[], options: { cwd?: string } = {}) =>
  spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options }).status === 0

const starts = (program: string) => isWhole(program, ['--version', '--no-sandbox'])
const unpack = (from: string, to: string) => writeFileSync(to, brotliDecompressSync(readFileSync(from)))

/** @throws Error if the archive is not the pinned one */
function requireIntact(archive: string) {
  if (isIntact(archive, INTEGRITY)) return true
  throw new Error(`The registry sent another ${PACKAGE}@${VERSION} than the one that scripts/test-browser.ts pins.`)
}

function download(into: string) {
  const archive = join(into, `sparticuz-chromium-${VERSION}.tgz`)
  return (
    isWhole('npm', [
      'pack',
      `${PACKAGE}@${VERSION}`,
      '--pack-destination',
      into,
      '--loglevel=error',
      '--fetch-retries=0',
    ]) &&
    requireIntact(archive) &&
    isWhole('tar', ['-xzf', archive, '-C', into])
  )
}

/** Installs the browser with the libraries that a minimal machine lacks, and a script that starts it with them. */
function install(from: string) {
  const program = join(from, 'headless_shell')
  unpack(join(from, 'package/bin/chromium.br'), program)
  for (const libraries of ['al2023', 'swiftshader']) {
    unpack(join(from, `package/bin/${libraries}.tar.br`), join(from, 'libraries.tar'))
    if (!isWhole('tar', ['-xf', 'libraries.tar'], { cwd: from })) return false
  }
  writeFileSync(
    join(from, 'chromium'),
    '#!/bin/sh\nhere=$(dirname "$0")\nLD_LIBRARY_PATH="$here/lib" exec "$here/headless_shell" "$@"\n',
  )
  for (const name of ['headless_shell', 'chromium']) chmodSync(join(from, name), 0o755)
  return starts(join(from, 'chromium'))
}

/**
 * Downloads the test browser from the npm registry, once. Available only on Linux x64.
 * @returns whether it is installed and starts
 */
export function getTestBrowser(): boolean {
  if (existsSync(graphics)) return starts(testBrowser)
  if (process.platform !== 'linux' || process.arch !== 'x64') return false
  process.stderr.write('Getting a browser for the tests (once, about 70 MB) …\n')
  const partial = `${folder}.${process.pid}`
  mkdirSync(partial, { recursive: true })
  try {
    if (!download(partial) || !install(partial)) return false
    for (const used of ['package', 'libraries.tar', `sparticuz-chromium-${VERSION}.tgz`])
      rmSync(join(partial, used), { recursive: true })
    // Another run may have been first; a browser without graphics is from before they were needed.
    if (!existsSync(graphics)) {
      rmSync(folder, { recursive: true, force: true })
      renameSync(partial, folder)
    }
    return true
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}
