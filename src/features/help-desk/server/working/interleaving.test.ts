import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Answer, startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization, PASSWORD } from '#test/factories.ts'
import { supportRequestStatuses } from '../../support-request.ts'

const product = await startTestApp()
const { database } = product
const path = '/api/supportPortal/supportRequest/'
async function someone(role: NonNullable<Parameters<typeof makeAccount>[1]>) {
  const account = await makeAccount(database, role)
  return { account, call: await product.signIn(account.email, PASSWORD) }
}
const org = await makeOrganization(database)
const ana = await someone({ organizationId: org.id })
const sue = await someone({ roles: ['support-agent'] })
const tom = await someone({ roles: ['support-agent'] })
const people = [ana, sue, tom]

type Step =
  | { kind: 'save' | 'bulk'; by: number; to: number }
  | { kind: 'assign'; by: number; to: number }
  | { kind: 'note' | 'undo'; by: number; to: number }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('save' as const, 'bulk' as const, 'assign' as const, 'note' as const, 'undo' as const),
    by: fc.nat(2),
    to: fc.nat(4),
  }),
  { minLength: 3, maxLength: 14 },
)

async function open() {
  const given = { supportRequestType: 'Bug', priority: 'Low', clearedCache: 'Yes', description: 'It stays empty' }
  return (await ana.call('POST', path, given)).body
}

/** One step by somebody who may have read the ticket before others changed it. Answers how many records and notes it must have left. */
async function take({ kind, by, to }: Step, id: string, mine: Map<number, string>) {
  const { call } = people[by] ?? ana
  const { version, status: was, assignee } = (await call('GET', `${path}${id}`)).body
  const status = supportRequestStatuses[to % supportRequestStatuses.length]
  if (kind === 'note') {
    const made: Answer = await call('POST', `${path}${id}/note`, { noteText: `Note ${by} ${to}` })
    return { records: 0, notes: made.status === 201 ? 1 : 0 }
  }
  if (kind === 'save') {
    const saved = await call('PUT', path, { id, version, status, receiveEmailUpdates: false })
    expect([200, 409]).toContain(saved.status)
    return { records: saved.status === 200 && status !== was ? 1 : 0, notes: 0 }
  }
  if (kind === 'undo') {
    const bulkId = mine.get(by)
    if (!bulkId) return { records: 0, notes: 0 }
    mine.delete(by)
    const { results } = (await call('POST', `${path}bulk/${bulkId}/undo`)).body
    return { records: results.filter(({ outcome }: { outcome: string }) => outcome === 'undone').length, notes: 0 }
  }
  const assigneeId = [null, sue.account.id, tom.account.id][to % 3] ?? null
  const made = await call('POST', `${path}bulk`, {
    tickets: [{ id, version }],
    change: kind === 'assign' ? { assigneeId } : { status },
  })
  if (kind === 'assign' && by === 0) {
    expect(made.status).toBe(403)
    return { records: 0, notes: 0 }
  }
  const isSame = kind === 'assign' ? assigneeId === (assignee?.id ?? null) : status === was
  const isDone = made.body.results[0].outcome === 'done'
  if (isDone && !isSame) mine.set(by, made.body.bulkId)
  return { records: isDone && !isSame ? 1 : 0, notes: 0 }
}

it('HDV-06 D-HD-1 however saves, notes, bulk changes, assignments and undoing interleave, no accepted change is lost and the records tell the whole story', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (all, atOnce) => {
      const { id } = await open()
      const mine = new Map<number, string>()
      const left = { records: 1, notes: 0 }
      for (let i = 0; i < all.length; i += atOnce)
        for (const made of await Promise.all(all.slice(i, i + atOnce).map((step) => take(step, id, mine)))) {
          left.records += made.records
          left.notes += made.notes
        }
      const now = (await ana.call('GET', `${path}${id}`)).body
      expect([now.auditRecords.length, now.notes.length]).toEqual([left.records, left.notes])
      expect(now.version).toBe(left.records)
      // Each record begins where the one before it of the same field ended, and the last says how it is now.
      const { rows } = await sql<{ field: string; from: string | null; to: string | null }>`
        select detail ->> 'field' as field, detail ->> 'from' as "from", detail ->> 'to' as "to" from audit_record
        where subject_id = ${id} and detail ->> 'field' <> 'created' order by id`.execute(database)
      const at: Record<string, string | null> = { status: 'Open', assignee: null }
      for (const { field, from, to } of rows) {
        expect(from).toBe(at[field])
        at[field] = to
      }
      expect([now.status, now.assignee?.id ?? null]).toEqual([at.status, at.assignee])
    }),
    { numRuns: 40 },
  )
})
