import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

const assets = `${dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui'))}/static`
const open = { config: { access: 'anyone' as const }, schema: { hide: true } }

const page = (
  product: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${product} API</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`

/** Registers the collector of route schemas; must come before the routes. */
export const describeApi = (app: FastifyInstance, product: string) =>
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${product} API`,
        version: '1',
        description: 'Made from the same schemas that check every request and answer.',
      },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'hearthline-session' } } },
    },
    transform: jsonSchemaTransform,
  })

/** `/api/openapi.json` and a page to browse it at `/api/docs`. */
export function publishApi(app: FastifyInstance, product: string) {
  app.get('/api/openapi.json', open, () => app.swagger())
  app.get('/api/docs', open, (_request, reply) => reply.type('text/html').send(page(product)))
  app.get('/api/docs/start.js', open, (_request, reply) =>
    reply
      .type('text/javascript')
      .send("SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', tryItOutEnabled: false })"),
  )
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    app.get(`/api/docs/${file}`, open, (_request, reply) => reply.sendFile(file, assets))
}
