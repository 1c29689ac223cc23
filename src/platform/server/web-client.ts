import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchPath } from 'react-router'
import { readClientBuild, serveWorker, writeManifest } from './client-build.ts'
import type { Config } from './config.ts'
import { publicPart } from './configuration-routes.ts'
import { type PagePlan, pagePreloads } from './page-preloads.ts'
import { escapeHtml } from './plain-page.ts'
import { problem } from './problem.ts'
import { readLanguage } from './texts.ts'

const root = fileURLToPath(new URL('../../../dist/', import.meta.url))
const YEAR = 31_536_000_000

/** The page contains nothing that another site could measure: no part of the request, and a new nonce each time. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: string) {
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding, accept-language')
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
  if (!encoding) return reply.send(page)
  reply.header('content-encoding', encoding)
  return reply.send(
    encoding === 'br' ? brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : gzipSync(page),
  )
}

interface WebPages {
  screenPaths: readonly string[]
  /** the front page's content before its scripts run */
  front: { description: string; html: string }
  plan: PagePlan
}

/**
 * Serves the built client, compressed at build time: hashed assets with a lifetime of a year, and the page for every
 * path that has a screen, so that screens can be opened directly and reloaded.
 * For other paths, the page shows that there is no such screen, with status 404. Paths that look like files get no
 * page.
 */
export async function serveWebClient(app: FastifyInstance, config: Config, { screenPaths, front, plan }: WebPages) {
  await app.register(fastifyStatic, { root, serve: false, cacheControl: false, preCompressed: true })
  const template = existsSync(`${root}index.html`) ? readFileSync(`${root}index.html`, 'utf8') : ''
  const page = template.replace('__DESCRIPTION__', front.description).replace('__BUILD__', readClientBuild())
  const preloads = pagePreloads(`${root}.vite/manifest.json`, plan)
  const anyone = { config: { access: 'anyone' as const }, schema: { hide: true } }

  app.get('/assets/*', anyone, (request, reply) => {
    reply.header('cache-control', `public, max-age=${YEAR / 1000}, immutable`)
    return reply.sendFile((request.params as { '*': string })['*'], `${root}assets`)
  })
  for (const file of [
    'favicon.svg',
    'demo.webm',
    'demo.en.vtt',
    'demo.es.vtt',
    'demo-poster.webp',
    'early.js',
    'robots.txt',
    'icon-192.png',
    'icon-512.png',
    'icon-maskable-512.png',
  ])
    app.get(`/${file}`, anyone, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').sendFile(file),
    )

  serveWorker(app, config)
  app.get('/manifest.webmanifest', anyone, (request, reply) =>
    reply
      .type('application/manifest+json')
      .headers({ 'cache-control': 'public, max-age=3600', vary: 'accept-language' })
      .send(JSON.stringify(writeManifest(config, readLanguage(request.headers['accept-language'])))),
  )
  // What the worker opens without a connection: it contains nothing of a session.
  const kept = `<meta name="configuration" content="${escapeHtml(JSON.stringify(publicPart(config)))}"></head>`
  app.get('/offlineShell', anyone, (request, reply) =>
    sendPage(
      request,
      reply,
      page
        .replaceAll('__NONCE__', request.styleNonce)
        .replace('__SIGNED_IN__', 'offline')
        .replace('__SHELL__', '')
        .replace('</head>', () => kept),
    ),
  )

  const openPage = (request: FastifyRequest, reply: FastifyReply) => {
    // Also for missing assets: the 404 must not be cached for a year.
    reply.header('cache-control', 'no-store')
    const path = request.url.replace(/[?#].*$/s, '')
    const isScreen = path === '/' || screenPaths.some((known) => matchPath(`/${known}`, path))
    const isNoPage = /^\/(api|hsds|assets)(\/|$)/.test(path) || (!isScreen && /\/\.|\.[a-z0-9~]{1,10}$/i.test(path))
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (!isReading || isNoPage) throw problem('not-found')
    const isFront = path === '/' && !request.hasSession
    const language = readLanguage(request.headers['accept-language'])
    const filled = page
      .replaceAll('__NONCE__', request.styleNonce)
      .replace('__SIGNED_IN__', request.hasSession ? 'yes' : 'no')
      // After the page's own scripts and styles, which come first.
      .replace('</head>', isScreen ? `${preloads(path, request.hasSession, language)}</head>` : '</head>')
      .replace('__SHELL__', isFront ? front.html : '')
    return sendPage(request, reply.code(isScreen ? 200 : 404), filled)
  }
  app.setNotFoundHandler(openPage)
}
