import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { ProgramLine } from '../service-document.ts'

/** The programs of an organization, without those that it removed. */
export const listPrograms = (database: Database, organizationId: string): Promise<ProgramLine[]> =>
  database
    .selectFrom('program')
    .select(['id', 'name', 'alternateName', 'description'])
    .where('organizationId', '=', organizationId)
    .where('removedOn', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute() as Promise<ProgramLine[]>

/** Those of these programs that another organization has. */
export const listForeignPrograms = async (database: Database, organizationId: string, ids: string[]) =>
  (
    await database
      .selectFrom('program')
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('organizationId', '<>', organizationId)
      .execute()
  ).map(({ id }) => id as string)

/** The program, unless it was removed since. */
export const findPresentProgram = async (database: Database, id: string | null): Promise<string | null> => {
  if (id === null) return null
  const query = database.selectFrom('program').select('id').where('id', '=', id).where('removedOn', 'is', null)
  return ((await query.executeTakeFirst())?.id as string | undefined) ?? null
}

/** Whether a service of this organization may belong to this program. */
export const isProgramOf = async (database: Database, organizationId: string, id: string) =>
  (await listPrograms(database, organizationId)).some((program) => program.id === id)

/**
 * Makes these the programs of an organization. A removed one is only hidden, so that its services belong to it again when
 * it is brought back; one of another organization stays as it is.
 */
export async function replacePrograms(database: Database, organizationId: string, programs: ProgramLine[]) {
  const ids = programs.map(({ id }) => id)
  await database
    .updateTable('program')
    .set({ removedOn: sql`now()` })
    .where('organizationId', '=', organizationId)
    .where('removedOn', 'is', null)
    .where('id', '<>', sql<string>`all(${ids}::uuid[])`)
    .execute()
  const rows = programs.map(({ id, name, alternateName, description }) => ({
    ...{ id, name, description, alternate_name: alternateName },
  }))
  // In one order, so that two edits do not wait for each other crosswise.
  await sql`
    insert into program (id, organization_id, name, alternate_name, description)
    select id, ${organizationId}::uuid, name, alternate_name, description
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, name text, alternate_name text, description text) order by id
    on conflict (id) do update set name = excluded.name, alternate_name = excluded.alternate_name,
      description = excluded.description, removed_on = null
    where program.organization_id = excluded.organization_id and (program.name, program.alternate_name, program.description, program.removed_on)
      is distinct from (excluded.name, excluded.alternate_name, excluded.description, null::timestamptz)`.execute(
    database,
  )
}
