import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url))
const read = (file: string) => (existsSync(dist + file) ? readFileSync(dist + file, 'utf8') : '')

/** The name of the built client that this server serves; scripts/build-client.ts writes it. */
export const readClientBuild = () => read('.built-from').slice(0, 12) || 'none'

/** Replaces the worker where `OFFLINE=false`: removes what it stored, and itself. */
const withdrawn = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
})()))
`

const words = {
  en: { description: 'Referrals to food, housing and other help', person: 'New person', referrals: 'Referrals' },
  es: { description: 'Remisiones a comida, vivienda y otra ayuda', person: 'Nueva persona', referrals: 'Remisiones' },
}

/** How browsers and telephones install the portal as an app. */
export const writeManifest = (config: Config, language: 'en' | 'es') => ({
  ...{ id: '/home', start_url: '/home', scope: '/', display: 'standalone', lang: language },
  ...{ name: config.productName, short_name: config.productName.slice(0, 12) },
  description: words[language].description,
  ...{ theme_color: '#0b5c59', background_color: '#fbf7f0' },
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: words[language].person, url: '/people/new' },
    { name: words[language].referrals, url: '/referrals' },
  ],
})

/** The worker, never cached, so that a new build or the emergency switch takes effect at the next page. */
export function serveWorker(app: FastifyInstance, config: Config) {
  app.get('/sw.js', { config: { access: 'anyone' }, schema: { hide: true } }, (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    if (config.offline && existsSync(`${dist}sw.js`)) return reply.sendFile('sw.js')
    return reply.type('text/javascript; charset=utf-8').send(withdrawn)
  })
  const build = readClientBuild()
  // An open page sees that the portal was updated.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('x-build', build)
  })
}
