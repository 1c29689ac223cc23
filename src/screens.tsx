import { Outlet, type RouteObject } from 'react-router'
import { FailedScreen } from '#platform/web/failed-screen.tsx'
import type { ScreenGroups } from '#platform/web/feature.ts'
import { currentUser, onlyAnonymous } from '#platform/web/guards.ts'
import { onlySignedIn } from '#platform/web/only-signed-in.ts'
import { PublicFrame } from '#platform/web/public-frame.tsx'
import { screen } from '#platform/web/screen.tsx'
import { isSignedIn } from '#platform/web/session-user.ts'
import { addTexts, loadTexts } from '#platform/web/texts.ts'
import { webFeatures } from './features.web.ts'

// The texts of these screens; the front page has only its own.
addTexts(import.meta.glob('./{identity,directory,casework,onboarding,help-desk,site}/*/texts/{en,es}.json'))

const all = (group: keyof ScreenGroups) => webFeatures.flatMap((feature) => feature[group] ?? [])

/** Whether an account with access to the portal is signed in. */
async function isInside() {
  const user = isSignedIn() ? await currentUser().catch(() => null) : null
  return user !== null && !user.mfaRequired && !user.forcePasswordReset
}

const componentFrame = async () => ({ Component: (await import('#platform/web/component-frame.tsx')).ComponentFrame })
const withComponents = (children: RouteObject[]): RouteObject => ({ lazy: componentFrame, children })

const signedInFrame = async () => {
  const [{ SignedInFrame }, items] = await Promise.all([
    import('./signed-in-frame.tsx'),
    Promise.all(webFeatures.map(({ loadNavigation }) => loadNavigation?.() ?? [])),
    loadTexts('platform', 'account-safety'),
  ])
  return { element: <SignedInFrame items={items.flat().sort((a, b) => a.place - b.place)} /> }
}

/** For unknown paths: signed-in people keep the main navigation. */
const unknown: RouteObject = {
  lazy: async () => ((await isInside()) ? componentFrame() : { Component: Outlet }),
  children: [
    {
      lazy: async () => ((await isInside()) ? signedInFrame() : { Component: PublicFrame }),
      children: [
        screen('*', {
          texts: [],
          title: 'platform:notFound.title',
          load: async () => {
            const screens = await import('#platform/web/not-found-screen.tsx')
            return { Screen: (await isInside()) ? screens.InsideScreen : screens.Screen }
          },
        }),
      ],
    },
  ],
}

/** All screens except the front page; loaded when the first of them is opened, so that the front page stays small. */
export const screens: RouteObject[] = [
  {
    Component: PublicFrame,
    children: [
      {
        ErrorBoundary: FailedScreen,
        children: [
          { middleware: [onlyAnonymous], children: [...all('visitor'), withComponents(all('visitorWithComponents'))] },
          withComponents(all('openWithComponents')),
          ...all('open'),
        ],
      },
    ],
  },
  {
    middleware: [onlySignedIn],
    children: [
      ...all('bare'),
      {
        Component: PublicFrame,
        children: [{ ErrorBoundary: FailedScreen, children: [withComponents(all('interrupting'))] }],
      },
      withComponents([
        {
          lazy: signedInFrame,
          children: [{ ErrorBoundary: () => <FailedScreen isInside />, children: all('inside') }],
        },
      ]),
    ],
  },
  unknown,
]
