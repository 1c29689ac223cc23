import { sql } from 'kysely'
import { listCategories } from '#directory/services/server/directory-public.ts'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { listAuditRecords } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { type CategoryAct, categoryFields } from '../category.ts'

interface Detail {
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  other?: string
  listings?: number
}

/** The acts on a category, newest first. */
export async function listActs(database: Database, id: string): Promise<CategoryAct[]> {
  const records = await listAuditRecords(database, { subjectType: 'category', subjectId: id })
  const people = await database
    .selectFrom(accountPerson.as('person'))
    .select(['person.id', 'person.name'])
    .where('person.id', '=', sql<string>`any(${records.map(({ actorId }) => actorId)}::uuid[])`)
    .execute()
  const names = new Map(people.map((person) => [person.id, person.name]))
  const categories = new Map((await listCategories(database)).map((each) => [each.id, each.name]))
  const said = (field: string, value: unknown) => {
    if (field === 'parentId') return categories.get(String(value)) ?? null
    if (Array.isArray(value)) return value.length ? value.join(', ') : null
    return value ? String(value) : null
  }
  return records.map(({ id: number, actorId, action, createdOn, detail }) => {
    const { before = {}, after = {}, other, listings } = detail as Detail
    return {
      id: number,
      act: action.replace('category.', '') as CategoryAct['act'],
      on: createdOn,
      by: names.get(actorId ?? '') ?? null,
      fields: categoryFields
        .filter((field) => field in after)
        .map((field) => ({ field, before: said(field, before[field]), after: said(field, after[field]) })),
      other: other ? (categories.get(other) ?? null) : null,
      listings: listings ?? null,
    }
  })
}
