import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import type { TestApp } from './app.ts'

/** The demo directory, and an organization in it. */
export async function makeFoodBank(app: TestApp) {
  const { database } = app
  await importDemoDirectory(database)
  const { id: organizationId } = await database
    .selectFrom('organization')
    .select('id')
    .where('name', '=', 'Eastside Food Bank')
    .executeTakeFirstOrThrow()
  return {
    organizationId,
    /** A new admin of the organization. */
    admin: (firstName: string) => app.someone({ organizationId, firstName, roles: ['organization-admin'] }),
    /** The id of the service with this name. */
    serviceNamed: async (name: string) =>
      (await database.selectFrom('service').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id,
  }
}
