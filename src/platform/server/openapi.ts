import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { RoleKey } from '../schema/roles.ts'
import type { Access } from './access.ts'

const assets = `${dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui'))}/static`
const open = { config: { access: 'anyone' as const }, schema: { hide: true } }

const page = (
  product: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${product} API</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`

const text = { type: 'string' as const }
/** The schema of all errors (RFC 9457). */
const problemSchema = (codes: string[]) => ({
  type: 'object' as const,
  description:
    'Some codes bring more with them, such as `current` (the record as it is now) or `retryAfter` (seconds).',
  required: ['type', 'title', 'status', 'code', 'message', 'errors'],
  properties: {
    type: { ...text, description: '`urn:hearthline:problem:` and the code' },
    title: text,
    status: { type: 'integer' as const },
    code: { ...text, enum: codes, description: 'for programs' },
    message: { ...text, description: 'for people, in English' },
    instance: { ...text, description: '`urn:uuid:` and the request’s number, by which the log knows it' },
    errors: {
      type: 'array' as const,
      description: 'what is wrong with which field, by its path',
      items: { type: 'object' as const, required: ['path', 'message'], properties: { path: text, message: text } },
    },
  },
})
const failing = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
const upload = { type: 'object', required: ['file'], properties: { file: { ...text, format: 'binary' } } }

const callers: Record<Exclude<Access, readonly string[]>, string> = {
  anyone: 'Open to everybody.',
  'signed-in': 'For every account that is signed in.',
  'forced-reset': 'For every account that is signed in, also before a password reset that was asked of it.',
  'half-open': 'For every account that is signed in, also before its second factor.',
  'any-session': 'For every session, whatever is still to be done in it.',
}
const isList = (access: Access): access is readonly RoleKey[] => Array.isArray(access)

/** Describes who may make a route's call. */
function accessInWords({ access = 'anyone', fresh, credentials, signedInFor }: FastifyContextConfig) {
  const who = isList(access) ? `For these roles: ${access.join(', ')}.` : callers[access]
  const freshly = fresh === 'depends' ? 'Where what changes needs it, asks' : 'Asks'
  return [
    who,
    ...(signedInFor ? [signedInFor] : []),
    ...(fresh ? [`${freshly} for an authentication of the last five minutes.`] : []),
    ...(credentials ? ['Refused during impersonation.'] : []),
  ].join(' ')
}

/** How a call can fail according to its route; the acts add more. */
const failuresOf = ({ access = 'anyone', signedInFor }: FastifyContextConfig, takesInput: boolean) => ({
  ...(takesInput ? { 400: failing('What was sent is not right; `errors` says where') } : {}),
  ...(access === 'anyone' && !signedInFor
    ? {}
    : {
        401: failing('Nobody is signed in, or a step of signing in is missing; `code` says which'),
        403: failing('The account may not do this'),
      }),
  default: failing('Every other error'),
})

/** An empty entry: also without a session. */
function securityOf({ access = 'anyone', signedInFor }: FastifyContextConfig): Record<string, string[]>[] {
  if (access !== 'anyone') return [{ session: [] }]
  return signedInFor ? [{}, { session: [] }] : []
}

/** Describes a call in the document, including who may make it and how it fails. */
const describeCall: typeof jsonSchemaTransform = (input) => {
  const { schema, url } = jsonSchemaTransform(input)
  const { config = {} } = (input as { route?: RouteOptions }).route ?? {}
  const { access = 'anyone' } = config
  const { params, querystring, produces = [] } = schema
  const body = schema.consumes?.includes('multipart/form-data') ? upload : schema.body
  const contents = Object.fromEntries(produces.map((type) => [type, { schema: text }]))
  const response = {
    ...((schema.response as object | undefined) ?? { 200: { description: 'What was asked for', content: contents } }),
    ...failuresOf(config, Boolean(params ?? querystring ?? body)),
  }
  const described = {
    ...schema,
    ...(body ? { body } : {}),
    description: accessInWords(config),
    security: securityOf(config),
    'x-access': access,
    response,
  }
  return { url, schema: described }
}

/** Registers the collector of route schemas. Must come before the routes. */
export const describeApi = (
  app: FastifyInstance,
  { product, cookie, problemCodes }: { product: string; cookie: string; problemCodes: string[] },
) =>
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${product} API`,
        version: '1',
        description:
          'Made from the same schemas that check every request and answer. `x-access` says for programs who may make a call.',
      },
      components: {
        schemas: { Problem: problemSchema(problemCodes) },
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      },
    },
    transform: describeCall,
  })

/** `/api/openapi.json` and a page to browse it at `/api/docs`. */
export function publishApi(app: FastifyInstance, product: string) {
  let document: { text: string; etag: string } | null = null
  /** Half a megabyte that never changes: serialized once. */
  const getDocument = () => {
    const text = JSON.stringify(app.swagger())
    // Weak, because compressed responses share it.
    const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
    return { text, etag }
  }
  app.get('/api/openapi.json', open, (request, reply) => {
    document ??= getDocument()
    reply.headers({ etag: document.etag, 'cache-control': 'no-cache' })
    return request.headers['if-none-match'] === document.etag
      ? reply.code(304).send()
      : reply.type('application/json').send(document.text)
  })
  app.get('/api/docs', open, (_request, reply) => reply.type('text/html; charset=utf-8').send(page(product)))
  app.get('/api/docs/start.js', open, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .send("SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', tryItOutEnabled: false })"),
  )
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    app.get(`/api/docs/${file}`, open, (_request, reply) => reply.sendFile(file, assets))
}
