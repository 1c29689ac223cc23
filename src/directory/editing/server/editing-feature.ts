import type { ServerFeature } from '#platform/server/feature.ts'
import { askAboutIntake, askAboutIntakeCrontab, askAboutIntakeTask } from './ask-about-intake.ts'
import { editingProblem } from './editing-problem.ts'
import { editingRoutes } from './editing-routes.ts'

/** Organizations edit their profile, places and services, with history and confirmation. */
export const editingFeature: ServerFeature = {
  name: 'editing',
  screens: [
    'organization/listing',
    'organization/listing/new',
    'organization/profile/:organizationId',
    'organization/profile/:organizationId/history',
    'organization/place/new',
    'organization/place/:locationId',
    'organization/place/:locationId/history',
    'organization/listing/:serviceId',
    'organization/listing/:serviceId/history',
  ],
  tag: 'directory',
  problems: editingProblem,
  routes: (app, services) => app.register(editingRoutes, services),
  tasks: (services) => ({ [askAboutIntakeTask]: askAboutIntake(services) }),
  schedules: [askAboutIntakeCrontab],
}
