import type { ServerFeature } from '#platform/server/feature.ts'

export const myAccountFeature: ServerFeature = {
  name: 'my-account',
  screens: [
    'myAccount',
    'myAccount/home',
    'myAccount/preferences',
    'myAccount/security',
    'myAccount/superAdmin',
    'home/redirect',
  ],
}
