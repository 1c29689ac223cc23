import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import {
  DevicePage,
  NotHere,
  OfflineFrame,
  OfflineIntake,
  OfflineList,
  OfflinePerson,
} from '#casework/on-device/web/on-device-public.tsx'
import { ComponentFrame } from '#platform/web/component-frame.tsx'
import { acceptConfiguration } from '#platform/web/configuration.ts'
import { noteAnswer } from '#platform/web/connection.ts'
import { FailedScreen } from '#platform/web/failed-screen.tsx'
import { findOfflineUser } from '#platform/web/offline.ts'
import { RootScreen } from '#platform/web/root-screen.tsx'
import { rememberUser } from '#platform/web/session-user.ts'
import { addTexts, loadTexts, startTexts } from '#platform/web/texts.ts'

const handle = { title: 'on-device:title' }

/** What opens without a connection: everything it needs is stored on the device. It never runs with a connection. */
export async function startOffline() {
  const user = await findOfflineUser().catch(() => null)
  // It opened because the portal could not be reached.
  noteAnswer(false)
  acceptConfiguration()
  if (user) rememberUser(user)
  addTexts(import.meta.glob('./casework/{on-device,intakes,intake-forms,service-lists}/texts/{en,es}.json'))
  addTexts(import.meta.glob('./directory/needs/texts/{en,es}.json'))
  await startTexts(import.meta.glob('./platform/web/texts/{en,es}.json'))
  await loadTexts('platform', 'on-device', 'intakes', 'intake-forms', 'service-lists', 'needs')
  const router = createBrowserRouter([
    {
      Component: RootScreen,
      ErrorBoundary: FailedScreen,
      children: [
        {
          Component: ComponentFrame,
          children: [
            {
              Component: OfflineFrame,
              children: [
                { path: 'onDevice', Component: DevicePage, handle },
                { path: 'intakes/:intakeId', Component: OfflineIntake, handle: { title: 'intakes:title' } },
                { path: 'people/:contactId', Component: OfflinePerson, handle },
                { path: 'lists/:listId', Component: OfflineList, handle: { title: 'service-lists:list.title' } },
                { path: '*', Component: NotHere, handle },
              ],
            },
          ],
        },
      ],
    },
  ])
  const root = createRoot(document.getElementById('root') as HTMLElement)
  root.render(<RouterProvider router={router} />)
  return { root, router }
}
