import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchPath } from 'react-router'
import { problem } from './problem.ts'

const root = fileURLToPath(new URL('../../../dist/', import.meta.url))
const YEAR = 31_536_000_000

/**
 * Serves the built client: hashed assets for a year, the page itself for every other address that a person can open,
 * so that each screen can be opened directly and reloaded. Where there is no screen, a person gets the page that says so
 * and a program the status 404; what looks like a file is no page at all.
 */
export async function serveWebClient(app: FastifyInstance, screenPaths: readonly string[]) {
  await app.register(fastifyStatic, { root, serve: false, cacheControl: false })
  const page = existsSync(`${root}index.html`) ? readFileSync(`${root}index.html`, 'utf8') : ''
  const anyone = { config: { access: 'anyone' as const }, schema: { hide: true } }

  app.get('/assets/*', anyone, (request, reply) => {
    reply.header('cache-control', `public, max-age=${YEAR / 1000}, immutable`)
    return reply.sendFile((request.params as { '*': string })['*'], `${root}assets`)
  })
  for (const file of ['favicon.svg', 'demo.webm', 'demo.en.vtt', 'demo.es.vtt', 'demo-poster.webp', 'robots.txt'])
    app.get(`/${file}`, anyone, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').sendFile(file),
    )

  const openPage = (request: FastifyRequest, reply: FastifyReply) => {
    // Also where an asset was looked for and is not there: that must not be kept for a year.
    reply.header('cache-control', 'no-store')
    const path = request.url.replace(/[?#].*$/s, '')
    const isScreen = path === '/' || screenPaths.some((known) => matchPath(`/${known}`, path))
    const isNoPage = /^\/(api|hsds|assets)(\/|$)/.test(path) || (!isScreen && /\/\.|\.[a-z0-9~]{1,10}$/i.test(path))
    if (request.method !== 'GET' || isNoPage) throw problem('not-found')
    return reply
      .code(isScreen ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(
        page.replaceAll('__NONCE__', request.styleNonce).replace('__SIGNED_IN__', request.hasSession ? 'yes' : 'no'),
      )
  }
  app.setNotFoundHandler(openPage)
}
