import script from 'altcha/workers/pbkdf2?raw'

interface Scope {
  onmessage?: (message: { data: unknown }) => void
  postMessage: (data: unknown) => void
}

/** Replaces the captcha's web worker (see vitest.config.ts): does its real work in the page's own thread. */
// biome-ignore lint/style/noDefaultExport: this is how workers come
export default class extends EventTarget {
  private readonly scope: Scope = {
    postMessage: (data) => void this.dispatchEvent(new MessageEvent('message', { data })),
  }
  constructor() {
    super()
    new Function('self', script)(this.scope)
  }
  postMessage = (data: unknown) => this.scope.onmessage?.({ data })
  terminate = () => undefined
}
