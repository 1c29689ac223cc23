import type { ServerFeature } from '#platform/server/feature.ts'
import { insertShippedForms } from './insert-shipped-forms.ts'
import { intakeFormProblem } from './intake-form-problem.ts'
import { intakeFormRoutes } from './intake-form-routes.ts'
import { intakeFormsTables } from './intake-forms-tables.ts'

/** Intake forms, their versions and their texts. */
export const intakeFormsFeature: ServerFeature = {
  name: 'intake-forms',
  tables: intakeFormsTables,
  problems: intakeFormProblem,
  screens: ['admin/intakeForms', 'admin/intakeForms/:formId'],
  routes: async (app, services) => {
    await app.register(intakeFormRoutes, services)
  },
  prepare: ({ database }) => insertShippedForms(database),
}
