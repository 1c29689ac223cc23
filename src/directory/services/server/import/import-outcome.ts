import { csvLines } from '#platform/server/csv.ts'
import type { Remark } from './draft.ts'
import type { ImportReport } from './import-directory.ts'

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

/** A line of the report as CSV; without a remark, the names of the columns. */
export const reportLine = (remark: (Remark & { level: string }) | null) =>
  csvLines([
    remark ? [remark.file, String(remark.line), remark.level, remark.reason] : ['file', 'line', 'what', 'reason'],
  ])
