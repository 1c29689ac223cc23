import { confirmService, findServiceDocument, writeServiceFields } from '#directory/services/server/directory-public.ts'
import { ServiceValues } from '#directory/services/service-document.ts'
import { dayAfter, dayIn, MOST_DAYS_HELD, type ServiceIntake } from '#directory/services/service-intake.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { EditedService } from '../listing-editing.ts'
import type { ListingEditor } from './listing-editor.ts'

/** @throws problem invalid-request at intake.until, if it is over already or too far away */
function requireUntil({ until }: ServiceIntake, today: string) {
  if (until < today) throw fieldProblem('intake.until', 'day-past')
  if (until > dayAfter(today, MOST_DAYS_HELD)) throw fieldProblem('intake.until', 'day-too-late')
}

export const serviceEditor = (timeZone: string): ListingEditor<EditedService> => ({
  kind: 'service',
  names: Object.keys(ServiceValues.shape),
  find: findServiceDocument,
  requireValid: async (_, wanted) => {
    if ('status' in wanted && wanted.status === null) throw fieldProblem('status', 'invalid')
    if (wanted.intake) requireUntil(wanted.intake as ServiceIntake, dayIn(timeZone))
  },
  write: (database, id, fields) => writeServiceFields(database, id, fields, timeZone),
  confirm: (database, { id, values }) => confirmService(database, id, values.intake as ServiceIntake | null, timeZone),
  findShown: async (_, { id }) => id,
})
