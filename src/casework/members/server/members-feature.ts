import type { ServerFeature } from '#platform/server/feature.ts'
import { linkDemoMember } from './link-demo-member.ts'
import { memberRoutes } from './member-routes.ts'

/** Community members: people served who have their own account. */
export const membersFeature: ServerFeature = {
  name: 'members',
  screens: ['registration/communityMember'],
  tag: 'accounts',
  routes: (app, services) => app.register(memberRoutes, services),
  seedDemo: linkDemoMember,
}
