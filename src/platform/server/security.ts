import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { parseClientAddress } from './client-address.ts'
import type { Config } from './config.ts'
import { refuseTwoHosts, refuseUnknownHost } from './known-hosts.ts'
import { problem } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Allows this response's own style elements in the content security policy. */
    styleNonce: string
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write that another site initiated, by Fetch Metadata if the browser sends it, otherwise by Origin. A caller
 * that sends neither is not a browser, so it does not send a user's cookies unintentionally.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string) {
  if (safeMethods.has(request.method) || request.routeOptions.config.isOpenToOtherSites) return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw problem('cross-site')
    return
  }
  const origin = request.headers.origin
  if (origin === undefined) return
  const own = [new URL(publicUrl).origin, `http://${request.headers.host}`, `https://${request.headers.host}`]
  if (!own.includes(origin)) throw problem('cross-site')
}

/** Browser features that our own pages use; all others are denied, also to embedded pages. */
const permissions = [
  ...['clipboard-write', 'fullscreen', 'geolocation', 'publickey-credentials-create', 'publickey-credentials-get'].map(
    (power) => `${power}=(self)`,
  ),
  ...[
    'accelerometer',
    'autoplay',
    'bluetooth',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((power) => `${power}=()`),
].join(', ')

const originOf = (url: string | null) => (url && /^https?:/.test(url) ? [new URL(url).origin] : [])

export async function secure(app: FastifyInstance, config: Config) {
  const collector = config.instrumentation
    ? config.instrumentation.url
      ? originOf(config.instrumentation.url)
      : ['https://*.in.applicationinsights.azure.com', 'https://dc.services.visualstudio.com']
    : []
  const captcha = config.recaptcha ? ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'] : []
  const https = config.publicUrl.startsWith('https:')
  app.decorateRequest('styleNonce', '')
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    refuseTwoHosts(request)
    if (config.evaluation) refuseUnknownHost(request, config)
    parseClientAddress(request)
    request.styleNonce = randomBytes(16).toString('base64')
    // Helmet passes Node's request to its functions, not Fastify's.
    Object.assign(request.raw, { styleNonce: request.styleNonce })
    // Responses contain personal data: neither proxies nor shared computers may store them. A route can override this.
    reply.header('cache-control', 'no-store')
    reply.header('permissions-policy', permissions)
    refuseCrossSite(request, config.publicUrl)
  })
  // Created once: Fastify's plugin would create it for each request.
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...captcha],
        styleSrc: [
          "'self'",
          (request) => `'nonce-${(request as unknown as { styleNonce?: string }).styleNonce ?? ''}'`,
        ],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: [
          "'self'",
          'data:',
          'blob:',
          ...originOf(config.logoUrl),
          ...config.partners.flatMap((p) => originOf(p.logo ?? null)),
        ],
        mediaSrc: ["'self'", ...originOf(config.demoVideoUrl)],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...collector, ...captcha, ...originOf(config.map.styleUrl)],
        workerSrc: ["'self'", 'blob:'],
        frameSrc:
          captcha.length || config.evaluation ? [...captcha, ...(config.evaluation ? ["'self'"] : [])] : ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: config.hstsSubdomains } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', (request, reply, done) => protect(request.raw, reply.raw, done as () => void))
}
