import { Outlet, type RouteObject } from 'react-router'
import { contactScreens } from '#casework/clients/web/contact-screens.ts'
import { memberScreen } from '#casework/members/web/members-screens.ts'
import { personRightsScreens } from '#casework/person-rights/web/person-rights-screens.ts'
import { myRecordScreen } from '#casework/person-rights/web/person-rights-screens-public.ts'
import { referralScreens } from '#casework/referrals/web/referral-screens.ts'
import { directoryScreens } from '#directory/services/web/directory-screens.ts'
import { measuresScreens } from '#help-desk/ticket-measures/web/measures-screens.ts'
import { emailUpdatesScreen, helpDeskScreens } from '#help-desk/tickets/web/help-desk-screens.ts'
import { notMeScreen, reauthenticateScreen } from '#identity/account-safety/web/account-safety-screens.ts'
import { actAsScreen } from '#identity/account-safety/web/account-safety-screens-public.ts'
import { forceResetScreen, passwordEndScreens, passwordScreens } from '#identity/accounts/web/account-screens.ts'
import { legalScreens } from '#identity/legal/web/legal-screens.ts'
import { myAccountScreens } from '#identity/my-account/web/my-account-screens.ts'
import { signOnScreens } from '#identity/single-sign-on/web/sign-on-screens.ts'
import { changeScreens, invitationScreen, teamScreens } from '#identity/team/web/team-screens.ts'
import { myInfoScreen } from '#identity/team/web/team-screens-public.ts'
import {
  registrationEndScreens,
  registrationScreens,
  reviewScreens,
  verificationScreen,
} from '#onboarding/registration/web/registration-screens.ts'
import { FailedScreen } from '#platform/web/failed-screen.tsx'
import { currentUser, onlyAnonymous } from '#platform/web/guards.ts'
import { onlySignedIn } from '#platform/web/only-signed-in.ts'
import { PublicFrame } from '#platform/web/public-frame.tsx'
import { screen } from '#platform/web/screen.tsx'
import { isSignedIn } from '#platform/web/session-user.ts'
import { addTexts, loadTexts } from '#platform/web/texts.ts'

// The texts of these screens; the front page brings its own and knows no others.
addTexts(import.meta.glob('./{identity,directory,casework,onboarding,help-desk,site}/*/texts/{en,es}.json'))

/** Screens for who is not signed in; others are sent home from them. */
const anonymous: RouteObject[] = [
  screen('auth/login', {
    texts: ['landing', 'single-sign-on'],
    title: 'landing:login',
    load: () => import('#site/landing/web/login-page.tsx'),
  }),
  ...passwordEndScreens,
  ...registrationEndScreens,
]
const anonymousWithComponents: RouteObject[] = [...passwordScreens, ...registrationScreens, memberScreen]

/** Screens for everybody, signed in or not. */
const open: RouteObject[] = [
  screen('auth/logout', {
    texts: ['accounts'],
    title: 'accounts:logout.title',
    clearsTyped: true,
    load: () => import('#identity/accounts/web/logout-page.tsx'),
  }),
  screen('dev/outbox', {
    texts: ['evaluation'],
    title: 'evaluation:outbox.title',
    load: () => import('#site/evaluation/web/outbox-page.tsx'),
  }),
  ...changeScreens,
  emailUpdatesScreen,
  legalScreens,
]

const openWithComponents: RouteObject[] = [notMeScreen, verificationScreen, invitationScreen, ...signOnScreens]

/** Whether somebody is signed in to whom the portal is open. */
async function isInside() {
  const user = isSignedIn() ? await currentUser().catch(() => null) : null
  return user !== null && !user.mfaRequired && !user.forcePasswordReset
}

const componentFrame = async () => ({ Component: (await import('#platform/web/component-frame.tsx')).ComponentFrame })
const withComponents = (children: RouteObject[]): RouteObject => ({ lazy: componentFrame, children })

/** Screens behind the sign-in, with the main navigation around them. */
const signedIn: RouteObject[] = [
  ...referralScreens(() => import('#help-desk/tickets/web/help-desk-public.tsx')),
  ...contactScreens(() => import('#casework/person-rights/web/person-rights-public.tsx')),
  ...personRightsScreens,
  ...directoryScreens,
  ...teamScreens,
  ...reviewScreens,
  ...helpDeskScreens,
  ...measuresScreens,
  ...myAccountScreens([myInfoScreen, actAsScreen, myRecordScreen]),
]

const signedInFrame = async () => {
  const [{ SignedInFrame }] = await Promise.all([
    import('./signed-in-frame.tsx'),
    loadTexts('platform', 'account-safety'),
  ])
  return { Component: SignedInFrame }
}

/** Where there is no screen: who is signed in keeps the main navigation. */
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

/** Every screen but the front page; fetched when the first of them is opened, so that the front page stays small. */
export const screens: RouteObject[] = [
  {
    Component: PublicFrame,
    children: [
      {
        ErrorBoundary: FailedScreen,
        children: [
          { middleware: [onlyAnonymous], children: [...anonymous, withComponents(anonymousWithComponents)] },
          withComponents(openWithComponents),
          ...open,
        ],
      },
    ],
  },
  {
    middleware: [onlySignedIn],
    children: [
      {
        path: 'home/redirect',
        lazy: async () => ({ loader: (await import('#identity/my-account/web/home-redirect.ts')).homeRedirect }),
      },
      {
        Component: PublicFrame,
        children: [
          { ErrorBoundary: FailedScreen, children: [withComponents([forceResetScreen, reauthenticateScreen])] },
        ],
      },
      withComponents([
        {
          lazy: signedInFrame,
          children: [{ ErrorBoundary: () => <FailedScreen isInside />, children: signedIn }],
        },
      ]),
    ],
  },
  unknown,
]
