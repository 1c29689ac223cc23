// Must come first: later imports expect a document.
import './browser/window.ts'

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, Script } from 'node:vm'
import { configure, getConfig, type Screen, screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, inject, vi } from 'vitest'
import type { TestApp } from './app.ts'
import { closeStreams, eventSourceOf } from './browser/event-source.ts'
import { Network } from './browser/network.ts'
import { outlineOf } from './browser/outline.ts'
import { endListening } from './browser/page-listeners.ts'
import { endTimers, followTimers } from './browser/query-timers.ts'
import { closeChannels, leaving, setWidth } from './browser/window.ts'

export { waitFor, within } from '@testing-library/dom'

const wordsOf = (element: Element) => {
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('style, script')) hidden.remove()
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}

/** ms; generous, for busy machines. */
const PATIENCE = 20_000
configure({
  asyncUtilTimeout: PATIENCE,
  getElementError: (message) => {
    // While waiting it checks often, and nobody reads the errors; the last one is created again with its text.
    const isWaiting = (getConfig() as unknown as { _disableExpensiveErrorDiagnostics: boolean })
      ._disableExpensiveErrorDiagnostics
    const where = `On the screen at ${location.pathname}${location.search}`
    return new Error(isWaiting ? (message ?? '') : `${message}\n\n${where}:\n${wordsOf(document.body)}`)
  },
})

type Client = typeof import('#root/src/web.tsx')
type Started = Awaited<Client['started']>
/** An account that can sign in, from the factories. */
interface Person {
  id: string
  email: string
  password: string
}
export interface OpenOptions {
  /** The signed-in account; by default nobody is signed in. */
  as?: Person
  language?: 'en' | 'es'
  /** The window's width, 1280 by default; 360 is a phone. */
  width?: number
  /** Expected console errors; all others fail the test. */
  expectedErrors?: RegExp[]
}

interface Browser {
  network: Network
  expectedErrors: RegExp[]
  /** The page in its tab; null while it loads. */
  page: Started | null
  /** The areas whose texts were read since it opened: those for which the screen had to wait once it was there. */
  lateTexts: string[]
  /** Another site to which it navigated. */
  elsewhere: string | null
  /** Aborts the calls of its page. */
  endCalls: () => void
  /** Once they are aborted: what waits for them would wait forever. */
  ended: Promise<null>
}
let browser: Browser | null = null
/** The page being loaded: one at a time. */
let loading: Promise<void> = Promise.resolve()
/** How often a page was requested: the last request counts. */
let wishes = 0
const realFetch = globalThis.fetch
const realTimeout = globalThis.setTimeout

/** Warnings of happy-dom, and of the router before it has loaded the routes. */
const noise = [/The tag <%s> is unrecognized.* search$/, /^No routes matched location/, /^Matched leaf route/]
const logged = { error: [] as string[] }
/** Each test of the file has a separate browser, and closes it. */
function beginAndEndTests() {
  beforeEach(() => {
    logged.error = []
    for (const kind of ['error', 'warn'] as const)
      vi.spyOn(console, kind).mockImplementation((...words) => {
        const line = words.map(String).join(' ')
        if (noise.some((one) => one.test(line))) return
        if (kind === 'error') logged.error.push(line)
        else process.stderr.write(`${line}\n`)
      })
  })
  afterEach(async () => {
    const { network, expectedErrors = [] } = browser ?? {}
    closePage()
    browser = null
    await loading.catch(() => undefined)
    vi.restoreAllMocks()
    const unexpected = logged.error.filter((line) => !expectedErrors.some((one) => one.test(line)))
    expect(unexpected, 'errors on the console').toEqual([])
    expect(network?.unused() ?? [], 'calls that were to fail or to wait and were not made').toEqual([])
  })
}

function endPage({ router, root }: Started) {
  router.dispose()
  root.unmount()
}

function closePage(of = browser) {
  of?.endCalls()
  if (of?.page) endPage(of.page)
  if (of) of.page = null
  endListening()
  endTimers()
  closeStreams()
  closeChannels()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
}

/** Late calls of a previous page must not reach the next one: it may have another session. */
function callsOf(into: Browser): typeof fetch {
  const { network } = into
  let isOver = false
  const never = new Promise<never>(() => undefined)
  into.ended = new Promise((done) => {
    into.endCalls = () => {
      isOver = true
      done(null)
    }
  })
  const isOwn = (input: string | URL | Request) =>
    new URL(input instanceof Request ? input.url : input, location.href).origin === location.origin
  return async (input, init) => {
    if (isOver) return never
    const answer = await (isOwn(input) ? network.fetch(input, init) : realFetch(input, init)).catch((error) =>
      isOver ? never : Promise.reject(error),
    )
    return isOver ? never : answer
  }
}

