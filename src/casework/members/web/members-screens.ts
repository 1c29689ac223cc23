import { screen } from '#platform/web/screen.tsx'

/** An invited community member's own account. */
export const memberScreen = screen('registration/communityMember', {
  texts: ['accounts', 'legal'],
  title: 'accounts:member.title',
  load: () => import('./member-page.tsx'),
})
