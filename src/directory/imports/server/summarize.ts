import { countReasons, type ImportReport } from '#directory/services/server/directory-public.ts'
import type { ImportSummary } from '../import-run.ts'

const MOST_REASONS = 50
const MOST_IGNORED = 200
const MOST_MISSING = 200

/** What a screen shows of a report; the remarks are stored apart. */
export function summarize(report: ImportReport): ImportSummary {
  const { records, bad, warnings, missing, ignored, ...counts } = report
  return {
    ...counts,
    kinds: Object.entries(records)
      .map(([entity, { inserted, updated, unchanged, removed }]) => ({
        ...{ entity, inserted, updated, unchanged, removed },
      }))
      .filter((kind) => kind.inserted + kind.updated + kind.unchanged + kind.removed > 0),
    reasons: countReasons([...bad, ...warnings]).slice(0, MOST_REASONS),
    ignored: ignored.slice(0, MOST_IGNORED),
    missing: missing.slice(0, MOST_MISSING),
    missingCount: missing.length,
  }
}
