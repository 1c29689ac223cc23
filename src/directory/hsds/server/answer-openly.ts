import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const SECONDS_KEPT = 60
const PREFLIGHT_SECONDS = 86_400

/** Weak, because the compressed answer has the same one. */
const etagOf = (text: string) => `W/"${createHash('sha256').update(text).digest('base64url')}"`

const names = (list: string, etag: string) =>
  list === '*' ||
  list
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .includes(etag.replace(/^W\//, ''))

/** What the caller says it has is still right. `If-None-Match` alone decides where there is one. */
function isUnchanged({ headers }: FastifyRequest, etag: string, modified: string | undefined) {
  const known = headers['if-none-match']
  if (known !== undefined) return names(known, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return modified !== undefined && Date.parse(modified) <= since
}

/** The time of a record's last change, as a header says it. */
export const setLastModified = (reply: FastifyReply, time: unknown) =>
  typeof time === 'string' ? reply.header('last-modified', new Date(time).toUTCString()) : reply

/**
 * Lets every site read the answers of this scope, lets them be kept for a minute, and answers 304 where nothing
 * changed. There is nothing personal in them, and they do not depend on who asks.
 */
export function answerOpenly(app: FastifyInstance) {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'etag, retry-after',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200) return payload
    reply.header('cache-control', `public, max-age=${SECONDS_KEPT}`)
    if (typeof payload !== 'string') return payload
    const etag = etagOf(payload)
    reply.header('etag', etag)
    if (
      request.method === 'POST' ||
      !isUnchanged(request, etag, reply.getHeader('last-modified') as string | undefined)
    )
      return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return null
  })
  app.options(
    '/hsds/*',
    { config: { access: 'anyone', isOpenToOtherSites: true }, schema: { hide: true } },
    (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'GET, HEAD, POST',
          'access-control-allow-headers': 'content-type, if-none-match, if-modified-since',
          'access-control-max-age': String(PREFLIGHT_SECONDS),
        })
        .code(204)
        .send(),
  )
}
