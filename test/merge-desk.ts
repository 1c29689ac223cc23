import { sql } from 'kysely'
import type { Contact } from '#casework/clients/contact-record.ts'
import type { TestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'

/** An organization with an account, and functions that make and merge people there. */
export async function makeDesk(app: TestApp) {
  const { database } = app
  const { id } = await makeOrganization(database)
  const { account, call } = await app.someone({ organizationId: id })
  const record = async (given: Record<string, unknown> = {}) =>
    (await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Reyes', ...given })).body as Contact
  const get = async (contactId: string) => (await call('GET', `/api/contact/${contactId}`)).body as Contact
  /** @returns the ID of their pair, which the nightly job would find */
  const pair = async (one: string, other: string, score = 20) => {
    const { rows } = await sql<{ id: string }>`
      insert into person_pair (organization_id, first_id, second_id, level, score)
      values (${id}::uuid, least(${one}::uuid, ${other}::uuid), greatest(${one}::uuid, ${other}::uuid), 'likely', ${score})
      on conflict (first_id, second_id) do update set score = excluded.score returning id`.execute(database)
    return rows[0]?.id ?? ''
  }
  const merge = async (into: string, from: string, take: string[] = [], by = call) => {
    const [stays, goes] = [await get(into), await get(from)]
    const versions = { [stays.id]: stays.version, [goes.id]: goes.version }
    return by('POST', `/api/personPair/${await pair(into, from)}/merge`, { stays: into, versions, take })
  }
  const merged = async (contactId: string) => (await call('GET', `/api/contact/${contactId}/merged`)).body.items
  const undo = (mergeId: string) => call('POST', `/api/personMerge/${mergeId}/undo`, {})
  return { id, account, call, record, get, pair, merge, merged, undo }
}
