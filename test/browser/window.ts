// The browser that screen tests run in: a document and its globals beside those of Node, which the server keeps.
// Import this before anything that looks for a document.
import 'fake-indexeddb/auto'
import { GlobalWindow } from 'happy-dom'
import { populateGlobal } from 'vitest/runtime'

/** What Node has as well, and what both sides share: a file that the screen sends arrives as Node's own. */
const fromNode = ['Blob', 'File', 'FormData', 'DOMException', 'WebSocket', 'Performance', 'Crypto'] as const

const browser = new GlobalWindow({
  url: 'http://127.0.0.1:3999/',
  width: 1280,
  height: 800,
  settings: {
    disableErrorCapturing: true,
    // Nothing moves, so that no test waits for something to come to rest.
    device: { prefersReducedMotion: 'reduce' },
    navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
  },
})
const kept = new Map(fromNode.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]))
populateGlobal(globalThis, browser as unknown as Parameters<typeof populateGlobal>[1], { bindFunctions: true })
for (const [name, descriptor] of kept) if (descriptor) Object.defineProperty(globalThis, name, descriptor)

/** Node's own, which can be sent, with the values of a form. */
globalThis.FormData = class extends FormData {
  constructor(form?: HTMLFormElement) {
    super()
    if (!form) return
    const values = new browser.FormData(form as unknown as ConstructorParameters<typeof browser.FormData>[0])
    for (const [name, value] of values) this.append(name, value as string)
  }
}
// No fonts arrive later.
Object.defineProperty(document, 'fonts', { value: Object.assign(new EventTarget(), { ready: Promise.resolve() }) })

// As https, or this machine: the captcha needs it.
Object.assign(globalThis, { isSecureContext: true })

// There are no styles but those that elements carry themselves; to look for others takes most of a query's time.
const inline = new Set('A ABBR B CODE EM I KBD LABEL MARK SMALL SPAN STRONG SUB SUP TIME'.split(' '))
window.getComputedStyle = (element: Element) => {
  const own = (element as HTMLElement).style
  const find = (name: string) =>
    own?.getPropertyValue(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)) ||
    (name === 'display' && inline.has(element.tagName) ? 'inline' : name === 'display' ? 'block' : '')
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => (name === 'getPropertyValue' ? find : typeof name === 'string' ? find(name) : undefined),
  })
}

// There is no layout: everything stands in sight, small and in the same place, and scrolling to something is nothing.
// What stands outside the window would hide the lists that belong to it.
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20)
for (const [name, length] of [
  ['clientWidth', () => window.innerWidth],
  ['clientHeight', () => window.innerHeight],
] as const)
  Object.defineProperty(document.documentElement, name, { get: length })
Element.prototype.scrollIntoView = () => undefined
window.scrollTo = () => undefined

/** Where the page goes when it leaves itself: the screen test opens that address anew. */
export const leaving: { to: (address: string) => void } = { to: () => undefined }

const href = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(browser.location), 'href')
const leave = (address: string | URL) => leaving.to(new URL(String(address), location.href).href)
Object.defineProperties(browser.location, {
  assign: { value: leave },
  replace: { value: leave },
  reload: { value: () => leave(location.href) },
  href: { get: () => href?.get?.call(browser.location), set: leave },
})
// A plain link, after the product had its say.
window.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!link || event.defaultPrevented) return
  event.preventDefault()
  const target = link.getAttribute('target')
  if (!target || target === '_self') leave(link.getAttribute('href') ?? '')
})

// Without it, no media query in em matches.
document.documentElement.style.fontSize = '16px'

/** Sets how wide the window is: 360 for a phone. */
export const setWidth = (width: number) => browser.happyDOM.setViewport({ width, height: 800 })

// Channels between tabs are as many as pages were opened; none of them may hold the test's process.
const channels = new Set<BroadcastChannel>()
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    ;(this as unknown as { unref: () => void }).unref()
    channels.add(this)
  }
}
export function closeChannels() {
  for (const channel of channels) channel.close()
  channels.clear()
}
