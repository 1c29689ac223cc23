import type { ServerFeature } from '#platform/server/feature.ts'
import { appointmentRoutes } from './appointment-routes.ts'
import { appointmentsTables } from './appointments-tables.ts'

/** When a person is expected for a referral. */
export const appointmentsFeature: ServerFeature = {
  name: 'appointments',
  tag: 'referrals',
  tables: appointmentsTables,
  routes: async (app, services) => {
    await app.register(appointmentRoutes, services)
  },
}
