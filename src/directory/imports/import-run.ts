import { z } from 'zod'
import { listingKinds } from '#directory/listings/listing-change.ts'
import { Id, line, PageQuery, pageOf, Timestamp } from '#platform/schema/fields.ts'

export const runStates = [
  'receiving',
  'checking',
  'checked',
  'applying',
  'applied',
  'discarded',
  'failed',
  'undoing',
  'undone',
] as const
export type RunState = (typeof runStates)[number]
/** The states in which a job works on a run. */
export const busyStates: readonly RunState[] = ['checking', 'applying', 'undoing']
/** The states in which the report of a run says what it did; in others, what it would do. */
export const doneStates: readonly RunState[] = ['applied', 'undoing', 'undone']

/** A file is sent in parts of so many bytes; only its last one may be smaller. */
export const PART_BYTES = 4 * 1024 * 1024
const MOST_FILES = 40
const FILE_NAME = /\.(zip|csv|json|ndjson|jsonl)$/i

export const SourceName = line(100, 1).meta({ title: 'Source' })
export const NewFile = z.object({
  name: line(200, 1).refine((name) => FILE_NAME.test(name) && !/[/\\]/.test(name), { error: 'file-kind' }),
  /** In bytes. */
  size: z.number().int().min(1, { error: 'file-empty' }).max(Number.MAX_SAFE_INTEGER),
})
export type NewFile = z.infer<typeof NewFile>

/** An import that begins, with the files that follow. */
export const NewImport = z.object({
  sourceName: SourceName,
  files: z
    .array(NewFile)
    .min(1, { error: 'file-needed' })
    .max(MOST_FILES)
    .refine((files) => new Set(files.map(({ name }) => name.toLowerCase())).size === files.length, {
      error: 'file-twice',
    }),
})
export type NewImport = z.infer<typeof NewImport>

/** An import of what another directory publishes. */
export const NewAddressImport = z.object({
  sourceName: SourceName,
  address: line(500, 1)
    .refine((address) => /^https?:\/\/[^/\s?#]+[^\s?#]*$/i.test(address) && URL.canParse(address), {
      error: 'address-format',
    })
    .meta({ title: 'HSDS address' }),
  /** Once it is applied; by default, the schedule of the source stays as it is. */
  isNightly: z.boolean().optional(),
})
export type NewAddressImport = z.output<typeof NewAddressImport>
/** A source that is imported every night. */
export const ImportSource = z.object({ sourceName: z.string(), address: z.string() })
export type ImportSource = z.infer<typeof ImportSource>

const count = z.number().int()
const Counts = { inserted: count, updated: count, unchanged: count, removed: count }

/** What an import did, or would do. */
export const ImportSummary = z.object({
  /** Rows of the files. */
  read: count,
  ...Counts,
  /** Services with a category that was guessed from their words. */
  guessed: count,
  badCount: count,
  warningCount: count,
  kinds: z.array(z.object({ entity: z.string(), ...Counts })),
  /** The most frequent reasons of what was skipped or left out. */
  reasons: z.array(z.object({ reason: z.string(), times: count })),
  /** Files and columns that the import does not read; without columns, the whole file. */
  ignored: z.array(z.object({ file: z.string(), columns: z.array(z.string()) })),
  /** Removals of more than a tenth of the source's, which wait for a person's word. */
  stopped: z.array(z.object({ entity: z.string(), gone: count, of: count })),
  /** What stays although the source no longer contains it; the first of them. */
  missing: z.array(z.object({ entity: z.string(), key: z.string(), name: z.string().nullable() })),
  missingCount: count,
  /** Listings that are new, changed, or no longer in the source; not there in reports of before. */
  listings: z.object({ added: count, changed: count, missing: count }).optional(),
})
export type ImportSummary = z.infer<typeof ImportSummary>

/** Without a file: steps of an undo. */
const Progress = z.object({ file: z.string().nullable(), read: count, of: count.nullable() })

export const ImportRun = z.object({
  id: Id,
  sourceName: z.string(),
  state: z.enum(runStates),
  /** Where its files come from; null if somebody sent them. */
  address: z.string().nullable(),
  /** Whether it read only what the source says has changed. */
  isPartial: z.boolean(),
  progress: Progress.nullable(),
  failure: z.string().nullable(),
  startedBy: z.string().nullable(),
  isFromCommand: z.boolean(),
  startedOn: Timestamp,
  endedOn: Timestamp.nullable(),
  report: ImportSummary.nullable(),
  /** What undoing it did: records undone, and those that stay because people edited or use them. */
  undoReport: z.object({ undone: count, kept: count }).nullable(),
  /** Whether it can be undone: it is the last import of its source that changed anything. */
  canUndo: z.boolean(),
  files: z.array(z.object({ name: z.string(), size: count })),
})
export type ImportRun = z.infer<typeof ImportRun>

/** An import as a list shows it. */
export const ImportInList = ImportRun.pick({
  id: true,
  sourceName: true,
  state: true,
  failure: true,
  startedBy: true,
  isFromCommand: true,
  startedOn: true,
}).extend({
  /** What it did; null if it did nothing, or not yet. */
  counts: ImportSummary.pick({ inserted: true, updated: true, removed: true, badCount: true }).nullable(),
})
export type ImportInList = z.infer<typeof ImportInList>
export const ImportPage = pageOf(ImportInList)
export type ImportPage = z.infer<typeof ImportPage>
export const ImportQuery = PageQuery

export const remarkLevels = ['refused', 'left out'] as const
/** A row that was skipped, or a cell that was left out of one. */
export const ImportRemark = z.object({
  level: z.enum(remarkLevels),
  file: z.string(),
  line: count,
  columns: z.string(),
  reason: z.string(),
})
export type ImportRemark = z.infer<typeof ImportRemark>
export const RemarkPage = pageOf(ImportRemark)
export type RemarkPage = z.infer<typeof RemarkPage>

export const listingActs = ['added', 'changed', 'missing'] as const
export type ListingAct = (typeof listingActs)[number]
/** A listing that an import adds or changes, or that is no longer in its source. */
export const ListingInImport = z.object({
  act: z.enum(listingActs),
  kind: z.enum(listingKinds),
  /** New ones are there after the import. */
  listingId: Id,
  key: z.string(),
  name: z.string().nullable(),
  /** What changes: columns by their HSDS names, and kinds of parts. */
  fields: z.array(z.string()),
})
export type ListingInImport = z.infer<typeof ListingInImport>
export const ListingPage = pageOf(ListingInImport)
export type ListingPage = z.infer<typeof ListingPage>
export const ListingQuery = PageQuery.extend({ act: z.enum(listingActs) })

export const ApplyImport = z.object({
  /** Removes parts of records also if they are more than a tenth of the source's. */
  removesMuch: z.boolean().default(false),
})

/** After so many days, what a nightly import said of single rows and listings is deleted; its summary stays. */
export const NIGHTLY_DETAIL_DAYS = 90
const DAY_MS = 86_400_000
export const isWithoutDetails = ({
  address,
  startedBy,
  isFromCommand,
  startedOn,
}: Pick<ImportRun, 'address' | 'startedBy' | 'isFromCommand' | 'startedOn'>) =>
  address !== null &&
  startedBy === null &&
  !isFromCommand &&
  Date.parse(startedOn) < Date.now() - NIGHTLY_DETAIL_DAYS * DAY_MS

/** Whether an import took anything at all. */
export const tookAnything = ({ inserted, updated, unchanged }: ImportSummary) => inserted + updated + unchanged > 0
