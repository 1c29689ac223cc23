import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Answer, type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { howOften } from '#test/how-often.ts'
import { makeImage, uploadImage } from '#test/images.ts'
import { supportRequestStatuses } from '../../support-request.ts'

const product = await startTestApp()
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'
const org = await makeOrganization(database)
const ana = await someone({ organizationId: org.id })
const sue = await someone({ roles: ['support-agent'] })
const tom = await someone({ roles: ['support-agent'] })
const people = [ana, sue, tom]

interface Step {
  kind: 'save' | 'bulk' | 'assign' | 'note' | 'attach' | 'undo' | 'merge' | 'unmerge'
  by: number
  to: number
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind'][]>(
      'save',
      'bulk',
      'assign',
      'note',
      'attach',
      'undo',
      'merge',
      'merge',
      'unmerge',
    ),
    by: fc.nat(2),
    to: fc.nat(11),
  }),
  { minLength: 4, maxLength: 16 },
)

const picture = await makeImage()
async function open() {
  const given = { supportRequestType: 'Bug', priority: 'Low', clearedCache: 'Yes', description: 'It stays empty' }
  return (await ana.call('POST', path, given)).body.id as string
}

/** What a successful step must leave behind: records that name a change, notes, screenshots. */
interface Left {
  records: number
  notes: number
  files: number
}
/** The three tickets of one run, and who can undo what. */
interface World {
  ids: string[]
  bulks: Map<number, string>
  merges: string[]
}
const nothing: Left = { records: 0, notes: 0, files: 0 }

/** One step by a person who may have read the tickets before others changed them. */
async function take({ kind, by, to }: Step, { ids, bulks, merges }: World): Promise<Left> {
  const { call } = people[by] ?? ana
  const id = ids[to % 3] ?? ''
  const { version, status: was, assignee } = (await call('GET', `${path}${id}`)).body
  const status = supportRequestStatuses[to % supportRequestStatuses.length]
  if (kind === 'note') {
    const made: Answer = await call('POST', `${path}${id}/note`, { noteText: `Note ${by} ${to}` })
    expect([201, 409]).toContain(made.status)
    return { ...nothing, notes: made.status === 201 ? 1 : 0 }
  }
  if (kind === 'attach') {
    const { body: file } = await uploadImage(call, picture)
    const made = await call('POST', '/api/supportRequestFile/', { supportRequestId: id, fileId: file.id })
    expect([201, 409]).toContain(made.status)
    return made.status === 201 ? { ...nothing, records: 1, files: 1 } : nothing
  }
  if (kind === 'save') {
    const saved = await call('PUT', path, { id, version, status, receiveEmailUpdates: false })
    expect([200, 409]).toContain(saved.status)
    return { ...nothing, records: saved.status === 200 && status !== was ? 1 : 0 }
  }
  if (kind === 'undo') {
    const bulkId = bulks.get(by)
    if (!bulkId) return nothing
    bulks.delete(by)
    const { results } = (await call('POST', `${path}bulk/${bulkId}/undo`)).body
    return { ...nothing, records: results.filter(({ outcome }: { outcome: string }) => outcome === 'undone').length }
  }
  if (kind === 'merge') return merge(call, by, ids.at((to + 1) % 3) ?? '', { id, version }, merges)
  if (kind === 'unmerge') return unmerge(call, by, merges[to % Math.max(1, merges.length)])
  const assigneeId = [null, sue.account.id, tom.account.id][to % 3] ?? null
  const made = await call('POST', `${path}bulk`, {
    tickets: [{ id, version }],
    change: kind === 'assign' ? { assigneeId } : { status },
  })
  if (kind === 'assign' && by === 0) {
    expect(made.status).toBe(403)
    return nothing
  }
  const isSame = kind === 'assign' ? assigneeId === (assignee?.id ?? null) : status === was
  const isDone = made.body.results[0].outcome === 'done'
  if (isDone && !isSame) bulks.set(by, made.body.bulkId)
  return { ...nothing, records: isDone && !isSame ? 1 : 0 }
}

async function merge(
  call: Caller,
  by: number,
  targetId: string,
  duplicate: { id: string; version: number },
  merges: string[],
) {
  const { version } = (await call('GET', `${path}${targetId}`)).body
  const made = await call('POST', `${path}merge`, { target: { id: targetId, version }, duplicates: [duplicate] })
  expect(by === 0 ? [403] : [200, 409]).toContain(made.status)
  // If it succeeds again, it is the same merge.
  const mergeId = made.status === 200 ? made.body.merges[0].id : undefined
  if (!mergeId || merges.includes(mergeId)) return nothing
  merges.push(mergeId)
  // One for each of the two tickets; the status records are counted from the final tickets.
  return { ...nothing, records: 2 }
}

async function unmerge(call: Caller, by: number, mergeId: string | undefined) {
  if (!mergeId) return nothing
  const answer = await call('POST', `${path}merge/undo`, { mergeIds: [mergeId] })
  expect(answer.status).toBe(by === 0 ? 403 : 200)
  return nothing
}

interface Record {
  ticketId: string
  field: string
  from: string | null
  to: string | null
  /** the same for everything that one act wrote */
  writtenOn: string
}

