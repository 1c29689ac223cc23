import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/bricolage-grotesque/wght.css'
import './ui/fonts.css'
import './ui/base.css'
import './ui/tokens.css'
import './site/landing/web/front-shell.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router'
import { loadConfiguration } from '#platform/web/configuration.ts'
import { reportErrors } from '#platform/web/error-reporting.ts'
import { FailedScreen } from '#platform/web/failed-screen.tsx'
import { currentUser, onlyAnonymous } from '#platform/web/guards.ts'
import { PublicFrame } from '#platform/web/public-frame.tsx'
import { RootScreen } from '#platform/web/root-screen.tsx'
import { screen } from '#platform/web/screen.tsx'
import { isSignedIn } from '#platform/web/session-user.ts'
import { startTexts } from '#platform/web/texts.ts'
import { applyColorScheme, readColorScheme } from '#ui/color-scheme.ts'
import { applyContrast, readContrast } from '#ui/contrast.ts'

/** The front page alone; all other screens stand in screens.tsx. */
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
                load: () => import('#site/landing/web/landing-page.tsx'),
              }),
            ],
          },
        ],
      },
    ],
  },
]

const otherScreens = async () => (await import('./screens.tsx')).screens

/** Where the first part of an address leads to screens that need no sign-in; the front page sends a signed-in reader home. */
const ANONYMOUS = /^\/(auth|legal|registration|dev)(\/|$)/i

/** What every signed-in screen waits for is requested at once, not when its turn comes; who waits for it hears of a failure. */
function fetchEarly() {
  if (isSignedIn() && !ANONYMOUS.test(location.pathname)) Promise.allSettled([currentUser(), otherScreens()])
}

/** Who begins to sign in will need the screens behind it: they come while the password is typed. */
function fetchWhileTyping() {
  if (isSignedIn() || !import.meta.env.PROD) return
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'email')
      Promise.allSettled([otherScreens(), import('#platform/web/component-frame.tsx'), import('./signed-in-frame.tsx')])
  })
}

/** Removes drafts whose time is over, also where nobody signs in again. A visitor who never had one gets no store for them. */
async function removeOldDrafts() {
  const stores = (await indexedDB.databases?.()) ?? []
  if (stores.some(({ name }) => name === 'hearthline')) await (await import('#platform/web/drafts.ts')).sweepDrafts()
}

/** Until the first screen can be drawn, what the page came with stays (front-shell.css). */
const hasOpened = (router: ReturnType<typeof createBrowserRouter>) =>
  new Promise<void>((done) => {
    if (router.state.initialized) return done()
    const forget = router.subscribe(({ initialized }) => {
      if (!initialized) return
      forget()
      done()
    })
  })

async function start() {
  applyContrast(readContrast())
  applyColorScheme(readColorScheme())
  fetchEarly()
  const [configuration] = await Promise.all([
    loadConfiguration(),
    startTexts(import.meta.glob('./{platform/web,site/landing}/texts/{en,es}.json')),
  ])
  reportErrors(configuration)
  const router = createBrowserRouter(routes, {
    patchRoutesOnNavigation: async ({ patch }) => patch('root', await otherScreens()),
  })
  await hasOpened(router)
  const root = createRoot(document.getElementById('root') as HTMLElement)
  root.render(<RouterProvider router={router} />)
  fetchWhileTyping()
  removeOldDrafts().catch(() => undefined)
  return { root, router }
}
/** The page, for who has to end it: the tests of screens. */
export const started = start()
