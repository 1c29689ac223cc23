import type { PagePlan } from '#platform/server/page-preloads.ts'

/** What the first screens are made of, so that a page can name it before its scripts ask for it. */
export const pagePlan: PagePlan = {
  texts: {
    front: ['src/platform/web', 'src/site/landing'],
    inside: ['src/platform/web', 'src/identity/account-safety'],
    home: ['src/casework/referrals', 'src/casework/clients', 'src/directory/needs', 'src/help-desk/tickets'],
  },
  // As vite.config.ts names them.
  scripts: ['home', 'screens'],
  isPublic: (path) => /^\/(auth|legal|registration|dev|account)(\/|$)/i.test(path),
}
