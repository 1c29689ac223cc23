import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

const texts = ['team']
const list = () => import('./team-page.tsx')
const record = () => import('./account-page.tsx')

/** An organization's people for its admins, and all accounts for platform admins: the same two screens. */
export const teamScreens: RouteObject[] = [
  screen('organization/people', { texts, title: 'team:list.title', load: list }),
  screen('organization/people/:accountId', { texts, title: 'team:account.title', load: record }),
  screen('admin/accounts', { texts, title: 'team:list.allTitle', load: list }),
  screen('admin/accounts/:accountId', { texts, title: 'team:account.title', load: record }),
]

/** The target of an invitation link; uses the component library. */
export const invitationScreen = screen('registration/invitation/:code', {
  texts: [...texts, 'accounts'],
  title: 'team:accept.title',
  load: () => import('./invitation-page.tsx'),
})

/** The target of the link that confirms a new address or number; open to everyone, signed in or not. */
export const changeScreens: RouteObject[] = [
  screen('account/confirm/:code', {
    texts,
    title: 'team:confirm.title',
    load: () => import('./confirm-change-page.tsx'),
  }),
]

/** In the account area: one's own name and language. */
export const myInfoScreen = screen('myInfo', {
  texts: ['team'],
  title: 'team:myInfo.title',
  load: () => import('./my-info-page.tsx'),
})
