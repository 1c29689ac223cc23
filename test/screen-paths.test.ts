import type { RouteObject } from 'react-router'
import { expect, it, vi } from 'vitest'
import { serverFeatures } from '#root/src/features.server.ts'
import { startTestApp } from './app.ts'

const listPaths = (routes: RouteObject[], above = ''): string[] =>
  routes.flatMap((route) => {
    const path = route.path ? `${above}${route.path}` : above.replace(/\/$/, '')
    const isScreen = Boolean(route.path) && route.path !== '*'
    return [...(isScreen ? [path] : []), ...listPaths(route.children ?? [], path ? `${path}/` : '')]
  })

it('F-24 knows the address of every screen', async () => {
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  vi.stubGlobal('addEventListener', () => undefined)
  const { screens } = await import('#root/src/screens.tsx')
  vi.unstubAllGlobals()
  const known = serverFeatures.flatMap((feature) => feature.screens ?? [])
  expect([...new Set(listPaths(screens))].filter((path) => path !== 'legal').sort()).toEqual(known.sort())
})

it('F-24 answers 404 where there is no screen, and no page at all for what looks like a file', async () => {
  const { anonymous } = await startTestApp()
  for (const path of ['/', '/home', '/referrals/5', '/auth/adminReset/a.b.c', '/people?x=.env'])
    expect(await anonymous('GET', path), path).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  expect(await anonymous('GET', '/nowhere/at/all')).toMatchObject({
    status: 404,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
  for (const path of ['/.env', '/.git/config', '/home/.ssh', '/backup.zip', '/index.php', '/web.config~', '/api/x'])
    expect(await anonymous('GET', path), path).toMatchObject({ status: 404, body: { code: 'not-found' } })
})
