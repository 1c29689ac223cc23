import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'

const product = await startTestApp()

interface Operation {
  description: string
  summary?: string
  tags?: string[]
  parameters?: object[]
  requestBody?: object
  responses: Record<string, object>
  security: object[]
  'x-access': unknown
}

const { body: document } = await product.anonymous('GET', '/api/openapi.json')
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, operation })),
)

it('HTTP-05 says of every call who may make it, and how it fails', async () => {
  const declared = new Map(product.app.routeAccess.map((r) => [`${r.method.toLowerCase()} ${r.url}`, r.access]))
  expect(operations.length).toBeGreaterThan(150)
  for (const { call, operation } of operations) {
    const access = declared.get(call.replace(/\{(\w+)\}/g, ':$1'))
    expect(operation['x-access'], call).toEqual(access)
    // Open with the code of a link, not with an ID.
    if (call === 'get /api/referral/{id}') continue
    expect(operation.security, call).toEqual(access === 'anyone' ? [] : [{ session: [] }])
    const failures = access === 'anyone' ? ['default'] : ['401', '403', 'default']
    expect(Object.keys(operation.responses), call).toEqual(expect.arrayContaining(failures))
    if (operation.parameters || operation.requestBody) expect(operation.responses[400], call).toBeDefined()
  }
  const { description, security, responses } = document.paths['/api/referral/{id}'].get
  expect(description).toBe('Open to everybody. With the ID of a referral, the caller has to be signed in.')
  expect([security, Object.keys(responses)]).toEqual([[{}, { session: [] }], expect.arrayContaining(['401', '403'])])
  expect(document.paths['/api/portalAccount/{id}/resetLink'].post.description).toBe(
    'For these roles: organization-admin, platform-admin. Asks for an authentication of the last five minutes. Refused during impersonation.',
  )
})

it('HTTP-05 says in a few words what each call does, and to which part it belongs', () => {
  for (const { call, operation } of operations) {
    expect(operation.tags?.length, call).toBe(1)
    expect(operation.summary ?? '', call).toMatch(/^[A-Z].{3,118}[^.]$/)
  }
  const summaries = operations.map(({ call, operation }) => `${call.split(' ')[0]} ${operation.summary}`)
  expect(new Set(summaries).size).toBeGreaterThan(operations.length - 6)
})

it('HTTP-05 says of every call what it answers when it succeeds', () => {
  const silent = operations.filter(
    ({ operation }) => !Object.keys(operation.responses).some((status) => /^[23]/.test(status)),
  )
  expect(silent.map(({ call }) => call)).toEqual([])
})

it('HTTP-05 MYA-01 the call for one’s own password promises to change nothing else', () => {
  const { operation } = operations.find(({ call }) => /^put \/api\/myAccountPortalAccount\/?$/.test(call)) ?? {}
  expect(operation?.summary).toBe('Change my own password, and what the account still lacks')
})

const decisions = readFileSync('docs/decisions.md', 'utf8')
const withoutNames = (path: string) => path.replace(/\{\w+\}|:\w+/g, '{}').replace(/\/$/, '')

it('HTTP-05 D-API-1 the decisions name only calls that exist', () => {
  const existing = new Set(product.app.routeAccess.map((r) => `${r.method.toLowerCase()} ${withoutNames(r.url)}`))
  const named = [...decisions.matchAll(/`((?:(?:GET|POST|PUT|DELETE)\|?)+) (\/api\/[^ `?]+)/g)].flatMap(
    ([, methods = '', path = '']) => {
      const [last = '', ...rest] = path.split('/').reverse()
      const start = rest.reverse().join('/')
      return methods
        .split('|')
        .flatMap((method) => last.split('|').map((end) => `${method.toLowerCase()} ${withoutNames(`${start}/${end}`)}`))
    },
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((call) => !existing.has(call))).toEqual([])
  const paths = [...existing].map((call) => call.split(' ')[1] ?? '')
  const alone = [...decisions.matchAll(/`(\/api\/[^ `?…]+)/g)].map(([, path = '']) => withoutNames(path))
  expect(alone.filter((path) => !paths.some((one) => `${one}/`.startsWith(`${path}/`)))).toEqual([])
})

it('D-DESK-1 D-ROLE-2 each decision is defined once', () => {
  const names = [...decisions.matchAll(/^- (D-[A-Z]+-\d+) /gm)].map(([, name]) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
