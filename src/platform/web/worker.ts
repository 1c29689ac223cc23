import { configuration } from './configuration.ts'

const whenIdle = () =>
  new Promise<void>((done) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: 10_000 })
    else setTimeout(done, 3000)
  })

/**
 * Registers the worker that opens the portal without a connection, when the page has nothing else to do. Only builds
 * have one, and browsers allow it only over https or on localhost.
 */
export async function registerWorker() {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return
  await whenIdle()
  if (configuration().offline) await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  else for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
}
