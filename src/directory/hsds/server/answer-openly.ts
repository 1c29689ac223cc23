import type { FastifyInstance, FastifyReply } from 'fastify'
import { tagAnswer } from '#platform/server/entity-tag.ts'

const SECONDS_KEPT = 60
const PREFLIGHT_SECONDS = 86_400

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
    return typeof payload === 'string' ? tagAnswer(request, reply, payload) : payload
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
