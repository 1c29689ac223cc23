import { confirmService, findServiceDocument, writeServiceFields } from '#directory/services/server/directory-public.ts'
import { ServiceValues } from '#directory/services/service-document.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { EditedService } from '../listing-editing.ts'
import type { ListingEditor } from './listing-editor.ts'

export const serviceEditor = (timeZone: string): ListingEditor<EditedService> => ({
  kind: 'service',
  names: Object.keys(ServiceValues.shape),
  find: findServiceDocument,
  requireValid: async (_, wanted) => {
    if ('status' in wanted && wanted.status === null) throw fieldProblem('status', 'invalid')
  },
  write: writeServiceFields,
  confirm: (database, id) => confirmService(database, id, timeZone),
  findShown: async (_, { id }) => id,
})
