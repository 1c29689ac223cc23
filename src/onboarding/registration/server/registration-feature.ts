import type { ServerFeature } from '#platform/server/feature.ts'
import { accountOrganizationRoutes } from './account-organization-routes.ts'
import { seedDemoRegistrations } from './demo-registrations.ts'
import { notifyReviewers, notifyReviewersTask } from './notify-reviewers.ts'
import { registrationRoutes } from './registration-routes.ts'
import { registrationTables } from './registration-tables.ts'
import { joinRequestRoutes, reviewRoutes } from './review-routes.ts'
import { resendVerification } from './send-verification.ts'

export const registrationFeature: ServerFeature = {
  name: 'registration',
  screens: [
    'registration/completion',
    'registration/complete',
    'registration/choice',
    'registration/organization',
    'registration/organizationRegistration/verification/:verificationCode',
    'admin/review',
    'admin/review/:reviewId',
  ],
  tables: registrationTables,
  routes: async (app, services) => {
    await app.register(registrationRoutes, services)
    await app.register(accountOrganizationRoutes, services)
    await app.register(reviewRoutes, services)
    await app.register(joinRequestRoutes, services)
  },
  tasks: (services) => ({
    [notifyReviewersTask]: notifyReviewers(services),
    'resend-verification': resendVerification(services),
  }),
  seedDemo: (database) => database.transaction().execute(seedDemoRegistrations),
}
