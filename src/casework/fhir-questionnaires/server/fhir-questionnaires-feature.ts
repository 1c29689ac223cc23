import type { ServerFeature } from '#platform/server/feature.ts'
import { fhirQuestionnairesTables } from './fhir-questionnaires-tables.ts'
import { questionnaireRoutes } from './questionnaire-routes.ts'

/** Intake forms as FHIR Questionnaires. */
export const fhirQuestionnairesFeature: ServerFeature = {
  name: 'fhir-questionnaires',
  tables: fhirQuestionnairesTables,
  routes: async (app, services) => {
    await app.register(questionnaireRoutes, services)
  },
}
