import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { howOften } from '#test/how-often.ts'

const product = await startTestApp()
const { database } = product

const fields = ['description', 'feesDescription', 'phones', 'contacts'] as const
type Field = (typeof fields)[number]
/** What the source says of one service: the number of each value. */
type Said = Record<Field, number>
const source: { key: string; said: Said }[] = []

/** Imports the source as it is now. */
function bring() {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  const rows = source.map(({ key, said }) => `${key},o,${key},Text ${said.description},Fee ${said.feesDescription}\n`)
  const phones = source.map(({ key, said }) => `p${key},${key},${phoneNumber(said.phones)}\n`)
  const contacts = source.map(({ key, said }) => `c${key},${key},Person ${said.contacts}\n`)
  const files = {
    'organizations.csv': 'id,name\no,Ferry House\n',
    'services.csv': `id,organization_id,name,description,fees_description\n${rows.join('')}`,
    'phones.csv': `id,service_id,number\n${phones.join('')}`,
    'contacts.csv': `id,service_id,name\n${contacts.join('')}`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return importDirectory(database, { folder, sourceName: 'ferry' })
}
const phoneNumber = (value: number) => `716-555-01${String(value).padStart(2, '0')}`
const saidAs = (field: Field, value: number) => {
  if (field === 'phones') return [{ number: phoneNumber(value), extension: null, type: 'voice', description: null }]
  if (field === 'contacts') return [{ name: `Person ${value}`, title: null, department: null, email: null, phones: [] }]
  return `${field === 'description' ? 'Text' : 'Fee'} ${value}`
}

await bring()
const { id: organizationId } = await database
  .updateTable('organization')
  .set({ standing: 'verified' })
  .where('name', '=', 'Ferry House')
  .returning('id')
  .executeTakeFirstOrThrow()
const names = ['Ana', 'Ben', 'Cleo']
const people: Caller[] = []
for (const someone of [
  { roles: ['data-manager' as const] },
  { roles: ['data-manager' as const] },
  { roles: ['organization-admin' as const], organizationId },
])
  people.push((await product.someone({ ...someone, firstName: names[people.length] ?? '' })).call)

interface Step {
  kind: 'save' | 'read' | 'import'
  by: number
  field: Field
  value: number
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind'][]>('save', 'save', 'save', 'save', 'read', 'import'),
    by: fc.nat(people.length - 1),
    field: fc.constantFrom(...fields),
    value: fc.nat(3),
  }),
  { minLength: 6, maxLength: 14 },
)

interface Save {
  by: number
  field: Field
  value: unknown
  /** the version that the person had read */
  base: number
  version: number
}
interface Change {
  version: number
  cause: string
  changedBy: string | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}
/** A value as far as both sides give it: numbers are formatted when they are stored. */
const plain = (value: unknown) =>
  Array.isArray(value)
    ? value.map(({ number, name }: { number?: string; name?: string }) => number?.replace(/\D/g, '') ?? name).join()
    : value

it('ORG-05 ORG-12 DIR-03 loses nothing when two data managers, an organization admin and an import change one service', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (all, atOnce) => {
      const key = `s${source.length}`
      const said: Said = { description: 0, feesDescription: 0, phones: 0, contacts: 0 }
      source.push({ key, said })
      await bring()
      const { id } = await database.selectFrom('service').select('id').where('name', '=', key).executeTakeFirstOrThrow()
      const path = `/api/service/${id}`
      const first = (await people[0]?.('GET', `${path}/editor`))?.body
      const known = people.map(() => first.version as number)
      const saves: Save[] = []
      const read = async (by: number) => {
        known[by] = (await people[by]?.('GET', `${path}/editor`))?.body.version
      }
      const take = async ({ kind, by, field, value }: Step) => {
        if (kind === 'read') return read(by)
        if (kind === 'import') {
          said[field] = value
          await bring()
          return
        }
        const base = known[by] ?? 1
        const answer = await people[by]?.('PUT', path, { version: base, changes: { [field]: saidAs(field, value) } })
        expect([200, 409]).toContain(answer?.status)
        if (answer?.status === 409) return read(by)
        known[by] = Math.max(known[by] ?? 1, answer?.body.version)
        saves.push({ by, field, value: saidAs(field, value), base, version: answer?.body.version })
      }
      for (let at = 0; at < all.length; at += atOnce) await Promise.all(all.slice(at, at + atOnce).map(take))

      const changes: Change[] = (await people[0]?.('GET', `${path}/history`))?.body.items.toReversed()
      const last = (await people[0]?.('GET', `${path}/editor`))?.body
      expect(changes.map(({ version }) => version)).toEqual(changes.map((_, n) => first.version + n + 1))
      for (const field of fields) {
        const story = changes.filter(({ after }) => field in after)
        let present = plain(first.values[field])
        let isEdited = false
        for (const { cause, before, after } of story) {
          // Each change starts where the one before ended, and no import touches what a person said.
          expect(plain(before[field])).toBe(present)
          expect(plain(after[field])).not.toBe(present)
          expect(cause === 'import' && isEdited).toBe(false)
          isEdited ||= cause === 'edit'
          present = plain(after[field])
        }
        expect(plain(last.values[field])).toBe(present)
      }
      // Every accepted save took effect: it is in the history, or the value was there already.
      const at = (version: number, field: Field) =>
        plain(
          changes.findLast((change) => change.version <= version && field in change.after)?.after[field] ??
            first.values[field],
        )
      for (const { by, field, value, base, version } of saves) {
        const made = changes.find(
          (change) =>
            change.version > base &&
            change.version <= version &&
            change.changedBy === `${names[by]} Tester` &&
            plain(change.after[field]) === plain(value),
        )
        if (!made) expect(at(version, field)).toBe(plain(value))
        // Nobody replaced a value that they had not seen.
        else expect(plain(made.before[field])).toBe(at(base, field))
      }
      const edits = changes.filter(({ cause }) => cause === 'edit')
      expect(edits.length).toBeLessThanOrEqual(saves.length)
    }),
    { numRuns: howOften(4, 60), endOnFailure: true },
  )
}, 180_000)