let client: Script | undefined
/** Runs the whole client again, with new state (browser/bundle-client.ts); libraries are already loaded. */
function runClient(fetch: typeof globalThis.fetch): Client {
  const file = inject('client')
  const load = createRequire(file)
  if (!client) followTimers(load('@tanstack/react-query').timeoutManager)
  client ??= new Script(`(function (require, exports, fetch) {${readFileSync(file, 'utf8')}\n})`, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const exported = {} as Client
  client.runInThisContext()(load, exported, fetch)
  return exported
}

/** The areas whose texts are read from now on (browser/bundle-client.ts). */
function noteTexts() {
  const areas: string[] = []
  Object.assign(globalThis, { __readTexts: areas })
  return areas
}

/** Opens a URL as if it were typed in, once what is still loading has ended: two pages at once would share a document. */
function goTo(app: TestApp, into: Browser, address: string) {
  const wish = ++wishes
  closePage()
  loading = loading
    .catch(() => undefined)
    .then(() => load({ app, into, address, isCurrent: () => browser === into && wish === wishes }))
  return loading
}

interface Loading {
  app: TestApp
  into: Browser
  address: string
  /** Whether neither the test has ended nor another page was requested. */
  isCurrent: () => boolean
}

/** The whole client starts again. */
async function load({ app, into, address, isCurrent }: Loading) {
  if (!isCurrent()) return
  const { network } = into
  const url = new URL(address, location.href)
  into.elsewhere = url.origin === location.origin ? null : url.href
  if (into.elsewhere) return
  history.replaceState(null, '', url.pathname + url.search + url.hash)
  const session = network.cookie && (await app.withCookie(network.cookie)('GET', '/api/portalAccount/current'))
  const stored = network.isBroken && (await app.anonymous('GET', '/api/configuration')).body
  if (!isCurrent()) return
  const isSignedIn = session && session.status === 200
  // Without a connection, the service worker opens the stored page.
  const opened = stored ? 'offline' : isSignedIn ? 'yes' : 'no'
  document.head.innerHTML = `<meta name="signed-in" content="${opened}"><title>Hearthline</title>`
  if (stored) {
    const meta = document.createElement('meta')
    Object.assign(meta, { name: 'configuration', content: JSON.stringify(stored) })
    document.head.append(meta)
  }
  document.body.innerHTML = '<div id="root"></div>'
  const fetch = callsOf(into)
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('EventSource', eventSourceOf(app.app, network))
  const starting = runClient(fetch).started
  // Once its calls are aborted, it waits forever for one, starts within a moment, or fails without its document.
  const page = await Promise.race([starting, into.ended.then(settle)]).catch((error: unknown) => {
    if (isCurrent()) throw error
  })
  if (!page) return void starting.then(endPage, () => undefined)
  into.page = page
  into.lateTexts = noteTexts()
  if (!isCurrent()) return closePage(into)
  await until(() => {
    if (!isCurrent()) return null
    if (!page.router.state.initialized || page.router.state.navigation.state !== 'idle') return 'It loads'
    return document.querySelector('main') ? null : `Nothing opened at ${address}`
  })
  // The first render is a transition: its effects, such as the title, come after it.
  await whenRead(into)
}

/** Waits until the screen has read everything that it shows, also what it reads because of something else. */
async function whenRead(into: Browser) {
  // What has just arrived may not be shown yet, and may lead to more.
  await settle()
  while (browser === into && into.network.reading().length) {
    await until(() => {
      const [path] = browser === into ? into.network.reading() : []
      return path ? `It still reads ${path}` : null
    })
    await settle()
  }
}

/** Waits until nothing is missing. Unlike `waitFor`, it looks again also where a test replaced the timers. */
async function until(missing: () => string | null) {
  const start = performance.now()
  for (let what = missing(); what; what = missing()) {
    if (performance.now() - start > PATIENCE) throw getConfig().getElementError(what, document.body)
    await new Promise((done) => realTimeout(done, 10))
  }
}

const cookies = new Map<string, string>()
/** Signs in through the API, once per account. */
async function cookieOf(app: TestApp, { id, email, password }: Person) {
  const known = cookies.get(id)
  if (known) return known
  const payload = { email, password }
  const answer = await app.app.inject({ method: 'POST', url: '/api/auth/login/fallback', payload })
  if (answer.statusCode !== 200) throw new Error(`sign-in of ${email} answered ${answer.statusCode}: ${answer.body}`)
  const cookie = answer.cookies.map((c) => `${c.name}=${c.value}`).join('; ')
  cookies.set(id, cookie)
  return cookie
}

/** Three times: an answer is parsed, a timer of the client tells its readers, and they render. */
async function settle() {
  for (let round = 0; round < 3; round++) {
    for (let turn = 0; turn < 10; turn++) await new Promise((done) => setImmediate(done))
    await new Promise((done) => realTimeout(done, 1))
  }
}

/** What stands where something loads. */
const placeholders = '.mantine-Skeleton-root, [aria-busy=true]'
const snackbars = '#root > div > [role=status] > div, #root > div > [role=alert] > div'
let observer = new MutationObserver(() => undefined)
/** Records all snackbars, because each disappears after four seconds. */
function keepSnackbars(told: Set<string>) {
  observer.disconnect()
  observer = new MutationObserver(() => {
    for (const one of document.querySelectorAll(snackbars)) told.add(one.textContent ?? '')
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return told
}

function controlsOf(app: TestApp, into: Browser) {
  const { network } = into
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const told = keepSnackbars(new Set())
  return {
    user,
    /** Replaces the text in the field with this label. */
    fill: async (label: string | RegExp, text: string) => {
      const field = await screen.findByLabelText(label)
      await user.clear(field)
      if (text) await user.paste(text)
    },
    /** Clicks the button with this name. */
    press: async (name: string | RegExp) => user.click(await screen.findByRole('button', { name })),
    /** Selects an option of the list with this label. */
    choose: async (label: string | RegExp, option: string | RegExp) => {
      await user.click(await screen.findByRole('combobox', { name: label }))
      await user.click(await screen.findByRole('option', { name: option }))
    },
    /** Checks the captcha and waits until it is solved. */
    solveCaptcha: async () => {
      const box = await screen.findByRole('checkbox', { name: "I'm not a robot" })
      const solved = new Promise<void>((done) => {
        box.closest('altcha-widget')?.addEventListener('statechange', (event) => {
          if ((event as CustomEvent<{ state: string }>).detail.state === 'verified') done()
        })
      })
      await user.click(box)
      await solved
      // The form receives the code.
      await settle()
    },
    /** Opens another URL in the same browser, as if it were typed in. */
    open: (address: string) => goTo(app, into, address),
    /** The current path and query, or the whole URL if it is another site's. */
    location: () => into.elsewhere ?? location.pathname + location.search,
    title: () => document.title,
    /** The areas whose texts were read only once the screen was there. */
    lateTexts: () => into.lateTexts,
    /** All text on the screen. */
    words: () => wordsOf(document.body),
    /** All text of an element, or of the screen without its frame: texts, links, names and fields in order. */
    outline: (of: Element = screen.getByRole('main')) => {
      const [path] = network.reading()
      if (path && of.querySelector(placeholders))
        throw new Error(`The screen still reads ${path}: wait for it with loaded()`)
      return outlineOf(of)
    },
    /** Waits until the screen has read everything that it shows, except what `holdNext` or `holdNextAnswer` delays. */
    loaded: () => whenRead(into),
    /** Lets the screen process what happened, also while timers are fake. */
    settle,
    /** Whether exactly this text is shown anywhere, as text, name or placeholder, or was shown in a snackbar. */
    shows: (text: string) =>
      told.has(text) ||
      [...document.querySelectorAll('body *:not(style, script)')].some(
        (element) =>
          element.textContent?.trim() === text ||
          element.getAttribute('aria-label') === text ||
          element.getAttribute('placeholder') === text,
      ),
    /** The visible snackbars. */
    notices: () => [...document.querySelectorAll(snackbars)].map((notice) => notice.textContent),
    /** What the client logged as failures (error-reporting.ts). */
    logged: () => [...logged.error],
    /** The calls so far, or those with this method and path. */
    calls: (method?: string, path?: string) =>
      network.calls.filter((c) => (!method || c.method === method) && (!path || c.path === path)),
    /** Makes the next such call fail before it reaches the server: with a status, or without a response. */
    failNext: network.failNext.bind(network),
    /** Delays the next such call until its `release()` is called. */
    holdNext: network.holdNext.bind(network),
    /** Delays the response to the next such call, which the server carries out at once, until its `release()`. */
    holdNextAnswer: network.holdNextAnswer.bind(network),
    breakConnection: network.breakConnection.bind(network),
  }
}

/** A screen under test: queries, actions, and its calls. */
export type OpenScreen = Screen & ReturnType<typeof controlsOf>

/**
 * Opens real screens of the product in this process: its routes, loaders and frames, with its calls going to `app`. See
 * docs/testing.md.
 */
export function screensOf(app: TestApp) {
  beginAndEndTests()
  return async (path: string, options: OpenOptions = {}): Promise<OpenScreen> => {
    closePage()
    localStorage.clear()
    sessionStorage.clear()
    localStorage.setItem('language', options.language ?? 'en')
    setWidth(options.width ?? 1280)
    const network = new Network(app.app, location.origin)
    if (options.as) network.cookie = await cookieOf(app, options.as)
    const into: Browser = {
      network,
      expectedErrors: options.expectedErrors ?? [],
      page: null,
      lateTexts: [],
      elsewhere: null,
      endCalls: () => {},
      ended: new Promise(() => undefined),
    }
    browser = into
    leaving.to = (address) => {
      // After the current work, as in a browser.
      const wish = ++wishes
      setTimeout(() => {
        if (browser === into && wish === wishes) goTo(app, into, address).catch(() => undefined)
      }, 0)
    }
    await goTo(app, into, path)
    return { ...screen, ...controlsOf(app, into) }
  }
}
