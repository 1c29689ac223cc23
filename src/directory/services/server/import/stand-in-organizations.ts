import { sql } from 'kysely'
import { notNamed } from '#identity/organizations/organization-name.ts'
import { insertStandIns, organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import type { Database } from '#platform/server/database.ts'
import { type Counts, type Draft, importedId, type Remark } from './draft.ts'

interface StandInContext {
  sourceName: string
  counts: Record<'organization', Counts>
  warn: (remark: Remark) => void
}

interface Missing {
  id: string
  key: string
  draft: Draft
}

/**
 * Creates an organization for rows whose own is missing in the source, so that they are not lost. It is marked as a
 * placeholder, has no name and contains nothing; its identifier is that of the real one, which therefore
 * replaces it as soon as an import contains it. A placeholder claimed by an organization meanwhile no longer counts as
 * one.
 */
export async function standInForMissing(database: Database, drafts: Draft[], context: StandInContext) {
  const missing = new Map<string, Missing>()
  for (const draft of drafts) {
    const key = draft.references.organization_id
    const name = draft.values.name ?? draft.values.alternate_name
    if (typeof key !== 'string' || typeof name !== 'string' || draft.isRefused) continue
    const id = importedId(context.sourceName, 'organization', key)
    if (!missing.has(id)) missing.set(id, { id, key, draft })
  }
  const ids = [...missing.keys()]
  if (!ids.length) return
  const known = await sql<{ id: string; isStandIn: boolean }>`
    select id, is_stand_in and standing = 'listed' as is_stand_in from ${organizationProfiles.as('organization')} where id = any (${ids}::uuid[])`.execute(
    database,
  )
  const standIns = new Set(known.rows.filter((r) => r.isStandIn).map((r) => r.id))
  for (const { id, isStandIn } of known.rows) if (!isStandIn) missing.delete(id)
  const told = await firstMention(database, [...missing.keys()])
  for (const { id, key, draft } of missing.values()) {
    if (!told.has(id)) continue
    context.warn({
      ...draft.place,
      reason: `organization_id "${key.slice(0, 80)}" is not in the files; its rows are kept under a provider that is not named`,
    })
    context.counts.organization[standIns.has(id) ? 'unchanged' : 'inserted'] += 1
  }
  const fresh = [...missing.values()].filter((m) => !standIns.has(m.id))
  const rows = fresh.map((m) => ({
    id: m.id,
    source_key: m.key.slice(0, 300),
    name: notNamed(context.sourceName, m.key),
  }))
  if (!rows.length) return
  await insertStandIns(database, context.sourceName, rows)
  // What it gets in this import, it has from the start.
  await sql`update import_seen set is_new = true where id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(database)
}

async function firstMention(database: Database, ids: string[]) {
  const { rows } = await sql<{ id: string }>`
    insert into import_seen (id) select unnest(${ids}::uuid[]) on conflict do nothing returning id`.execute(database)
  return new Set(rows.map((r) => r.id))
}
