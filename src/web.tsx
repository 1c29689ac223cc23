import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/bricolage-grotesque/wght.css'
import './ui/base.css'
import './ui/tokens.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router'
import { legalScreens } from '#features/legal/web/legal-screens.ts'
import { loadConfiguration } from '#platform/web/configuration.ts'
import { reportErrors } from '#platform/web/error-reporting.ts'
import { FailedScreen } from '#platform/web/failed-screen.tsx'
import { onlyAnonymous, onlySignedIn } from '#platform/web/guards.ts'
import { PublicFrame } from '#platform/web/public-frame.tsx'
import { RootScreen } from '#platform/web/root-screen.tsx'
import { screen } from '#platform/web/screen.tsx'
import { startTexts } from '#platform/web/texts.ts'
import { applyColorScheme, readColorScheme } from '#ui/color-scheme.ts'
import { applyContrast, readContrast } from '#ui/contrast.ts'

/** Screens for who is not signed in; others are sent home from them. */
const anonymous: RouteObject[] = [
  screen(undefined, { texts: ['landing'], title: 'landing:title', load: () => import('#features/landing/web/landing-page.tsx') }),
]

/** Anonymous screens that use the component library. */
const anonymousWithComponents: RouteObject[] = []

/** Screens for everybody, signed in or not. */
const open: RouteObject[] = [
  screen('auth/logout', { texts: ['accounts'], title: 'accounts:logout.title', load: () => import('#features/accounts/web/logout-page.tsx') }),
  screen('dev/outbox', { texts: ['evaluation'], title: 'evaluation:outbox.title', load: () => import('#features/evaluation/web/outbox-page.tsx') }),
  legalScreens,
  screen('*', { texts: [], title: 'platform:notFound.title', load: () => import('#platform/web/not-found-screen.tsx') }),
]

const withComponents = (children: RouteObject[]): RouteObject => ({
  lazy: async () => ({ Component: (await import('#platform/web/component-frame.tsx')).ComponentFrame }),
  children,
})

/** Screens behind the sign-in, with the main navigation around them. */
const signedIn: RouteObject[] = []

const routes: RouteObject[] = [
  {
    Component: RootScreen,
    ErrorBoundary: FailedScreen,
    HydrateFallback: () => null,
    children: [
      {
        Component: PublicFrame,
        children: [{ ErrorBoundary: FailedScreen, children: [{ middleware: [onlyAnonymous], children: [...anonymous, withComponents(anonymousWithComponents)] }, ...open] }],
      },
      {
        middleware: [onlySignedIn],
        children: [
          { path: 'home/redirect', lazy: async () => ({ loader: (await import('#features/accounts/web/home-redirect.ts')).homeRedirect }) },
          withComponents([
            { lazy: async () => ({ Component: (await import('./signed-in-frame.tsx')).SignedInFrame }), children: [{ ErrorBoundary: FailedScreen, children: signedIn }] },
          ]),
        ],
      },
    ],
  },
]

async function start() {
  applyContrast(readContrast())
  applyColorScheme(readColorScheme())
  const [configuration] = await Promise.all([loadConfiguration(), startTexts(import.meta.glob('./**/texts/{en,es}.json'))])
  reportErrors(configuration)
  const router = createBrowserRouter(routes)
  createRoot(document.getElementById('root') as HTMLElement).render(
    <RouterProvider router={router} />,
  )
}
start()
