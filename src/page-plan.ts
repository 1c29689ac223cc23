import type { PagePlan } from '#platform/server/page-preloads.ts'

/** The files of the first screens, so that a page can preload them before its scripts request them. */
export const pagePlan: PagePlan = {
  texts: {
    front: ['src/platform/web', 'src/site/landing'],
    inside: ['src/platform/web', 'src/identity/account-safety'],
    home: ['src/casework/referrals', 'src/casework/clients', 'src/directory/needs'],
  },
  // The names in vite.config.ts.
  scripts: ['home', 'screens'],
  isPublic: (path) => /^\/(auth|legal|registration|dev|account)(\/|$)/i.test(path),
}