/**
 * Each record starts with the value at which the previous one of the same field ended, and the last has the current
 * value.
 */
async function expectWholeStory(id: string, records: Record[]) {
  const now = (await sue.call('GET', `${path}${id}`)).body
  const at: { [field: string]: string | null } = { status: 'Open', assignee: null, into: null }
  for (const { field, from, to } of records) {
    if (field === 'status' || field === 'assignee') {
      expect(from).toBe(at[field])
      at[field] = to
    }
    if (field === 'mergedInto') {
      expect(at.into).toBe(null)
      at.into = to
    }
    if (field === 'unmerged') {
      expect(from).toBe(at.into)
      at.into = null
    }
  }
  const { rows } = await sql<{
    status: string
    assigneeId: string | null
    mergedInto: string | null
    mergedCount: number
    under: number
  }>`
    select status, assignee_id, merged_into, merged_count, (select count(*)::int from support_request d where d.merged_into = t.id) as under
    from support_request t where id = ${id}::uuid`.execute(database)
  const [row] = rows
  expect([row?.status, row?.assigneeId, row?.mergedInto]).toEqual([at.status, at.assignee, at.into])
  expect(row?.mergedCount).toBe(row?.under)
  if (row?.mergedInto) expect(row.status).toBe('Closed')
  // The parent chain ends: a cycle would never return.
  expect(now.mergedInto?.ticket.id ?? null).toBe(row?.mergedInto ? await rootOf(row.mergedInto) : null)
}

async function rootOf(id: string): Promise<string> {
  const row = await database
    .selectFrom('supportRequest')
    .select('mergedInto')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.mergedInto ? rootOf(row.mergedInto) : id
}

it('HDV-06 D-HD-1 loses no accepted change and keeps complete records, however acts on tickets interleave', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (all, atOnce) => {
      const world: World = { ids: [await open(), await open(), await open()], bulks: new Map(), merges: [] }
      const left = { records: 3, notes: 0, files: 0 }
      for (let i = 0; i < all.length; i += atOnce)
        for (const made of await Promise.all(all.slice(i, i + atOnce).map((step) => take(step, world)))) {
          left.records += made.records
          left.notes += made.notes
          left.files += made.files
        }
      const { rows } = await sql<Record>`
        select subject_id as ticket_id, detail ->> 'field' as field, detail ->> 'from' as "from", detail ->> 'to' as "to", created_on::text as written_on
        from audit_record where subject_type = 'supportRequest' and subject_id = any(${world.ids}::text[]) order by id`.execute(
        database,
      )
      const count = (...fields: string[]) => rows.filter(({ field }) => fields.includes(field)).length
      // Closing and restoring the status belong to a merge: they were written together with its record.
      const ofMerges = rows.filter(
        ({ field, writtenOn, ticketId }) =>
          field === 'status' &&
          rows.some(
            (other) =>
              other.ticketId === ticketId &&
              other.writtenOn === writtenOn &&
              ['mergedInto', 'unmerged'].includes(other.field),
          ),
      ).length
      // A note by a person who does not handle tickets reopens a closed one: written together with the note.
      const reopened = await sql<{ reopened: number }>`
        select count(*)::int as reopened from audit_record a
        where subject_type = 'supportRequest' and subject_id = any(${world.ids}::text[])
          and detail ->> 'field' = 'status' and detail ->> 'from' = 'Closed' and detail ->> 'to' = 'Open'
          and exists (select from support_request_note n where n.support_request_id = any(${world.ids}::uuid[])
            and n.created_by = a.actor_id and n.created_on = a.created_on::timestamptz(3))`.execute(database)
      const undone = await sql<{ undone: number }>`select count(*)::int as undone from support_request_merge
        where id = any(${world.merges}::uuid[]) and undone_on is not null`.execute(database)
      expect(rows.length - ofMerges).toBe(
        left.records + 2 * (undone.rows[0]?.undone ?? 0) + (reopened.rows[0]?.reopened ?? 0),
      )
      expect([count('mergedInto'), count('unmerged')]).toEqual([count('tookIn'), count('gaveBack')])
      expect([count('mergedInto'), count('unmerged')]).toEqual([world.merges.length, undone.rows[0]?.undone])
      for (const id of world.ids)
        await expectWholeStory(
          id,
          rows.filter(({ ticketId }) => ticketId === id),
        )

      // After undoing all merges, each ticket has its own notes and screenshots, and all accepted ones are there.
      await sue.call('POST', `${path}merge/undo`, { mergeIds: world.merges.length ? world.merges : [world.ids[0]] })
      const now = await Promise.all(world.ids.map(async (id) => (await ana.call('GET', `${path}${id}`)).body))
      const total = (key: string) => now.reduce((sum, ticket) => sum + ticket[key].length, 0)
      expect([total('notes'), total('supportRequestFiles')]).toEqual([left.notes, left.files])
      expect(now.map(({ mergedInto, mergedTickets }) => [mergedInto, mergedTickets])).toEqual(now.map(() => [null, []]))
    }),
    { numRuns: howOften(10, 100), endOnFailure: true },
  )
}, 180_000)
