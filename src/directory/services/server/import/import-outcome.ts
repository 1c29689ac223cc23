import { csvLines } from '#platform/server/csv.ts'
import type { Remark } from './draft.ts'
import type { ImportReport } from './import-directory.ts'
import type { TouchedListing } from './touched-listings.ts'

/** What a run of the program ends with: 2 if nothing was taken, 3 if a removal waits for a person's word. */
export function exitCodeOf({ inserted, updated, unchanged, stopped }: ImportReport): 0 | 2 | 3 {
  if (inserted + updated + unchanged === 0) return 2
  return stopped.length ? 3 : 0
}

/** How often each reason occurs, whatever the value that it names; the most frequent first. */
export function countReasons(remarks: Pick<Remark, 'reason'>[]) {
  const counts = new Map<string, number>()
  for (const { reason } of remarks) {
    const kind = reason
      .replace(/"[^"]*"/g, '"…"')
      .replace(/\S+:\d+/g, '…')
      .replace(/\d+/g, '…')
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([reason, times]) => ({ reason, times })).sort((a, b) => b.times - a.times)
}

/** The columns that a reason is about, by the standard's names; a reason begins with them. */
export const columnsOf = (reason: string) =>
  /^(?:none of )?((?:[a-z][a-z0-9_]*)(?:, [a-z][a-z0-9_]*)*)(?=: | "| is (?:empty|filled)\b)/.exec(reason)?.[1] ?? ''

/** What an import says about one row, and whether it skipped the row or left a cell out. */
export interface ImportRemarkOfEngine extends Remark {
  level: 'refused' | 'left out'
}

const acts = { added: 'new', changed: 'changed', missing: 'no longer in the source' }
const listingKinds = { organization: 'organization', service: 'service', location: 'place' }

/** A line of the report as CSV about a row or a listing; without either, the names of the columns. */
export const reportLine = (about: ImportRemarkOfEngine | Omit<TouchedListing, 'id'> | null) =>
  csvLines([
    !about
      ? ['file', 'line', 'column', 'what', 'reason', 'kind', 'name', 'identifier']
      : 'act' in about
        ? ['', '', about.fields.join(', '), acts[about.act], '', listingKinds[about.kind], about.name ?? '', about.key]
        : [about.file, String(about.line), columnsOf(about.reason), about.level, about.reason, '', '', ''],
  ])
