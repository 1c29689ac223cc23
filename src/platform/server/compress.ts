import fastifyCompress from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const THRESHOLD = 1024

/**
 * Another site can make a browser request a URL here and measure the length of the response; with compression, the
 * length would reveal what the response has in common with the URL. So responses with a session are compressed only for
 * requests from our own pages.
 */
const isAskedByOurPage = ({ headers }: FastifyRequest) =>
  headers.cookie === undefined || headers['sec-fetch-site'] === 'same-origin'

/**
 * Compresses text responses of a kilobyte or more with Brotli or gzip. Calls about credentials and the event stream are
 * not compressed. See docs/decisions/0190-compression.md.
 */
export async function compressAnswers(app: FastifyInstance) {
  // Must run before the plugin, which reads the route's option.
  app.addHook('onRoute', (route) => {
    if (route.config?.credentials || route.config?.fresh) route.compress = false
  })
  app.addHook('onRequest', async (request) => {
    if (!isAskedByOurPage(request)) request.headers['x-no-compression'] = 'yes'
  })
  await app.register(fastifyCompress, {
    threshold: THRESHOLD,
    encodings: ['br', 'gzip'],
    // Request bodies are never decompressed.
    globalDecompression: false,
  })
}
