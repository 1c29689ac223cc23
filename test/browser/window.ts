// The browser environment of screen tests: a document and its globals next to Node's, which the server uses. Import
// this before anything that expects a document.
import 'fake-indexeddb/auto'
import { GlobalWindow } from 'happy-dom'
import { populateGlobal } from 'vitest/runtime'

/** Globals that Node has as well and both sides share: a file that the screen sends arrives as Node's own. */
const fromNode = ['Blob', 'File', 'FormData', 'DOMException', 'WebSocket', 'Performance', 'Crypto'] as const

const browser = new GlobalWindow({
  url: 'http://127.0.0.1:3999/',
  width: 1280,
  height: 800,
  settings: {
    disableErrorCapturing: true,
    // Without animations, so that no test waits for them.
    device: { prefersReducedMotion: 'reduce' },
    navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
  },
})
const kept = new Map(fromNode.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]))
populateGlobal(globalThis, browser as unknown as Parameters<typeof populateGlobal>[1], { bindFunctions: true })
for (const [name, descriptor] of kept) if (descriptor) Object.defineProperty(globalThis, name, descriptor)

/** Node's own FormData, which can be sent, with the values of a form. */
globalThis.FormData = class extends FormData {
  constructor(form?: HTMLFormElement) {
    super()
    if (!form) return
    const values = new browser.FormData(form as unknown as ConstructorParameters<typeof browser.FormData>[0])
    for (const [name, value] of values) this.append(name, value as string)
  }
}
// No fonts load later.
Object.defineProperty(document, 'fonts', { value: Object.assign(new EventTarget(), { ready: Promise.resolve() }) })

// As over https, or on localhost: the captcha requires it.
Object.assign(globalThis, { isSecureContext: true })

// There are no styles except inline ones; looking for others takes most of a query's time.
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

// There is no layout: all elements are visible, small and in the same place, and scrolling does nothing. Elements
// outside the window would hide their lists.
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20)
for (const [name, length] of [
  ['clientWidth', () => window.innerWidth],
  ['clientHeight', () => window.innerHeight],
] as const)
  Object.defineProperty(document.documentElement, name, { get: length })
Element.prototype.scrollIntoView = () => undefined
window.scrollTo = () => undefined

/** The target when a page navigates away: the screen test opens that URL again. */
export const leaving: { to: (address: string) => void } = { to: () => undefined }

const href = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(browser.location), 'href')
const leave = (address: string | URL) => leaving.to(new URL(String(address), location.href).href)
Object.defineProperties(browser.location, {
  assign: { value: leave },
  replace: { value: leave },
  reload: { value: () => leave(location.href) },
  href: { get: () => href?.get?.call(browser.location), set: leave },
})
// A plain link, after the product's handlers.
window.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!link || event.defaultPrevented) return
  event.preventDefault()
  const target = link.getAttribute('target')
  if (!target || target === '_self') leave(link.getAttribute('href') ?? '')
})

// Without it, media queries in em do not match.
document.documentElement.style.fontSize = '16px'

/** Sets the width of the window: 360 for a phone. */
export const setWidth = (width: number) => browser.happyDOM.setViewport({ width, height: 800 })

// There is a channel between tabs for each opened page; none may keep the test process alive.
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
