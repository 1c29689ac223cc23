import { afterAll, expect, it, vi } from 'vitest'
import type { SessionUser } from './session-user.ts'

const assign = vi.fn()
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('sessionStorage', { removeItem: () => undefined, setItem: () => undefined })
vi.stubGlobal('location', { pathname: '/myAccount/security', search: '', assign })
vi.stubGlobal('fetch', async () => new Response('{"code":"signed-out"}', { status: 401 }))
const { api } = await import('./api.ts')
const { forgetUser, rememberUser, stepUp } = await import('./session-user.ts')
afterAll(() => vi.unstubAllGlobals())

it('HTTP-03 a 401 on a call under /api/mfa leads to the stronger sign-in and back to the security page', async () => {
  await expect(api.get('/api/mfa/')).rejects.toMatchObject({ status: 401 })
  expect(assign).toHaveBeenLastCalledWith('/auth/reauthenticate?returnUrl=/myAccount/security')
  await expect(api.get('/api/contact/')).rejects.toMatchObject({ status: 401 })
  expect(assign).toHaveBeenLastCalledWith('/')
  assign.mockClear()
  await expect(api.get('/api/contact/', { staysOn401: true })).rejects.toMatchObject({ status: 401 })
  expect(assign).not.toHaveBeenCalled()
})

it('HTTP-02 D-AUTH-2 a 401 that asks for confirmation stays on the screen, and the call is repeated', async () => {
  let isFresh = false
  const fetched = vi.fn(async () =>
    isFresh ? new Response('{"done":true}') : new Response('{"code":"reauthentication-needed"}', { status: 401 }),
  )
  vi.stubGlobal('fetch', fetched)
  const ask = vi.fn(async () => false)
  stepUp.ask = ask
  await expect(api.put('/api/portalAccount/', { a: 1 })).rejects.toMatchObject({ code: 'reauthentication-needed' })
  expect([ask.mock.calls.length, fetched.mock.calls.length]).toEqual([1, 1])
  ask.mockImplementation(async () => {
    isFresh = true
    return true
  })
  expect(await api.put('/api/portalAccount/', { a: 1 })).toEqual({ done: true })
  expect(fetched.mock.calls.slice(1)).toMatchObject([
    ['/api/portalAccount/', { body: '{"a":1}' }],
    ['/api/portalAccount/', { body: '{"a":1}' }],
  ])
  expect(assign).not.toHaveBeenCalled()
  isFresh = false
  // Under /api/mfa the person is still sent to the second factor.
  await expect(api.delete('/api/mfa/1')).rejects.toMatchObject({ status: 401 })
  expect(assign).toHaveBeenLastCalledWith(expect.stringContaining('/auth/reauthenticate?returnUrl='))
  expect(ask).toHaveBeenCalledTimes(2)
  stepUp.ask = null
})

it('0003 D-HD-3 calls carry the time zone of a signed-in reader; a visitor’s do not look it up', async () => {
  const fetched = vi.fn(async (_path: string, _request: RequestInit) => new Response('{}'))
  vi.stubGlobal('fetch', fetched)
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  await api.get('/api/configuration')
  expect(fetched.mock.lastCall?.[1].headers).not.toHaveProperty('time-zone')
  expect(zone).not.toHaveBeenCalled()
  rememberUser({ id: 'a' } as SessionUser)
  await api.get('/api/supportRequest/')
  expect(fetched.mock.lastCall?.[1].headers).toMatchObject({ 'time-zone': zone.mock.results[0]?.value.timeZone })
  forgetUser()
  zone.mockRestore()
})

it('HTTP-01 a successful answer that breaks off counts as no answer, and says so', async () => {
  // A dialog that answered a failure of an earlier test hides further ones until the timers have run.
  await new Promise((resolve) => setTimeout(resolve))
  const { listNotices } = await import('./notify.ts')
  const newest = () => listNotices().at(-1)?.id ?? 0
  const before = newest()
  const breakWith = (error: Error) =>
    vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ start: (body) => body.error(error) })))
  breakWith(new DOMException('left', 'AbortError'))
  await expect(api.get('/api/contact/')).rejects.toMatchObject({ name: 'AbortError' })
  expect(newest()).toBe(before)
  breakWith(new TypeError('network error'))
  await expect(api.get('/api/contact/')).rejects.toMatchObject({ status: 0, code: 'offline' })
  expect(newest()).toBeGreaterThan(before)
})
