import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pagePlan } from '#root/src/page-plan.ts'
import { pagePreloads } from './page-preloads.ts'

const folder = mkdtempSync(join(tmpdir(), 'manifest-'))
const texts = (area: string) =>
  ['en', 'es'].map((language) => [`src/${area}/texts/${language}.json`, { file: `assets/${language}-${area}.js` }])
const areas = ['platform/web', 'site/landing', 'identity/account-safety', 'casework/referrals']
writeFileSync(
  join(folder, 'manifest.json'),
  JSON.stringify({
    ...Object.fromEntries(areas.flatMap(texts)),
    '_home-1.js': { file: 'assets/home-1.js', name: 'home', css: ['assets/home-1.css'] },
    'src/screens.tsx': { file: 'assets/screens-1.js', name: 'screens' },
  }),
)
const preloads = pagePreloads(join(folder, 'manifest.json'), pagePlan)
rmSync(folder, { recursive: true })
const addresses = (...[path, isInside, language]: Parameters<typeof preloads>) =>
  [...preloads(path, isInside, language).matchAll(/href="([^"]+)"/g)].map(([, address]) => address)

it('0003 the front page names its texts in the reader’s language and the configuration, and nothing of the screens', () => {
  expect(addresses('/', false, 'es')).toEqual([
    '/api/configuration',
    '/assets/es-platform/web.js',
    '/assets/es-site/landing.js',
  ])
})

it('0003 a page of a signed-in reader names what home is made of, and its texts only on the way there', () => {
  const inside = addresses('/people', true, 'en')
  expect(inside).toEqual([
    '/api/configuration',
    '/assets/home-1.js',
    '/assets/home-1.css',
    '/assets/screens-1.js',
    '/assets/en-platform/web.js',
    '/assets/en-identity/account-safety.js',
  ])
  expect(addresses('/home/redirect', true, 'en')).toEqual([...inside, '/assets/en-casework/referrals.js'])
})

it('0003 other pages, and a portal whose client is not built, name nothing', () => {
  expect(preloads('/auth/forgot', false, 'en')).toBe('')
  // Signed in or not, these screens need nothing from the home screen.
  for (const path of ['/auth/logout', '/legal/terms', '/dev/outbox']) expect(preloads(path, true, 'en')).toBe('')
  expect(pagePreloads('/no/such/manifest.json', pagePlan)('/people', true, 'en')).not.toContain('assets')
})

it('the plan names folders that have texts', () => {
  const folders = Object.values(pagePlan.texts).flat()
  expect(folders.filter((name) => !existsSync(`${name}/texts/en.json`))).toEqual([])
})
