import fastifyCompress from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const THRESHOLD = 1024

/**
 * Another site may make a browser open an address here and measure the length of the answer; compression would tell it
 * what the answer has in common with the address. So an answer for a session is compressed only when our own page asked.
 */
const isAskedByOurPage = ({ headers }: FastifyRequest) =>
  headers.cookie === undefined || headers['sec-fetch-site'] === 'same-origin'

/**
 * Sends texts of a kilobyte or more as Brotli or gzip. Calls about credentials stay as they are, and so does the stream of
 * events. See docs/decisions/0190-compression.md.
 */
export async function compressAnswers(app: FastifyInstance) {
  // Before the plugin, which reads the route's choice.
  app.addHook('onRoute', (route) => {
    if (route.config?.credentials || route.config?.fresh) route.compress = false
  })
  app.addHook('onRequest', async (request) => {
    if (!isAskedByOurPage(request)) request.headers['x-no-compression'] = 'yes'
  })
  await app.register(fastifyCompress, {
    threshold: THRESHOLD,
    encodings: ['br', 'gzip'],
    // Nothing that is sent to us is unpacked.
    globalDecompression: false,
  })
}
