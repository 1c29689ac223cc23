import { sql } from 'kysely'
import { createGuessThrottle, type ProvingMethod } from '#identity/accounts/server/accounts-public.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { sendSignOnLink, signOnLinkTask } from './link-by-mail.ts'
import { signOnProblem } from './sign-on-problem.ts'
import { signOnRoutes } from './sign-on-routes.ts'
import { singleSignOnTables } from './single-sign-on-tables.ts'

/** @param method verifies a second factor before an identity is linked */
export const signOnFeature = ({ createProof }: ProvingMethod): ServerFeature => ({
  name: 'single-sign-on',
  screens: ['auth/signOn/new', 'auth/signOn/confirm/:code'],
  tables: singleSignOnTables,
  tag: 'single sign-on',
  problems: signOnProblem,
  routes: (app, services) =>
    app.register(signOnRoutes, {
      ...services,
      guesses: createGuessThrottle(services.pool),
      factors: createProof(services),
    }),
  tasks: (services) => ({ [signOnLinkTask]: sendSignOnLink(services) }),
  tidy: async (database) => {
    await sql`delete from sign_on_attempt where expires_on < now()`.execute(database)
    await sql`delete from sign_on_pending where expires_on < now()`.execute(database)
    await sql`delete from sign_on_visit where expires_on < now()`.execute(database)
  },
})
