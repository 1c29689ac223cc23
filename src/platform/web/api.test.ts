import { expect, it, vi } from 'vitest'

const assign = vi.fn()
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('sessionStorage', { removeItem: () => undefined, setItem: () => undefined })
vi.stubGlobal('location', { pathname: '/myAccount/security', search: '', assign })
vi.stubGlobal('fetch', async () => new Response('{"code":"signed-out"}', { status: 401 }))
const { api } = await import('./api.ts')

it('HTTP-03 a 401 on a call under /api/mfa leads to the stronger sign-in and back to the security page', async () => {
  await expect(api.get('/api/mfa/')).rejects.toMatchObject({ status: 401 })
  expect(assign).toHaveBeenLastCalledWith('/auth/reauthenticate?returnUrl=/myAccount/security')
  await expect(api.get('/api/contact/')).rejects.toMatchObject({ status: 401 })
  expect(assign).toHaveBeenLastCalledWith('/')
  assign.mockClear()
  await expect(api.get('/api/contact/', { staysOn401: true })).rejects.toMatchObject({ status: 401 })
  expect(assign).not.toHaveBeenCalled()
})
