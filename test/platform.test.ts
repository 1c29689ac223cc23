import { createRequire } from 'node:module'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { guardAccess } from '#platform/server/access.ts'
import { startTestApp } from '#test/app.ts'

const product = await startTestApp({ INSTRUMENTATION_KEY: 'key-1' })

interface Operation {
  requestBody?: { content?: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

it('HTTP-05 answers every error in one documented shape without a stack or SQL', async () => {
  const broken = await product.app.inject({
    method: 'POST',
    url: '/api/auth/login/fallback',
    headers: { 'content-type': 'application/json' },
    payload: '{"email":',
  })
  const wrong = await product.anonymous('POST', '/api/auth/login/fallback', { email: 5 })
  const missing = await product.anonymous('GET', '/api/nothing')
  expect(wrong).toMatchObject({
    status: 400,
    body: { code: 'invalid-request', status: 400, errors: [{ path: 'email' }, { path: 'password' }] },
  })
  expect(missing).toMatchObject({ status: 404, body: { code: 'not-found', type: 'urn:hearthline:problem:not-found' } })
  expect(broken.statusCode).toBe(400)
  const unreadable = await product.anonymous('GET', '/%E0%A4%A')
  expect(unreadable).toMatchObject({ status: 400, body: { code: 'invalid-request', errors: [] } })
  expect(JSON.stringify(unreadable)).not.toContain('%E0')
  for (const text of [broken.body, JSON.stringify(wrong.body), JSON.stringify(missing.body)])
    expect(text).not.toMatch(/node_modules|\.ts:|select |at Object/i)
})

it('CFG-01 gives the public configuration without a secret', async () => {
  const { body } = await product.anonymous('GET', '/api/configuration')
  expect(body).toMatchObject({
    authType: 'fallback',
    recaptcha2SiteKey: null,
    instrumentationKey: 'key-1',
    productName: 'Hearthline',
  })
  expect(JSON.stringify(body)).not.toContain(product.config.secretKeys[0])
})

const { body: document } = await product.anonymous('GET', '/api/openapi.json')
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, operation })),
)

describe('the document of the calls', () => {
  it('HTTP-05 shows errors as they come, and schemas that a reader of JSON Schema takes', async () => {
    const ajv = new (createRequire(import.meta.url)('ajv/dist/2020').default)({ strict: false, validateFormats: false })
    ajv.addSchema(document, 'document')
    const isProblem = ajv.getSchema('document#/components/schemas/Problem')
    expect(isProblem((await product.anonymous('POST', '/api/auth/login/fallback', { email: 5 })).body)).toBe(true)
    expect(isProblem({ message: 'no' })).toBe(false)
    // Many calls have the same schema: each is compiled once.
    const schemas = new Map<string, string>()
    for (const { call, operation } of operations)
      for (const { content } of [operation.requestBody ?? {}, ...Object.values(operation.responses)])
        for (const { schema } of Object.values(content ?? {}))
          schemas.set(JSON.stringify(schema).replaceAll('"#/', '"document#/'), call)
    expect(schemas.size).toBeGreaterThan(200)
    for (const [schema, call] of schemas) expect(() => ajv.compile(JSON.parse(schema)), call).not.toThrow()
  })

  it('D-AUTH-2 names the cookie that this portal gives, over https the one with the prefix', async () => {
    expect(document.components.securitySchemes.session).toMatchObject({ in: 'cookie', name: 'hearthline-session' })
    const secure = await startTestApp({ PUBLIC_URL: 'https://portal.example' })
    const { body } = await secure.anonymous('GET', '/api/openapi.json')
    expect(body.components.securitySchemes.session.name).toBe('__Host-hearthline-session')
  })
})

it('refuses to boot with a route that declares no access', () => {
  const app = Fastify()
  guardAccess(app, async () => null)
  expect(() => app.get('/open', () => 'x')).toThrow('declares no access')
})

it('refuses a write that another site started', async () => {
  const login = (headers: Record<string, string>) =>
    product.anonymous('POST', '/api/authentication/logout', undefined, headers)
  expect((await login({ 'sec-fetch-site': 'cross-site' })).body.code).toBe('cross-site')
  expect((await login({ 'sec-fetch-site': 'same-site' })).body.code).toBe('cross-site')
  expect((await login({ origin: 'https://elsewhere.test' })).body.code).toBe('cross-site')
  expect((await login({ 'sec-fetch-site': 'same-origin' })).status).toBe(204)
  expect((await login({})).status).toBe(204)
})

it('sends a strict content security policy and no header that names the server', async () => {
  const { headers } = await product.anonymous('GET', '/')
  expect(headers['content-security-policy']).toMatch(/default-src 'self'.*script-src 'self';.*object-src 'none'/)
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['x-powered-by']).toBeUndefined()
})

it('lets nothing keep an answer, nor that a file of the client is missing', async () => {
  const keeping = async (url: string) => (await product.anonymous('GET', url)).headers['cache-control']
  for (const url of ['/', '/api/portalAccount/current', '/api/configuration', '/api/nothing', '/assets/missing.js'])
    expect(await keeping(url), url).toBe('no-store')
})

it('refuses a body over its limit', async () => {
  const { status } = await product.anonymous('POST', '/api/auth/login/fallback', {
    email: 'x'.repeat(300_000),
    password: 'y',
  })
  expect(status).toBe(413)
})
