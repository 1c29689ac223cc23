import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/bricolage-grotesque/wght.css'
import './ui/fonts.css'
import './ui/base.css'
import './ui/tokens.css'
import './site/landing/web/front-shell.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router'
import { loadConfiguration } from '#platform/web/configuration.ts'
import { reportErrors } from '#platform/web/error-reporting.ts'
import { FailedScreen } from '#platform/web/failed-screen.tsx'
import { currentUser, onlyAnonymous } from '#platform/web/guards.ts'
import { showNotStarted } from '#platform/web/not-started.ts'
import { PublicFrame } from '#platform/web/public-frame.tsx'
import { RootScreen } from '#platform/web/root-screen.tsx'
import { composed, screen } from '#platform/web/screen.tsx'
import { isSignedIn } from '#platform/web/session-user.ts'
import { loadTexts, startTexts } from '#platform/web/texts.ts'
import { applyColorScheme, readColorScheme } from '#ui/color-scheme.ts'
import { applyContrast, readContrast } from '#ui/contrast.ts'
import { signInButtons } from './sign-in-buttons.ts'

/** Only the front page; all other screens are in screens.tsx. */
const routes: RouteObject[] = [
  {
    id: 'root',
    Component: RootScreen,
    ErrorBoundary: FailedScreen,
    HydrateFallback: () => null,
    children: [
      {
        Component: PublicFrame,
        middleware: [onlyAnonymous],
        children: [
          {
            ErrorBoundary: FailedScreen,
            children: [
              screen(undefined, {
                texts: ['landing'],
                title: 'landing:title',
                load: () =>
                  composed(import('#site/landing/web/landing-page.tsx'), Promise.resolve({ buttons: signInButtons })),
              }),
            ],
          },
        ],
      },
    ],
  },
]

const otherScreens = async () => (await import('./screens.tsx')).screens

/** The first path segments of screens that need no sign-in; the front page redirects signed-in readers. */
const ANONYMOUS = /^\/(auth|legal|registration|dev)(\/|$)/i

/**
 * Requests what all signed-in screens need immediately, not when they need it; the code that waits for it handles
 * failures.
 */
function fetchEarly() {
  if (isSignedIn() && !ANONYMOUS.test(location.pathname)) Promise.allSettled([currentUser(), otherScreens()])
}

/** A person who starts to sign in will need the screens behind it: they load while the password is typed. */
function fetchWhileTyping() {
  if (isSignedIn() || !import.meta.env.PROD) return
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'email')
      Promise.allSettled([otherScreens(), import('#platform/web/component-frame.tsx'), import('./signed-in-frame.tsx')])
  })
}

/** Deletes expired drafts, even if nobody signs in again. Does not create storage for visitors who never had drafts. */
async function removeOldDrafts() {
  const stores = (await indexedDB.databases?.()) ?? []
  if (stores.some(({ name }) => name === 'hearthline')) await (await import('#platform/web/drafts.ts')).sweepDrafts()
}

/** The initial page content stays until the first screen can be rendered (front-shell.css). */
const hasOpened = (router: ReturnType<typeof createBrowserRouter>) =>
  new Promise<void>((done) => {
    if (router.state.initialized) return done()
    const forget = router.subscribe(({ initialized }) => {
      if (!initialized) return
      forget()
      done()
    })
  })

/** Lets the browser respond to its reader between two steps of the start, where it can continue before other tasks. */
const pause = () => (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler?.yield?.()

const isOffline = document.querySelector<HTMLMetaElement>('meta[name=signed-in]')?.content === 'offline'

const RETRY_S = [1, 3, 6]
/** Tries again after a moment: without what is loaded first, there is no screen that could offer it. */
async function insistOn<Result>(load: () => Promise<Result>) {
  for (const seconds of RETRY_S) {
    try {
      return await load()
    } catch {
      await new Promise((done) => setTimeout(done, seconds * 1000))
    }
  }
  return load()
}

async function start() {
  // Opened by the service worker, without a connection.
  if (isOffline) return (await import('./offline-app.tsx')).startOffline()
  applyContrast(readContrast())
  applyColorScheme(readColorScheme())
  fetchEarly()
  const [configuration] = await Promise.all([
    insistOn(loadConfiguration),
    startTexts(import.meta.glob('./{platform/web,site/landing}/texts/{en,es}.json')).then(() =>
      insistOn(() => loadTexts('platform')),
    ),
  ])
  reportErrors(configuration)
  await pause()
  const router = createBrowserRouter(routes, {
    patchRoutesOnNavigation: async ({ patch }) => patch('root', await otherScreens()),
  })
  await hasOpened(router)
  await pause()
  const root = createRoot(document.getElementById('root') as HTMLElement)
  startTransition(() => root.render(<RouterProvider router={router} />))
  fetchWhileTyping()
  removeOldDrafts().catch(() => undefined)
  return { root, router }
}
/** The running page, for code that must end it: the tests of screens. */
export const started = start()
started.catch(showNotStarted)
