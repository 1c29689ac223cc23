import type { PagePlan } from '#platform/server/page-preloads.ts'

const features = (...names: string[]) => names.map((name) => `src/features/${name}`)

/** What the first screens are made of, so that a page can name it before its scripts ask for it. */
export const pagePlan: PagePlan = {
  texts: {
    front: ['src/platform/web', ...features('landing')],
    inside: ['src/platform/web', ...features('account-safety')],
    home: features('referrals', 'contacts', 'needs', 'help-desk'),
  },
  // As vite.config.ts names them.
  scripts: ['home', 'screens'],
  isPublic: (path) => /^\/(auth|legal|registration|dev|account)(\/|$)/i.test(path),
}
