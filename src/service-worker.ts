// The service worker. scripts/build-client.ts writes it to dist/sw.js with the two constants. Pages always come from the
// server if it can be reached: an old page never meets a new server. It answers nothing else than pages and built files.
declare const BUILD: string
declare const FILES: string[]

interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface FetchEvent extends WorkerEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
const worker = self as unknown as {
  addEventListener: {
    (kind: 'install' | 'activate', hear: (event: WorkerEvent) => void): void
    (kind: 'fetch', hear: (event: FetchEvent) => void): void
  }
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}

const CACHE = `build-${BUILD}`
const SHELL = '/offlineShell'
/** The signed-in screens. Calls, published data, sign-in and the pages of visitors are never answered from here. */
const SCREENS = /^\/(home|intakes|lists|people|referrals|directory|support|myAccount|admin|onDevice)(\/|$)/

worker.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE)
    await cache.addAll([new Request(SHELL, { cache: 'reload' }), ...FILES])
    await worker.skipWaiting()
  }
  event.waitUntil(fill())
})

worker.addEventListener('activate', (event) => {
  const takeOver = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
    await worker.clients.claim()
  }
  event.waitUntil(takeOver())
})

const shellInstead = async (request: Request) => {
  try {
    return await fetch(request)
  } catch (error) {
    const shell = await caches.match(SHELL, { cacheName: CACHE })
    if (shell) return shell
    throw error
  }
}
const builtFile = async (request: Request) => (await caches.match(request, { cacheName: CACHE })) ?? fetch(request)

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (SCREENS.test(pathname)) event.respondWith(shellInstead(request))
  } else if (FILES.includes(pathname)) event.respondWith(builtFile(request))
})

export {}
