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

const kinds = ['service', 'organization', 'location'] as const
type Kind = (typeof kinds)[number]
const fieldsOf = {
  service: ['description', 'feesDescription', 'phones', 'contacts', 'programId'],
  organization: ['description', 'phones', 'contacts', 'programs'],
  location: ['description', 'transportation', 'phones', 'contacts'],
} as const
type Field = (typeof fieldsOf)[Kind][number]
/** What the source says of one listing: the number of each value. */
type Said = Record<Field, number>
const nothingYet: Said = {
  ...{ description: 0, feesDescription: 0, transportation: 0, phones: 0, contacts: 0, programId: 0, programs: 0 },
}
const source: { kind: Kind; key: string; said: Said }[] = []

/** Imports the source as it is now. */
function bring() {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  const all = (write: (one: (typeof source)[number]) => string, kind?: Kind) =>
    source.flatMap((one) => (kind && one.kind !== kind ? [] : [`${write(one)}\n`])).join('')
  const owners = ({ kind, key }: (typeof source)[number]) => kinds.map((owner) => (owner === kind ? key : '')).join()
  const files = {
    'organizations.csv': `id,name,description\no,Ferry House,\n${all(({ key, said }) => `${key},${key},Text ${said.description}`, 'organization')}`,
    'programs.csv': `id,organization_id,name\n${[0, 1, 2, 3].map((n) => `p${n},o,Program ${n}\n`).join('')}${all(({ key, said }) => `p${key},${key},Program ${said.programs}`, 'organization')}`,
    'locations.csv': `id,organization_id,name,description,transportation\n${all(({ key, said }) => `${key},o,${key},Text ${said.description},Bus ${said.transportation}`, 'location')}`,
    'services.csv': `id,organization_id,program_id,name,description,fees_description\n${all(({ key, said }) => `${key},o,p${said.programId},${key},Text ${said.description},Fee ${said.feesDescription}`, 'service')}`,
    'phones.csv': `id,${kinds.map((kind) => `${kind}_id`)},number\n${all((one) => `p${one.key},${owners(one)},${phoneNumber(one.said.phones)}`)}`,
    'contacts.csv': `id,${kinds.map((kind) => `${kind}_id`)},name\n${all((one) => `c${one.key},${owners(one)},Person ${one.said.contacts}`)}`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return importDirectory(database, { folder, sourceName: 'ferry' })
}
const phoneNumber = (value: number) => `716-555-01${String(value).padStart(2, '0')}`

await bring()
const houses = await database
  .updateTable('organization')
  .set({ standing: 'verified' })
  .where('name', '=', 'Ferry House')
  .returning('id')
  .executeTakeFirstOrThrow()
const programs = (await database.selectFrom('program').select('id').orderBy('name').execute()).map(({ id }) => id)
const names = ['Ana', 'Ben', 'Cleo']
const someone = async (given: Parameters<typeof product.someone>[0], at: number) =>
  (await product.someone({ ...given, firstName: names[at] ?? '' })).call
const managers = [await someone({ roles: ['data-manager'] }, 0), await someone({ roles: ['data-manager'] }, 1)]
const adminOf = (organizationId: string) => someone({ roles: ['organization-admin'], organizationId }, 2)
const admin = await adminOf(houses.id)

interface Step {
  kind: 'save' | 'read' | 'import'
  by: number
  field: Field
  value: number
}
const stepsOf = (kind: Kind): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom<Step['kind'][]>('save', 'save', 'save', 'read', 'import', 'import'),
      by: fc.nat(names.length - 1),
      field: fc.constantFrom<Field[]>(...fieldsOf[kind]),
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
    ? value
        .map((one: { id?: string; number?: string; name?: string }) =>
          one.number ? one.number.replace(/\D/g, '') : `${one.id ?? ''} ${one.name}`,
        )
        .join()
    : value

/** A new listing of this kind, as the source names it, and those who edit it. */
async function addListing(kind: Kind, isApproved: boolean) {
  const [key, said] = [`${kind} ${source.length}`, { ...nothingYet }]
  source.push({ kind, key, said })
  await bring()
  const { id } = await database.selectFrom(kind).select('id').where('name', '=', key).executeTakeFirstOrThrow()
  let people = [...managers, admin]
  if (kind === 'organization') {
    people = managers
    if (isApproved) {
      await database.updateTable('organization').set({ standing: 'verified' }).where('id', '=', String(id)).execute()
      people = [...managers, await adminOf(String(id))]
    }
  }
  return { path: `/api/${kind}/${id}`, said, people }
}

/** @param own the program that the source brought for an organization, or else none */
function saidAs(field: Field, value: number, own: { id: string } | undefined, other: string) {
  if (field === 'phones') return [{ number: phoneNumber(value), extension: null, type: 'voice', description: null }]
  if (field === 'contacts') return [{ name: `Person ${value}`, title: null, department: null, email: null, phones: [] }]
  if (field === 'programId') return programs[value]
  if (field === 'programs')
    return [{ id: value === 3 ? other : own?.id, name: `Program ${value}`, alternateName: null, description: null }]
  return `${{ description: 'Text', feesDescription: 'Fee', transportation: 'Bus' }[field]} ${value}`
}

/** Lets all steps happen, some at the same time. @returns every save that was accepted */
async function happen(
  { path, said, people }: Awaited<ReturnType<typeof addListing>>,
  { all, atOnce, valueIn, first }: { all: Step[]; atOnce: number; valueIn: (step: Step) => unknown; first: number },
) {
  const known = names.map(() => first)
  const saves: Save[] = []
  const caller = (by: number) => people[by % people.length] as Caller
  const read = async (by: number) => {
    known[by] = (await caller(by)('GET', `${path}/editor`)).body.version
  }
  const save = path.startsWith('/api/organization') ? `${path}/editor` : path
  const take = async (step: Step) => {
    const { kind, field } = step
    const by = step.by % people.length
    if (kind === 'read') return read(by)
    if (kind === 'import') {
      said[field] = step.value
      await bring()
      return
    }
    const [base, value] = [known[by] ?? 1, valueIn(step)]
    const answer = await caller(by)('PUT', save, { version: base, changes: { [field]: value } })
    expect([200, 409]).toContain(answer.status)
    if (answer.status === 409) return read(by)
    known[by] = Math.max(known[by] ?? 1, answer.body.version)
    saves.push({ by, field, value, base, version: answer.body.version })
  }
  for (let at = 0; at < all.length; at += atOnce) await Promise.all(all.slice(at, at + atOnce).map(take))
  return saves
}

it.each(kinds)(
  'ORG-05 ORG-12 DIR-03 loses nothing when two data managers, an organization admin and an import change one listing: %s',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(stepsOf(kind), fc.integer({ min: 1, max: 4 }), fc.boolean(), async (all, atOnce, isApproved) => {
        const listing = await addListing(kind, isApproved)
        const { path } = listing
        const [ana] = managers as [Caller]
        const first = (await ana('GET', `${path}/editor`)).body
        const other = crypto.randomUUID()
        const valueIn = ({ field, value }: Step) => saidAs(field, value, first.values.programs?.[0], other)
        const saves = await happen(listing, { all, atOnce, valueIn, first: first.version })

        const changes: Change[] = (await ana('GET', `${path}/history`)).body.items.toReversed()
        const last = (await ana('GET', `${path}/editor`)).body
        expect(changes.map(({ version }) => version)).toEqual(changes.map((_, n) => first.version + n + 1))
        // An import writes nothing of a place that somebody edited.
        const firstEdit = changes.findIndex(({ cause }) => cause === 'edit')
        if (kind === 'location' && firstEdit >= 0)
          expect(changes.slice(firstEdit).filter(({ cause }) => cause === 'import')).toEqual([])
        for (const field of fieldsOf[kind]) {
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
      { numRuns: howOften(3, 60), endOnFailure: true },
    )
  },
  180_000,
)
